// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {PriceConsumer} from "../examples/PriceConsumer.sol";
import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {Vouch} from "../src/OracleRegistry.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Nodes} from "./Nodes.sol";

/// Nodes, relayers and attackers in any order. It keeps a plain model of what the contract may hold.
contract Parties is Nodes {
    OracleGateway public oracle;
    PriceConsumer public consumer;
    uint64 public now_ = START;
    uint64 public current = 1;
    uint64 public lapsesAt = START + TRUST;
    uint64 public oldest;
    uint256 public accepted;
    uint64 private present = 0x1f;
    uint64 private lastMs;

    constructor() {
        oracle = deploy(present, 2);
        consumer = new PriceConsumer(oracle, settings(2, false));
    }

    function pass(uint32 seconds_) external {
        now_ += seconds_ % 5 days;
    }

    /// Any subset of the present nodes signs any next version, honest or not.
    function handOver(uint256 signers, uint64 keys, uint8 step, bool isEmergency, uint16 late) external {
        vm.warp(now_);
        signers &= present;
        if (signers == 0) return;
        uint64 next = current + step % 3;
        keys = next == current ? present : keys & 0x3ff | 3;
        uint64 signedAt = now_ - late % 2000;
        bytes memory data = encode(Version(current, next, isEmergency ? next : oldest, signedAt, 2, keys));
        Vouch memory vouched = vouch(data, signers);
        bool isDue = RegistrySnapshot.countOf(signers) * 3 > RegistrySnapshot.countOf(present) * 2 && now_ <= lapsesAt
            && signedAt > lapsesAt - TRUST;
        (bool ok,) = address(oracle).call(abi.encodeCall(oracle.acceptSnapshot, (data, vouched)));
        require(ok == isDue, "accepted what it may not, or refused what it must take");
        if (!ok) return;
        accepted++;
        (current, present, lapsesAt) = (next, keys, signedAt + TRUST);
        if (isEmergency) oldest = next;
    }

    /// A value of a quorum of the present version, or of nodes that are not of it.
    function state(uint256 signers, uint32 value, uint16 ageMs) external {
        vm.warp(now_);
        signers &= 0x3ff;
        if (RegistrySnapshot.countOf(signers) != 2) return;
        uint64 observedAtMs = now_ * 1000 - ageMs;
        Answer memory a = answer(current, signers, int64(uint64(value)), observedAtMs);
        bool isNewer = observedAtMs > lastMs;
        bool isGood = signers & ~uint256(present) == 0 && now_ <= lapsesAt && ageMs <= 60_000;
        (bool ok, bytes memory written) =
            address(consumer).call(abi.encodeCall(consumer.updateWithKeys, (a, hintOf(oracle, current, signers))));
        require(ok == (!isNewer || isGood), "stored what it may not, or refused what it must take");
        if (!ok) return;
        require(abi.decode(written, (bool)) == isNewer, "said something else than it did");
        if (isNewer) lastMs = observedAtMs;
    }

    /// One node alone, for a quorum of any size.
    function forge(uint256 signers, uint256 node, uint32 value) external {
        vm.warp(now_);
        signers &= present;
        if (signers == 0) return;
        Answer memory a = answer(current, signers, int64(uint64(value)), now_ * 1000);
        Feed memory f = feed(RegistrySnapshot.countOf(signers));
        (a.s, a.commitment) = sign(secretOf(node % 64), attestationMessage(f, a));
        if (signers == 1 << (node % 64)) return;
        (bool ok,) = address(oracle).call(abi.encodeCall(oracle.verifyWithKeys, (f, a, hintOf(oracle, current, signers))));
        require(!ok, "forged");
    }
}

contract InvariantsTest is Nodes {
    Parties private parties;

    function setUp() external {
        parties = new Parties();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(parties);
    }

    function invariant_holdsWhatTheNodesVouchedFor() external view {
        (uint64 current, uint64 lapsesAt, uint64 previous,) = parties.oracle().held();
        require(current == parties.current() && lapsesAt == parties.lapsesAt() && previous <= current, "held");
        require(parties.oracle().oldestAcceptedVersion() == parties.oldest() && parties.oldest() <= current, "oldest");
    }
}
