"""What a round asks: a source, a list of sources, or an index over sources, and the ids of each (docs/protocol.md, "Subject")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from ._keccak import keccak256

ApiConfig = Mapping[str, Any]
"""A source as its caller describes it: the JSON object of ``apiConfig``."""

SOURCE_FORM = 1
EXACT_DECIMALS = 18
MAX_SOURCES = 32
_EXACT = Context(prec=160)


@dataclass(frozen=True)
class Subject:
    """What a round asks, with the form and the id that nodes sign."""

    form: int
    source_id: bytes
    sources: tuple[ApiConfig, ...]
    min_values: int = 1
    decimals: tuple[int | None, ...] = ()
    """Decimals of each value that is signed: ``None`` in exact mode. One value, but for a list."""

    combine: Mapping[str, Any] | None = None
    """The rule of an index, as it was given."""

    @property
    def policy(self) -> Policy | None:
        """The rule of tolerance mode of its one value; ``None`` in exact mode, and of a list."""
        if self.combine is not None:
            return policy_of(self.combine, self.combine.get("decimals"))
        aggregation = self.sources[0].get("aggregation") if self.form == SOURCE_FORM else None
        return None if aggregation is None else policy_of(aggregation, aggregation["numeric"]["decimals"])

    @property
    def is_tolerance(self) -> bool:
        """Tells whether the signers agree on a median, which three nodes at least have to do."""
        return any(one is not None for one in self.decimals)

    @property
    def is_list(self) -> bool:
        return self.form > 128

    @property
    def units(self) -> int:
        """The number of rounds as which the subject is charged."""
        return self.form & 127


Policy = tuple[Any, ...]
"""Largest deviations and age, and the decimals: all that policies of tolerance mode differ in."""


def policy_of(rule: Mapping[str, Any], decimals: object) -> Policy:
    return rule.get("maxDeviationBps"), rule.get("maxDeviation"), rule.get("maxAgeMs"), decimals


def is_form(form: int) -> bool:
    """Tells whether a form is one that nodes sign: 1 for a source, 2 to 32 for an index, 128 and 2 to 32 for a list."""
    return 1 <= form <= MAX_SOURCES or 130 <= form <= 128 + MAX_SOURCES


def canonical_json(value: Any) -> str:
    """Returns the form of RFC 8785 of a JSON value whose numbers are integers.

    Raises ``ValueError`` for an integer beyond that, and ``TypeError`` for what is no such value.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if abs(value) > 2**53 - 1:
            raise ValueError(f"{value}: must be an integer within ±(2^53 − 1)")
        return str(value)
    if isinstance(value, str):
        return _canonical_text(value)
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_canonical_text(name)}:{canonical_json(value[name])}" for name in names) + "}"
    if isinstance(value, Sequence):
        return "[" + ",".join(canonical_json(one) for one in value) + "]"
    raise TypeError(f"{value!r}: must be an object, a list, a text, an integer, a boolean or None")


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def _canonical_text(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 else c) for c in text) + '"'


def source_id(config: ApiConfig) -> bytes:
    """Returns the 32 bytes that name a source, which an answer repeats as ``configHash``."""
    return keccak256(canonical_json(config).encode())


def list_id(source_ids: Sequence[bytes], min_values: int) -> bytes:
    """Returns the id of a list: its sources in their order, and how many values it needs."""
    return keccak256(b"SVC_LIST_V1", bytes([len(source_ids), min_values]), *source_ids)


def index_text(
    source_ids: Sequence[bytes],
    *,
    min_sources: int,
    max_deviation_bps: int,
    max_age_ms: int,
    decimals: int,
    max_deviation: str | None = None,
) -> bytes:
    """Returns the bytes whose hash is the id of an index, the same for every order of its sources."""
    most = Decimal(max_deviation or "0").scaleb(decimals, _EXACT)
    return b"".join(
        (
            b"SVC_INDEX_V1",
            bytes([len(source_ids), min_sources]),
            max_deviation_bps.to_bytes(2, "little"),
            int(most).to_bytes(32, "big"),
            max_age_ms.to_bytes(4, "little"),
            bytes([decimals]),
            *sorted(source_ids),
        )
    )


def list_value(source_ids: Sequence[bytes], values: Sequence[bytes | None]) -> bytes:
    """Returns the value of a list that nodes sign. A value is 32 bytes, or ``None`` where it is absent."""
    return keccak256(b"SVC_VALUES_V1", bytes([len(source_ids)]), *list_groups(source_ids, values))


def list_groups(source_ids: Sequence[bytes], values: Sequence[bytes | None]) -> list[bytes]:
    """Returns the hashes of each four neighbours of a list."""
    entries = [source + (bytes(33) if value is None else b"\x01" + value) for source, value in zip(source_ids, values, strict=True)]
    return [keccak256(*entries[start : start + 4]) for start in range(0, len(entries), 4)]


def source_subject(config: ApiConfig) -> Subject:
    return Subject(SOURCE_FORM, source_id(config), (config,), decimals=(_decimals_of(config),))


def list_subject(configs: Sequence[ApiConfig], min_values: int | None = None) -> Subject:
    """Returns the subject of a list. Without ``min_values`` it needs all of its values."""
    needed = len(configs) if min_values is None else min_values
    ids = _ids_of(configs)
    if not 1 <= needed <= len(configs):
        raise ValueError(f"min_values: must be from 1 to {len(configs)}")
    return Subject(128 + len(ids), list_id(ids, needed), tuple(configs), needed, tuple(map(_decimals_of, configs)))


def index_subject(configs: Sequence[ApiConfig], combine: Mapping[str, Any]) -> Subject:
    """Returns the subject of an index. ``combine`` is the member of that name in the request."""
    ids = _ids_of(configs)
    text = index_text(
        ids,
        min_sources=combine["minSources"],
        max_deviation_bps=combine["maxDeviationBps"],
        max_age_ms=combine["maxAgeMs"],
        decimals=combine["decimals"],
        max_deviation=combine.get("maxDeviation"),
    )
    return Subject(len(ids), keccak256(text), tuple(configs), decimals=(combine["decimals"],), combine=combine)


def _ids_of(configs: Sequence[ApiConfig]) -> list[bytes]:
    ids = [source_id(config) for config in configs]
    if not 2 <= len(ids) <= MAX_SOURCES:
        raise ValueError(f"sources: must be 2 to {MAX_SOURCES}")
    if len(set(ids)) < len(ids):
        raise ValueError("sources: must be distinct")
    return ids


def _decimals_of(config: ApiConfig) -> int | None:
    aggregation = config.get("aggregation")
    return None if aggregation is None else int(aggregation["numeric"]["decimals"])
