// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// The stamp of the latest answer that a contract took.
struct LastStamp {
    uint64 observedAtMs;
}

/// Judges stamps by the block's time.
library Stamps {
    error Older();
    error Stale();
    error Ahead();

    /// Reverts where the answer is older than the last one, too old or too far ahead; else keeps its stamp. A caller could else bring the
    /// answer of the last minute that suits it best. An answer with the same stamp passes, because two callers may bring the same one.
    function take(LastStamp storage last, uint64 observedAtMs, uint64 maxAgeMs, uint64 maxAheadMs) internal {
        if (observedAtMs < last.observedAtMs) revert Older();
        requireTimely(observedAtMs, maxAgeMs, maxAheadMs);
        last.observedAtMs = observedAtMs;
    }

    function requireTimely(uint64 observedAtMs, uint64 maxAgeMs, uint64 maxAheadMs) internal view {
        if (observedAtMs > block.timestamp * 1000 + maxAheadMs) revert Ahead();
        if (!isFresh(observedAtMs, maxAgeMs)) revert Stale();
    }

    /// A stamp of 0 stands for no value, so it is never fresh.
    function isFresh(uint64 observedAtMs, uint64 maxAgeMs) internal view returns (bool) {
        return observedAtMs != 0 && uint256(observedAtMs) + maxAgeMs >= block.timestamp * 1000;
    }
}
