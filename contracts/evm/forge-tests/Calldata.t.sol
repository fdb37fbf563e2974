// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {PullConsumer} from "../examples/PullConsumer.sol";
import {FeedSettings} from "../src/StoredFeed.sol";
import {FeedsSettings} from "../src/StoredFeeds.sol";
import {Nodes} from "./Nodes.sol";
import {Unproven} from "./Unproven.sol";

/// Calldata that the independent implementation wrote, and the TypeScript of this package writes too.
contract CalldataTest is Nodes {
    string private json;
    Unproven private oracle;
    FeedSettings private feedSettings;

    function setUp() external {
        json = vm.readFile("../../vectors/evm-calldata.json");
        uint256 time = vm.parseJsonUint(json, ".result.timestamp");
        vm.warp(time);
        oracle = new Unproven(vm.parseJsonBytes(json, ".result.first"));
        bytes32 feedId = vm.parseJsonBytes32(json, ".result.feedId");
        bytes32 sourceId = vm.parseJsonBytes32(json, ".result.sourceId");
        feedSettings =
            FeedSettings(feedId, sourceId, uint8(vm.parseJsonUint(json, ".result.signaturesRequired")), 1, 18, false, 60_000, 14_000);
    }

    function send(address to, string memory name) private returns (bool ok) {
        (ok,) = to.call(vm.parseJsonBytes(json, string.concat(".result.calls.", name)));
    }

    function test_isAccepted() external {
        PriceConsumer byKeys = new PriceConsumer(oracle, feedSettings);
        PullConsumer pull = new PullConsumer(oracle, feedSettings);
        require(send(address(oracle), "verifyWithKeys"), "verifyWithKeys");
        require(send(address(byKeys), "updateWithKeys"), "updateWithKeys");
        require(send(address(pull), "fulfillOracleQuery"), "fulfillOracleQuery");
        require(byKeys.price() == 64_628.31e18 && pull.buy(1) == 64_628, "values");
    }

    function test_isAcceptedByASignerSet() external {
        PriceConsumer bySet = new PriceConsumer(oracle, feedSettings);
        PullConsumer pull = new PullConsumer(oracle, feedSettings);
        require(!send(address(oracle), "verify") && !send(address(bySet), "update"), "too early");
        require(send(address(oracle), "addSignerSet"), "addSignerSet");
        require(send(address(oracle), "verify") && send(address(bySet), "update"), "verify and update");
        require(send(address(pull), "fulfillOracleQueryBySet"), "fulfillOracleQuery");
        require(bySet.price() == 64_628.31e18 && pull.buy(1) == 64_628, "values");
    }

    function test_bringsTheValuesOfLists() external {
        oracle.addSignerSet(3, vm.parseJsonUint(json, ".lists[0].result.data.signersBitmap"), vm.parseJsonUint(json, ".result.zInverse"));
        uint256 i = 0;
        for (; vm.keyExistsJson(json, list(i, "")); i++) {
            requireStored(i, ".calls.updateMany");
            requireStored(i, ".calls.updateManyWithKeys");
        }
        require(i == 5, "all vectors");
    }

    function test_bringsTheValueOfOneSource() external {
        oracle.addSignerSet(3, vm.parseJsonUint(json, ".lists[0].result.data.signersBitmap"), vm.parseJsonUint(json, ".result.zInverse"));
        bytes32 owner = vm.parseJsonBytes32(json, list(0, ".owner"));
        bytes32 sourceId = vm.parseJsonBytes32(json, ".result.sourceId");
        CrossConsumer bySet = new CrossConsumer(oracle, FeedsSettings(owner, 3, 60_000, 14_000), 0);
        CrossConsumer byKeys = new CrossConsumer(oracle, FeedsSettings(owner, 3, 60_000, 14_000), 0);
        require(send(address(bySet), "updateOne") && send(address(byKeys), "updateOneWithKeys"), "calls");
        require(bySet.price(sourceId) == 64_628.31e18 && byKeys.price(sourceId) == 64_628.31e18, "values");
    }

    function requireStored(uint256 i, string memory call) private {
        bytes32 owner = vm.parseJsonBytes32(json, list(i, ".owner"));
        CrossConsumer consumer = new CrossConsumer(oracle, FeedsSettings(owner, 3, 60_000, 14_000), 0);
        (bool ok, bytes memory returned) = address(consumer).call(vm.parseJsonBytes(json, list(i, call)));
        uint256 written = vm.parseJsonUint(json, list(i, ".written"));
        require(ok && abi.decode(returned, (uint256)) == written, list(i, call));
        uint256 stored = 0;
        for (uint256 place = 0; vm.keyExistsJson(json, list(i, valueAt(place, ""))); place++) {
            bytes32 sourceId = vm.parseJsonBytes32(json, list(i, valueAt(place, ".sourceId")));
            if (written >> place & 1 == 1) requireRow(consumer, sourceId, i, stored++);
            else requireNothing(consumer, sourceId);
        }
        require(!vm.keyExistsJson(json, list(i, string.concat(".stored[", vm.toString(stored), "]"))), "all rows");
    }

    function requireRow(CrossConsumer consumer, bytes32 sourceId, uint256 i, uint256 row) private view {
        (int256 value, uint64 stamp) = consumer.latest(sourceId);
        string memory path = list(i, string.concat(".stored[", vm.toString(row), "]"));
        require(sourceId == vm.parseJsonBytes32(json, string.concat(path, ".sourceId")), path);
        require(value == vm.parseJsonInt(json, string.concat(path, ".value")), path);
        require(stamp == vm.parseJsonUint(json, list(i, ".observedAtMs")), path);
    }

    function requireNothing(CrossConsumer consumer, bytes32 sourceId) private view {
        (int256 value, uint64 stamp) = consumer.latest(sourceId);
        require(value == 0 && stamp == 0, "absent or not shown");
    }

    function valueAt(uint256 place, string memory member) private pure returns (string memory) {
        return string.concat(".result.data.values[", vm.toString(place), "]", member);
    }

    function list(uint256 i, string memory member) private pure returns (string memory) {
        return string.concat(".lists[", vm.toString(i), "]", member);
    }

    function test_bringsTheNextVersion() external {
        vm.warp(1_763_683_100);
        Unproven held = new Unproven(vm.parseJsonBytes(json, ".snapshot.first"));
        (bool ok,) = address(held).call(vm.parseJsonBytes(json, ".snapshot.calls.acceptSnapshot"));
        (uint64 current,,,) = held.held();
        require(ok && current == 8, "accepted");
    }
}
