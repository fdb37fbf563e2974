// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {OwnPrice} from "../examples/OwnPrice.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {List} from "../src/StoredFeeds.sol";
import {Lists} from "./Lists.sol";

/// Calldata that no encoder writes. All that it brings is what nodes signed, or it is refused.
contract ForgedCalldataTest is Lists {
    uint256 private constant SIGNERS = 0x7;
    uint64 private constant NOW_MS = START * 1000;
    OracleGateway private oracle;

    function setUp() external {
        oracle = deploy(0x1f, 2);
        oracle.addSignerSet(1, SIGNERS, hintOf(oracle, 1, SIGNERS));
    }

    /// Refused at every length below, accepted at this one.
    function requireWhole(address to, bytes memory data, uint256 length) private {
        for (uint256 kept = 0; kept < length; kept++) {
            requireRefused(to, data, kept, kept);
        }
        assembly ("memory-safe") {
            mstore(data, length)
        }
        (bool ok,) = to.call(data);
        require(ok, "whole");
    }

    function requireRefused(address to, bytes memory data, uint256 length, uint256 place) private {
        uint256 whole = data.length;
        assembly ("memory-safe") {
            mstore(data, length)
        }
        (bool ok,) = to.call(data);
        assembly ("memory-safe") {
            mstore(data, whole)
        }
        require(!ok, vm.toString(place));
    }

    /// Refused with any other number in the word at an offset: near ones, and those whose sum with a length passes 2^256.
    function requireTheOnly(address to, bytes memory data, uint256 offset) private {
        uint256 right = wordAt(data, offset);
        for (uint256 i = 0; i < data.length + 96; i++) {
            if (i != right) requireRefusedWith(to, data, offset, i);
        }
        for (uint256 bit = 10; bit < 256; bit++) {
            requireRefusedWith(to, data, offset, 1 << bit);
            requireRefusedWith(to, data, offset, right | 1 << bit);
            requireRefusedWith(to, data, offset, type(uint256).max - (1 << bit) + 1 + right);
        }
        setWord(data, offset, right);
    }

    function requireRefusedWith(address to, bytes memory data, uint256 offset, uint256 word) private {
        setWord(data, offset, word);
        requireRefused(to, data, data.length, word);
    }

    function wordAt(bytes memory data, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), offset))
        }
    }

    function setWord(bytes memory data, uint256 offset, uint256 word) private pure {
        assembly ("memory-safe") {
            mstore(add(add(data, 32), offset), word)
        }
    }

    function test_refusesAnAnswerThatEndsEarly() external {
        Answer memory a = answer(1, SIGNERS, 5, NOW_MS);
        uint256 hint = hintOf(oracle, 1, SIGNERS);
        PriceConsumer bySet = new PriceConsumer(oracle, settings(3, false));
        PriceConsumer byKeys = new PriceConsumer(oracle, settings(3, false));
        bytes[4] memory calls = [
            abi.encodeCall(oracle.verify, (feed(3), a)),
            abi.encodeCall(oracle.verifyWithKeys, (feed(3), a, hint)),
            abi.encodeCall(bySet.update, (a)),
            abi.encodeCall(byKeys.updateWithKeys, (a, hint))
        ];
        address[4] memory to = [address(oracle), address(oracle), address(bySet), address(byKeys)];
        for (uint256 i = 0; i < 4; i++) {
            requireWhole(to[i], calls[i], calls[i].length);
        }
        require(bySet.price() == 5 && byKeys.price() == 5, "prices");
    }

    function test_aConsumerThatVerifiesByItselfRefusesAnAnswerThatEndsEarly() external {
        OwnPrice own = new OwnPrice(encode(Version(1, 1, 0, START, 2, 0x1f)), proofsOf(0x1f), GRACE, TRUST, settings(3, false));
        uint256 hint = hintOf(own, 1, SIGNERS);
        bytes memory data = abi.encodeCall(own.updateWithKeys, (answer(1, SIGNERS, 5, NOW_MS), hint));
        requireWhole(address(own), data, data.length);
        own.addSignerSet(1, SIGNERS, hint);
        data = abi.encodeCall(own.update, (answer(1, SIGNERS, 6, NOW_MS + 1)));
        requireWhole(address(own), data, data.length);
        (int256 value,) = own.latest();
        require(value == 6, "price");
    }

    function test_refusesAListThatEndsEarlyOrLiesElsewhere() external {
        Entry[] memory entries = entriesOf(5, 1000);
        List memory list = show(entries, 2);
        CrossConsumer consumer = new CrossConsumer(oracle, feedsSettings(3), 1000);
        Answer memory a = answerTo(entries, SIGNERS, NOW_MS);
        bytes[2] memory calls = [
            abi.encodeCall(consumer.updateMany, (list, a)),
            abi.encodeCall(consumer.updateManyWithKeys, (list, a, hintOf(oracle, 1, SIGNERS)))
        ];
        for (uint256 i = 0; i < 2; i++) {
            // The list's own offset, then the offset and the length of its groups.
            uint256 head = 4 + wordAt(calls[i], 4);
            requireTheOnly(address(consumer), calls[i], 4);
            requireTheOnly(address(consumer), calls[i], head + 96);
            requireTheOnly(address(consumer), calls[i], head + 128);
        }
        for (uint256 place = 0; place < 5; place++) {
            (, uint64 stamp) = consumer.latest(sourceOf(place));
            require(stamp == 0, "stored");
        }
        // Zeros fill the last word, and no contract reads them.
        requireWhole(address(consumer), calls[0], calls[0].length - (32 - list.groups.length % 32));
    }

    /// The ABI lets an offset name any place, so the bytes may also lie behind the rest.
    function test_takesAListThatLiesBehindTheRest() external {
        Entry[] memory entries = entriesOf(5, 1000);
        List memory list = show(entries, 2);
        CrossConsumer consumer = new CrossConsumer(oracle, feedsSettings(3), 1000);
        bytes memory data = abi.encodeCall(consumer.updateMany, (list, answerTo(entries, SIGNERS, NOW_MS)));
        uint256 head = 4 + wordAt(data, 4);
        uint256 end = data.length;
        data = abi.encodePacked(data, list.groups.length, list.groups);
        setWord(data, head + 96, end - head);
        setWord(data, head + 128, type(uint256).max);
        (bool ok,) = address(consumer).call(data);
        (int256 value, uint64 stamp) = consumer.latest(sourceOf(4));
        require(ok && value == 1004 && stamp == NOW_MS, "stored");
    }

    function test_refusesASnapshotThatEndsEarlyOrLiesElsewhere() external {
        bytes memory next = encode(Version(1, 2, 0, START + 1, 2, 0x1f));
        bytes memory data = abi.encodeCall(oracle.acceptSnapshot, (next, vouch(next, 0xf)));
        requireTheOnly(address(oracle), data, 4);
        requireTheOnly(address(oracle), data, 4 + wordAt(data, 4));
        requireWhole(address(oracle), data, data.length - (32 - next.length % 32));
    }

    function test_refusesWordsThatAreTooLarge() external {
        bytes memory add = abi.encodeCall(oracle.addSignerSet, (1, 0xb, hintOf(oracle, 1, 0xb)));
        bytes memory id = abi.encodeCall(oracle.signerSetId, (1, 0xb, 3, 1));
        for (uint256 bit = 8; bit < 256; bit++) {
            if (bit >= 64) requireRefusedWith(address(oracle), add, 4, 1 | 1 << bit);
            if (bit >= 64) requireRefusedWith(address(oracle), id, 4, 1 | 1 << bit);
            setWord(id, 4, 1);
            requireRefusedWith(address(oracle), id, 68, 3 | 1 << bit);
            setWord(id, 68, 3);
            requireRefusedWith(address(oracle), id, 100, 1 | 1 << bit);
            setWord(id, 100, 1);
        }
        (bool ok,) = address(oracle).call(id);
        require(ok, "as it was");
    }
}
