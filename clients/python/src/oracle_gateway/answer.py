"""Holds an answer against the question and the ledger's keys. The gateway is not asked and not trusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Context, Decimal
from typing import Any, NamedTuple

from .attestation import NO_OWNER, Attestation, KeptRegistry, Registry, attestation_message, feed_id, verify_attestation
from .errors import VerificationError
from .schnorr import FIELD, commitment_of
from .subject import EXACT_DECIMALS, Policy, Subject, list_value, policy_of, source_id

_EXACT = Context(prec=160)
"""More digits than a value of 256 bits and its fraction have."""


@dataclass(frozen=True)
class Verified:
    """What a quorum of the registry's nodes signed."""

    value: Decimal | None
    """The value; ``None`` for a list."""
    values: tuple[Decimal | None, ...]
    """One for each source of a list, ``None`` where the nodes signed that it has none; the one value otherwise."""
    feed_ids: tuple[bytes, ...]
    """The feed of each value: the one that a round of its source alone would have."""
    reasons: tuple[str | None, ...]
    """The gateway's code for each value that is absent, which no signature covers."""
    feed_id: bytes
    source_id: bytes
    timestamp_ms: int
    """Time of the request, unix milliseconds. It tells nothing of the value's age."""
    observed_at_ms: int
    """The stamp, unix milliseconds: no node asked the source before it."""
    signers: tuple[int, ...]
    quorum: int
    registry_version: int
    message: bytes
    """The 32 bytes that the nodes signed."""

    @property
    def observed_at(self) -> datetime:
        """The stamp as a time of UTC."""
        return datetime.fromtimestamp(self.observed_at_ms / 1_000, timezone.utc)


def decode_value(packed: bytes, decimals: int | None) -> Decimal:
    """Returns the number of a signed value of 32 bytes: of tolerance mode and indices with its decimals, of exact mode with ``None``."""
    number = int.from_bytes(packed, "big", signed=decimals is not None)
    scaled = Decimal(number).scaleb(-(EXACT_DECIMALS if decimals is None else decimals), _EXACT)
    return scaled.normalize(_EXACT)


def decimal_text(value: Decimal) -> str:
    """Returns a number as an answer writes it: plain, without trailing zeros."""
    return "0" if value == 0 else f"{value:f}"


@dataclass(frozen=True)
class Stated:
    """The members of an answer, in bytes. Nothing of them is believed yet."""

    value: str
    value_packed: bytes
    values: list[Any] | None
    source_id: bytes
    config_hash: bytes
    feed_id: bytes | None
    nonce_hash: bytes | None
    """Hash of the point that a flat answer states beside the commitment."""
    timestamp_ms: int
    observed_at_ms: int
    registry_version: int
    quorum: int
    signers_bitmap: bytes
    s: bytes
    commitment: bytes
    policy: Policy | None
    """The rule of tolerance mode that a nested answer repeats."""


def verify(
    answer: Mapping[str, Any],
    *,
    subject: Subject,
    registry: KeptRegistry,
    quorum: int,
    owner: bytes = NO_OWNER,
    timestamp_ms: int | None = None,
) -> Verified:
    """Verifies the answer of a gateway, flat or nested, with a registry version that was kept: no network, no clock.

    The registry counts as of the time that was signed, so that an answer stays proved after its version has been retired or closed.
    It cannot say that a key was not stolen later and used to sign an old time: keep answers and registry when they are new.

    ``owner`` is the owner of the feed (32 bytes): of the subscription, or the payer of an agent. Paid rounds have none.
    ``timestamp_ms`` is the time of the request where it is known.
    Raises :class:`VerificationError`. Everything that it returns comes from bytes that were signed, but for ``reasons``.
    """
    stated = read_answer(answer)
    keys = registry.registry
    if stated.registry_version != keys.version:
        raise VerificationError("unknown_registry_version", "the answer names another registry version than the one that was kept")
    if max(stated.timestamp_ms, stated.observed_at_ms) // 1_000 > keys.accept_until:
        raise VerificationError("registry_version_retired", "the answer was signed after the end of the registry version")
    expected = Expected((subject,), quorum, owner, timestamp_ms=timestamp_ms)
    return verify_stated(stated, expected, registry=keys, deployment_id=registry.deployment_id)


