// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Schnorr} from "../src/Schnorr.sol";
import {Nodes} from "./Nodes.sol";

contract FirstVersionTest is Nodes {
    bytes private first;
    Possession[] private proofs;

    function setUp() external {
        vm.warp(START);
        // Index 1 was removed.
        first = encode(Version(3, 4, 2, START, 2, 0xd));
        Possession[] memory made = proofsOf(0xd);
        for (uint256 i = 0; i < made.length; i++) {
            proofs.push(made[i]);
        }
    }

    function create(uint64 grace, uint64 trust) private returns (OracleGateway) {
        return new OracleGateway(first, proofs, grace, trust);
    }

    function refuseAt(uint256 place) private {
        vm.expectRevert(abi.encodeWithSelector(OracleGateway.WrongPossession.selector, place));
        create(GRACE, TRUST);
    }

    function test_holdsWhatItsDeployerNames() external {
        OracleGateway oracle = create(GRACE, TRUST);
        (uint64 current, uint64 lapsesAt, uint64 previous, uint64 previousUntil) = oracle.held();
        require(current == 4 && lapsesAt == START + TRUST && previous == 0 && previousUntil == 0, "held");
        require(oracle.oldestAcceptedVersion() == 2 && oracle.deploymentId() == DEPLOYMENT, "fields");
        require(oracle.graceSeconds() == GRACE && oracle.trustSeconds() == TRUST, "periods");
        (, uint64 present, uint8 minSigners, uint8 active) = oracle.versions(4);
        require(present == 0xd && minSigners == 2 && active == 3, "version");
    }

    function test_refusesBytesThatAreNoSnapshot() external {
        first = hex"00";
        vm.expectRevert(RegistrySnapshot.WrongSnapshot.selector);
        create(GRACE, TRUST);
    }

    function test_refusesPeriodsThatLastTooLong() external {
        vm.expectRevert(OracleRegistry.WrongPeriod.selector);
        create(GRACE, 367 days);
        vm.expectRevert(OracleRegistry.WrongPeriod.selector);
        create(TRUST + 1, TRUST);
        create(TRUST, TRUST);
    }

    function test_refusesAMissingProof() external {
        proofs.pop();
        refuseAt(2);
    }

    function test_refusesAProofMore() external {
        proofs.push(proofs[2]);
        refuseAt(4);
    }

    function test_refusesProofsInAnotherOrder() external {
        Possession memory kept = proofs[0];
        proofs[0] = proofs[1];
        refuseAt(0);
        (proofs[0], proofs[1]) = (kept, kept);
        refuseAt(1);
    }

    function test_refusesAProofOfARemovedIndex() external {
        proofs[1] = proofOf(1, secretOf(2));
        refuseAt(1);
        proofs[1].index = 255;
        refuseAt(1);
    }

    function test_refusesAProofOverAnythingElse() external {
        Possession memory kept = proofs[1];
        proofs[1].encryptionKey ^= bytes32(uint256(1));
        refuseAt(1);
        proofs[1] = kept;
        proofs[1].operator ^= bytes32(uint256(1));
        refuseAt(1);
        proofs[1] = kept;
        proofs[1].previousRegisteredAt++;
        refuseAt(1);
        proofs[1] = kept;
        proofs[1].endpoint = "https://node.exampl";
        refuseAt(1);
        proofs[1] = kept;
        proofs[1].s = addmod(kept.s, 1, Schnorr.N);
        refuseAt(1);
        proofs[1] = kept;
        proofs[1].commitment = proofs[0].commitment;
        refuseAt(1);
        proofs[1] = kept;
        create(GRACE, TRUST);
    }

    function test_refusesARogueKey() external {
        // Its sum with node 0's key is a key whose secret the attacker chose.
        uint256 chosen = 99;
        uint256 rogue = addmod(chosen, Schnorr.N - secretOf(0), Schnorr.N);
        (uint256 x0, uint256 y0) = keyOf(secretOf(0));
        (uint256 x, uint256 y) = keyOf(rogue);
        first = encodeWith(Version(1, 1, 0, START, 2, 3), abi.encodePacked(x0, y0, x, y));
        proofs.pop();
        proofs[1] = proofOf(1, rogue);
        create(GRACE, TRUST);
        // The attacker does not know that secret, but the one of the sum.
        (proofs[1].s, proofs[1].commitment) = sign(chosen, possessionMessage(proofs[1], x, y));
        refuseAt(1);
    }

    function test_refusesAProofOfAnotherDeployment() external {
        first[20] ^= 0x01;
        refuseAt(0);
    }
}
