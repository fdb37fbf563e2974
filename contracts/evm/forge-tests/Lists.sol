// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed} from "../src/IOracleGateway.sol";
import {FeedsSettings, List} from "../src/StoredFeeds.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Nodes} from "./Nodes.sol";

/// Lists that nodes sign, from the words of the protocol.
abstract contract Lists is Nodes {
    bytes32 internal constant OWNER = keccak256("owner");

    struct Entry {
        bytes32 sourceId;
        bool isPresent;
        int256 value;
    }

    function sourceOf(uint256 place) internal pure returns (bytes32) {
        return keccak256(abi.encode("source", place));
    }

    /// Entries of so many sources, all present. The value of place i is `value` + i.
    function entriesOf(uint256 sources, int256 value) internal pure returns (Entry[] memory entries) {
        entries = new Entry[](sources);
        for (uint256 i = 0; i < sources; i++) {
            entries[i] = Entry(sourceOf(i), true, value + int256(i));
        }
    }

    function groupOf(Entry[] memory entries, uint256 group) internal pure returns (bytes memory data) {
        for (uint256 i = group * 4; i < entries.length && i < group * 4 + 4; i++) {
            Entry memory entry = entries[i];
            bytes32 value = entry.isPresent ? bytes32(uint256(entry.value)) : bytes32(0);
            data = abi.encodePacked(data, entry.sourceId, entry.isPresent, value);
        }
    }

    function countOf(uint256 sources) internal pure returns (uint256) {
        return (sources + 3) / 4;
    }

    function valueOf(Entry[] memory entries) internal pure returns (bytes32) {
        bytes memory hashes;
        for (uint256 group = 0; group < countOf(entries.length); group++) {
            hashes = abi.encodePacked(hashes, keccak256(groupOf(entries, group)));
        }
        return keccak256(abi.encodePacked("SVC_VALUES_V1", uint8(entries.length), hashes));
    }

    function listIdOf(Entry[] memory entries, uint256 minValues) internal pure returns (bytes32) {
        bytes memory ids;
        for (uint256 i = 0; i < entries.length; i++) {
            ids = abi.encodePacked(ids, entries[i].sourceId);
        }
        return keccak256(abi.encodePacked("SVC_LIST_V1", uint8(entries.length), uint8(minValues), ids));
    }

    /// The part of a list that a transaction brings. The list needs all of its values.
    function show(Entry[] memory entries, uint256 shown) internal pure returns (List memory list) {
        bytes memory groups;
        for (uint256 group = 0; group < countOf(entries.length); group++) {
            bytes memory data = groupOf(entries, group);
            groups = shown >> group & 1 == 1 ? abi.encodePacked(groups, data) : abi.encodePacked(groups, keccak256(data));
        }
        return List(listIdOf(entries, entries.length), uint8(entries.length), uint8(shown), groups);
    }

    function showAll(Entry[] memory entries) internal pure returns (List memory) {
        return show(entries, (1 << countOf(entries.length)) - 1);
    }

    function feedOf(bytes32 owner, bytes32 sourceId, uint256 quorum, uint8 form) internal pure returns (Feed memory) {
        return Feed(keccak256(abi.encodePacked("SVC_JOB_V1", owner, sourceId, uint8(quorum))), sourceId, uint8(quorum), form);
    }

    /// The answer to a round of a list that needs all of its values.
    function answerTo(Entry[] memory entries, uint256 signers, uint64 observedAtMs) internal returns (Answer memory a) {
        a = answer(1, signers, int256(uint256(valueOf(entries))), observedAtMs);
        uint256 quorum = RegistrySnapshot.countOf(signers);
        resign(feedOf(OWNER, listIdOf(entries, entries.length), quorum, uint8(128 + entries.length)), a);
    }

    function feedsSettings(uint256 quorum) internal pure returns (FeedsSettings memory) {
        return FeedsSettings(OWNER, uint8(quorum), 60_000, 14_000);
    }
}
