// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AnswerVerifier} from "./AnswerVerifier.sol";
import {Answer, Feed} from "./IOracleGateway.sol";
import {Stamps} from "./Stamps.sol";

/// Values of a list, which nodes signed with one signature. A transaction shows the groups that it needs.
struct List {
    /// Identity of the list.
    bytes32 sourceId;
    /// Number of its sources.
    uint8 sources;
    /// A bit for each group of four sources, from the lowest on: whether the group is shown.
    uint8 shown;
    /// Each group in its order: its entries where it is shown, else their keccak256. An entry has 65 bytes: the source's id, 1 or 0 for
    /// present or absent, and the value.
    bytes groups;
}

/// The owner and quorum of the feeds that a contract stores, and their greatest age.
struct FeedsSettings {
    /// Owner of the feeds; zeros for those of rounds that are paid per request.
    bytes32 owner;
    uint8 signaturesRequired;
    /// Greatest age of a value by its stamp, when it is stored and when it is read.
    uint64 maxAgeMs;
    /// Time by which a stamp may lie ahead of the block: the time between two blocks of the chain, and 2 s for the difference of clocks.
    uint64 maxAheadMs;
}

/// Keeps the latest values of many sources, in one slot each. They come in lists, under one signature for all values of a list. Owner and
/// quorum are fixed at deployment, so each source has one feed here: the one that a round of this source alone would have.
abstract contract StoredFeeds is AnswerVerifier {
    struct Stored {
        int192 value;
        uint64 observedAtMs;
    }

    /// No quorum.
    error WrongSettings();
    /// The bytes are no list of so many sources, or the answer is about other bytes.
    error WrongList();
    /// The form is no source's and no index's.
    error WrongForm();

    uint256 private constant MAX_SOURCES = 32;
    uint256 private constant GROUP = 4;
    uint256 private constant ENTRY_BYTES = 65;
    uint8 private constant LIST = 128;

    bytes32 public immutable owner;
    uint8 public immutable signaturesRequired;
    uint64 public immutable maxAgeMs;
    uint64 public immutable maxAheadMs;

    mapping(bytes32 sourceId => Stored) private feeds;

    constructor(FeedsSettings memory settings) {
        if (settings.signaturesRequired == 0) revert WrongSettings();
        (owner, signaturesRequired) = (settings.owner, settings.signaturesRequired);
        (maxAgeMs, maxAheadMs) = (settings.maxAgeMs, settings.maxAheadMs);
    }

    /// The latest value of a source and its stamp, however old; zeros before the first one. The reader knows the source's decimals. A source
    /// of exact mode has no value below zero: what reads as one is a uint256 of 2^255 or more.
    function latest(bytes32 sourceId) public view returns (int256 value, uint64 observedAtMs) {
        Stored storage stored = feeds[sourceId];
        return (stored.value, stored.observedAtMs);
    }

    /// The latest values of several sources in their order, as `latest` has each.
    function latestMany(bytes32[] calldata sourceIds) external view returns (Stored[] memory values) {
        values = new Stored[](sourceIds.length);
        for (uint256 i = 0; i < sourceIds.length; i++) {
            values[i] = feeds[sourceIds[i]];
        }
    }

    function isFresh(uint64 observedAtMs) internal view returns (bool) {
        return Stamps.isFresh(observedAtMs, maxAgeMs);
    }

    /// Stores the values that a list shows, where its signer set is known to the gateway's contract.
    ///
    /// A value that is not newer than the stored one changes nothing, and neither does one that is absent or needs more than 192 bits. Where
    /// nothing changes, nothing is verified. So read the values afterwards.
    /// @return written a bit for each place of the list whose value was stored
    function storeMany(List calldata list, Answer calldata answer) internal returns (uint256 written) {
        written = keep(list, answer);
        if (written == 0) return 0;
        Stamps.requireTimely(answer.observedAtMs, maxAgeMs, maxAheadMs);
        requireSigned(feedOf(list.sourceId, LIST + list.sources), answer);
    }

    /// Stores values of a list of any signers, as `storeMany` does.
    function storeManyWithKeys(List calldata list, Answer calldata answer, uint256 zInverse) internal returns (uint256 written) {
        written = keep(list, answer);
        if (written == 0) return 0;
        Stamps.requireTimely(answer.observedAtMs, maxAgeMs, maxAheadMs);
        requireSignedByKeys(feedOf(list.sourceId, LIST + list.sources), answer, zInverse);
    }

    /// Stores the value that a round of one source or one index brings, where its signer set is known to the gateway's contract. `form` is 1
    /// for a source and 2 to 32 for an index of so many sources.
    ///
    /// A value that is not newer than the stored one, or needs more than 192 bits, changes nothing, and is not verified.
    /// @return isWritten false for such a value
    function storeOne(bytes32 sourceId, uint8 form, Answer calldata answer) internal returns (bool isWritten) {
        isWritten = keepOne(sourceId, form, answer);
        if (isWritten) requireSigned(feedOf(sourceId, form), answer);
    }

    /// Stores the value of one source or index of any signers, as `storeOne` does.
    function storeOneWithKeys(bytes32 sourceId, uint8 form, Answer calldata answer, uint256 zInverse) internal returns (bool isWritten) {
        isWritten = keepOne(sourceId, form, answer);
        if (isWritten) requireSignedByKeys(feedOf(sourceId, form), answer, zInverse);
    }

    /// Writes before the signature is judged, as `keep` does.
    function keepOne(bytes32 sourceId, uint8 form, Answer calldata answer) private returns (bool) {
        if (form == 0 || form > MAX_SOURCES) revert WrongForm();
        int256 value = int256(uint256(answer.value));
        Stored storage stored = feeds[sourceId];
        if (value != int192(value) || answer.observedAtMs <= stored.observedAtMs) return false;
        Stamps.requireTimely(answer.observedAtMs, maxAgeMs, maxAheadMs);
        (stored.value, stored.observedAtMs) = (int192(value), answer.observedAtMs);
        return true;
    }

    /// Writes before stamp and signature are judged, so that each slot is read once. A wrong one reverts all of it.
    function keep(List calldata list, Answer calldata answer) private returns (uint256 written) {
        uint256 sources = list.sources;
        if (sources < 2 || sources > MAX_SOURCES) revert WrongList();
        unchecked {
            bytes32[] memory hashes = new bytes32[]((sources + GROUP - 1) / GROUP);
            if (list.shown >> hashes.length != 0) revert WrongList();
            bytes calldata rest = list.groups;
            for (uint256 group = 0; group < hashes.length; group++) {
                bool isShown = list.shown >> group & 1 == 1;
                uint256 left = sources - group * GROUP;
                uint256 length = isShown ? (left < GROUP ? left : GROUP) * ENTRY_BYTES : 32;
                if (rest.length < length) revert WrongList();
                hashes[group] = isShown ? keccak256(rest[:length]) : wordAt(rest, 0);
                if (isShown) written |= keepGroup(rest[:length], answer.observedAtMs) << group * GROUP;
                rest = rest[length:];
            }
            bytes32 value = keccak256(abi.encodePacked("SVC_VALUES_V1", list.sources, hashes));
            if (rest.length != 0 || value != answer.value) revert WrongList();
        }
    }

    /// @return written a bit for each entry of the group whose value was stored
    function keepGroup(bytes calldata group, uint64 observedAtMs) private returns (uint256 written) {
        unchecked {
            uint256 bit = 1;
            for (uint256 offset = 0; offset < group.length; offset += ENTRY_BYTES) {
                bool isPresent = wordAt(group, offset + 32)[0] == 0x01;
                int256 value = int256(uint256(wordAt(group, offset + 33)));
                Stored storage stored = feeds[wordAt(group, offset)];
                if (isPresent && value == int192(value) && observedAtMs > stored.observedAtMs) {
                    (stored.value, stored.observedAtMs) = (int192(value), observedAtMs);
                    written |= bit;
                }
                bit <<= 1;
            }
        }
    }

    function feedOf(bytes32 sourceId, uint8 form) private view returns (Feed memory) {
        bytes32 feedId = keccak256(abi.encodePacked("SVC_JOB_V1", owner, sourceId, signaturesRequired));
        return Feed(feedId, sourceId, signaturesRequired, form);
    }

    function wordAt(bytes calldata data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(data.offset, offset))
        }
    }
}
