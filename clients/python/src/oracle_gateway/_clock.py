"""The caller's clock, which the ledger's may correct. A gateway alone cannot move it."""

from __future__ import annotations

from collections.abc import Callable

from ._flow import Flow

CLOCKS_AGREE_MS = 60_000
"""Milliseconds by which the clocks of ledger, gateway and caller may differ and still count as equal."""
_NOTICEABLE_MS = 1_500


class Clock:
    def __init__(self, now: Callable[[], float], ledger_now: Callable[[], Flow[int | None]]) -> None:
        self._now = now
        self._ledger_now = ledger_now
        self._offset_ms = 0

    def now(self) -> int:
        """Returns unix milliseconds, corrected."""
        return int(self._now()) + self._offset_ms

    def correct(self, claimed_ms: int | None = None) -> Flow[int]:
        """Compares with the ledger's clock, and returns by how many milliseconds this one was corrected.

        A gateway's claim is believed only as far as the ledger agrees within a minute.
        """
        ledger_ms = yield from self._ledger_now()
        if ledger_ms is None:
            return 0
        if claimed_ms is not None and abs(claimed_ms - ledger_ms) <= CLOCKS_AGREE_MS:
            right_ms, noticeable_ms = claimed_ms, _NOTICEABLE_MS
        else:
            # The ledger alone is too coarse to find a small difference.
            right_ms, noticeable_ms = ledger_ms, CLOCKS_AGREE_MS
        shift_ms = right_ms - self.now()
        if abs(shift_ms) < noticeable_ms:
            return 0
        self._offset_ms += shift_ms
        return shift_ms
