"""What a key was charged in a month (docs/api.md, GET /v1/usage/{owner}), by the gateway's word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from ._account import Io, gateway_address, signed, with_credential
from ._flow import Flow
from ._gateway import query_text, read_data
from ._json import integer_of, member_of, members_of, text_of
from .credentials import usage_read_text
from .errors import TransportError
from .signer import Signer


@dataclass(frozen=True)
class UsageOfDay:
    """Charges of one UTC day by one path, for the owner itself or for one delegate."""

    day: date
    path: str
    delegate: str | None
    """Base58; ``None`` for the owner itself. ``others``: delegates beyond the number that a gateway counts apart."""
    rounds: int
    units: int
    """Sources of the rounds, which a list or an index has several of."""
    amount: int
    """Atomic units of the stablecoin; 0 of rounds that a subscription paid in advance."""


@dataclass(frozen=True)
class Usage:
    """Charges of a key in a month; for a delegate its own."""

    month: str
    """UTC, such as ``2026-11``."""
    usage: tuple[UsageOfDay, ...]
    """By day, path and delegate."""


def read_usage(io: Io, owner: str, month: str | None, authorize: Callable[[str | None], Flow[str | None]]) -> Flow[Usage]:
    """Reads what an owner was charged. ``authorize`` shows a key of it, by another credential than the one that was refused."""
    path = f"/v1/usage/{owner}{query_text(month=month)}"
    data = yield from with_credential(io, authorize, lambda headers: read_data(io, path, _is_usage, headers=headers))
    return Usage(data["month"], tuple(_of_day(one) for one in data["usage"]))


def usage_authorization(signer: Signer, io: Io) -> Flow[str]:
    """Returns the credential by which a key reads its usage at one gateway. It is good for a minute."""
    gateway = yield from gateway_address(io)
    second = io.clock.now() // 1_000
    signature = yield from signed(signer, usage_read_text(gateway, second))
    return f"UsageRead {signer.address}.{second}.0x{signature.hex()}"


def _is_usage(data: Any) -> bool:
    return re.fullmatch(r"[0-9]{4}-[0-9]{2}", text_of(member_of(data, "month")) or "") is not None and isinstance(data.get("usage"), list)


def _of_day(told: object) -> UsageOfDay:
    members = members_of(told)
    path, delegate, amount = (text_of(members.get(name)) for name in ("path", "delegate", "amount"))
    rounds, units = integer_of(members.get("rounds")), integer_of(members.get("units"))
    try:
        day = date.fromisoformat(text_of(members.get("day")) or "")
    except ValueError:
        day = None
    is_amount = amount is not None and re.fullmatch(r"[0-9]{1,20}", amount)
    if day is None or path is None or rounds is None or units is None or amount is None or not is_amount:
        raise TransportError("gateway", "the gateway told usage that breaks its form")
    return UsageOfDay(day, path, delegate, rounds, units, int(amount))
