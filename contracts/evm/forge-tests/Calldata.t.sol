// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {PullConsumer} from "../examples/PullConsumer.sol";
import {FeedSettings} from "../src/StoredFeed.sol";
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
        feedSettings = FeedSettings(feedId, sourceId, uint8(vm.parseJsonUint(json, ".result.signaturesRequired")), 18, false, 60_000);
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

    function test_bringsTheNextVersion() external {
        vm.warp(1_763_683_100);
        Unproven held = new Unproven(vm.parseJsonBytes(json, ".snapshot.first"));
        (bool ok,) = address(held).call(vm.parseJsonBytes(json, ".snapshot.calls.acceptSnapshot"));
        (uint64 current,,,) = held.held();
        require(ok && current == 8, "accepted");
    }
}
