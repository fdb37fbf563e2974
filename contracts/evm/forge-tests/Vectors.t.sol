// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {AttestationVerifier} from "../src/AttestationVerifier.sol";
import {Answer, Feed} from "../src/IOracleGateway.sol";
import {OracleGateway, Possession} from "../src/OracleGateway.sol";
import {OracleRegistry, Vouch} from "../src/OracleRegistry.sol";
import {RegistrySnapshot, Snapshot} from "../src/RegistrySnapshot.sol";
import {Schnorr} from "../src/Schnorr.sol";
import {Nodes} from "./Nodes.sol";
import {Unproven} from "./Unproven.sol";

/// The verdicts of Chronicle's own contract, and those of the independent implementation under vectors/generate.
contract VectorsTest is Nodes {
    function scribe(string memory list, string memory key, string memory folder) private view returns (uint256 count) {
        string memory json = vm.readFile(folder);
        for (; vm.keyExistsJson(json, item(list, count, "")); count++) {
            bool isValid = judge(
                word(json, item(list, count, string.concat(key, ".x"))),
                word(json, item(list, count, string.concat(key, ".y"))),
                bytes32(word(json, item(list, count, ".message"))),
                word(json, item(list, count, ".signature")),
                address(uint160(bytes20(vm.parseJsonBytes(json, item(list, count, ".commitment")))))
            );
            require(isValid == vm.parseJsonBool(json, item(list, count, ".expected")), item(list, count, ""));
        }
    }

    function test_judgesAllOfScribesSignatures() external view {
        uint256 count = scribe("positive", ".aggPubKey", "../../vectors/scribe-schnorr.json")
            + scribe("negative", ".pubKey", "../../vectors/scribe-schnorr.json");
        require(count == 64, "all vectors");
    }

    function test_judgesSingleSignatures() external view {
        string memory json = vm.readFile("../../vectors/schnorr-signature.json");
        uint256 judged;
        for (uint256 i = 0; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            bytes memory key = vm.parseJsonBytes(json, item("vectors", i, ".publicKey"));
            bytes memory s = vm.parseJsonBytes(json, item("vectors", i, ".s"));
            bytes memory c = vm.parseJsonBytes(json, item("vectors", i, ".commitment"));
            bytes memory m = vm.parseJsonBytes(json, item("vectors", i, ".message"));
            // The ABI has no other widths.
            if (key.length != 64 || s.length != 32 || c.length != 20 || m.length != 32) continue;
            (uint256 x, uint256 y) = abi.decode(key, (uint256, uint256));
            bool isValid = judge(x, y, bytes32(m), uint256(bytes32(s)), address(bytes20(c)));
            require(isValid == vm.parseJsonBool(json, item("vectors", i, ".valid")), item("vectors", i, ""));
            judged++;
        }
        require(judged >= 40, "all vectors");
    }

    function test_judgesAttestations() external {
        string memory json = vm.readFile("../../vectors/schnorr-attestation.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            string memory expected = refusalOf(json, i);
            (bool ok, bytes memory reason) = address(this).call(abi.encodeCall(this.attest, (json, i)));
            require(ok == (bytes(expected).length == 0), item("vectors", i, ".refusal"));
            if (!ok) require(bytes4(reason) == selectorOf(expected), item("vectors", i, ".refusal"));
        }
        require(i == 41, "all vectors");
    }

    function attest(string calldata json, uint256 i) external {
        uint64 version = uint64(vm.parseJsonUint(json, ".registry.version"));
        bytes memory head = abi.encodePacked("SVC_REGISTRY_V1", word(json, item("vectors", i, ".deploymentId")), le(version), le(version));
        head = abi.encodePacked(head, le(0), le(START), uint8(vm.parseJsonUint(json, ".registry.minSigners")));
        // The key at index 6 is the negative of another: a registry refuses it, so it is left out.
        Unproven oracle = new Unproven(bytes.concat(head, keysIn(json, ".registry.keys", 6)));
        Answer memory a = Answer(
            bytes32(word(json, item("vectors", i, ".value"))),
            uint64(vm.parseJsonUint(json, item("vectors", i, ".timestampMs"))),
            uint64(vm.parseJsonUint(json, item("vectors", i, ".observedAtMs"))),
            uint64(vm.parseJsonUint(json, item("vectors", i, ".registryVersion"))),
            word(json, item("vectors", i, ".signersBitmap")),
            word(json, item("vectors", i, ".s")),
            address(uint160(bytes20(vm.parseJsonBytes(json, item("vectors", i, ".commitment"))))),
            0
        );
        Feed memory f = Feed(
            bytes32(word(json, item("vectors", i, ".feedId"))),
            bytes32(word(json, item("vectors", i, ".sourceId"))),
            uint8(vm.parseJsonUint(json, item("vectors", i, ".signaturesRequired"))),
            uint8(vm.parseJsonUint(json, item("vectors", i, ".form")))
        );
        oracle.verifyWithKeys(f, a, hintOf(oracle, a.registryVersion, a.signersBitmap));
    }

    function test_judgesProofsOfPossession() external {
        string memory json = vm.readFile("../../vectors/schnorr-possession.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            bool expected = vm.parseJsonBool(json, item("vectors", i, ".valid"));
            (bool ok,) = address(this).call(abi.encodeCall(this.prove, (json, i)));
            require(ok == expected, item("vectors", i, ""));
        }
        require(i == 11, "all vectors");
    }

    function prove(string calldata json, uint256 i) external {
        uint8 index = uint8(vm.parseJsonUint(json, item("vectors", i, ".index")));
        Possession[] memory proofs = new Possession[](1);
        proofs[0] = possession(json, item("vectors", i, ""));
        bytes memory first = abi.encodePacked(
            bytes.concat(
                abi.encodePacked("SVC_REGISTRY_V1", word(json, item("vectors", i, ".deploymentId")), le(1), le(1)),
                abi.encodePacked(le(0), le(START))
            ),
            uint8(1),
            uint256(1) << index,
            vm.parseJsonBytes(json, item("vectors", i, ".publicKey"))
        );
        new OracleGateway(first, proofs, GRACE, TRUST);
    }

    function test_readsSnapshots() external view {
        string memory json = vm.readFile("../../vectors/registry-snapshot.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            bytes memory data = vm.parseJsonBytes(json, item("vectors", i, ".bytes"));
            Snapshot memory read = this.decode(data);
            require(RegistrySnapshot.message(data) == bytes32(word(json, item("vectors", i, ".message"))), "message");
            require(keccak256(data) == keccak256(vm.parseJsonBytes(json, item("vectors", i, ".bytes"))), "restored");
            require(read.deploymentId == bytes32(word(json, item("vectors", i, ".deploymentId"))), "deployment");
            require(read.signerVersion == vm.parseJsonUint(json, item("vectors", i, ".signerVersion")), "signers");
            require(read.version == vm.parseJsonUint(json, item("vectors", i, ".version")), "version");
            require(read.oldestAcceptedVersion == vm.parseJsonUint(json, item("vectors", i, ".oldestAcceptedVersion")), "oldest");
            require(read.signedAt == vm.parseJsonUint(json, item("vectors", i, ".signedAtSeconds")), "time");
            require(read.minSigners == vm.parseJsonUint(json, item("vectors", i, ".minSigners")), "quorum");
        }
        require(i == 6, "all vectors");
    }

    function test_refusesBytesThatAreNoSnapshot() external {
        string memory json = vm.readFile("../../vectors/registry-snapshot.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("refused", i, "")); i++) {
            bytes memory data = vm.parseJsonBytes(json, item("refused", i, ".bytes"));
            vm.expectRevert(RegistrySnapshot.WrongSnapshot.selector);
            this.decode(data);
        }
        require(i == 15, "all vectors");
    }

    function decode(bytes memory data) external pure returns (Snapshot memory) {
        return RegistrySnapshot.decode(data);
    }

    function test_judgesSignedSnapshots() external {
        string memory json = vm.readFile("../../vectors/schnorr-registry-snapshot.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            string memory expected = refusalOf(json, i);
            (bool ok, bytes memory reason) = address(this).call(abi.encodeCall(this.accept, (json, i)));
            require(ok == (bytes(expected).length == 0), item("vectors", i, ".refusal"));
            if (!ok) require(bytes4(reason) == selectorOf(expected), item("vectors", i, ".refusal"));
        }
        require(i == 23, "all vectors");
    }

    function accept(string calldata json, uint256 i) external {
        vm.warp(1_763_683_100);
        OracleGateway oracle = gatewayOf(json);
        uint256 signers = word(json, item("vectors", i, ".signersBitmap"));
        uint256 hint = hintOf(oracle, 7, signers);
        address commitment = address(uint160(bytes20(vm.parseJsonBytes(json, item("vectors", i, ".commitment")))));
        oracle.acceptSnapshot(snapshotOf(json, i), Vouch(signers, hint, word(json, item("vectors", i, ".s")), commitment));
    }

    function gatewayOf(string calldata json) private returns (OracleGateway) {
        Possession[] memory proofs = new Possession[](6);
        for (uint256 i = 0; i < 6; i++) {
            proofs[i] = possession(json, item("proofs", i, ""));
        }
        bytes memory head =
            abi.encodePacked("SVC_REGISTRY_V1", word(json, ".deploymentId"), le(7), le(7), le(0), le(1_763_683_100), uint8(2));
        return new OracleGateway(bytes.concat(head, keysIn(json, ".registry.keys", 64)), proofs, GRACE, TRUST);
    }

    function snapshotOf(string calldata json, uint256 i) private view returns (bytes memory) {
        string memory path = item("vectors", i, ".snapshot");
        bytes memory head = abi.encodePacked("SVC_REGISTRY_V1", word(json, string.concat(path, ".deploymentId")));
        head = bytes.concat(head, number(json, path, ".signerVersion"), number(json, path, ".version"));
        head = bytes.concat(head, number(json, path, ".oldestAcceptedVersion"), number(json, path, ".signedAtSeconds"));
        head = abi.encodePacked(head, uint8(vm.parseJsonUint(json, string.concat(path, ".minSigners"))));
        return bytes.concat(head, keysIn(json, string.concat(path, ".keys"), 64));
    }

    function number(string calldata json, string memory path, string memory name) private pure returns (bytes memory) {
        return abi.encodePacked(le(uint64(vm.parseJsonUint(json, string.concat(path, name)))));
    }

    function possession(string calldata json, string memory path) private pure returns (Possession memory) {
        return Possession(
            uint8(vm.parseJsonUint(json, string.concat(path, ".index"))),
            vm.parseJsonBytes32(json, string.concat(path, ".encryptionKey")),
            vm.parseJsonBytes32(json, string.concat(path, ".operator")),
            uint64(vm.parseJsonUint(json, string.concat(path, ".previousRegisteredAt"))),
            vm.parseJsonString(json, string.concat(path, ".endpoint")),
            uint256(vm.parseJsonBytes32(json, string.concat(path, ".s"))),
            address(uint160(bytes20(vm.parseJsonBytes(json, string.concat(path, ".commitment")))))
        );
    }

    /// Presence bitmap and keys of a list in which null is no key.
    function keysIn(string calldata json, string memory path, uint256 most) private view returns (bytes memory keys) {
        uint256 present;
        for (uint256 i = 0; i < most; i++) {
            string memory key = string.concat(path, "[", vm.toString(i), "]");
            if (!vm.keyExistsJson(json, key)) break;
            if (!isText(json, key)) continue;
            present |= 1 << i;
            keys = bytes.concat(keys, vm.parseJsonBytes(json, key));
        }
        return bytes.concat(bytes32(present), keys);
    }

    function isText(string calldata json, string memory key) private pure returns (bool ok) {
        try vm.parseJsonBytes(json, key) returns (bytes memory value) {
            return value.length == 64;
        } catch {
            return false;
        }
    }

    function refusalOf(string memory json, uint256 i) private pure returns (string memory) {
        try vm.parseJsonString(json, item("vectors", i, ".refusal")) returns (string memory text) {
            return keccak256(bytes(text)) == keccak256("null") ? "" : text;
        } catch {
            return "";
        }
    }

    function selectorOf(string memory refusal) private pure returns (bytes4) {
        bytes32 name = keccak256(bytes(refusal));
        if (name == keccak256("form")) return AttestationVerifier.WrongForm.selector;
        if (name == keccak256("registry_version")) return OracleRegistry.VersionNotAccepted.selector;
        if (name == keccak256("below_min_signers")) return OracleRegistry.QuorumTooSmall.selector;
        if (name == keccak256("signer_count")) return AttestationVerifier.WrongSignerCount.selector;
        if (name == keccak256("unknown_signer")) return OracleRegistry.UnknownSigner.selector;
        if (name == keccak256("infinity")) return OracleRegistry.UnknownSigner.selector;
        if (name == keccak256("deployment")) return RegistrySnapshot.WrongSnapshot.selector;
        if (name == keccak256("signer_version")) return OracleRegistry.WrongSignerVersion.selector;
        if (name == keccak256("too_few_signers")) return OracleRegistry.TooFewSigners.selector;
        return OracleRegistry.WrongSignature.selector;
    }

    function judge(uint256 x, uint256 y, bytes32 m, uint256 s, address commitment) private pure returns (bool) {
        return Schnorr.isOnCurve(x, y) && Schnorr.verify(x, y & 1, m, s, commitment);
    }

    /// 32 bytes in hex, with or without 0x.
    /// A consumer of an index fixes this id, and as its form the number of its sources.
    function test_readsTextsOfIndices() external view {
        string memory json = vm.readFile("../../vectors/index-id.json");
        uint256 i = 0;
        for (; vm.keyExistsJson(json, item("vectors", i, "")); i++) {
            bytes memory text = vm.parseJsonBytes(json, item("vectors", i, ".preimage"));
            require(keccak256(text) == bytes32(word(json, item("vectors", i, ".hash"))), "id");
            require(text.length == 53 + 32 * uint256(uint8(text[12])), "form");
        }
        require(i > 0, "vectors");
    }

    function word(string memory json, string memory key) private pure returns (uint256) {
        return uint256(vm.parseJsonBytes32(json, key));
    }

    function item(string memory list, uint256 place, string memory member) private pure returns (string memory) {
        return string.concat(".", list, "[", vm.toString(place), "]", member);
    }
}
