"""What follows a call that did not serve, by the gateway's table of errors (docs/errors.md). Nothing here asks, waits or pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from ._json import integer_of
from .errors import GatewayError, TransportError

FailureKind = Literal["final", "busy", "used-up", "unsent", "lost", "unknown"]
"""``final``: the error is the answer. ``busy``: nothing was reserved, and the same request may be served later. ``used-up``: the identity is
used up and nothing is charged. ``unsent``: the request never left. ``lost``: it may have been served. ``unknown``: the gateway does not know."""

_FINAL_CODES = ("secrets_refused", "envelope_undecryptable")
"""Refusals that the same caller would hear again, although their status says otherwise."""
_MAX_TAKEN = 12
"""Seconds that others took before a caller gives up."""
_MAX_VERSIONS = 3
ANOTHER_TRANSACTION_MS = 700
"""A new blockhash, and so another transaction, comes about every half second."""


@dataclass(frozen=True)
class CallFailure:
    kind: FailureKind
    code: str = ""
    wait_ms: int | None = None
    round_id: str | None = None
    registry_version: int | None = None
    gateway_ms: int | None = None


@dataclass(frozen=True)
class AskState:
    """Facts about the round under way, on which the next step depends."""

    is_open: bool = False
    """An earlier call for it may have been served."""
    versions: int = 0
    taken: int = 0
    is_clock_right: bool = False
    has_payment: bool = False
    is_earlier: bool = False
    """Its idempotency key is that of an earlier call, which may have reached the gateway."""
    round_id: str | None = None


@dataclass(frozen=True)
class Condition:
    """What has to hold before a further call."""

    kind: Literal["retry", "retry-unsent", "patience", "version", "clock"]
    wait_ms: int | None = None
    registry_version: int | None = None
    gateway_ms: int | None = None


GivenUp = Literal["failure", "unknown"]


@dataclass(frozen=True)
class AskStep:
    round: Literal["same", "another", "another-transaction"]
    condition: Condition | None
    otherwise: GivenUp
    next: AskState


Step = GivenUp | Literal["look-up"] | AskStep
Found = Literal["not-served", "absent"] | None


@dataclass(frozen=True)
class AskEvent:
    failure: CallFailure | None
    """Failure of the last call; ``None`` before the first."""
    found: Found
    """Result of the look-up since then."""
    may_take_another: bool


NextStep = Callable[[AskState, AskEvent], Step]


def call_failure(error: Exception) -> CallFailure:
    if isinstance(error, TransportError) and error.peer == "gateway":
        return CallFailure("unsent" if error.sent == "nothing" else "lost")
    if not isinstance(error, GatewayError):
        return CallFailure("final")
    return CallFailure(
        _kind_of(error),
        error.code,
        error.retry_after_ms,
        error.round_id,
        integer_of(error.body.get("registryVersion")),
        integer_of(error.body.get("gatewayTimeMs")),
    )


def _kind_of(error: GatewayError) -> FailureKind:
    is_for_now = error.status in (503, 429, 408)
    if error.authorization == "unused":
        return "busy" if is_for_now or error.code == "duplicate_tick" else "final"
    if error.authorization == "spent":
        return "used-up" if is_for_now and error.code not in _FINAL_CODES else "final"
    return "unknown"


def give_up(state: AskState) -> GivenUp:
    """A refusal for which nothing was reserved says nothing of an earlier call."""
    return "unknown" if state.is_open else "failure"


def again(state: AskState, condition: Condition | None = None) -> AskStep:
    return AskStep("same", condition, give_up(state), state)


def another(state: AskState, condition: Condition | None = None) -> AskStep:
    """Another second or payment."""
    return AskStep("another", condition, "failure", replace(state, is_open=False, has_payment=True))


def next_step_by_second(state: AskState, event: AskEvent) -> Step:
    """A second whose fate is unknown is never left behind: it is looked up, and asked for again under the same identity, which is charged once."""
    failure = event.failure
    if failure is None:
        if state.is_open and event.found is None:
            return "look-up"
        return another(state) if event.found == "not-served" else again(state)
    if failure.code == "stale_registry_version":
        return _follow_version(state, failure)
    if failure.code == "timestamp_out_of_range":
        corrected = another(replace(state, is_clock_right=True), Condition("clock", gateway_ms=failure.gateway_ms))
        return _leave_second(state, event, "failure" if state.is_clock_right else corrected)
    if failure.code == "duplicate_round":
        further = another(replace(state, taken=state.taken + 1))
        return _leave_second(state, event, "failure" if state.taken == _MAX_TAKEN else further)
    match failure.kind:
        case "unsent":
            # An earlier call of this second that may have arrived stays open.
            return again(state, Condition("retry-unsent"))
        case "lost" | "unknown":
            if event.found is None:
                return "look-up"
            if event.found == "absent":
                return again(replace(state, is_open=True), Condition("retry"))
            return another(state, Condition("retry")) if event.may_take_another else "failure"
        case _:
            return _after_refusal(state, event, failure)


def next_step_by_payment(state: AskState, event: AskEvent) -> Step:
    """While the outcome of a payment is unknown, the same payment is sent again under its name, and no other one is signed."""
    failure = event.failure
    if failure is None:
        return again(state)
    match failure.code:
        case "stale_registry_version":
            return give_up(state) if state.is_open else _follow_version(state, failure)
        case "payment_required":
            if state.has_payment:
                return give_up(state)
            step = another(state)
            return replace(step, next=replace(step.next, is_open=state.is_open))
        case "payment_refused" | "payment_terms_mismatch":
            # Nothing was reserved. An open call may still be served.
            return give_up(state) if state.is_open else another(state, Condition("retry", wait_ms=ANOTHER_TRANSACTION_MS))
        case "authorization_used":
            # Another process of this payer made the very same transaction, unless it was this call.
            if state.is_open:
                return _while_unknown(state, replace(failure, wait_ms=None))
            return replace(another(state), round="another-transaction")
        case "payment_identifier_used":
            # Only this call knows the name: the round of its lost call is under way.
            return _while_unknown(state, failure)
    match failure.kind:
        case "unsent":
            if state.is_open:
                return _after_lost_payment(state)
            step = again(state, Condition("retry-unsent"))
            # The outcome of an earlier process's call under this name stays unknown.
            return replace(step, otherwise="unknown" if state.is_earlier else "failure")
        case "lost":
            return _after_lost_payment(state)
        case "unknown":
            # Nothing can be charged where nothing was paid with.
            return _while_unknown(state, failure) if state.has_payment else "failure"
        case _:
            return _after_refusal(state, event, failure)


def _after_refusal(state: AskState, event: AskEvent, failure: CallFailure) -> Step:
    match failure.kind:
        case "busy":
            return again(state, Condition("retry", wait_ms=failure.wait_ms))
        case "used-up":
            return another(state, Condition("retry", wait_ms=failure.wait_ms)) if event.may_take_another else "failure"
        case _:
            return give_up(state)


def _follow_version(state: AskState, failure: CallFailure) -> Step:
    versions = state.versions + 1
    if failure.registry_version is None or versions > _MAX_VERSIONS:
        return give_up(state)
    # The memo of a payment names the version: the terms are asked for again. A payment that was signed stays counted.
    named = Condition("version", registry_version=failure.registry_version)
    return again(replace(state, versions=versions, has_payment=False), named)


def _leave_second(state: AskState, event: AskEvent, step: Step) -> Step:
    """The second cannot serve: another one is asked for once it is known that no call for this one was served."""
    if state.is_open and event.found is None:
        return "look-up"
    return step if event.may_take_another else "failure"


def _after_lost_payment(state: AskState) -> Step:
    return _while_unknown(state, CallFailure("lost")) if state.has_payment else again(state, Condition("retry"))


def _while_unknown(state: AskState, failure: CallFailure) -> Step:
    round_id = failure.round_id if failure.round_id is not None else state.round_id
    return again(replace(state, is_open=True, round_id=round_id), Condition("patience", wait_ms=failure.wait_ms))
