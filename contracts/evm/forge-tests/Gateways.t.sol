// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {LenderPrice} from "../examples/LenderPrice.sol";
import {OwnPrice} from "../examples/OwnPrice.sol";
import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {ExchangeableGateway, ExchangeSettings} from "../src/ExchangeableGateway.sol";
import {GatewayReference} from "../src/GatewayReference.sol";
import {Answer, IOracleGateway} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {Nodes} from "./Nodes.sol";

/// A party with an address of its own.
contract Party {
    function propose(ExchangeableGateway target, IOracleGateway next) external {
        target.proposeGateway(next);
    }

    function cancel(ExchangeableGateway target) external {
        target.cancelProposal();
    }
}

contract GatewaysTest is Nodes {
    uint64 private constant DELAY = 7 days;
    uint256 private constant SIGNERS = 0x7;
    OracleGateway private oracle;
    LenderPrice private price;
    Party private governor;
    Party private guardian;
    Party private stranger;

    function setUp() external {
        oracle = deploy(0x1f, 2);
        (governor, guardian, stranger) = (new Party(), new Party(), new Party());
        price = new LenderPrice(oracle, exchange(DELAY), settings(3, false));
    }

    function exchange(uint64 delaySeconds) private view returns (ExchangeSettings memory) {
        return ExchangeSettings(address(governor), address(guardian), delaySeconds);
    }

    function store(int256 value, uint64 observedAtMs) private {
        require(price.updateWithKeys(answer(1, SIGNERS, value, observedAtMs), zInverseOf(SIGNERS)), "stored");
    }

    function requireGateway(OracleGateway expected) private view {
        require(address(price.gateway()) == address(expected), "gateway");
    }

    function requireProposed(IOracleGateway next, uint64 dueAt) private view {
        (IOracleGateway proposed, uint64 due) = price.proposedGateway();
        require(address(proposed) == address(next) && due == dueAt, "proposal");
    }

    function test_theGovernorExchangesAfterTheDelayAndValuesStay() external {
        uint64 storedAtMs = START * 1000;
        store(5e18, storedAtMs);
        // The present contract lapses, and that shortens nothing.
        vm.warp(START + TRUST + 1);
        vm.expectRevert(OracleRegistry.VersionNotAccepted.selector);
        price.update(answer(1, SIGNERS, 6e18, (START + TRUST) * 1000));
        OracleGateway next = new OracleGateway(encode(Version(1, 1, 0, START, 2, 0x1f)), proofsOf(0x1f), GRACE, TRUST);
        governor.propose(price, next);
        uint64 dueAt = START + TRUST + 1 + DELAY;
        requireProposed(next, dueAt);
        vm.warp(dueAt - 1);
        vm.expectRevert(ExchangeableGateway.NotDue.selector);
        price.exchangeGateway();
        requireGateway(oracle);
        vm.warp(dueAt);
        price.exchangeGateway();
        requireGateway(next);
        requireProposed(IOracleGateway(address(0)), 0);
        (int256 value, uint64 observedAtMs) = price.latest();
        require(value == 5e18 && observedAtMs == storedAtMs, "kept");
        // An older answer, or one of the same stamp, changes nothing under the new contract.
        require(!price.updateWithKeys(answer(1, SIGNERS, 9e18, storedAtMs), zInverseOf(SIGNERS)), "not newer");
        store(7e18, dueAt * 1000);
        next.addSignerSet(1, SIGNERS, zInverseOf(SIGNERS));
        vm.warp(dueAt + 1);
        require(price.update(answer(1, SIGNERS, 8e18, (dueAt + 1) * 1000)), "by set");
    }

    function test_aProposalIsCancelledByGovernorOrGuardian() external {
        OracleGateway next = deploy(0x1f, 2);
        for (uint256 i = 0; i < 2; i++) {
            governor.propose(price, next);
            (i == 0 ? governor : guardian).cancel(price);
            requireProposed(IOracleGateway(address(0)), 0);
            vm.warp(block.timestamp + DELAY);
            vm.expectRevert(ExchangeableGateway.NothingProposed.selector);
            price.exchangeGateway();
            vm.expectRevert(ExchangeableGateway.NothingProposed.selector);
            guardian.cancel(price);
        }
        requireGateway(oracle);
    }

    function test_aSecondProposalBeginsTheDelayAnew() external {
        OracleGateway next = deploy(0x1f, 2);
        governor.propose(price, next);
        vm.warp(START + DELAY - 1);
        OracleGateway other = new OracleGateway(encode(Version(1, 1, 0, START, 2, 0x1f)), proofsOf(0x1f), GRACE, TRUST);
        governor.propose(price, other);
        requireProposed(other, START + DELAY - 1 + DELAY);
        vm.warp(START + DELAY);
        vm.expectRevert(ExchangeableGateway.NotDue.selector);
        price.exchangeGateway();
    }

    function test_othersProposeAndCancelNothing() external {
        OracleGateway next = deploy(0x1f, 2);
        Party[2] memory others = [guardian, stranger];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(ExchangeableGateway.NotPermitted.selector);
            others[i].propose(price, next);
        }
        governor.propose(price, next);
        vm.expectRevert(ExchangeableGateway.NotPermitted.selector);
        stranger.cancel(price);
        // Without a guardian, address 0 is no party that may cancel.
        ExchangeSettings memory alone = exchange(DELAY);
        alone.guardian = address(0);
        LenderPrice other = new LenderPrice(oracle, alone, settings(3, false));
        governor.propose(other, next);
        vm.expectRevert(ExchangeableGateway.NotPermitted.selector);
        guardian.cancel(other);
        governor.cancel(other);
    }

    function test_anExchangeNeedsAGovernorAndADelayOfDays() external {
        for (uint256 i = 0; i < 4; i++) {
            ExchangeSettings memory wrong = exchange([uint64(0), 1 days - 1, 90 days + 1, DELAY][i]);
            if (i == 3) wrong.governor = address(0);
            vm.expectRevert(ExchangeableGateway.WrongExchange.selector);
            new LenderPrice(oracle, wrong, settings(3, false));
        }
        new LenderPrice(oracle, exchange(1 days), settings(3, false));
        new LenderPrice(oracle, exchange(90 days), settings(3, false));
    }

    function test_aConsumerThatVerifiesByItselfTakesWhatNodesSignedAndNoMore() external {
        vm.warp(START);
        OwnPrice own = new OwnPrice(encode(Version(1, 1, 0, START, 2, 0x1f)), proofsOf(0x1f), GRACE, TRUST, settings(3, false));
        uint256 hint = zInverseOf(SIGNERS);
        Answer memory first = answer(1, SIGNERS, 5e18, (START - 2) * 1000);
        vm.expectRevert(AttestationVerifier.UnknownSignerSet.selector);
        own.update(first);
        require(own.updateWithKeys(first, hint), "by keys");
        own.addSignerSet(1, SIGNERS, hint);
        Answer memory second = answer(1, SIGNERS, 6e18, (START - 1) * 1000);
        second.value = bytes32(uint256(7e18));
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        own.update(second);
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        own.updateWithKeys(second, hint);
        second.value = bytes32(uint256(6e18));
        require(own.update(second), "by set");
        (int256 value,) = own.latest();
        require(value == 6e18, "value");
        // It takes the next registry version as any gateway's contract does.
        bytes memory next = encode(Version(1, 2, 0, START + 1, 2, 0x3f));
        own.acceptSnapshot(next, vouch(next, 0xf));
        (uint64 current,,,) = own.held();
        require(current == 2, "version");
    }

    function test_aFixedGatewayIsTheOneOfTheDeployment() external {
        PriceConsumer fixed_ = new PriceConsumer(oracle, settings(3, false));
        require(address(fixed_.gateway()) == address(oracle), "fixed");
    }

    function test_anAddressWithoutAContractIsNoGateway() external {
        IOracleGateway[2] memory none = [IOracleGateway(address(0)), IOracleGateway(address(0xdead))];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(GatewayReference.WrongGateway.selector);
            new PriceConsumer(none[i], settings(3, false));
            vm.expectRevert(GatewayReference.WrongGateway.selector);
            new LenderPrice(none[i], exchange(DELAY), settings(3, false));
            vm.expectRevert(GatewayReference.WrongGateway.selector);
            governor.propose(price, none[i]);
        }
    }
}
