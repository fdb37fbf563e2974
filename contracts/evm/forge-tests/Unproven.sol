// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {OracleRegistry} from "../src/OracleRegistry.sol";

/// Verifier for keys that have no proofs of possession: those of vectors, and keys that were chosen to meet.
contract Unproven is AttestationVerifier {
    constructor(bytes memory first) OracleRegistry(first, 6 hours, 14 days) {}
}
