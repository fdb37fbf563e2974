"""The world that ``scripts/check-python.mjs`` starts, or the one of ``npm start``."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from oracle_gateway import Client, Localnet, address
from oracle_gateway.addresses import associated_token_address, base58

WORLD = Localnet(os.environ.get("LOCALNET_MANIFEST", ".localnet/manifest.json"))
BTC = {"url": "https://api.coinbase.com/v2/prices/BTC-USD/spot", "method": "GET", "responseParser": "$.data.amount"}
ETH = {**BTC, "url": "https://api.coinbase.com/v2/prices/ETH-USD/spot"}
_LIMIT_SECONDS = 120
PRICE = {"agent": 2_500, "x402": 3_000}
"""Atomic units of a round of three nodes."""


def rpc(method: str, *params: Any) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return httpx.post(WORLD.ledger.rpc_url, json=body).raise_for_status().json()["result"]


def tokens_of(owner: str) -> int:
    """Returns the atomic units of the stablecoin that a key has on the ledger."""
    account = base58(associated_token_address(address(owner), address(WORLD.manifest["usdcMint"])))
    return int(rpc("getTokenAccountBalance", account, {"commitment": "confirmed"})["value"]["amount"])


def rounds_left(subscription: str) -> int:
    """Returns how many rounds a subscription has left on the ledger."""
    account = rpc("getAccountInfo", subscription, {"encoding": "base64", "commitment": "confirmed"})["value"]
    return int.from_bytes(base64.b64decode(account["data"][0])[120:128], "little")


def all_settled(reading: Client) -> None:
    """Waits until no recent round of the account waits for its settlement."""
    ends_at = time.monotonic() + _LIMIT_SECONDS
    while any(one["state"] in ("reserved", "pending") for one in reading.rounds(limit=100)["rounds"]):
        assert time.monotonic() < ends_at, "rounds are not settled"
        time.sleep(0.2)


@contextlib.contextmanager
def beside_the_world() -> Iterator[None]:
    """Works in a folder in which the world was started, as a reader of the documents does."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / ".localnet").mkdir()
        (Path(folder) / ".localnet/manifest.json").write_text(json.dumps(WORLD.manifest), encoding="utf-8")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def control(path: str, **members: Any) -> None:
    httpx.post(WORLD.manifest["controlUrl"] + path, json=members, timeout=60).raise_for_status()


class LostAnswers:
    """Loses answers of the gateway, which has served them: to the first requests with a body that have a header."""

    def __init__(self, header: str, count: int) -> None:
        self._header = header
        self._left = count

    def take(self, request: httpx.Request) -> bool:
        """Returns whether the answer to this request is one of them."""
        is_lost = request.url.path.startswith("/v1/") and self._header in request.headers and self._left > 0
        self._left -= is_lost
        return is_lost


class LosingTransport(httpx.HTTPTransport):
    def __init__(self, lost: LostAnswers) -> None:
        super().__init__()
        self._lost = lost

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if self._lost.take(request):
            response.read()
            response.close()
            raise httpx.ReadError("the connection was reset", request=request)
        return response


class AsyncLosingTransport(httpx.AsyncHTTPTransport):
    def __init__(self, lost: LostAnswers) -> None:
        super().__init__()
        self._lost = lost

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if self._lost.take(request):
            await response.aread()
            await response.aclose()
            raise httpx.ReadError("the connection was reset", request=request)
        return response
