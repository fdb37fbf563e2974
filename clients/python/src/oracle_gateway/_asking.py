"""Asks for a round until it is served, or the table of errors gives it up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ._account import Earned, Io
from ._flow import Flow, pause
from ._gateway import JsonAnswer
from ._json import member_of, text_of
from ._ledger import accepted_registry
from ._next_step import AskEvent, AskState, AskStep, Condition, NextStep, call_failure
from ._retries import Retries
from .errors import GatewayError, TransportError, UnknownOutcomeError

_MAX_CHECKS = 4
"""Reads of the ledger for a version that it does not have yet: the caller's RPC server may lag behind the gateway's."""
_CHECK_SECONDS = 0.5
_FIRST_WAIT_MS = 100
_LONGEST_WAIT_MS = 2_000
_PATIENCE_MS = 45_000
"""Longer than a round takes and a reservation lasts."""
_MAX_FAILURES = 8


class AskedRound:
    """A round that is asked for: its second or its payment, and its registry version, may be others at each call."""

    next_step: NextStep
    may_take_another: Callable[[], bool]

    def announce(self) -> Flow[None]:
        """Reports the idempotency key of the round to the caller, once."""
        raise NotImplementedError

    def send(self) -> Flow[JsonAnswer]:
        raise NotImplementedError

    def served(self, answer: Any, round_id: str | None) -> Earned:
        raise NotImplementedError

    def look_up(self) -> Flow[tuple[str, Any]]:
        """Finds the outcome of a call whose answer was lost: ``served`` with the answer, ``not-served`` or ``absent``."""
        raise NotImplementedError

    def take(self, step: AskStep, failure: Exception | None) -> Flow[bool]:
        """Takes another second, or makes another payment. It returns ``False`` where no other one comes."""
        raise NotImplementedError

    def follow_version(self, version: int) -> None:
        raise NotImplementedError

    def may_stay_unknown(self, wait_ms: int | None) -> Flow[bool]:
        """Waits while the outcome of a payment may stay unknown. It returns ``False`` once it has to be known."""
        return False
        yield

    def unknown(self, round_id: str | None) -> UnknownOutcomeError:
        raise NotImplementedError


def ask_round(asked: AskedRound, begun: AskState, io: Io) -> Flow[Earned]:
    retries = Retries(io.retry, io.clock, io.random)
    state = begun
    event = AskEvent(None, None, True)
    failure: Exception | None = None
    while True:
        step = asked.next_step(state, replace(event, may_take_another=asked.may_take_another()))
        if step == "failure":
            raise failure or asked.unknown(state.round_id)
        if step == "unknown":
            raise asked.unknown(state.round_id) from failure
        if step == "look-up":
            kind, answer = yield from asked.look_up()
            if kind == "served":
                return asked.served(answer, None)
            event = replace(event, found="absent" if kind == "absent" else "not-served")
            continue
        yield from _prepare(asked, step, failure, io, retries)
        state = step.next
        yield from asked.announce()
        try:
            sent = yield from asked.send()
        except Exception as error:
            failure = error
            event = AskEvent(call_failure(error), None, True)
            continue
        return asked.served(sent.body, sent.headers.get("x-round-id"))


def _prepare(asked: AskedRound, step: AskStep, failure: Exception | None, io: Io, retries: Retries) -> Flow[None]:
    try:
        is_met = yield from _is_met(asked, step.condition, io, retries)
        if is_met and (step.round == "same" or (yield from asked.take(step, failure))):
            return
    except Exception as error:
        if step.otherwise == "unknown":
            raise asked.unknown(step.next.round_id) from error
        raise
    if step.otherwise == "unknown" or failure is None:
        raise asked.unknown(step.next.round_id) from failure
    raise failure


def _is_met(asked: AskedRound, condition: Condition | None, io: Io, retries: Retries) -> Flow[bool]:
    if condition is None:
        return True
    match condition.kind:
        case "retry":
            return (yield from retries.again(condition.wait_ms))
        case "retry-unsent":
            return (yield from retries.unsent())
        case "patience":
            return (yield from asked.may_stay_unknown(condition.wait_ms))
        case "version":
            version = condition.registry_version or 0
            if not (yield from _is_version_on_ledger(version, io)):
                return False
            asked.follow_version(version)
            return True
        case "clock":
            return (yield from io.clock.correct(condition.gateway_ms)) != 0


def _is_version_on_ledger(version: int, io: Io) -> Flow[bool]:
    """Tells whether the ledger has a version that the gateway names, before a request of this version is signed, paid or sent.

    Raises ``VerificationError`` where no answer of this version would be accepted.
    """
    for check in range(_MAX_CHECKS):
        if check > 0:
            yield from pause(_CHECK_SECONDS)
        view = yield from io.ledger.view(version)
        if view.registry is not None:
            accepted_registry(view, io.clock.now())
            return True
    return False


def look_up(round_id: str, authorize: Callable[[], Flow[str | None]], io: Io) -> Flow[tuple[str, Any]]:
    """Looks a round up until it has an end. Raises ``UnknownOutcomeError`` where the gateway does not tell in time."""
    start_ms, wait_ms = io.clock.now(), float(_FIRST_WAIT_MS)
    is_private = False
    failures = 0
    while True:
        try:
            authorization = (yield from authorize()) if is_private else None
            headers = {} if authorization is None else {"authorization": authorization}
            data = member_of((yield from io.gateway.ask("GET", f"/v1/rounds/{round_id}", headers=headers)).body, "data")
            if not is_private and member_of(data, "private") is True:
                is_private = True
                continue
            if member_of(data, "result") is not None:
                return "served", member_of(data, "result")
            if text_of(member_of(data, "state")) in ("failed", "expired", "unpaid"):
                return "not-served", None
        except (GatewayError, TransportError) as error:
            if error.code == "round_not_found":
                return "absent", None
            failures += 1
            if failures >= _MAX_FAILURES:
                raise UnknownOutcomeError(round_id=round_id) from error
        if io.clock.now() - start_ms > _PATIENCE_MS:
            raise UnknownOutcomeError(round_id=round_id)
        yield from pause(wait_ms * (1 + io.random()) / 1_000)
        wait_ms = min(_LONGEST_WAIT_MS, wait_ms * 2)
