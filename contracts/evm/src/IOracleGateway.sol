// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Which feed a contract reads. The contract fixes it, so a caller cannot exchange it.
struct Feed {
    bytes32 feedId;
    bytes32 sourceId;
    /// Number of nodes that sign.
    uint8 signaturesRequired;
    /// The kind of value that a signature covers: 1 = a source, 2 to 32 = an index of so many sources, 128 + n = a list of n sources, n from 2 to 32.
    uint8 form;
}

/// Answer to a round of a gateway: the value, and the proof that a quorum of nodes stated it.
struct Answer {
    /// uint256 with 18 decimals in exact mode, int256 in tolerance mode, the hash of its values for a list.
    bytes32 value;
    /// Time of the request, which its sender chose within about five minutes of the clock. It says nothing of the value's age.
    uint64 timestampMs;
    /// The stamp: every signer began to fetch at or after it. It orders values, and their age counts from it.
    uint64 observedAtMs;
    uint64 registryVersion;
    uint256 signersBitmap;
    uint256 s;
    address commitment;
    /// Parity of y of the sum of the signers' keys: a hint by which `verify` finds the signer set.
    uint8 parity;
}

interface IOracleGateway {
    /// Reverts unless the nodes of a signer set signed exactly this. Costs the same for any number of signers.
    function verify(Feed calldata feed, Answer calldata answer) external view;

    /// Reverts unless any quorum of nodes signed exactly this. It adds their keys; `zInverse` is a hint that is checked.
    function verifyWithKeys(Feed calldata feed, Answer calldata answer, uint256 zInverse) external view;
}
