// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed, IOracleGateway} from "./IOracleGateway.sol";
import {OracleRegistry} from "./OracleRegistry.sol";
import {RegistrySnapshot} from "./RegistrySnapshot.sol";
import {Schnorr} from "./Schnorr.sol";

/// Verifies answers against the registry versions that are held.
abstract contract AttestationVerifier is OracleRegistry, IOracleGateway {
    error UnknownSignerSet();
    error WrongSignerCount();
    error WrongForm();

    uint8 private constant MAX_SOURCES = 32;
    uint8 private constant LIST = 128;

    /// @inheritdoc IOracleGateway
    function verify(Feed calldata feed, Answer calldata answer) external view {
        requireBySet(feed, answer);
    }

    /// @inheritdoc IOracleGateway
    function verifyWithKeys(Feed calldata feed, Answer calldata answer, uint256 zInverse) external view {
        requireByKeys(feed, answer, zInverse);
    }

    function requireBySet(Feed memory feed, Answer calldata answer) internal view {
        uint64 version = answer.registryVersion;
        uint8 parity = answer.parity;
        requireAccepted(version);
        uint256 px = signerSets[signerSetId(version, answer.signersBitmap, feed.signaturesRequired, parity)];
        if (px == 0) revert UnknownSignerSet();
        if (!Schnorr.verify(px, parity, message(feed, answer), answer.s, answer.commitment)) revert WrongSignature();
    }

    function requireByKeys(Feed memory feed, Answer calldata answer, uint256 zInverse) internal view {
        uint64 number = answer.registryVersion;
        uint256 signersBitmap = answer.signersBitmap;
        requireAccepted(number);
        Version storage version = versions[number];
        if (feed.signaturesRequired < version.minSigners) revert QuorumTooSmall();
        if (signersBitmap == 0) revert WrongSignerCount();
        (uint256 px, uint256 parity, uint256 count) = sumOf(version, signersBitmap, zInverse);
        if (count != feed.signaturesRequired) revert WrongSignerCount();
        if (!Schnorr.verify(px, parity, message(feed, answer), answer.s, answer.commitment)) revert WrongSignature();
    }

    /// The 32 bytes that the nodes signed (docs/protocol.md, "Message m").
    function message(Feed memory feed, Answer calldata answer) public view returns (bytes32) {
        uint8 sources = feed.form & ~LIST;
        if (sources > MAX_SOURCES || sources < (feed.form < LIST ? 1 : 2)) revert WrongForm();
        (bytes32 feedId, bytes32 sourceId, bytes32 value, bytes32 deployment) = (feed.feedId, feed.sourceId, answer.value, deploymentId);
        uint256 times = RegistrySnapshot.littleEndians(
            uint256(answer.registryVersion) << 128 | uint256(answer.timestampMs) << 64 | answer.observedAtMs
        );
        // Version, quorum, form and the two times.
        uint256 tail = times >> 128 << 144 | uint256(feed.signaturesRequired) << 136 | uint256(feed.form) << 128 | uint128(times);
        bytes32 m;
        // The fields one after the other, behind the memory that is in use.
        assembly ("memory-safe") {
            let start := mload(64)
            mstore(start, "SVC_ATTESTATION_V2")
            mstore(add(start, 18), deployment)
            mstore(add(start, 50), feedId)
            mstore(add(start, 82), value)
            mstore(add(start, 114), sourceId)
            mstore(add(start, 146), shl(48, tail))
            m := keccak256(start, 172)
        }
        return m;
    }
}
