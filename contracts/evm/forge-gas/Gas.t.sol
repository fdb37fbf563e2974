// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {Vouch} from "../src/OracleRegistry.sol";
import {Nodes} from "../forge-tests/Nodes.sol";

/// Gas of whole transactions. It runs with `--isolate` only: each call is then a transaction of its own.
/// It deploys what the profile `gas` has built.
contract GasTest is Nodes {
    event log_named_uint(string name, uint256 gas);

    int256 private constant PRICE = 64_628_310_000_000_000_000_000;
    uint256 private lastCreateGas;

    function test_gas003() external {
        measure(5, 3);
    }

    function test_gas005() external {
        measure(13, 5);
    }

    function test_gas010() external {
        measure(13, 10);
    }

    function test_gas015() external {
        measure(20, 15);
    }

    function test_gas020() external {
        measure(32, 20);
    }

    function test_gas040() external {
        measure(64, 40);
    }

    function measure(uint256 nodes, uint256 quorum) private {
        uint64 all = uint64((1 << nodes) - 1);
        uint256 signers = (1 << quorum) - 1;
        uint256 hint = zInverseOf(signers);
        vm.warp(START);
        bytes memory first = encode(Version(1, 1, 0, START, 1, all));
        Possession[] memory proofs = proofsOf(all);
        OracleGateway oracle = OracleGateway(create("OracleGateway", abi.encode(first, proofs, GRACE, TRUST)));
        emit log_named_uint("deploy", lastCreateGas);
        PriceConsumer consumer = PriceConsumer(create("PriceConsumer", abi.encode(oracle, settings(quorum, false))));
        Answer[] memory answers = new Answer[](4);
        for (uint64 i = 0; i < 4; i++) {
            answers[i] = answer(1, signers, PRICE + int64(i), (START - 10 + i) * 1000);
        }
        consumer.updateWithKeys(answers[0], hint);
        consumer.updateWithKeys(answers[1], hint);
        log("verify and store, keys added", 75_000);
        oracle.addSignerSet(1, signers, hint);
        log("add a signer set", 0);
        consumer.update(answers[2]);
        log("verify and store, signer set", 43_500);
        // A plain call, because only that becomes a transaction.
        (bool ok,) = address(oracle).call(abi.encodeCall(oracle.verify, (feed(quorum), answers[3])));
        require(ok, "verified");
        log("verify alone, signer set", 0);
        bytes memory next = encode(Version(1, 2, 0, START + 1, 1, all));
        Vouch memory vouched = vouch(next, all);
        oracle.acceptSnapshot(next, vouched);
        log("next registry version", 0);
    }

    function create(string memory name, bytes memory arguments) private returns (address created) {
        bytes memory code = vm.getCode(string.concat(".forge/gas-out/", name, ".sol/", name, ".json"));
        bytes memory creation = abi.encodePacked(code, arguments);
        uint256 before = gasleft();
        assembly ("memory-safe") {
            created := create(0, add(creation, 32), mload(creation))
        }
        lastCreateGas = before - gasleft();
        require(created != address(0), name);
    }

    function log(string memory name, uint256 most) private {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        require(most == 0 || used <= most, name);
        emit log_named_uint(name, used);
    }
}
