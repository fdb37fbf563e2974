"""The seconds of feeds. One second of a feed is good for one round of any caller, so that several clients of one owner collide."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

_REACH_SECONDS = 270
"""Seconds from the gateway's clock that a request may name, either way, less what clocks and the way there may take."""
_LATEST_SECONDS = 8
"""Seconds back in which the latest unused one is taken first."""
_MAX_FEEDS = 256


class Seconds:
    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._used_by_feed: dict[bytes, set[int]] = {}
        self._lock = Lock()

    def take(self, feed_id: bytes, now_ms: int, collisions: int) -> int:
        """Takes a second that no call of this process has had.

        The first try is the latest. Each further try is random, in a window that doubles each time.
        """
        now = now_ms // 1_000
        with self._lock:
            used = {one for one in self._used_by_feed.pop(feed_id, set()) if one >= now - _REACH_SECONDS}
            self._used_by_feed[feed_id] = used
            while len(self._used_by_feed) > _MAX_FEEDS:
                del self._used_by_feed[next(iter(self._used_by_feed))]
            second = self._unused(now, used, collisions)
            used.add(second)
            return second

    def _unused(self, now: int, used: set[int], collisions: int) -> int:
        if collisions == 0:
            for second in range(now, now - _LATEST_SECONDS, -1):
                if second not in used:
                    return second
        window = min(_REACH_SECONDS, _LATEST_SECONDS * 2 ** (collisions + 1))
        free = [second for second in range(now + window, now - window, -1) if second not in used]
        return free[int(self._random() * len(free))] if free else now
