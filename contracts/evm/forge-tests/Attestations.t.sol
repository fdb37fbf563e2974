// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {Schnorr} from "../src/Schnorr.sol";
import {Nodes} from "./Nodes.sol";
import {Unproven} from "./Unproven.sol";

contract AttestationsTest is Nodes {
    uint256 private constant SIGNERS = 0x13;
    OracleGateway private oracle;
    uint256 private hint;

    function setUp() external {
        // Index 2 was removed.
        oracle = deploy(0x3b, 2);
        hint = hintOf(oracle, 1, SIGNERS);
        oracle.addSignerSet(1, SIGNERS, hint);
    }

    function good() private returns (Feed memory, Answer memory) {
        return (feed(3), answer(1, SIGNERS, 64_628e18, START * 1000));
    }

    function test_acceptsWhatAQuorumSigned() external {
        (Feed memory f, Answer memory a) = good();
        oracle.verify(f, a);
        oracle.verifyWithKeys(f, a, hint);
        require(oracle.message(f, a) == attestationMessage(f, a), "message");
        require(oracle.signerSets(oracle.signerSetId(1, SIGNERS, 3, a.parity)) != 0, "signer set");
    }

    function testFuzz_namesASetByItsFields(uint64 version, uint256 bitmap, uint8 quorum, uint8 parity) external view {
        require(oracle.signerSetId(version, bitmap, quorum, parity) == keccak256(abi.encodePacked(version, bitmap, quorum, parity)), "id");
    }

    function test_acceptsASingleSignerWhereTheVersionDoes() external {
        OracleGateway lenient = deploy(0x3, 1);
        Answer memory a = answer(1, 2, 5, START * 1000);
        lenient.verifyWithKeys(feed(1), a, 1);
    }

    function test_refusesOneBitOffAnyField() external {
        (Feed memory f, Answer memory a) = good();
        bytes memory words = abi.encode(f, a);
        for (uint256 bit = 0; bit < words.length * 8; bit++) {
            words[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            (bool bySet,) = address(oracle).staticcall(bytes.concat(oracle.verify.selector, words));
            require(!bySet, vm.toString(bit));
            // The parity, which is the last word, is a hint that only the signer set needs.
            bool isHint = bit >= words.length * 8 - 256;
            (bool byKeys,) = address(oracle).staticcall(bytes.concat(oracle.verifyWithKeys.selector, words, bytes32(hint)));
            require(byKeys == isHint, vm.toString(bit));
            words[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        }
        oracle.verify(f, a);
    }

    function test_refusesAFormThatNodesDoNotSign() external {
        (Feed memory f, Answer memory a) = good();
        for (uint256 form = 0; form < 256; form++) {
            f.form = uint8(form);
            resign(f, a);
            bool isForm = (form >= 1 && form <= 32) || (form >= 130 && form <= 160);
            if (!isForm) vm.expectRevert(AttestationVerifier.WrongForm.selector);
            oracle.verifyWithKeys(f, a, hint);
        }
    }

    function test_refusesAReplayInAnotherDeployment() external {
        (Feed memory f, Answer memory a) = good();
        bytes memory first = encode(Version(1, 1, 0, START, 2, 0x3b));
        first[20] ^= 0x01;
        Unproven other = new Unproven(first);
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        other.verifyWithKeys(f, a, hint);
    }

    function test_refusesAnotherFormOfTheSameSignature() external {
        (Feed memory f, Answer memory a) = good();
        uint256 s = a.s;
        uint256[3] memory others = [Schnorr.N - s, type(uint256).max, 0];
        for (uint256 i = 0; i < 3; i++) {
            a.s = others[i];
            vm.expectRevert(OracleRegistry.WrongSignature.selector);
            oracle.verify(f, a);
        }
        // s + n is another 256-bit number for small s only; it is refused by its range.
        a.s = Schnorr.N;
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        oracle.verify(f, a);
    }

    function test_refusesAZeroCommitment() external {
        (Feed memory f, Answer memory a) = good();
        a.commitment = address(0);
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        oracle.verifyWithKeys(f, a, hint);
    }

    function test_refusesAVersionThatIsNotHeld() external {
        (Feed memory f, Answer memory a) = good();
        for (uint64 version = 0; version < 4; version++) {
            if (version == 1) continue;
            a.registryVersion = version;
            resign(f, a);
            vm.expectRevert(OracleRegistry.VersionNotAccepted.selector);
            oracle.verify(f, a);
            vm.expectRevert(OracleRegistry.VersionNotAccepted.selector);
            oracle.verifyWithKeys(f, a, hint);
        }
    }

    function test_refusesAQuorumBelowTheVersions() external {
        Answer memory a = answer(1, 1, 5, START * 1000);
        vm.expectRevert(OracleRegistry.QuorumTooSmall.selector);
        oracle.verifyWithKeys(feed(1), a, 1);
        vm.expectRevert(OracleRegistry.QuorumTooSmall.selector);
        oracle.addSignerSet(1, 1, 1);
    }

    function test_refusesAnotherNumberOfSignersThanTheQuorum() external {
        (, Answer memory a) = good();
        for (uint8 quorum = 2; quorum < 5; quorum += 2) {
            vm.expectRevert(AttestationVerifier.WrongSignerCount.selector);
            oracle.verifyWithKeys(feed(quorum), a, hint);
            vm.expectRevert(AttestationVerifier.UnknownSignerSet.selector);
            oracle.verify(feed(quorum), a);
        }
        a.signersBitmap = 0;
        vm.expectRevert(AttestationVerifier.WrongSignerCount.selector);
        oracle.verifyWithKeys(feed(2), a, hint);
    }

    function test_refusesSignersWithoutAKey() external {
        (, Answer memory a) = good();
        uint256[3] memory bits = [uint256(1 << 2), 1 << 6, 1 << 255];
        for (uint256 i = 0; i < 3; i++) {
            a.signersBitmap = SIGNERS | bits[i];
            vm.expectRevert(OracleRegistry.UnknownSigner.selector);
            oracle.verifyWithKeys(feed(4), a, hint);
            vm.expectRevert(OracleRegistry.UnknownSigner.selector);
            oracle.addSignerSet(1, SIGNERS | bits[i], hint);
        }
        vm.expectRevert(OracleRegistry.UnknownSigner.selector);
        oracle.addSignerSet(9, SIGNERS, hint);
    }

    function test_refusesASignerSetThatWasNotAdded() external {
        Answer memory a = answer(1, 0x32, 5, START * 1000);
        vm.expectRevert(AttestationVerifier.UnknownSignerSet.selector);
        oracle.verify(feed(3), a);
    }

    function test_refusesAWrongHint() external {
        (Feed memory f, Answer memory a) = good();
        uint256[3] memory hints = [0, hint + 1, Schnorr.P - hint];
        for (uint256 i = 0; i < 3; i++) {
            vm.expectRevert(OracleRegistry.WrongInverse.selector);
            oracle.verifyWithKeys(f, a, hints[i]);
            vm.expectRevert(OracleRegistry.WrongInverse.selector);
            oracle.addSignerSet(1, SIGNERS, hints[i]);
        }
    }

    function test_refusesKeysWhoseSumsMeet() external {
        // G + 2G meets 3G.
        bytes memory keys;
        for (uint256 k = 1; k < 4; k++) {
            (uint256 x, uint256 y) = keyOf(k);
            keys = abi.encodePacked(keys, x, y);
        }
        Unproven meeting = new Unproven(encodeWith(Version(1, 1, 0, START, 1, 7), keys));
        for (uint256 guess = 0; guess < 3; guess++) {
            vm.expectRevert(OracleRegistry.WrongInverse.selector);
            meeting.addSignerSet(1, 7, guess);
        }
    }

    function testFuzz_acceptsAnyQuorumOfAnyValue(uint256 signers, int256 value, uint64 timestampMs) external {
        signers &= 0x3b;
        Answer memory a = answer(1, signers | 3, value, timestampMs);
        uint256 z = hintOf(oracle, 1, signers | 3);
        uint256 quorum = count(signers | 3);
        oracle.verifyWithKeys(feed(quorum), a, z);
        oracle.addSignerSet(1, signers | 3, z);
        oracle.verify(feed(quorum), a);
    }

    function testFuzz_refusesWhatASmallerQuorumSigned(uint256 signers, uint256 signed) external {
        signers = signers & 0x3b | 3;
        signed = signed & signers;
        vm.assume(signed != signers && signed != 0);
        Answer memory a = answer(1, signed, 5, START * 1000);
        Feed memory f = feed(count(signers));
        a.signersBitmap = signed;
        resign(f, a);
        a.signersBitmap = signers;
        uint256 z = hintOf(oracle, 1, signers);
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        oracle.verifyWithKeys(f, a, z);
    }

    function count(uint256 bits) private pure returns (uint256 n) {
        for (; bits != 0; bits >>= 1) {
            n += bits & 1;
        }
    }
}
