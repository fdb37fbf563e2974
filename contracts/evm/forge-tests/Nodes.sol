// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {OracleRegistry, Vouch} from "../src/OracleRegistry.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Schnorr} from "../src/Schnorr.sol";
import {FeedSettings} from "../src/StoredFeed.sol";
import {Vm} from "./Vm.sol";

/// Nodes with known secrets, who sign what a test asks them to. Forge's own curve multiplies; the contracts' formulas add.
abstract contract Nodes {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bytes32 internal constant DEPLOYMENT = keccak256("deployment");
    uint64 internal constant START = 1_763_683_200;
    uint64 internal constant GRACE = 6 hours;
    uint64 internal constant TRUST = 14 days;

    struct Version {
        uint64 signer;
        uint64 version;
        uint64 oldest;
        uint64 signedAt;
        uint8 minSigners;
        uint64 present;
    }

    function secretOf(uint256 index) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode("node", index))) % Schnorr.N;
    }

    function keyOf(uint256 secret) internal returns (uint256 x, uint256 y) {
        Vm.Wallet memory wallet = vm.createWallet(secret);
        return (wallet.publicKeyX, wallet.publicKeyY);
    }

    function sumOfSecrets(uint256 bitmap) internal pure returns (uint256 sum) {
        for (uint256 i = 0; i < 64; i++) {
            if (bitmap & (1 << i) != 0) sum = addmod(sum, secretOf(i), Schnorr.N);
        }
    }

    /// One signature by one secret: what a session of nodes ends in, when the secret is the sum of theirs.
    function sign(uint256 secret, bytes32 m) internal returns (uint256 s, address commitment) {
        uint256 nonce = uint256(keccak256(abi.encode(secret, m))) % Schnorr.N;
        commitment = vm.createWallet(nonce).addr;
        (uint256 x, uint256 y) = keyOf(secret);
        uint256 e = uint256(keccak256(abi.encodePacked(x, uint8(y & 1), m, commitment))) % Schnorr.N;
        s = addmod(nonce, mulmod(e, secret, Schnorr.N), Schnorr.N);
    }

    /// The bytes of a snapshot whose key at each index is the node's.
    function encode(Version memory v) internal returns (bytes memory data) {
        bytes memory keys;
        for (uint256 i = 0; i < 64; i++) {
            if (v.present & (1 << i) == 0) continue;
            (uint256 x, uint256 y) = keyOf(secretOf(i));
            keys = abi.encodePacked(keys, x, y);
        }
        return encodeWith(v, keys);
    }

    function encodeWith(Version memory v, bytes memory keys) internal pure returns (bytes memory) {
        return abi.encodePacked(
            bytes.concat(
                abi.encodePacked("SVC_REGISTRY_V1", DEPLOYMENT, le(v.signer), le(v.version)), abi.encodePacked(le(v.oldest), le(v.signedAt))
            ),
            v.minSigners,
            uint256(v.present),
            keys
        );
    }

    function le(uint64 v) internal pure returns (uint64 r) {
        for (uint256 i = 0; i < 8; i++) {
            r = (r << 8) | (v & 0xff);
            v >>= 8;
        }
    }

    function messageOf(bytes memory data) internal pure returns (bytes32) {
        bytes memory head = new bytes(112);
        bytes memory keys = new bytes(data.length - 112);
        for (uint256 i = 0; i < data.length; i++) {
            if (i < 112) head[i] = data[i];
            else keys[i - 112] = data[i];
        }
        return keccak256(abi.encodePacked(head, keccak256(keys)));
    }

    function vouch(bytes memory data, uint256 signers) internal returns (Vouch memory) {
        (uint256 s, address commitment) = sign(sumOfSecrets(signers), messageOf(data));
        return Vouch(signers, zInverseOf(signers), s, commitment);
    }

    function proofsOf(uint64 present) internal returns (Possession[] memory proofs) {
        proofs = new Possession[](RegistrySnapshot.countOf(present));
        uint256 place;
        for (uint8 i = 0; i < 64; i++) {
            if (present & (1 << i) == 0) continue;
            proofs[place++] = proofOf(i, secretOf(i));
        }
    }

    function proofOf(uint8 index, uint256 secret) internal returns (Possession memory proof) {
        (uint256 x, uint256 y) = keyOf(secret);
        proof = Possession(index, keccak256("encryption"), keccak256("operator"), 1_700_000_000, "https://node.example", 0, address(0));
        (proof.s, proof.commitment) = sign(secret, possessionMessage(proof, x, y));
    }

    function possessionMessage(Possession memory proof, uint256 x, uint256 y) internal pure returns (bytes32) {
        return keccak256(
            abi.encodePacked(
                abi.encodePacked("SVC_NODE_POP_V2", DEPLOYMENT, proof.index, x, y, proof.encryptionKey, proof.operator),
                le(proof.previousRegisteredAt),
                uint8(bytes(proof.endpoint).length),
                proof.endpoint
            )
        );
    }

    /// A gateway's contract that holds version 1 with keys at these indices.
    function deploy(uint64 present, uint8 minSigners) internal returns (OracleGateway) {
        vm.warp(START);
        return new OracleGateway(encode(Version(1, 1, 0, START, minSigners, present)), proofsOf(present), GRACE, TRUST);
    }

    function feed(uint256 quorum) internal pure returns (Feed memory) {
        return Feed(keccak256("feed"), keccak256("source"), uint8(quorum), 1);
    }

    function settings(uint256 quorum, bool isSigned) internal pure returns (FeedSettings memory) {
        Feed memory f = feed(quorum);
        return FeedSettings(f.feedId, f.sourceId, f.signaturesRequired, f.form, 18, isSigned, 60_000, 14_000);
    }

    /// The request named a time five minutes away from the stamp.
    function answer(uint64 version, uint256 signers, int256 value, uint64 observedAtMs) internal returns (Answer memory a) {
        uint64 timestampMs = observedAtMs < 300_000 ? 0 : observedAtMs - 300_000;
        a = Answer(bytes32(uint256(value)), timestampMs, observedAtMs, version, signers, 0, address(0), parityOf(signers));
        resign(feed(RegistrySnapshot.countOf(signers)), a);
    }

    function resign(Feed memory f, Answer memory a) internal {
        (a.s, a.commitment) = sign(sumOfSecrets(a.signersBitmap), attestationMessage(f, a));
    }

    function attestationMessage(Feed memory f, Answer memory a) internal pure returns (bytes32) {
        return keccak256(
            abi.encodePacked(
                abi.encodePacked("SVC_ATTESTATION_V2", DEPLOYMENT, f.feedId, a.value, f.sourceId),
                abi.encodePacked(le(a.registryVersion), f.signaturesRequired, f.form, le(a.timestampMs), le(a.observedAtMs))
            )
        );
    }

    function parityOf(uint256 signers) internal returns (uint8) {
        (, uint256 y) = keyOf(sumOfSecrets(signers));
        return uint8(y & 1);
    }

    /// The hint for the contract's additions; bits without a key are passed over.
    function zInverseOf(uint256 signers) internal returns (uint256) {
        bytes memory keys;
        for (uint256 i = 0; i < 64; i++) {
            if (signers & (1 << i) == 0) continue;
            (uint256 x, uint256 y) = keyOf(secretOf(i));
            keys = abi.encodePacked(keys, x, y);
        }
        return zInverseOfKeys(keys, uint64(signers), signers);
    }

    /// Hint from the keys that a contract stores.
    function hintOf(OracleRegistry oracle, uint64 version, uint256 signers) internal view returns (uint256) {
        (address account, uint64 present,,) = oracle.versions(version);
        bytes memory code = account.code;
        bytes memory keys = new bytes(code.length == 0 ? 0 : code.length - 1);
        for (uint256 i = 0; i < keys.length; i++) {
            keys[i] = code[i + 1];
        }
        return zInverseOfKeys(keys, present, signers);
    }

    function zInverseOfKeys(bytes memory keys, uint64 present, uint256 signers) internal view returns (uint256) {
        uint256[3] memory sum;
        uint256 offset = 32;
        for (uint256 i = 0; i < 64; i++) {
            if (present & (1 << i) == 0) continue;
            uint256 x;
            uint256 y;
            assembly ("memory-safe") {
                x := mload(add(keys, offset))
                y := mload(add(keys, add(offset, 32)))
            }
            offset += 64;
            if (signers & (1 << i) == 0) continue;
            if (sum[2] == 0) sum = [x, y, 1];
            else (sum[0], sum[1], sum[2]) = Schnorr.add(sum[0], sum[1], sum[2], x, y);
        }
        return inverse(sum[2]);
    }

    /// a^(p - 2) mod p by the precompile.
    function inverse(uint256 a) internal view returns (uint256) {
        (, bytes memory out) = address(5).staticcall(abi.encode(32, 32, 32, a, Schnorr.P - 2, Schnorr.P));
        return abi.decode(out, (uint256));
    }
}
