"""A gateway and a ledger without a network: the answers of the documented examples, and failures in their place."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from oracle_gateway import Ledger, address, deployment_id
from oracle_gateway._account import Account
from oracle_gateway._core import Core
from oracle_gateway._flow import Answer, Call, CloseStream, Emit, Exchange, Flow, Locked, OpenStream, Pause, ReadStream, Stream
from oracle_gateway._retries import RetryPolicy
from oracle_gateway.addresses import base58, config_address
from oracle_gateway.errors import TransportError

from .vectors import vectors

T = TypeVar("T")

EXAMPLES = vectors("api-examples")
SOURCE = EXAMPLES["subscription"]["request"]["apiConfig"]
SECOND = EXAMPLES["subscription"]["request"]["timestamp"]
LEDGER = Ledger("http://rpc.example", EXAMPLES["programId"], EXAMPLES["network"])
MINT = bytes(range(32))
TREASURY = base58(config_address(address(LEDGER.program_id)))
_REGISTRY = vectors("attested-result")["registryAccount"]
_VERSION = 3


class FakeSigner:
    """The example's key. Gateways check signatures, not this client."""

    def __init__(self, key: str) -> None:
        self.address = key
        self.signed: list[bytes] = []

    def sign(self, message: bytes, /) -> bytes:
        self.signed.append(message)
        return bytes(64)


Reply = Answer | TransportError | Callable[[Exchange], Answer]


class FakeWorld:
    """Runs flows. Each reply of a path is taken once, in order; time passes by waiting alone."""

    def __init__(self, now_ms: int = SECOND * 1_000 + 400) -> None:
        self.now_ms = now_ms
        self.ledger_now_ms = now_ms
        self.replies: dict[str, deque[Reply]] = {}
        self.asked: list[Exchange] = []
        self.receipts: dict[str, bytes] = {}
        self.emitted: list[Any] = []
        self.pda = EXAMPLES["gateway"]

    def core(self, account: Account | None, **options: Any) -> Core:
        return Core("http://gateway.example", LEDGER, account, clock=lambda: self.now_ms, uniform=lambda: 0.5, **options)

    def reply(self, path: str, *replies: Reply) -> None:
        self.replies.setdefault(path, deque()).extend(replies)

    def bodies(self, path: str) -> list[Any]:
        return [json.loads(one.body or b"null") for one in self.to(path)]

    def to(self, path: str) -> list[Exchange]:
        return [one for one in self.asked if one.url == f"http://gateway.example{path}"]

    def run(self, flow: Flow[T]) -> T:
        step: partial[Any] = partial(next, flow)
        while True:
            try:
                effect = step()
            except StopIteration as end:
                result: T = end.value
                return result
            try:
                done = self._perform(effect)
            except Exception as error:
                step = partial(flow.throw, error)
            else:
                step = partial(flow.send, done)

    def _perform(self, effect: object) -> object:
        match effect:
            case Pause(seconds):
                self.now_ms += int(seconds * 1_000)
                self.ledger_now_ms += int(seconds * 1_000)
                return None
            case Call(function):
                return function()
            case Locked(_, flow):
                return self.run(flow)
            case Exchange() if effect.peer == "ledger":
                return self._of_ledger(json.loads(effect.body or b""))
            case Exchange():
                self.asked.append(effect)
                return self._of_gateway(effect)
            case OpenStream(exchange):
                answer = self._of_gateway(exchange)
                # Parts of a body are cut anywhere.
                return Stream(answer.status, answer.headers, iter([answer.body[at : at + 7] for at in range(0, len(answer.body), 7)]))
            case ReadStream(stream):
                return next(stream.source, None)
            case Emit(item):
                self.emitted.append(item)
                return None
            case CloseStream():
                return None
            case _:
                raise AssertionError(f"{effect} is not expected")

    def _of_gateway(self, exchange: Exchange) -> Answer:
        path = exchange.url.removeprefix("http://gateway.example")
        replies = self.replies.get(path)
        if path == "/v1/info" and not replies:
            return ok({"status": "ok", "data": {"gatewayPda": self.pda}})
        assert replies, f"{exchange.method} {path} was not expected"
        reply = replies.popleft()
        if isinstance(reply, TransportError):
            raise reply
        return reply if isinstance(reply, Answer) else reply(exchange)

    def _of_ledger(self, call: Any) -> Answer:
        addresses = call["params"][0]
        return ok({"result": {"value": [self._account(one) for one in addresses]}})

    def _account(self, place: str) -> Any:
        program = address(LEDGER.program_id)
        if place == TREASURY:
            config = bytearray(280)
            config[:8] = b"SVC_CFG1"
            config[16:48] = deployment_id(program, LEDGER.network)
            config[112:144] = MINT
            for offset, number in ((144, _VERSION), (192, 1_000), (200, 500)):
                config[offset : offset + 8] = number.to_bytes(8, "little")
            return self._owned(bytes(config))
        if place == vectors("attested-result")["registryAddress"]:
            return self._owned(b64decode(_REGISTRY))
        if place.startswith("SysvarC1ock"):
            return self._owned(bytes(32) + (self.ledger_now_ms // 1_000).to_bytes(8, "little"))
        return self._owned(b"SVC_RCT1" + self.receipts[place] + bytes(40)) if place in self.receipts else None

    @staticmethod
    def _owned(data: bytes) -> Any:
        return {"owner": LEDGER.program_id, "data": [b64encode(data).decode(), "base64"]}


def ok(body: Any, **headers: str) -> Answer:
    return Answer(200, {name.replace("_", "-"): value for name, value in headers.items()}, json.dumps(body).encode())


def events(*data: Any) -> Answer:
    """Returns a stream that ends after these events."""
    body = "retry: 2000\r\n\r\n" + "".join(f": alive\n\nid: {place}\ndata: {json.dumps(one)}\n\n" for place, one in enumerate(data, 1))
    return Answer(200, {"content-type": "text/event-stream"}, body.encode())


def refusal(status: int, code: str, *, retry_after: str = "", **members: Any) -> Answer:
    headers = {"retry-after": retry_after} if retry_after else {}
    return Answer(status, headers, json.dumps({"error": f"refused: {code}", "code": code, **members}).encode())


def lost() -> TransportError:
    return TransportError("gateway", "the connection broke off")


def unsent() -> TransportError:
    return TransportError("gateway", "connection refused", sent="nothing")


FEW = RetryPolicy(attempts=3, max_wait_ms=2_000)
