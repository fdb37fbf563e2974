// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AnswerVerifier} from "./AnswerVerifier.sol";
import {Answer, Feed} from "./IOracleGateway.sol";
import {IStoredValue, MAX_DECIMALS} from "./IStoredValue.sol";
import {Stamps} from "./Stamps.sol";

/// Which feed a contract stores, and what its values are.
struct FeedSettings {
    bytes32 feedId;
    bytes32 sourceId;
    uint8 signaturesRequired;
    /// 1 for a source, 2 to 32 for an index of so many sources.
    uint8 form;
    /// 18 in exact mode, the source's `numeric.decimals` in tolerance mode.
    uint8 decimals;
    /// Whether values are int256: tolerance mode and indices. Exact mode has uint256.
    bool isSigned;
    /// Greatest age of a value by its stamp, when it is stored and when it is read.
    uint64 maxAgeMs;
    /// Time by which a stamp may lie ahead of the block: the time between two blocks of the chain, and 2 s for the difference of clocks.
    uint64 maxAheadMs;
}

/// Keeps the latest value of one feed in one slot. All that says which feed it is, is fixed at deployment. The consumer also derives from
/// `FixedGateway` or `ExchangeableGateway`.
abstract contract StoredFeed is AnswerVerifier, IStoredValue {
    /// No quorum, a form that is no source's and no index's, or more decimals than a source may have.
    error WrongSettings();
    error OutOfRange();

    uint8 private constant MAX_SOURCES = 32;

    bytes32 public immutable feedId;
    bytes32 public immutable sourceId;
    uint8 public immutable signaturesRequired;
    uint8 public immutable form;
    uint8 public immutable decimals;
    bool public immutable isSigned;
    uint64 public immutable maxAgeMs;
    uint64 public immutable maxAheadMs;

    int192 internal storedValue;
    uint64 internal storedAtMs;

    constructor(FeedSettings memory settings) {
        bool isFeed = settings.signaturesRequired != 0 && settings.form != 0 && settings.form <= MAX_SOURCES;
        if (!isFeed || settings.decimals > MAX_DECIMALS) revert WrongSettings();
        (feedId, sourceId, signaturesRequired, form) = (settings.feedId, settings.sourceId, settings.signaturesRequired, settings.form);
        (decimals, isSigned) = (settings.decimals, settings.isSigned);
        (maxAgeMs, maxAheadMs) = (settings.maxAgeMs, settings.maxAheadMs);
    }

    /// The latest value and its stamp, however old; zeros before the first one.
    function latest() public view returns (int256 value, uint64 observedAtMs) {
        return (storedValue, storedAtMs);
    }

    function feed() internal view returns (Feed memory) {
        return Feed(feedId, sourceId, signaturesRequired, form);
    }

    /// Stores an answer whose signer set is known to the gateway's contract.
    ///
    /// An answer that is not newer than the stored one is not verified and changes nothing: another party of the same block may have
    /// brought a newer one, which then serves the caller too. So read the value afterwards.
    /// @return isWritten false for such an answer
    function store(Answer calldata answer) internal returns (bool isWritten) {
        uint64 observedAtMs = answer.observedAtMs;
        if (!isDue(observedAtMs)) return false;
        requireSigned(feed(), answer);
        return keep(answer.value, observedAtMs);
    }

    /// Stores an answer of any signers, as `store` does.
    function storeWithKeys(Answer calldata answer, uint256 zInverse) internal returns (bool isWritten) {
        uint64 observedAtMs = answer.observedAtMs;
        if (!isDue(observedAtMs)) return false;
        requireSignedByKeys(feed(), answer, zInverse);
        return keep(answer.value, observedAtMs);
    }

    function isFresh(uint64 observedAtMs) internal view returns (bool) {
        return Stamps.isFresh(observedAtMs, maxAgeMs);
    }

    function isDue(uint64 observedAtMs) private view returns (bool) {
        if (observedAtMs <= storedAtMs) return false;
        Stamps.requireTimely(observedAtMs, maxAgeMs, maxAheadMs);
        return true;
    }

    function keep(bytes32 packed, uint64 observedAtMs) private returns (bool) {
        int256 value = int256(uint256(packed));
        // A uint256 of 2^255 or more would read as a number below zero.
        if (value != int192(value) || (value < 0 && !isSigned)) revert OutOfRange();
        (storedValue, storedAtMs) = (int192(value), observedAtMs);
        return true;
    }
}
