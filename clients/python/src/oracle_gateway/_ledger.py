"""Reads of the program's accounts (docs/protocol.md, "Accounts of the program"). The operator of the RPC server is trusted to tell what is there."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ._flow import Exchange, Flow, exchange, locked
from ._json import member_of, read_json, text_of
from .addresses import address, base58, config_address, node_address, registry_address
from .attestation import KeptRegistry, Registry, deployment_id, read_registry
from .errors import ClientUsageError, TransportError, VerificationError

_T = TypeVar("_T")
_SERVES_MS = 10_000
"""Milliseconds for which a reading serves."""
_MAX_VERSIONS = 16
_CLOCK = "SysvarC1ock11111111111111111111111111111111"
_CONFIG_BYTES = 280
_NODE_BYTES = 520
_RECEIPT_BYTES = 80


@dataclass(frozen=True)
class Ledger:
    """Whom to trust. It is the caller's own knowledge, and never the gateway's word."""

    rpc_url: str
    """JSON-RPC of a Solana server that the caller trusts."""
    program_id: str
    """The oracle program, base58."""
    network: str
    """CAIP-2 id of the network, such as ``solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp``."""


@dataclass(frozen=True)
class Config:
    """The settings of the program that a caller needs. Prices are atomic units of the mint."""

    deployment_id: bytes
    mint: bytes
    registry_version: int
    agent_round_base: int
    agent_round_per_sig: int
    oldest_accepted_version: int


@dataclass(frozen=True)
class View:
    """Config and one registry version, of one slot."""

    config: Config
    registry: Registry | None
    account: bytes | None
    """The data of the Registry account."""
    at_ms: int


def read_config(account: bytes) -> Config:
    """Reads the data of the Config account. Raises ``ValueError`` for other data."""
    if account[:8] != b"SVC_CFG1" or len(account) != _CONFIG_BYTES:
        raise ValueError("config: must be the data of a Config account")
    return Config(
        deployment_id=account[16:48],
        mint=account[112:144],
        registry_version=_u64(account, 144),
        agent_round_base=_u64(account, 192),
        agent_round_per_sig=_u64(account, 200),
        oldest_accepted_version=_u64(account, 224),
    )


def read_receipt(account: bytes) -> bytes:
    """Reads the message that a receipt holds: 32 bytes that the nodes signed. Raises ``ValueError`` for other data."""
    if account[:8] not in (b"SVC_RCT1", b"SVC_AGR1") or len(account) != _RECEIPT_BYTES:
        raise ValueError("receipt: must be the data of a RoundReceipt or an AgentRound account")
    return account[8:40]


def read_node_keys(account: bytes) -> tuple[int, bytes, bytes]:
    """Reads index, public key and encryption key of a Node account. Raises ``ValueError`` for other data."""
    if account[:8] != b"SVC_NOD1" or len(account) != _NODE_BYTES:
        raise ValueError("node: must be the data of a Node account")
    return account[9], account[16:80], account[112:144]


def accepted_registry(view: View, now_ms: int) -> Registry:
    """Returns the registry version of a reading, whose keys may sign now. Raises ``VerificationError`` otherwise."""
    registry = view.registry
    if registry is None:
        raise VerificationError("unknown_registry_version", "the ledger has no such registry version")
    if registry.version < view.config.oldest_accepted_version:
        raise VerificationError("registry_version_ended", "an emergency has ended the registry version")
    if now_ms // 1_000 > registry.accept_until:
        raise VerificationError("registry_version_retired", "the registry version has been retired")
    return registry


class OracleLedger:
    """The accounts of one program on one network. Readings are shared by all calls of a client."""

    def __init__(self, ledger: Ledger, *, timeout_seconds: float, now: Callable[[], float]) -> None:
        self.rpc_url = ledger.rpc_url
        self.network = ledger.network
        self.program_id = address_in("ledger.program_id", ledger.program_id)
        if ":" not in ledger.network:
            raise ClientUsageError("ledger.network", "must be a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
        self.deployment_id = deployment_id(self.program_id, ledger.network)
        self._timeout_seconds = timeout_seconds
        self._now = now
        self._views: dict[int, View] = {}
        self._current: int | None = None

    def view(self, version: int) -> Flow[View]:
        """Reads Config and a registry version, not older than ten seconds. It looks anew for a version that was not there."""
        known = self._known(version)
        return known if known is not None else (yield from locked("ledger", self._renewed(version)))

    def kept(self, version: int) -> Flow[KeptRegistry]:
        """Reads a registry version to keep it, also one that has been retired."""
        view = yield from self.view(version)
        if view.account is None:
            raise VerificationError("unknown_registry_version", "the ledger has no such registry version")
        return KeptRegistry(base58(self.program_id), self.network, view.account)

    def current(self) -> Flow[tuple[Config, Registry]]:
        """Reads Config and the version that it names as the current one."""
        if self._current is None:
            self._current = self._config_in((yield from self._accounts([config_address(self.program_id)]))[0]).registry_version
        if self._current == 0:
            raise ClientUsageError("ledger", "the program has no registry of nodes yet")
        view = yield from self.view(self._current)
        if view.config.registry_version != self._current:
            self._current = view.config.registry_version
            view = yield from self.view(self._current)
        if view.registry is None:
            raise TransportError("ledger", "the ledger has no account of the current registry version")
        return view.config, view.registry

    def node_keys(self, registry: Registry) -> Flow[dict[int, bytes]]:
        """Reads the X25519 keys of the nodes of a registry version, by index."""
        indices = [index for index, key in enumerate(registry.keys) if key is not None]
        accounts = yield from self._accounts([node_address(self.program_id, index) for index in indices])
        keys = {}
        for index, account in zip(indices, accounts, strict=True):
            found, public_key, encryption_key = (-1, b"", b"") if account is None else self._read(read_node_keys, account)
            if found != index or public_key != registry.keys[index]:
                raise VerificationError("not_signed", f"node {index}: its account does not hold the key of the registry; ask again")
            keys[index] = encryption_key
        return keys

    def receipt(self, round_id: str) -> Flow[bytes | None]:
        """Reads the message of a round's receipt; ``None`` where the ledger has none."""
        account = (yield from self._accounts([address(round_id)]))[0]
        return None if account is None else self._read(read_receipt, account)

    def transaction(self, signature: str) -> Flow[bytes | None]:
        """Reads a transaction that has succeeded; ``None`` where the ledger has none of this signature."""
        options = {"encoding": "base64", "commitment": "confirmed", "maxSupportedTransactionVersion": 0}
        found = yield from self._rpc("getTransaction", [signature, options])
        data = member_of(found, "transaction")
        if not isinstance(data, list) or member_of(found, "meta", "err") is not None:
            return None
        return _base64_in(data)

    def now_ms(self) -> Flow[int | None]:
        """Reads the ledger's clock, unix milliseconds; ``None`` where it does not tell."""
        clock = (yield from self._read_accounts([_CLOCK]))[0]
        return None if clock is None or len(clock[1]) < 40 else int.from_bytes(clock[1][32:40], "little", signed=True) * 1_000

    def _known(self, version: int) -> View | None:
        known = self._views.get(version)
        is_good = known is not None and known.registry is not None and abs(self._now() - known.at_ms) <= _SERVES_MS
        return known if is_good else None

    def _renewed(self, version: int) -> Flow[View]:
        known = self._known(version)
        if known is not None:
            return known
        at_ms = int(self._now())
        addresses = [config_address(self.program_id), registry_address(self.program_id, version)]
        config, registry = yield from self._accounts(addresses)
        view = View(self._config_in(config), None if registry is None else self._read(read_registry, registry), registry, at_ms)
        self._views.pop(version, None)
        self._views[version] = view
        while len(self._views) > _MAX_VERSIONS:
            del self._views[next(iter(self._views))]
        return view

    def _config_in(self, account: bytes | None) -> Config:
        if account is None:
            raise ClientUsageError("ledger", "the ledger has no Config of this program; compare rpc_url and program_id")
        config = self._read(read_config, account)
        if config.deployment_id != self.deployment_id:
            raise VerificationError("other_deployment", "ledger.network: must be the network that the program was deployed for")
        return config

    @staticmethod
    def _read(read: Callable[[bytes], _T], account: bytes) -> _T:
        try:
            return read(account)
        except ValueError as error:
            raise TransportError("ledger", f"the ledger's RPC answered a broken account: {error}") from error

    def _accounts(self, addresses: Sequence[bytes]) -> Flow[list[bytes | None]]:
        accounts = yield from self._read_accounts([base58(one) for one in addresses])
        program = base58(self.program_id)
        if any(account is not None and account[0] != program for account in accounts):
            raise TransportError("ledger", "an account at an address of the program belongs to another program")
        return [None if account is None else account[1] for account in accounts]

    def _read_accounts(self, addresses: Sequence[str]) -> Flow[list[tuple[str, bytes] | None]]:
        result = yield from self._rpc("getMultipleAccounts", [addresses, {"encoding": "base64", "commitment": "confirmed"}])
        accounts = member_of(result, "value")
        if not isinstance(accounts, list) or len(accounts) != len(addresses):
            raise TransportError("ledger", "the ledger's RPC answered without the accounts")
        return [None if one is None else (text_of(member_of(one, "owner")) or "", _base64_in(member_of(one, "data"))) for one in accounts]

    def _rpc(self, method: str, params: object) -> Flow[object]:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        headers = {"content-type": "application/json"}
        answer = yield from exchange(Exchange("ledger", "POST", self.rpc_url, headers, body, self._timeout_seconds))
        try:
            parsed = read_json(answer.body)
        except ValueError:
            parsed = None
        if answer.status != 200 or not isinstance(parsed, dict) or "result" not in parsed:
            raise TransportError("ledger", f"the ledger's RPC answered {method} without a result (status {answer.status})")
        return parsed["result"]


def address_in(field: str, text: str) -> bytes:
    """Reads an address of an option. Raises ``ClientUsageError`` that names the field."""
    try:
        return address(text)
    except (ValueError, TypeError, AttributeError):
        raise ClientUsageError(field, "must be the base58 form of 32 bytes") from None


def _u64(account: bytes, offset: int) -> int:
    return int.from_bytes(account[offset : offset + 8], "little")


def _base64_in(data: object) -> bytes:
    text = data[0] if isinstance(data, list) and data else None
    try:
        return base64.b64decode(text if isinstance(text, str) else "!", validate=True)
    except binascii.Error:
        raise TransportError("ledger", "the ledger's RPC answered without the data of an account") from None
