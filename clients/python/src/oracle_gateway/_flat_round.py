"""A round whose caller names its second: its id is known before it is asked for, so that a lost answer can be looked up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ._account import Draft, Earned, Io
from ._asking import AskedRound, ask_round, look_up
from ._clock import CLOCKS_AGREE_MS
from ._flow import Flow, call
from ._gateway import JsonAnswer
from ._next_step import AskState, AskStep, next_step_by_second
from .errors import ClientUsageError, UnknownOutcomeError, VerificationError


class FlatPath:
    """One way to ask for such a round."""

    feed_owner: bytes
    feed_id: bytes
    first_second: int | None = None
    """The second to ask for first, after a refusal for which nothing was reserved."""

    def round_id_at(self, second: int) -> str:
        raise NotImplementedError

    def may_take_another(self) -> bool:
        """Tells whether one more second may be paid for, should every second signed so far be charged."""
        return True

    def send(self, second: int, registry_version: int) -> Flow[JsonAnswer]:
        """Signs and sends. The same input makes the same request."""
        raise NotImplementedError

    def authorize_read(self, round_id: str) -> Flow[str | None]:
        raise NotImplementedError


def earn_flat_round(path: FlatPath, draft: Draft, io: Io) -> Flow[Earned]:
    """Asks for a round until it is served. A second whose fate is unknown is never left behind."""
    resumed = None if draft.resume is None else _second_of_key(draft.resume)
    config, _ = yield from io.ledger.current()
    second = path.first_second if path.first_second is not None else resumed
    if second is None:
        second = io.seconds.take(path.feed_id, io.clock.now(), 0)
    is_resumed = second == resumed
    asked = _RoundOfSecond(path, draft.on_idempotency_key, io, second, is_resumed, config.registry_version)
    return (yield from ask_round(asked, AskState(is_open=is_resumed), io))


class _RoundOfSecond(AskedRound):
    next_step = staticmethod(next_step_by_second)

    def __init__(self, path: FlatPath, on_key: Callable[[str], object] | None, io: Io, second: int, is_resumed: bool, registry_version: int) -> None:
        self._path = path
        self._on_key = on_key
        self._io = io
        self._second = second
        self._named: int | None = None
        self._registry_version = registry_version
        # Nodes sign no stamp that is minutes away from the second: that bounds a round of an earlier call.
        self._from_ms = 0 if is_resumed else io.clock.now() - CLOCKS_AGREE_MS
        self.may_take_another = path.may_take_another

    def announce(self) -> Flow[None]:
        on_key, second = self._on_key, self._second
        if on_key is not None and second != self._named:
            yield from call(lambda: on_key(str(second)))
        self._named = second

    def send(self) -> Flow[JsonAnswer]:
        return (yield from self._path.send(self._second, self._registry_version))

    def served(self, answer: Any, round_id: str | None) -> Earned:
        own_id = self._path.round_id_at(self._second)
        return Earned(
            answer=answer,
            round_id=own_id,
            feed_owner=self._path.feed_owner,
            timestamp_ms=self._second * 1_000,
            observed_from_ms=self._from_ms,
            observed_to_ms=self._io.clock.now() + CLOCKS_AGREE_MS,
            is_on_ledger=lambda _, message: self._has_receipt(own_id, message),
        )

    def _has_receipt(self, round_id: str, message: bytes) -> Flow[bool]:
        receipt = yield from self._io.ledger.receipt(round_id)
        if receipt is not None and receipt != message:
            raise VerificationError("not_settled", "the receipt on the ledger is of another value than the one that was answered")
        return receipt is not None

    def look_up(self) -> Flow[tuple[str, Any]]:
        round_id = self._path.round_id_at(self._second)
        return (yield from look_up(round_id, lambda: self._path.authorize_read(round_id), self._io))

    def take(self, step: AskStep, failure: Exception | None) -> Flow[bool]:
        # The clock may have been corrected since.
        now_ms = self._io.clock.now()
        self._second = self._io.seconds.take(self._path.feed_id, now_ms, step.next.taken)
        self._from_ms = now_ms - CLOCKS_AGREE_MS
        return True
        yield

    def follow_version(self, version: int) -> None:
        self._registry_version = version

    def unknown(self, round_id: str | None) -> UnknownOutcomeError:
        return UnknownOutcomeError(round_id=self._path.round_id_at(self._second))


def _second_of_key(key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,11}", key):
        raise ClientUsageError("resume", "must be an idempotency key of the account")
    return int(key)
