// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed, IOracleGateway} from "./IOracleGateway.sol";

/// Which feed a contract stores, and what its values are.
struct FeedSettings {
    bytes32 feedId;
    bytes32 sourceId;
    uint8 signaturesRequired;
    /// 18 in exact mode, the source's `numeric.decimals` in tolerance mode.
    uint8 decimals;
    /// Whether values are int256: tolerance mode. Exact mode has uint256.
    bool isSigned;
    /// Greatest age of a value, when it is stored and when it is read.
    uint64 maxAgeMs;
}

/// Keeps the latest value of one feed in one slot. All that says which feed it is, is fixed at deployment.
abstract contract StoredFeed {
    error Stale();
    error Ahead();
    error NotNewer();
    error OutOfRange();

    /// Time by which a value may lie ahead of the block, because clocks differ.
    uint64 private constant MAX_AHEAD_MS = 30_000;

    IOracleGateway public immutable gateway;
    bytes32 public immutable feedId;
    bytes32 public immutable sourceId;
    uint8 public immutable signaturesRequired;
    uint8 public immutable decimals;
    bool public immutable isSigned;
    uint64 public immutable maxAgeMs;

    int192 internal storedValue;
    uint64 internal storedAtMs;

    constructor(IOracleGateway gateway_, FeedSettings memory settings) {
        gateway = gateway_;
        (feedId, sourceId, signaturesRequired) = (settings.feedId, settings.sourceId, settings.signaturesRequired);
        (decimals, isSigned, maxAgeMs) = (settings.decimals, settings.isSigned, settings.maxAgeMs);
    }

    /// The latest value and its time, however old; zeros before the first one.
    function latest() public view returns (int256 value, uint64 timestampMs) {
        return (storedValue, storedAtMs);
    }

    function feed() internal view returns (Feed memory) {
        return Feed(feedId, sourceId, signaturesRequired);
    }

    /// Stores an answer whose signer set is known to the gateway's contract.
    function store(Answer calldata answer) internal {
        requireFresh(answer.timestampMs);
        gateway.verify(feed(), answer);
        keep(answer);
    }

    /// Stores an answer of any signers.
    function storeWithKeys(Answer calldata answer, uint256 zInverse) internal {
        requireFresh(answer.timestampMs);
        gateway.verifyWithKeys(feed(), answer, zInverse);
        keep(answer);
    }

    function isFresh(uint64 timestampMs) internal view returns (bool) {
        return uint256(timestampMs) + maxAgeMs >= block.timestamp * 1000;
    }

    function requireFresh(uint64 timestampMs) private view {
        if (timestampMs <= storedAtMs) revert NotNewer();
        if (timestampMs > block.timestamp * 1000 + MAX_AHEAD_MS) revert Ahead();
        if (!isFresh(timestampMs)) revert Stale();
    }

    function keep(Answer calldata answer) private {
        int256 value = int256(uint256(answer.value));
        // A uint256 of 2^255 or more would read as a number below zero.
        if (value != int192(value) || (value < 0 && !isSigned)) revert OutOfRange();
        (storedValue, storedAtMs) = (int192(value), answer.timestampMs);
    }
}
