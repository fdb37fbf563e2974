// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {CrossConsumer} from "../examples/CrossConsumer.sol";
import {OwnPrice} from "../examples/OwnPrice.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Vouch} from "../src/OracleRegistry.sol";
import {List} from "../src/StoredFeeds.sol";
import {Lists} from "../forge-tests/Lists.sol";

/// Gas of whole transactions. It runs with `--isolate` only: each call is then a transaction of its own.
/// It deploys what the profile `gas` has built.
contract GasTest is Lists {
    event log_named_uint(string name, uint256 gas);

    int256 private constant PRICE = 64_628_310_000_000_000_000_000;
    uint256 private lastCreateGas;

    function test_signers003() external {
        measure(5, 3);
    }

    function test_signers005() external {
        measure(13, 5);
    }

    function test_signers010() external {
        measure(13, 10);
    }

    function test_signers015() external {
        measure(20, 15);
    }

    function test_signers020() external {
        measure(32, 20);
    }

    function test_signers040() external {
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
            answers[i] = answer(1, signers, PRICE + int64(i), (START - 10 + i) * 1000 + 400);
        }
        consumer.updateWithKeys(answers[0], hint);
        consumer.updateWithKeys(answers[1], hint);
        log("verify and store, keys added", 68_000);
        oracle.addSignerSet(1, signers, hint);
        log("add a signer set", 0);
        consumer.update(answers[2]);
        log("verify and store, signer set", 42_500);
        measureOwn(abi.encode(first, proofs, GRACE, TRUST, settings(quorum, false)), answers, hint);
        // A plain call, because only that becomes a transaction.
        (bool ok,) = address(oracle).call(abi.encodeCall(oracle.verify, (feed(quorum), answers[3])));
        require(ok, "verified");
        log("verify alone, signer set", 0);
        bytes memory next = encode(Version(1, 2, 0, START + 1, 1, all));
        Vouch memory vouched = vouch(next, all);
        oracle.acceptSnapshot(next, vouched);
        log("next registry version", 0);
    }

    /// A contract that verifies by itself.
    function measureOwn(bytes memory arguments, Answer[] memory answers, uint256 hint) private {
        OwnPrice own = OwnPrice(create("OwnPrice", arguments));
        own.addSignerSet(1, answers[0].signersBitmap, hint);
        own.update(answers[0]);
        own.updateWithKeys(answers[1], hint);
        log("verify and store, keys added, own gateway", 0);
        own.update(answers[2]);
        log("verify and store, signer set, own gateway", 0);
    }

    function test_feeds01() external {
        // The second group of five has one source.
        measureMany(5, 2, 1, 0);
    }

    function test_feeds04() external {
        measureMany(4, 1, 4, 0);
    }

    function test_feeds10() external {
        measureMany(10, 7, 10, 105_000);
    }

    function test_feeds20() external {
        measureMany(20, 31, 20, 0);
    }

    function test_feeds32() external {
        measureMany(32, 255, 32, 0);
    }

    /// So many feeds of three signers, each in a transaction of its own, and in one.
    function measureMany(uint256 sources, uint256 shown, uint256 feeds, uint256 most) private {
        vm.warp(START);
        bytes memory first = encode(Version(1, 1, 0, START, 1, 0x1f));
        OracleGateway oracle = OracleGateway(create("OracleGateway", abi.encode(first, proofsOf(0x1f), GRACE, TRUST)));
        oracle.addSignerSet(1, 7, zInverseOf(7));
        PriceConsumer one = PriceConsumer(create("PriceConsumer", abi.encode(oracle, settings(3, false))));
        one.update(answer(1, 7, PRICE, (START - 10) * 1000 + 400));
        one.update(answer(1, 7, PRICE + 1, (START - 9) * 1000 + 400));
        emit log_named_uint("a transaction for each, signer set", feeds * vm.lastCallGas().gasTotalUsed);
        CrossConsumer many = CrossConsumer(create("CrossConsumer", abi.encode(oracle, feedsSettings(3), uint64(0))));
        updateMany(many, 0, sources, shown);
        require(RegistrySnapshot.countOf(updateMany(many, 1, sources, shown)) == feeds, "all are written");
        log("one transaction, keys added", 0);
        updateMany(many, 2, sources, shown);
        log("one transaction, signer set", most);
    }

    function updateMany(CrossConsumer many, uint64 round, uint256 sources, uint256 shown) private returns (uint256 written) {
        Entry[] memory entries = entriesOf(sources, PRICE + int64(round));
        Answer memory a = answerTo(entries, 7, (START - 10 + round) * 1000 + 400);
        List memory list = show(entries, shown);
        if (round < 2) return many.updateManyWithKeys(list, a, zInverseOf(7));
        return many.updateMany(list, a);
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
