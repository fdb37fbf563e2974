// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {LastStamp, Stamps} from "../src/Stamps.sol";
import {Nodes} from "./Nodes.sol";

contract StampsTest is Nodes {
    using Stamps for LastStamp;

    uint64 private constant NOW_MS = START * 1000;
    LastStamp private last;

    function setUp() external {
        vm.warp(START);
    }

    function take(uint64 observedAtMs) external {
        last.take(observedAtMs, 60_000, 14_000);
    }

    function refuse(uint64 observedAtMs, bytes4 reason) private {
        uint64 before = last.observedAtMs;
        vm.expectRevert(reason);
        this.take(observedAtMs);
        require(last.observedAtMs == before, "kept");
    }

    function test_neverGoesBack() external {
        this.take(NOW_MS - 1000);
        refuse(NOW_MS - 1001, Stamps.Older.selector);
        refuse(NOW_MS - 59_000, Stamps.Older.selector);
        this.take(NOW_MS - 1000);
        this.take(NOW_MS);
        refuse(NOW_MS - 1, Stamps.Older.selector);
    }

    function test_staysWithinItsBounds() external {
        refuse(0, Stamps.Stale.selector);
        refuse(NOW_MS - 60_001, Stamps.Stale.selector);
        refuse(NOW_MS + 14_001, Stamps.Ahead.selector);
        refuse(type(uint64).max, Stamps.Ahead.selector);
        this.take(NOW_MS - 60_000);
        this.take(NOW_MS + 14_000);
    }

    function testFuzz_isTheGreatestThatWasTaken(uint16[8] calldata agesMs) external {
        uint64 greatest;
        for (uint256 i = 0; i < 8; i++) {
            uint64 observedAtMs = NOW_MS - agesMs[i];
            (bool ok,) = address(this).call(abi.encodeCall(this.take, (observedAtMs)));
            require(ok == (agesMs[i] <= 60_000 && observedAtMs >= greatest), "taken");
            if (ok) greatest = observedAtMs;
            require(last.observedAtMs == greatest, "kept");
        }
    }
}