@dataclass(frozen=True)
class Expected:
    """The question that an answer is held against, by the caller's own records."""

    subjects: tuple[Subject, ...]
    """The question in the forms in which it may have been sent: each has an id of its own."""
    quorum: int
    owner: bytes = NO_OWNER
    feed_id: bytes | None = None
    """The feed itself, where its owner is not known."""
    timestamp_ms: int | None = None
    observed_from_ms: int = 0
    observed_to_ms: int | None = None


def verify_stated(stated: Stated, expected: Expected, *, registry: Registry, deployment_id: bytes) -> Verified:
    """Verifies an answer that was read. Raises :class:`VerificationError`."""
    if stated.quorum != expected.quorum:
        raise VerificationError("other_quorum", "the answer is of another quorum than asked for")
    subject = next((one for one in expected.subjects if one.source_id == stated.source_id), None)
    if subject is None:
        raise VerificationError("other_source", "the answer is of another source than asked for")
    feed = expected.feed_id or feed_id(expected.owner, subject.source_id, expected.quorum)
    if stated.config_hash != subject.source_id or stated.feed_id not in (None, feed):
        raise VerificationError("inconsistent", "configHash or feedId is not that of the question")
    if stated.policy is not None and stated.policy != subject.policy:
        raise VerificationError("inconsistent", "aggregation is not that of the source")
    if expected.timestamp_ms not in (None, stated.timestamp_ms):
        raise VerificationError("other_time", "the answer is of another time than asked for")
    latest_ms = stated.observed_at_ms if expected.observed_to_ms is None else expected.observed_to_ms
    if not expected.observed_from_ms <= stated.observed_at_ms <= latest_ms:
        raise VerificationError("other_time", "the answer was observed at another time than that of the call")
    if stated.nonce_hash not in (None, stated.commitment):
        raise VerificationError("inconsistent", "commitmentAddr does not belong to rx and ryParity")
    listed = _values_of(stated, subject, expected.owner)
    signed = attestation_of(stated, feed=feed, source=subject.source_id, form=subject.form, deployment_id=deployment_id)
    values = tuple(one.value for one in listed)
    return Verified(
        value=None if subject.is_list else values[0],
        values=values,
        feed_ids=tuple(one.feed_id or feed for one in listed),
        reasons=tuple(one.reason for one in listed),
        feed_id=feed,
        source_id=subject.source_id,
        timestamp_ms=stated.timestamp_ms,
        observed_at_ms=stated.observed_at_ms,
        signers=tuple(verify_attestation(signed, registry)),
        quorum=stated.quorum,
        registry_version=stated.registry_version,
        message=attestation_message(signed),
    )


def attestation_of(stated: Stated, *, feed: bytes, source: bytes, form: int, deployment_id: bytes) -> Attestation:
    """Returns what the nodes must have signed of a question, and the signature that an answer states."""
    return Attestation(
        deployment_id=deployment_id,
        feed_id=feed,
        source_id=source,
        value=stated.value_packed,
        registry_version=stated.registry_version,
        signatures_required=stated.quorum,
        form=form,
        timestamp_ms=stated.timestamp_ms,
        observed_at_ms=stated.observed_at_ms,
        signers_bitmap=stated.signers_bitmap,
        s=stated.s,
        commitment=stated.commitment,
    )


def read_answer(answer: object) -> Stated:
    """Reads the members of an answer. Raises :class:`VerificationError` ``malformed``."""
    if _member(answer, "status", str) != "completed":
        raise VerificationError("malformed", 'status: must be "completed"')
    data = _member(answer, "data", dict)
    values = _member(data, "values", list) if "values" in data else None
    nested = "attestation" in data
    signed = _member(_member(data, "attestation", dict), "payload", dict) if nested else data
    signature = _member(_member(data, "attestation", dict), "signature", dict) if nested else data
    config_hash = _bytes(data, "configHash", 32)
    return Stated(
        value=_member(data, "value", str),
        value_packed=_bytes(signed, "value" if nested else "valuePacked", 32),
        values=values,
        source_id=_bytes(signed, "sourceId", 32) if nested else config_hash,
        config_hash=config_hash,
        feed_id=None if nested else _bytes(data, "feedId", 32),
        nonce_hash=None if nested else _nonce_hash(data),
        timestamp_ms=_integer(signed, "timestamp") * (1 if nested else 1_000),
        observed_at_ms=_integer(signed, "observedAt"),
        registry_version=_integer(signed, "registryVersion"),
        quorum=_integer(signed, "signaturesRequired", 255),
        signers_bitmap=_bytes(signature, "signersBitmap", 32),
        s=_bytes(signature, "signature" if nested else "s", 32),
        commitment=_bytes(signature, "commitment" if nested else "commitmentAddr", 20),
        policy=_policy_in(data["aggregation"]) if "aggregation" in data else None,
    )


