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
        requireAccepted(answer.registryVersion);
        bytes32 id = signerSetId(answer.registryVersion, answer.signersBitmap, feed.signaturesRequired, answer.parity);
        uint256 px = signerSets[id];
        if (px == 0) revert UnknownSignerSet();
        if (!Schnorr.verify(px, answer.parity, message(feed, answer), answer.s, answer.commitment)) revert WrongSignature();
    }

    function requireByKeys(Feed memory feed, Answer calldata answer, uint256 zInverse) internal view {
        requireAccepted(answer.registryVersion);
        Version storage version = versions[answer.registryVersion];
        if (feed.signaturesRequired < version.minSigners) revert QuorumTooSmall();
        if (answer.signersBitmap == 0) revert WrongSignerCount();
        (uint256 px, uint256 parity, uint256 count) = sumOf(version, answer.signersBitmap, zInverse);
        if (count != feed.signaturesRequired) revert WrongSignerCount();
        if (!Schnorr.verify(px, parity, message(feed, answer), answer.s, answer.commitment)) revert WrongSignature();
    }

    /// The 32 bytes that the nodes signed (docs/protocol.md, "Message m").
    function message(Feed memory feed, Answer calldata answer) public view returns (bytes32) {
        uint8 sources = feed.form & ~LIST;
        if (sources > MAX_SOURCES || sources < (feed.form < LIST ? 1 : 2)) revert WrongForm();
        // Version, quorum, form and the two times.
        uint256 tail = uint256(RegistrySnapshot.littleEndian(answer.registryVersion)) << 144 | uint256(feed.signaturesRequired) << 136
            | uint256(feed.form) << 128 | uint256(RegistrySnapshot.littleEndian(answer.timestampMs)) << 64
            | RegistrySnapshot.littleEndian(answer.observedAtMs);
        return keccak256(abi.encodePacked("SVC_ATTESTATION_V2", deploymentId, feed.feedId, answer.value, feed.sourceId, uint208(tail)));
    }
}
