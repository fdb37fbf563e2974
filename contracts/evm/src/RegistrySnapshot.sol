// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// A registry version, as its nodes describe it to this chain (docs/protocol.md, "Registry snapshot").
struct Snapshot {
    bytes32 deploymentId;
    uint64 signerVersion;
    uint64 version;
    uint64 oldestAcceptedVersion;
    uint64 signedAt;
    uint8 minSigners;
    /// Bit i is set where node index i has a key.
    uint64 present;
    uint256 active;
}

/// Reads the bytes of a snapshot.
library RegistrySnapshot {
    /// The bytes are no registry snapshot.
    error WrongSnapshot();

    string internal constant LABEL = "SVC_REGISTRY_V1";
    uint256 internal constant KEYS_OFFSET = 112;
    uint256 internal constant KEY_BYTES = 64;

    function decode(bytes memory data) internal pure returns (Snapshot memory snapshot) {
        if (data.length < KEYS_OFFSET) revert WrongSnapshot();
        uint256 present = uint256(word(data, 80));
        snapshot.deploymentId = word(data, 15);
        uint256 numbers = littleEndians(uint256(word(data, 47)));
        (snapshot.signerVersion, snapshot.version) = (uint64(numbers >> 192), uint64(numbers >> 128));
        (snapshot.oldestAcceptedVersion, snapshot.signedAt) = (uint64(numbers >> 64), uint64(numbers));
        snapshot.minSigners = uint8(data[79]);
        snapshot.present = uint64(present);
        snapshot.active = countOf(snapshot.present);
        bool isWrong = bytes15(word(data, 0)) != bytes15(bytes(LABEL)) || present > type(uint64).max
            || data.length != KEYS_OFFSET + KEY_BYTES * snapshot.active;
        isWrong = isWrong || snapshot.minSigners == 0 || snapshot.minSigners > snapshot.active || snapshot.signerVersion == 0
            || snapshot.version < snapshot.signerVersion || snapshot.oldestAcceptedVersion > snapshot.version
            || snapshot.signedAt >= 1 << 53;
        if (isWrong) revert WrongSnapshot();
    }

    /// The message that the nodes sign.
    function message(bytes memory data) internal pure returns (bytes32 m) {
        bytes32 keysHash = hashOfKeys(data);
        // The hash of the fields and of that hash, which stands in the keys' place for the moment.
        assembly ("memory-safe") {
            let pointer := add(add(data, 32), KEYS_OFFSET)
            let kept := mload(pointer)
            mstore(pointer, keysHash)
            m := keccak256(add(data, 32), add(KEYS_OFFSET, 32))
            mstore(pointer, kept)
        }
    }

    function hashOfKeys(bytes memory data) internal pure returns (bytes32 hash) {
        assembly ("memory-safe") {
            hash := keccak256(add(add(data, 32), KEYS_OFFSET), sub(mload(data), KEYS_OFFSET))
        }
    }

    function countOf(uint256 bits) internal pure returns (uint256 count) {
        unchecked {
            for (; bits != 0; bits &= bits - 1) {
                count++;
            }
        }
    }

    /// Four numbers of 64 bits, each with its bytes in the other order.
    function littleEndians(uint256 v) internal pure returns (uint256) {
        // Every second byte, then every second pair of bytes, then every second four.
        uint256 mask = type(uint256).max / 0x101;
        v = ((v >> 8) & mask) | ((v & mask) << 8);
        mask = type(uint256).max / 0x10001;
        v = ((v >> 16) & mask) | ((v & mask) << 16);
        mask = type(uint256).max / 0x100000001;
        return ((v >> 32) & mask) | ((v & mask) << 32);
    }

    /// 32 bytes at an offset. The caller has checked that they exist.
    function word(bytes memory data, uint256 offset) private pure returns (bytes32 value) {
        assembly ("memory-safe") {
            value := mload(add(add(data, 32), offset))
        }
    }
}
