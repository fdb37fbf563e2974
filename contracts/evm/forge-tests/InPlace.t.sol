// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Answer, Feed} from "../src/IOracleGateway.sol";
import {RegistrySnapshot} from "../src/RegistrySnapshot.sol";
import {Schnorr} from "../src/Schnorr.sol";
import {Nodes} from "./Nodes.sol";
import {Unproven} from "./Unproven.sol";

/// The functions that hash in place, called with memory in use and with words whose unused bits are set.
contract Probe is Unproven {
    constructor(bytes memory first) Unproven(first) {}

    /// The zero slot and the bytes in use are what they were, and the free pointer has not gone back.
    modifier keepsMemory(bytes memory used) {
        bytes32 hash = keccak256(used);
        uint256 free = wordAt(64);
        _;
        require(wordAt(64) >= free && wordAt(96) == 0 && keccak256(used) == hash, "memory");
    }

    function wordAt(uint256 pointer) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(pointer)
        }
    }

    function attested(Feed memory f, Answer calldata a, bytes memory used) external view keepsMemory(used) returns (bytes32) {
        return message(f, a);
    }

    function named(uint256[4] calldata words, bytes memory used) external pure keepsMemory(used) returns (bytes32) {
        (uint256 first, uint256 third, uint256 fourth) = (words[0], words[2], words[3]);
        uint64 version;
        uint8 count;
        uint8 parity;
        assembly ("memory-safe") {
            version := first
            count := third
            parity := fourth
        }
        return signerSetId(version, words[1], count, parity);
    }

    function judged(uint256[5] calldata words, bytes memory used) external pure keepsMemory(used) returns (bool) {
        uint256 last = words[4];
        address commitment;
        assembly ("memory-safe") {
            commitment := last
        }
        return Schnorr.verify(words[0], words[1], bytes32(words[2]), words[3], commitment);
    }

    function vouched(bytes memory data) external pure keepsMemory(data) returns (bytes32) {
        return RegistrySnapshot.message(data);
    }

    function keysHashed(bytes memory data) external pure keepsMemory(data) returns (bytes32) {
        return RegistrySnapshot.hashOfKeys(data);
    }
}

/// Hashes that are taken in place equal those of plain Solidity, and the memory in use stays.
contract InPlaceTest is Nodes {
    Probe private probe;

    function setUp() external {
        vm.warp(START);
        probe = new Probe(encode(Version(1, 1, 0, START, 2, 0x3b)));
    }

    function testFuzz_hashesAMessage(Feed memory f, Answer memory a, bytes memory used) external view {
        uint8 sources = f.form % 31 + 2;
        f.form = f.form < 128 ? sources - 1 : 128 + sources;
        require(probe.attested(f, a, used) == attestationMessage(f, a), "message");
    }

    function testFuzz_hashesTheNameOfASet(uint256[4] calldata words, bytes memory used) external view {
        bytes memory fields = abi.encodePacked(uint64(words[0]), words[1], uint8(words[2]), uint8(words[3]));
        require(probe.named(words, used) == keccak256(fields), "id");
    }

    function testFuzz_hashesAChallenge(uint256 secret, bytes32 m, uint256 bit, bytes memory used) external {
        secret = secret % (Schnorr.N - 1) + 1;
        (uint256 x, uint256 y) = keyOf(secret);
        vm.assume(x < Schnorr.N);
        (uint256 s, address commitment) = sign(secret, m);
        uint256[5] memory words = [x, y & 1, uint256(m), s, uint160(commitment)];
        require(judge(words) && probe.judged(words, used), "signed");
        // One bit off any word. The first 96 bits of the commitment's are no part of the address.
        words[bit % 5] ^= 1 << (bit / 5 % 256);
        require(judge(words) == probe.judged(words, used), "one bit off");
    }

    function judge(uint256[5] memory words) private pure returns (bool) {
        (uint256 px, uint256 parity, uint256 s, address commitment) = (words[0], words[1], words[3], address(uint160(words[4])));
        if (s == 0 || s >= Schnorr.N || commitment == address(0) || px == 0 || px >= Schnorr.N || parity > 1) return false;
        uint256 e = uint256(keccak256(abi.encodePacked(px, uint8(parity), words[2], commitment))) % Schnorr.N;
        (bytes32 z, bytes32 r) = (bytes32(mulmod(Schnorr.N - s, px, Schnorr.N)), bytes32(mulmod(Schnorr.N - e, px, Schnorr.N)));
        return ecrecover(z, parity == 0 ? 27 : 28, bytes32(px), r) == commitment;
    }

    function testFuzz_hashesASnapshot(bytes memory head, bytes memory keys) external view {
        bytes memory data = bytes.concat(filled(head), keys);
        require(probe.vouched(data) == messageOf(data), "message");
        require(probe.keysHashed(data) == keccak256(keys), "keys");
    }

    /// The 112 bytes before the keys.
    function filled(bytes memory head) private pure returns (bytes memory data) {
        data = new bytes(112);
        for (uint256 i = 0; i < 112 && i < head.length; i++) {
            data[i] = head[i];
        }
    }

    function testFuzz_turnsFourNumbers(uint64[4] calldata numbers) external pure {
        uint256 turned = RegistrySnapshot.littleEndians(uint256(bytes32(abi.encodePacked(numbers[0], numbers[1], numbers[2], numbers[3]))));
        require(bytes32(turned) == bytes32(abi.encodePacked(le(numbers[0]), le(numbers[1]), le(numbers[2]), le(numbers[3]))), "numbers");
    }
}
