"""What the nodes sign, and how it is judged against the keys of a registry version (docs/protocol.md, "Attestation")."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._keccak import keccak256
from .addresses import address
from .errors import VerificationError
from .schnorr import Point, add_points, is_on_curve, read_point, verify_signature
from .subject import is_form

NO_OWNER = bytes(32)
"""Owner of the feeds of paid rounds."""

MAX_NODES = 64
_REGISTRY = b"SVC_REG1"
_KEYS_AT = 40
_NO_KEY = bytes(64)


@dataclass(frozen=True)
class Registry:
    """A version of the registry: the nodes' keys by index, 64 bytes each, or ``None``."""

    version: int
    min_signers: int
    accept_until: int
    """Unix seconds until which rounds under this version are accepted."""
    keys: tuple[bytes | None, ...]

    @property
    def active(self) -> int:
        """Number of nodes with a key."""
        return sum(key is not None for key in self.keys)


def read_registry(account: bytes) -> Registry:
    """Reads the data of a Registry account, which its reader takes from the ledger, at the address of that version.

    Raises ``ValueError`` for other data.
    """
    if account[:8] != _REGISTRY or len(account) < _KEYS_AT:
        raise ValueError("registry: must be the data of a Registry account")
    count = account[9]
    if count > MAX_NODES or len(account) != _KEYS_AT + 64 * count:
        raise ValueError(f"registry: must have {_KEYS_AT} bytes and 64 for each of its {count} keys")
    keys = [account[at : at + 64] for at in range(_KEYS_AT, len(account), 64)]
    if account[12] != sum(key != _NO_KEY for key in keys):
        raise ValueError("registry: must count its keys")
    return Registry(
        version=int.from_bytes(account[16:24], "little"),
        min_signers=account[11],
        accept_until=int.from_bytes(account[32:40], "little", signed=True),
        keys=tuple(None if key == _NO_KEY else key for key in keys),
    )


@dataclass(frozen=True)
class KeptRegistry:
    """One registry version as a file keeps it, and the deployment whose nodes it lists. It says whose signatures count: keep your own."""

    program_id: str
    """The oracle program, base58."""
    network: str
    """CAIP-2 id of its network."""
    account: bytes
    """The data of the Registry account."""

    @property
    def registry(self) -> Registry:
        """The version itself. Raises ``ValueError`` for other data."""
        return read_registry(self.account)

    @property
    def deployment_id(self) -> bytes:
        """The hash of program and network: 32 bytes."""
        return deployment_id(address(self.program_id), self.network)

    def to_json(self) -> dict[str, str]:
        """Returns the members of the file, as the command ``oracle-gateway get --json`` keeps them."""
        return {"programId": self.program_id, "network": self.network, "registryAccount": base64.b64encode(self.account).decode()}


def kept_registry(members: Mapping[str, Any]) -> KeptRegistry:
    """Reads the members of a file that the command or ``to_json`` has kept. Raises ``ValueError`` that names the member."""
    texts: dict[str, str] = {}
    for name in ("programId", "network", "registryAccount"):
        text = members.get(name)
        if not isinstance(text, str):
            raise ValueError(f"registry: {name}: must be a text")
        texts[name] = text
    try:
        account = base64.b64decode(texts["registryAccount"], validate=True)
    except ValueError as error:
        raise ValueError("registry: registryAccount: must be base64") from error
    kept = KeptRegistry(texts["programId"], texts["network"], account)
    # All of it is read, so that a broken file fails here.
    _ = (kept.registry, kept.deployment_id)
    return kept


@dataclass(frozen=True)
class Attestation:
    """Everything that a quorum signs, and the signature. Ids and the value have 32 bytes, the commitment 20."""

    deployment_id: bytes
    feed_id: bytes
    source_id: bytes
    value: bytes
    registry_version: int
    signatures_required: int
    form: int
    timestamp_ms: int
    observed_at_ms: int
    signers_bitmap: bytes
    s: bytes
    commitment: bytes


def deployment_id(program_id: bytes, network: str) -> bytes:
    """Returns the id of a deployment: its program, and the CAIP-2 id of its network."""
    return keccak256(b"SVC_DEPLOYMENT_V1", program_id, hashlib.sha256(network.encode()).digest())


def feed_id(owner: bytes, source: bytes, signatures_required: int) -> bytes:
    """Returns the id of a feed: its owner (``NO_OWNER`` for paid rounds), what it asks, and its quorum."""
    return keccak256(b"SVC_JOB_V1", owner, source, bytes([signatures_required]))


def attestation_message(attestation: Attestation) -> bytes:
    """Returns the 32 bytes that the nodes sign."""
    return keccak256(
        b"SVC_ATTESTATION_V2",
        attestation.deployment_id,
        attestation.feed_id,
        attestation.value,
        attestation.source_id,
        attestation.registry_version.to_bytes(8, "little"),
        bytes([attestation.signatures_required, attestation.form]),
        attestation.timestamp_ms.to_bytes(8, "little"),
        attestation.observed_at_ms.to_bytes(8, "little"),
    )


def signers_of(bitmap: bytes) -> list[int]:
    """Returns the node indices of a signers bitmap, ascending."""
    bits = int.from_bytes(bitmap, "big")
    return [index for index in range(8 * len(bitmap)) if bits >> index & 1]


def verify_attestation(attestation: Attestation, registry: Registry) -> list[int]:
    """Returns the indices of the nodes that signed.

    Raises :class:`VerificationError` ``other_registry`` or ``not_signed``. The reader judges by its own clock whether the version is still accepted.
    """
    if attestation.registry_version != registry.version:
        raise VerificationError("other_registry", f"the answer is of registry version {attestation.registry_version}")
    if not is_form(attestation.form):
        raise VerificationError("not_signed", f"form {attestation.form} must be that of a source, an index or a list")
    signers = signers_of(attestation.signers_bitmap)
    if len(signers) != attestation.signatures_required or len(signers) < registry.min_signers:
        raise VerificationError("not_signed", "fewer or more nodes signed than the quorum and the registry ask for")
    total: Point | None = None
    for index in signers:
        key = registry.keys[index] if index < len(registry.keys) else None
        if key is None:
            raise VerificationError("not_signed", f"node {index} has no key in the registry")
        point = read_point(key)
        if not is_on_curve(point):
            raise VerificationError("not_signed", f"the key of node {index} is off the curve")
        total = add_points(total, point)
    message = attestation_message(attestation)
    if not verify_signature(total, message, attestation.s, attestation.commitment):
        raise VerificationError("not_signed", "the nodes of the registry did not sign this")
    return signers
