"""Dry runs (docs/api.md, POST /v1/simulate): nodes observe, no node signs, nothing is paid. Their values are the gateway's word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ._account import Account, Draft, Io, with_credential
from ._flow import Flow, returned
from ._gateway import is_object, read_data
from ._json import list_of, member_of, members_of, text_of
from .answer import decimal_text, decode_value
from .errors import VerificationError
from .subject import Subject

_PATH = "/v1/simulate"
_AMOUNT = re.compile(r"0|[1-9][0-9]{0,19}")


@dataclass(frozen=True)
class Simulation:
    """A dry run. No signature covers it: use it to build a source, never as a price."""

    would_sign: tuple[Decimal | None, ...] | None
    """Values that a round would have signed, one for each source of a list; ``None`` where there would have been none."""
    reason: Mapping[str, Any] | None
    """Why no value would be signed."""
    nodes: Sequence[Mapping[str, Any]]
    """What each asked node observed, or how the source failed it, as received. A stranger has one node asked."""
    prices: Mapping[str, int]
    """Atomic units of one round by the path that pays."""

    @property
    def value(self) -> Decimal | None:
        """The value that a round of one source would have signed."""
        return self.would_sign[0] if self.would_sign is not None and len(self.would_sign) == 1 else None


def simulate(account: Account | None, draft: Draft, io: Io) -> Flow[Simulation]:
    """Asks for a dry run. A credential that is refused for its time or its end is replaced once."""
    body = {**draft.members, "signaturesRequired": draft.quorum}

    def authorize(refused: str | None) -> Flow[str | None]:
        return returned(None) if account is None else account.authorize_simulation(draft.subject, io, refused)

    def ask(headers: Mapping[str, str]) -> Flow[Any]:
        return (yield from read_data(io, _PATH, is_object, method="POST", body=body, headers=headers))

    return _simulation_in((yield from with_credential(io, authorize, ask)), draft.subject, draft.quorum)


def _simulation_in(data: Any, subject: Subject, quorum: int) -> Simulation:
    if member_of(data, "sourceId") != f"0x{subject.source_id.hex()}":
        raise VerificationError("other_source", "the dry run is of another source than asked for")
    if member_of(data, "signaturesRequired") != quorum:
        raise VerificationError("other_quorum", "the dry run is of another quorum than asked for")
    told = member_of(data, "wouldSign")
    prices = {path: int(price) for path, price in members_of(member_of(data, "prices")).items() if _AMOUNT.fullmatch(text_of(price) or "")}
    nodes = [members_of(one) for one in list_of(member_of(data, "nodes"))]
    return Simulation(None if told is None else _values_in(told, subject), member_of(data, "reason"), nodes, prices)


def _values_in(told: object, subject: Subject) -> tuple[Decimal | None, ...]:
    values = list_of(member_of(told, "values")) if subject.is_list else [told]
    if len(values) != len(subject.decimals):
        raise VerificationError("inconsistent", "wouldSign: values are not as many as the sources")
    return tuple(_value_in(one, decimals) for one, decimals in zip(values, subject.decimals, strict=True))


def _value_in(told: object, decimals: int | None) -> Decimal | None:
    if "reason" in members_of(told):
        return None
    packed = text_of(member_of(told, "valuePacked")) or ""
    if not re.fullmatch(r"0x[0-9a-f]{64}", packed):
        raise VerificationError("malformed", "valuePacked: must be 32 bytes in hex")
    value = decode_value(bytes.fromhex(packed[2:]), decimals)
    # A caller may show the text and keep the bytes.
    if member_of(told, "value") != decimal_text(value):
        raise VerificationError("inconsistent", "value is not what the packed value says")
    return value
