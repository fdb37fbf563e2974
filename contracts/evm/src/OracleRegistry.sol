// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {RegistrySnapshot, Snapshot} from "./RegistrySnapshot.sol";
import {Schnorr} from "./Schnorr.sol";

/// The signature by which the nodes of the version held vouch for a snapshot.
struct Vouch {
    uint256 signersBitmap;
    /// The inverse of Z of the sum of the signers' keys: a hint that is checked.
    uint256 zInverse;
    uint256 s;
    address commitment;
}

/// The nodes' keys, as the ledger's registry has them.
///
/// A version comes in by a snapshot that more than two thirds of the present version's nodes signed. They read the registry on the ledger,
/// whose program checked every key's proof of possession. So no owner, relayer or bridge is trusted.
abstract contract OracleRegistry {
    struct Version {
        /// A contract whose code is a zero byte and the keys, 64 bytes each, in ascending order of their indices.
        address keys;
        uint64 present;
        uint8 minSigners;
        uint8 active;
    }

    /// The versions that are accepted. One slot, because every verification reads it.
    struct Held {
        uint64 current;
        /// When the current version lapses, unix seconds.
        uint64 lapsesAt;
        uint64 previous;
        uint64 previousUntil;
    }

    error VersionNotAccepted();
    error UnknownSigner();
    error WrongInverse();
    error WrongSignature();
    error QuorumTooSmall();
    error WrongPeriod();
    error WrongKey(uint256 place);
    error WrongSignerVersion();
    error TooFewSigners();
    error SnapshotNotNewer();
    error SnapshotAhead();
    /// A version never changes.
    error VersionChanged();
    error KeysNotStored();

    event SnapshotAccepted(uint64 indexed version, uint64 oldestAcceptedVersion, uint64 lapsesAt);
    event SignerSetAdded(uint64 indexed version, uint256 signersBitmap);

    uint64 private constant MAX_AHEAD_SECONDS = 600;
    uint64 private constant MAX_TRUST_SECONDS = 366 days;

    bytes32 public immutable deploymentId;
    /// Seconds for which a version counts after the next one came.
    uint64 public immutable graceSeconds;
    /// Seconds for which a snapshot counts after its nodes signed it.
    uint64 public immutable trustSeconds;

    Held public held;
    uint64 public oldestAcceptedVersion;
    mapping(uint64 version => Version) public versions;
    /// x of the sum of a signer set's keys, by `signerSetId`.
    mapping(bytes32 id => uint256 px) public signerSets;

    constructor(bytes memory first, uint64 graceSeconds_, uint64 trustSeconds_) {
        if (trustSeconds_ > MAX_TRUST_SECONDS || graceSeconds_ > trustSeconds_) revert WrongPeriod();
        Snapshot memory snapshot = RegistrySnapshot.decode(first);
        (deploymentId, graceSeconds, trustSeconds) = (snapshot.deploymentId, graceSeconds_, trustSeconds_);
        (held.current, held.lapsesAt) = (snapshot.version, uint64(block.timestamp) + trustSeconds_);
        oldestAcceptedVersion = snapshot.oldestAcceptedVersion;
        store(snapshot, first);
        emit SnapshotAccepted(snapshot.version, snapshot.oldestAcceptedVersion, held.lapsesAt);
    }

    /// Takes the next registry version, or the present one again with a later time. Any party may bring it.
    /// @param data the bytes of the snapshot
    function acceptSnapshot(bytes memory data, Vouch calldata vouch) external {
        Snapshot memory next = RegistrySnapshot.decode(data);
        Held memory now_ = held;
        requireInOrder(next, now_);
        requireVouched(now_.current, RegistrySnapshot.message(data), vouch);
        if (next.version == now_.current) {
            Version storage version = versions[next.version];
            bool isSame = keccak256(keysOf(version)) == RegistrySnapshot.hashOfKeys(data) && next.present == version.present
                && next.minSigners == version.minSigners;
            if (!isSame) revert VersionChanged();
        } else {
            uint64 until = uint64(block.timestamp) + graceSeconds;
            (now_.previous, now_.previousUntil) = (now_.current, until < now_.lapsesAt ? until : now_.lapsesAt);
            now_.current = next.version;
            store(next, data);
        }
        // An emergency ends earlier versions at once, because they may hold the removed key.
        if (now_.previous < next.oldestAcceptedVersion) now_.previousUntil = 0;
        now_.lapsesAt = next.signedAt + trustSeconds;
        (held, oldestAcceptedVersion) = (now_, next.oldestAcceptedVersion);
        emit SnapshotAccepted(next.version, next.oldestAcceptedVersion, now_.lapsesAt);
    }

    /// Stores the sum of the keys of some signers, so that their rounds cost the same at any quorum. Any party may do so.
    function addSignerSet(uint64 version, uint256 signersBitmap, uint256 zInverse) external {
        Version storage signers = versions[version];
        (uint256 px, uint256 parity, uint256 count) = sumOf(signers, signersBitmap, zInverse);
        if (count < signers.minSigners) revert QuorumTooSmall();
        signerSets[signerSetId(version, signersBitmap, uint8(count), uint8(parity))] = px;
        emit SignerSetAdded(version, signersBitmap);
    }

    /// The quorum is part of the name, so that no verification counts bits.
    function signerSetId(uint64 version, uint256 signersBitmap, uint8 count, uint8 parity) public pure returns (bytes32) {
        bytes32 id;
        // The hash of abi.encodePacked(version, signersBitmap, count, parity), in the scratch space.
        assembly ("memory-safe") {
            mstore(0, shl(192, version))
            mstore(8, signersBitmap)
            mstore8(40, count)
            mstore8(41, parity)
            id := keccak256(0, 42)
        }
        return id;
    }

    function requireAccepted(uint64 version) internal view {
        Held storage now_ = held;
        if (version == now_.current) {
            if (block.timestamp > now_.lapsesAt) revert VersionNotAccepted();
        } else if (version != now_.previous || block.timestamp > now_.previousUntil) {
            revert VersionNotAccepted();
        }
    }

    /// The sum of the signers' keys: its x, the parity of its y, and the number of keys. Keys whose partial sums meet have no sum here.
    function sumOf(Version storage version, uint256 signersBitmap, uint256 zInverse)
        internal
        view
        returns (uint256 px, uint256 parity, uint256 count)
    {
        uint256 present = version.present;
        if (signersBitmap & ~present != 0) revert UnknownSigner();
        uint256 X;
        uint256 Y;
        (X, Y, px, count) = add(keysOf(version), present, signersBitmap);
        if (mulmod(px, zInverse, Schnorr.P) != 1) revert WrongInverse();
        uint256 zz = mulmod(zInverse, zInverse, Schnorr.P);
        px = mulmod(X, zz, Schnorr.P);
        parity = mulmod(Y, mulmod(zz, zInverse, Schnorr.P), Schnorr.P) & 1;
    }

    /// The keys of a version, packed.
    function keysOf(Version storage version) internal view returns (bytes memory keys) {
        uint256 length = uint256(version.active) * RegistrySnapshot.KEY_BYTES;
        address account = version.keys;
        keys = new bytes(length);
        assembly ("memory-safe") {
            extcodecopy(account, add(keys, 32), 1, length)
        }
    }

    /// The sum of the signers' keys in Jacobian coordinates, by `Schnorr.add` written out: most of the gas of `verifyWithKeys` is spent here.
    /// Without a signer, all is zero.
    /// @param keys of the present indices, ascending; the signers are among them
    function add(bytes memory keys, uint256 present, uint256 signersBitmap)
        private
        pure
        returns (uint256 X, uint256 Y, uint256 Z, uint256 count)
    {
        uint256 p = Schnorr.P;
        assembly ("memory-safe") {
            let pointer := add(keys, 32)
            for {} gt(signersBitmap, 0) {} {
                if and(signersBitmap, 1) {
                    X := mload(pointer)
                    Y := mload(add(pointer, 32))
                    Z := 1
                    count := 1
                    break
                }
                pointer := add(pointer, shl(6, and(present, 1)))
                present := shr(1, present)
                signersBitmap := shr(1, signersBitmap)
            }
            for {} gt(signersBitmap, 1) {} {
                pointer := add(pointer, shl(6, and(present, 1)))
                present := shr(1, present)
                signersBitmap := shr(1, signersBitmap)
                if and(signersBitmap, 1) {
                    // x becomes the difference of the abscissas, y that of the ordinates.
                    let power := mulmod(Z, Z, p)
                    let x := addmod(mulmod(mload(pointer), power, p), sub(p, X), p)
                    let y := addmod(mulmod(mload(add(pointer, 32)), mulmod(Z, power, p), p), sub(p, Y), p)
                    Z := mulmod(Z, x, p)
                    power := mulmod(x, x, p)
                    X := mulmod(X, power, p)
                    power := mulmod(x, power, p)
                    x := addmod(addmod(mulmod(y, y, p), sub(p, power), p), sub(p, addmod(X, X, p)), p)
                    Y := addmod(mulmod(y, addmod(X, sub(p, x), p), p), sub(p, mulmod(Y, power, p)), p)
                    X := x
                    count := add(count, 1)
                }
            }
        }
    }

    function requireInOrder(Snapshot memory next, Held memory now_) private view {
        if (next.deploymentId != deploymentId) revert RegistrySnapshot.WrongSnapshot();
        if (next.signerVersion != now_.current) revert WrongSignerVersion();
        if (block.timestamp > now_.lapsesAt) revert VersionNotAccepted();
        if (next.signedAt <= now_.lapsesAt - trustSeconds) revert SnapshotNotNewer();
        if (next.signedAt > block.timestamp + MAX_AHEAD_SECONDS) revert SnapshotAhead();
        if (next.oldestAcceptedVersion < oldestAcceptedVersion) revert RegistrySnapshot.WrongSnapshot();
    }

    function requireVouched(uint64 current, bytes32 m, Vouch calldata vouch) private view {
        Version storage signers = versions[current];
        if (RegistrySnapshot.countOf(vouch.signersBitmap) * 3 <= uint256(signers.active) * 2) revert TooFewSigners();
        (uint256 px, uint256 parity,) = sumOf(signers, vouch.signersBitmap, vouch.zInverse);
        if (!Schnorr.verify(px, parity, m, vouch.s, vouch.commitment)) revert WrongSignature();
    }

    function store(Snapshot memory snapshot, bytes memory data) private {
        uint256 first;
        assembly ("memory-safe") {
            first := add(add(data, 32), 112)
        }
        for (uint256 i = 0; i < snapshot.active; i++) {
            (uint256 x, uint256 y) = keyAt(first + i * RegistrySnapshot.KEY_BYTES);
            if (!Schnorr.isOnCurve(x, y) || x >= Schnorr.N) revert WrongKey(i);
            // A key twice, or a key and its negative.
            for (uint256 j = 0; j < i; j++) {
                (uint256 other,) = keyAt(first + j * RegistrySnapshot.KEY_BYTES);
                if (other == x) revert WrongKey(i);
            }
        }
        versions[snapshot.version] = Version(deploy(data), snapshot.present, snapshot.minSigners, uint8(snapshot.active));
    }

    /// The keys of a snapshot as the code of a contract, which is cheaper to read than slots.
    function deploy(bytes memory data) private returns (address account) {
        uint256 offset = RegistrySnapshot.KEYS_OFFSET;
        uint256 length = data.length - offset;
        // Ten bytes of code that return what follows them: a zero byte, which makes the result no code, and the keys.
        uint256 init = (0x61 << 80) | ((length + 1) << 64) | 0x80600a3d393df300;
        assembly ("memory-safe") {
            let keys := add(add(data, 32), offset)
            let kept := mload(sub(keys, 32))
            mstore(sub(keys, 32), or(shl(88, shr(88, kept)), init))
            account := create(0, sub(keys, 11), add(length, 11))
            mstore(sub(keys, 32), kept)
        }
        if (account == address(0)) revert KeysNotStored();
    }

    function keyAt(uint256 pointer) private pure returns (uint256 x, uint256 y) {
        assembly ("memory-safe") {
            x := mload(pointer)
            y := mload(add(pointer, 32))
        }
    }
}