def _policy_in(rule: Any) -> Policy:
    return policy_of(rule, _integer(_member(rule, "numeric", dict), "decimals"))


class _Listed(NamedTuple):
    value: Decimal | None
    feed_id: bytes | None
    reason: str | None


def _values_of(stated: Stated, subject: Subject, owner: bytes) -> tuple[_Listed, ...]:
    """Returns the values that the signed bytes say. The text beside them must say the same, because a copy of an answer is read by others."""
    if not subject.is_list:
        value = decode_value(stated.value_packed, subject.decimals[0])
        if stated.values is not None or stated.value != decimal_text(value):
            raise VerificationError("inconsistent", "value is not what the packed value says")
        return (_Listed(value, None, None),)
    ids = [source_id(source) for source in subject.sources]
    if stated.values is None or len(stated.values) != len(ids):
        raise VerificationError("inconsistent", "values are not as many as the sources")
    packed: list[bytes | None] = []
    values: list[_Listed] = []
    for one, expected, decimals in zip(stated.values, ids, subject.decimals, strict=True):
        feed = feed_id(owner, expected, stated.quorum)
        if _bytes(one, "sourceId", 32) != expected or _bytes(one, "feedId", 32) != feed:
            raise VerificationError("inconsistent", "values are not of the sources and their feeds, in order")
        if "reason" in one:
            packed.append(None)
            values.append(_Listed(None, feed, _code_of(one)))
            continue
        packed.append(_bytes(one, "valuePacked", 32))
        value = decode_value(packed[-1] or b"", decimals)
        values.append(_Listed(value, feed, None))
        if _member(one, "value", str) != decimal_text(value):
            raise VerificationError("inconsistent", "a value of the list is not what its packed value says")
    if list_value(ids, packed) != stated.value_packed or stated.value != "0x" + stated.value_packed.hex():
        raise VerificationError("inconsistent", "values are not those that were signed")
    if sum(one.value is not None for one in values) < subject.min_values:
        raise VerificationError("inconsistent", "values are fewer than min_values")
    return tuple(values)


def _code_of(one: Mapping[str, Any]) -> str:
    code: str = _member(_member(one, "reason", dict), "code", str)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,63}", code):
        raise VerificationError("malformed", "code: must be a code")
    return code


def _nonce_hash(data: Mapping[str, Any]) -> bytes:
    """Returns the hash of the point with this x and the parity of y. It is empty for an x that no point has."""
    x = int.from_bytes(_bytes(data, "rx", 32), "big")
    parity = _integer(data, "ryParity", 1)
    squared = (x * x * x + 7) % FIELD
    y = pow(squared, (FIELD + 1) // 4, FIELD)
    if x >= FIELD or y * y % FIELD != squared:
        return b""
    return commitment_of((x, y if y & 1 == parity else FIELD - y))


def _member(members: Any, name: str, kind: type) -> Any:
    value = members.get(name) if isinstance(members, Mapping) else None
    if not isinstance(value, kind):
        raise VerificationError("malformed", f"{name}: must be of type {kind.__name__}")
    return value


def _integer(members: Mapping[str, Any], name: str, most: int = 2**53 - 1) -> int:
    value = members.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise VerificationError("malformed", f"{name}: must be an integer from 0 to {most}")
    return value


def _bytes(members: Any, name: str, length: int) -> bytes:
    text = _member(members, name, str)
    digits = text.removeprefix("0x")
    try:
        value = bytes.fromhex(digits)
    except ValueError:
        value = b""
    if len(value) != length or len(digits) != 2 * length:
        raise VerificationError("malformed", f"{name}: must be {length} bytes in hex")
    return value
