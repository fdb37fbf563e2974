"""Values of one feed, one after another. A stored answer stays true: who brings it could choose the best of the last minute."""

from __future__ import annotations

from typing import Protocol

from .answer import Verified
from .errors import VerificationError


class LastStamps(Protocol):
    """Keeps the stamp of the last value of each feed that was used."""

    def advance(self, feed_id: bytes, observed_at_ms: int, /) -> bool:
        """Keeps a stamp where the feed has none yet or an earlier one, in one atomic step, and tells whether it did."""


class StampsInMemory:
    """Stamps of one process. After a restart none is known: keep them where the values are used, such as in the same database."""

    def __init__(self) -> None:
        self._last_by_feed: dict[bytes, int] = {}

    def advance(self, feed_id: bytes, observed_at_ms: int, /) -> bool:
        if observed_at_ms <= self._last_by_feed.get(feed_id, 0):
            return False
        self._last_by_feed[feed_id] = observed_at_ms
        return True


def take_newer(verified: Verified, stamps: LastStamps) -> Verified:
    """Returns a value that was observed after the last one taken of its feed. Raises ``VerificationError`` ``not_newer`` for another."""
    if not stamps.advance(verified.feed_id, verified.observed_at_ms):
        raise VerificationError("not_newer", "a value of this feed that is as new or newer was used before")
    return verified
