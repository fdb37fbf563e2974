// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer} from "../src/IOracleGateway.sol";
import {OracleGateway} from "../src/OracleGateway.sol";
import {OracleRegistry, Vouch} from "../src/OracleRegistry.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Nodes} from "./Nodes.sol";

contract RegistryTest is Nodes {
    /// Six nodes: five are more than two thirds.
    uint64 private constant FIRST = 0x3f;
    uint256 private constant FIVE = 0x1f;
    uint64 private constant SECOND = 0x6f;
    OracleGateway private oracle;

    function setUp() external {
        oracle = deploy(FIRST, 2);
        vm.warp(START + 10);
    }

    function second() private pure returns (Version memory) {
        return Version(1, 2, 0, START + 5, 2, SECOND);
    }

    function bring(Version memory v, uint256 signers) private {
        bytes memory data = encode(v);
        oracle.acceptSnapshot(data, vouch(data, signers));
    }

    function refuse(Version memory v, uint256 signers, bytes4 reason) private {
        bytes memory data = encode(v);
        Vouch memory vouched = vouch(data, signers);
        vm.expectRevert(reason);
        oracle.acceptSnapshot(data, vouched);
    }

    function requireAccepted(uint64 version, uint256 signers) private {
        oracle.verifyWithKeys(feed(2), answer(version, signers, 5, START * 1000), hintOf(oracle, version, signers));
    }

    function requireRefused(uint64 version, uint256 signers, bytes4 reason) private {
        Answer memory a = answer(version, signers, 5, START * 1000);
        uint256 hint = hintOf(oracle, version, signers);
        vm.expectRevert(reason);
        oracle.verifyWithKeys(feed(2), a, hint);
    }

    function test_handsOverToTheNextVersion() external {
        bring(second(), FIVE);
        (uint64 current, uint64 lapsesAt, uint64 previous, uint64 previousUntil) = oracle.held();
        require(current == 2 && lapsesAt == START + 5 + TRUST && previous == 1 && previousUntil == START + 10 + GRACE, "held");
        requireAccepted(2, 0x41);
        requireAccepted(1, 0x11);
        requireRefused(2, 0x11, OracleRegistry.UnknownSigner.selector);
    }

    function test_endsTheVersionBeforeAfterItsGrace() external {
        bring(second(), FIVE);
        vm.warp(START + 10 + GRACE);
        requireAccepted(1, 0x11);
        vm.warp(START + 11 + GRACE);
        requireRefused(1, 0x11, OracleRegistry.VersionNotAccepted.selector);
        requireAccepted(2, 0x41);
    }

    function test_neverExtendsTheVersionBefore() external {
        vm.warp(START + TRUST - 1);
        bring(Version(1, 2, 0, START + TRUST - 1, 2, SECOND), FIVE);
        vm.warp(START + TRUST + 1);
        requireRefused(1, 0x11, OracleRegistry.VersionNotAccepted.selector);
    }

    function test_refusesTwoThirds() external {
        refuse(second(), 0xf, OracleRegistry.TooFewSigners.selector);
        refuse(second(), 0x3, OracleRegistry.TooFewSigners.selector);
    }

    function test_refusesSignersThatDidNotSign() external {
        bytes memory data = encode(second());
        Vouch memory claimed = vouch(data, 0xf);
        (claimed.signersBitmap, claimed.zInverse) = (FIVE, zInverseOf(FIVE));
        vm.expectRevert(OracleRegistry.WrongSignature.selector);
        oracle.acceptSnapshot(data, claimed);
    }

    function test_refusesAnUnknownSigner() external {
        bytes memory data = encode(second());
        Vouch memory vouched = vouch(data, FIVE | 0x40);
        vm.expectRevert(OracleRegistry.UnknownSigner.selector);
        oracle.acceptSnapshot(data, vouched);
    }

    function test_refusesOneBitOffAnyFieldOfASnapshot() external {
        bytes memory data = encode(second());
        Vouch memory vouched = vouch(data, FIVE);
        for (uint256 bit = 0; bit < (112 + 64) * 8; bit++) {
            data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            (bool ok,) = address(oracle).call(abi.encodeCall(oracle.acceptSnapshot, (data, vouched)));
            require(!ok, vm.toString(bit));
            data[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        }
        oracle.acceptSnapshot(data, vouched);
    }

    function test_refusesOneBitOffAnyFieldOfAVouch() external {
        bytes memory data = encode(second());
        bytes memory words = abi.encode(vouch(data, FIVE));
        for (uint256 bit = 0; bit < words.length * 8; bit++) {
            words[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
            bytes memory call = bytes.concat(oracle.acceptSnapshot.selector, bytes32(uint256(160)), words, bytes32(data.length), data);
            (bool ok,) = address(oracle).call(call);
            require(!ok, vm.toString(bit));
            words[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        }
        (bool good,) =
            address(oracle).call(bytes.concat(oracle.acceptSnapshot.selector, bytes32(uint256(160)), words, bytes32(data.length), data));
        require(good, "unchanged");
    }

    function test_refusesAReplay() external {
        bring(second(), FIVE);
        refuse(second(), FIVE, OracleRegistry.WrongSignerVersion.selector);
        Version memory again = Version(2, 2, 0, START + 6, 2, SECOND);
        bring(again, 0x2f | 0x40);
        refuse(again, 0x2f | 0x40, OracleRegistry.SnapshotNotNewer.selector);
    }

    function test_refusesMixedVersions() external {
        bring(second(), FIVE);
        // Nodes 0, 1, 2, 3 and 5 are of both versions; what they signed as version 1 counts for it alone.
        refuse(Version(1, 3, 0, START + 7, 2, FIRST), 0x2f, OracleRegistry.WrongSignerVersion.selector);
        // Signed as version 2's, with version 1's bitmap: index 4 has no key there.
        refuse(Version(2, 3, 0, START + 7, 2, FIRST), 0x3f, OracleRegistry.UnknownSigner.selector);
        bring(Version(2, 3, 0, START + 7, 2, FIRST), 0x2f);
        // Signed by version 3's nodes over a statement of version 2.
        requireRefused(2, 0x10 | 0x1, OracleRegistry.UnknownSigner.selector);
    }

    function test_aRetiredQuorumNamesNoSuccessorWhereTheRealOneWasBrought() external {
        bring(second(), FIVE);
        refuse(Version(1, 9, 0, START + 9, 1, FIRST), FIRST, OracleRegistry.WrongSignerVersion.selector);
    }

    function test_aRetiredQuorumNamesNoSuccessorWhereNoneWasBrought() external {
        vm.warp(START + TRUST);
        requireAccepted(1, 0x3);
        vm.warp(START + TRUST + 1);
        refuse(Version(1, 9, 0, START + TRUST, 1, FIRST), FIRST, OracleRegistry.VersionNotAccepted.selector);
        requireRefused(1, 0x3, OracleRegistry.VersionNotAccepted.selector);
    }

    function test_aVersionLivesOnByASnapshotOfItself() external {
        vm.warp(START + 7 days);
        bring(Version(1, 1, 0, START + 7 days, 2, FIRST), FIVE);
        vm.warp(START + 7 days + TRUST);
        requireAccepted(1, 0x3);
        (uint64 current, uint64 lapsesAt, uint64 previous,) = oracle.held();
        require(current == 1 && lapsesAt == START + 7 days + TRUST && previous == 0, "held");
    }

    function test_refusesASnapshotOfTheSameVersionThatSaysOtherwise() external {
        refuse(Version(1, 1, 0, START + 5, 2, SECOND), FIVE, OracleRegistry.VersionChanged.selector);
        refuse(Version(1, 1, 0, START + 5, 3, FIRST), FIVE, OracleRegistry.VersionChanged.selector);
        // The same keys at other indices.
        bytes memory data = encode(Version(1, 1, 0, START + 5, 2, FIRST));
        data[111] = 0x5f;
        Vouch memory vouched = vouch(data, FIVE);
        vm.expectRevert(OracleRegistry.VersionChanged.selector);
        oracle.acceptSnapshot(data, vouched);
    }

    function test_refusesAnEarlierOrEqualTime() external {
        refuse(Version(1, 2, 0, START, 2, SECOND), FIVE, OracleRegistry.SnapshotNotNewer.selector);
        refuse(Version(1, 2, 0, START - 1, 2, SECOND), FIVE, OracleRegistry.SnapshotNotNewer.selector);
    }

    function test_refusesATimeFarAhead() external {
        refuse(Version(1, 2, 0, START + 611, 2, SECOND), FIVE, OracleRegistry.SnapshotAhead.selector);
        bring(Version(1, 2, 0, START + 610, 2, SECOND), FIVE);
    }

    function test_anEmergencyEndsEarlierVersionsAtOnce() external {
        bring(Version(1, 2, 2, START + 5, 2, SECOND), FIVE);
        requireRefused(1, 0x11, OracleRegistry.VersionNotAccepted.selector);
        requireAccepted(2, 0x41);
        require(oracle.oldestAcceptedVersion() == 2, "oldest");
    }

    function test_anEmergencyThatWasPassedOverEndsEarlierVersionsToo() external {
        bring(Version(1, 5, 3, START + 5, 2, SECOND), FIVE);
        requireRefused(1, 0x11, OracleRegistry.VersionNotAccepted.selector);
    }

    function test_anEmergencyEndsAVersionThatIsInItsGrace() external {
        bring(second(), FIVE);
        requireAccepted(1, 0x11);
        bring(Version(2, 2, 2, START + 6, 2, SECOND), 0x2f | 0x40);
        requireRefused(1, 0x11, OracleRegistry.VersionNotAccepted.selector);
    }

    function test_anEmergencyIsNotUndone() external {
        bring(Version(1, 2, 2, START + 5, 2, SECOND), FIVE);
        refuse(Version(2, 3, 1, START + 6, 2, FIRST), 0x2f | 0x40, RegistrySnapshot.WrongSnapshot.selector);
    }

    function test_refusesUnusableKeys() external {
        (uint256 x, uint256 y) = keyOf(5);
        uint256 p = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F;
        (uint256 large, uint256 itsY) = firstBeyondOrder();
        bytes[6] memory keys = [
            abi.encodePacked(x, y + 1),
            abi.encodePacked(p, y),
            abi.encodePacked(uint256(0), uint256(0)),
            abi.encodePacked(large, itsY),
            abi.encodePacked(x, y, x, y),
            abi.encodePacked(x, y, x, p - y)
        ];
        for (uint256 i = 0; i < 6; i++) {
            bytes memory data = encodeWith(Version(1, 2, 0, START + 5, 1, i < 4 ? 1 : 3), keys[i]);
            Vouch memory vouched = vouch(data, FIVE);
            vm.expectRevert(abi.encodeWithSelector(OracleRegistry.WrongKey.selector, i < 4 ? 0 : 1));
            oracle.acceptSnapshot(data, vouched);
        }
    }

    function test_refusesASnapshotThatTheGasDoesNotStore() external {
        bytes memory data = encode(Version(1, 2, 0, START + 5, 2, type(uint64).max));
        bytes memory call = abi.encodeCall(oracle.acceptSnapshot, (data, vouch(data, FIVE)));
        bool isSeen = false;
        // The keys cost 820,000 gas to store. Of what is left then, the contract keeps a sixty-fourth.
        for (uint256 gasLimit = 700_000; gasLimit < 1_800_000 && !isSeen; gasLimit += 20_000) {
            (bool ok, bytes memory reason) = address(oracle).call{gas: gasLimit}(call);
            require(!ok, "too much gas");
            isSeen = bytes4(reason) == OracleRegistry.KeysNotStored.selector;
        }
        require(isSeen, "never refused for it");
    }

    function test_storesSixtyFourKeys() external {
        bring(Version(1, 2, 0, START + 5, 2, type(uint64).max), FIVE);
        requireAccepted(2, 1 << 63 | 1);
    }

    /// The first point of the curve whose x is not below the order of its points.
    function firstBeyondOrder() private view returns (uint256 x, uint256 y) {
        uint256 p = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F;
        for (x = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;; x++) {
            uint256 square = addmod(mulmod(x, mulmod(x, x, p), p), 7, p);
            (, bytes memory out) = address(5).staticcall(abi.encode(32, 32, 32, square, (p + 1) / 4, p));
            y = abi.decode(out, (uint256));
            if (mulmod(y, y, p) == square) return (x, y);
        }
    }
}
