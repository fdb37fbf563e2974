"""How many calls a round may take, and the waits between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ._clock import Clock
from ._flow import Flow, pause

_FIRST_WAIT_MS = 250
_MAX_UNSENT = 2
"""Further calls while nothing can be sent. A wrong URL is to be told at once."""
_LONG_CONNECT_MS = 1_000


@dataclass(frozen=True)
class RetryPolicy:
    attempts: int = 5
    """Calls for one round at most, the first included."""
    max_wait_ms: int = 10_000
    """The longest wait before a further call. A gateway that wants more is an error."""


class Retries:
    """Counts the calls of one round, and waits between them."""

    def __init__(self, policy: RetryPolicy, clock: Clock, random: Callable[[], float]) -> None:
        self._policy = policy
        self._clock = clock
        self._random = random
        self._calls = 1
        self._unsent = 0
        self._began_ms = clock.now()

    def again(self, wait_ms: float | None = None) -> Flow[bool]:
        """Tells whether a further call is allowed. It counts the call, and waits before it."""
        back_off_ms = min(self._policy.max_wait_ms, _FIRST_WAIT_MS * 2 ** (self._calls - 1))
        if self._calls >= self._policy.attempts or (wait_ms or 0) > self._policy.max_wait_ms:
            return False
        self._calls += 1
        # Callers that were refused together do not come back together.
        waits_ms = (back_off_ms / 2 if wait_ms is None else wait_ms) + self._random() * back_off_ms / 2
        yield from pause(waits_ms / 1_000)
        self._began_ms = self._clock.now()
        return True

    def unsent(self) -> Flow[bool]:
        """Waits after a call that was not sent, as for a gateway that starts. It allows none where connecting takes long."""
        if self._unsent == _MAX_UNSENT or self._clock.now() - self._began_ms > _LONG_CONNECT_MS:
            return False
        self._unsent += 1
        return (yield from self.again(_FIRST_WAIT_MS / 2))
