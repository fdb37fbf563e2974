// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AttestationVerifier} from "./AttestationVerifier.sol";
import {OracleRegistry} from "./OracleRegistry.sol";
import {RegistrySnapshot} from "./RegistrySnapshot.sol";
import {Schnorr} from "./Schnorr.sol";

/// Registration of a node's key on the ledger, with its proof (docs/protocol.md, "Proof of possession").
struct Possession {
    uint8 index;
    bytes32 encryptionKey;
    bytes32 operator;
    uint64 previousRegisteredAt;
    string endpoint;
    uint256 s;
    address commitment;
}

/// Verifies answers of an Oracle Gateway on this chain. Contracts call it through `IOracleGateway`.
///
/// The deployer names the first registry version. Each of its keys comes with the proof of possession that the program checked, so that no
/// key cancels others. Every later version is the nodes' word alone. No party owns this contract.
contract OracleGateway is AttestationVerifier {
    error WrongPossession(uint256 place);

    /// @param first the bytes of a registry snapshot; no signature is needed
    /// @param proofs for each of its keys, in their order
    /// @param graceSeconds_ how long a version counts after the next one came
    /// @param trustSeconds_ how long a snapshot counts; more than a week, because nodes sign weekly
    constructor(bytes memory first, Possession[] memory proofs, uint64 graceSeconds_, uint64 trustSeconds_)
        OracleRegistry(first, graceSeconds_, trustSeconds_)
    {
        Version storage version = versions[held.current];
        bytes memory keys = keysOf(version);
        if (proofs.length != version.active) revert WrongPossession(proofs.length);
        uint256 seen = 0;
        for (uint256 i = 0; i < proofs.length; i++) {
            // Strictly ascending indices of the version.
            uint256 bit = 1 << proofs[i].index;
            if (version.present & bit == 0 || bit <= seen) revert WrongPossession(i);
            seen = bit;
            if (!isProven(keys, i, proofs[i])) revert WrongPossession(i);
        }
    }

    function isProven(bytes memory keys, uint256 place, Possession memory proof) private view returns (bool) {
        uint256 px;
        uint256 py;
        assembly ("memory-safe") {
            let pointer := add(add(keys, 32), mul(place, 64))
            px := mload(pointer)
            py := mload(add(pointer, 32))
        }
        bytes32 m = keccak256(
            bytes.concat(
                abi.encodePacked("SVC_NODE_POP_V2", deploymentId, proof.index, px, py, proof.encryptionKey, proof.operator),
                abi.encodePacked(
                    uint64(RegistrySnapshot.littleEndians(proof.previousRegisteredAt)), uint8(bytes(proof.endpoint).length), proof.endpoint
                )
            )
        );
        return Schnorr.verify(px, py & 1, m, proof.s, proof.commitment);
    }
}
