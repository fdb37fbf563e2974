"""The states of a round as they come, and its end on the ledger."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ._account import Io, Settlement
from ._flow import Emit, Flow, pause
from ._gateway import is_passing, is_round_status
from ._json import integer_of, member_of, text_of
from .errors import GatewayError, NotSettledError, TransportError, UnknownOutcomeError, VerificationError

_MAX_STREAMS = 32
"""Streams that are opened one after the other: a gateway ends each after some minutes."""
_MAX_EVENTS = 256
_AGAIN_SECONDS = 1.0
_FIRST_WAIT_MS = 200
_LONGEST_WAIT_MS = 3_000
_NO_RECEIPT = "the gateway claims a settlement that the ledger does not have"
_SIGNATURE = re.compile(r"[1-9A-HJ-NP-Za-km-z]{1,88}")


class Followed:
    """The states of one round, as the gateway's events tell them. It goes on where a stream ends early."""

    def __init__(self, round_id: str, end_ms: int, io: Io) -> None:
        self._round_id = round_id
        self._end_ms = end_ms
        self._io = io

    def each(self, take: Callable[[Any], Flow[bool]]) -> Flow[None]:
        """Hands each state to ``take``, until it has enough or the time is up."""
        io, last_id = self._io, None
        path = f"/v1/rounds/{self._round_id}/events"
        for _ in range(_MAX_STREAMS):
            life_ms = self._end_ms - io.clock.now()
            if life_ms <= 0:
                return
            events = io.gateway.events(path, last_id=last_id, life_seconds=life_ms / 1_000, now=io.clock.now)
            for _ in range(_MAX_EVENTS):
                event = yield from events.next()
                if event is None:
                    break
                last_id = event.id if re.fullmatch(r"[0-9]{1,9}", event.id) else last_id
                if (yield from take(self._status_in(event.data))):
                    yield from events.close()
                    return
            yield from events.close()
            if last_id is None:
                raise TransportError("gateway", "the gateway ended a stream that told nothing")
            yield from pause(_AGAIN_SECONDS * (0.5 + io.random()))

    def _status_in(self, data: str) -> Any:
        try:
            status = json.loads(data)
        except (ValueError, RecursionError):
            status = None
        if not is_round_status(status) or status["roundId"] != self._round_id:
            raise TransportError("gateway", "the gateway told an event that is no state of the round")
        return status


def follow(round_id: str, end_ms: int, io: Io) -> Flow[None]:
    """Emits each state of a round, up to its last one."""

    def take(status: Any) -> Flow[bool]:
        yield Emit(status)
        return _is_over(status)

    yield from Followed(round_id, end_ms, io).each(take)


def wait_for_settlement(
    round_id: str,
    end_ms: int,
    io: Io,
    *,
    read_status: Callable[[], Flow[Any]],
    is_on_ledger: Callable[[Settlement], Flow[bool]],
) -> Flow[Settlement]:
    """Waits until the gateway tells that a round is settled or paid, and the ledger confirms it."""
    told: list[Settlement] = []

    def take(status: Any) -> Flow[bool]:
        settlement = settlement_in(status)
        if settlement is not None:
            told.append(settlement)
        return settlement is not None
        yield

    try:
        yield from Followed(round_id, end_ms, io).each(take)
        if told and (yield from is_on_ledger(told[0])):
            return told[0]
    except TransportError:
        # A gateway without events tells the record of the round.
        pass
    is_claimed, wait_ms = False, float(_FIRST_WAIT_MS)
    while True:
        pause_ms = wait_ms
        try:
            settlement = settlement_in((yield from read_status()))
            is_claimed = settlement is not None
            if settlement is not None and (yield from is_on_ledger(settlement)):
                return settlement
        except (GatewayError, TransportError) as error:
            if not is_passing(error):
                raise
            if isinstance(error, GatewayError):
                pause_ms = max(wait_ms, error.retry_after_ms or 0)
        left_ms = end_ms - io.clock.now()
        if left_ms <= 0:
            raise VerificationError("not_settled", _NO_RECEIPT) if is_claimed else UnknownOutcomeError(round_id=round_id)
        yield from pause(min(left_ms, pause_ms * (1 + io.random() / 4)) / 1_000)
        wait_ms = min(_LONGEST_WAIT_MS, wait_ms * 1.5)


def settlement_in(status: Any) -> Settlement | None:
    """Reads the settlement of a status; ``None`` while it is under way. Raises ``NotSettledError`` where there will be none."""
    state = status["state"]
    if state in ("failed", "expired", "lapsed", "unpaid"):
        raise NotSettledError(status["roundId"], state, text_of(member_of(status, "reason")))
    told = member_of(status, {"settled": "settlement", "paid": "payment"}.get(state, ""))
    if told is None:
        return None
    signature, slot, final = (member_of(told, name) for name in ("signature", "slot", "final"))
    is_settled = state == "settled"
    if not (is_settled and signature is None) and not _SIGNATURE.fullmatch(text_of(signature) or ""):
        raise TransportError("gateway", "the gateway tells a settlement whose signature breaks its form")
    if (slot is not None and integer_of(slot) is None) or (is_settled and not isinstance(final, bool)):
        raise TransportError("gateway", "the gateway tells a settlement whose slot or final breaks its form")
    return Settlement(state, signature, slot, final if is_settled else None)


def _is_over(status: Any) -> bool:
    state = status["state"]
    is_final = member_of(status, "settlement", "final") is True
    return state in ("failed", "expired", "lapsed", "paid", "unpaid") or (state == "settled" and is_final)
