// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

// Most decimals of a value.
uint8 constant MAX_DECIMALS = 36;

/// A value that some contract stores: `StoredFeed` has one, and `SourceValue` is one of a `StoredFeeds`.
interface IStoredValue {
    /// The latest value and its stamp in unix milliseconds, however old; zeros before the first one.
    function latest() external view returns (int256 value, uint64 observedAtMs);

    /// Decimals of the value.
    function decimals() external view returns (uint8);

    /// Age by its stamp at which a value is stale.
    function maxAgeMs() external view returns (uint64);
}
