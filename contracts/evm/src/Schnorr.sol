// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// Aggregate Schnorr signatures over secp256k1, verified by one recovery (docs/protocol.md, "Aggregate signature").
library Schnorr {
    /// The order of the curve.
    uint256 internal constant N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
    /// The prime of the field.
    uint256 internal constant P = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F;

    /// Whether address([s]G - [e]P) is the commitment. `parity` is that of Py. An x off the curve recovers no key, so it verifies nothing.
    function verify(uint256 px, uint256 parity, bytes32 m, uint256 s, address commitment) internal pure returns (bool) {
        if (s == 0 || s >= N || commitment == address(0) || px == 0 || px >= N || parity > 1) return false;
        uint256 e;
        // The hash of abi.encodePacked(px, uint8(parity), m, commitment), behind the memory that is in use.
        assembly ("memory-safe") {
            let free := mload(64)
            mstore(free, px)
            mstore8(add(free, 32), parity)
            mstore(add(free, 33), m)
            mstore(add(free, 65), shl(96, commitment))
            e := mod(keccak256(free, 85), N)
        }
        unchecked {
            // N is prime, and s and px are in 1..N-1: no product is 0 and no difference N. For e = 0, the last operand is N, which the
            // precompile refuses.
            bytes32 z = bytes32(N - mulmod(s, px, N));
            return ecrecover(z, uint8(27 + parity), bytes32(px), bytes32(N - mulmod(e, px, N))) == commitment;
        }
    }

    /// Whether the curve has a point with these coordinates. Infinity has none.
    function isOnCurve(uint256 x, uint256 y) internal pure returns (bool) {
        return x < P && y < P && mulmod(y, y, P) == addmod(mulmod(x, mulmod(x, x, P), P), 7, P);
    }

    /// (X, Y, Z) + (x, y) in Jacobian coordinates. Z becomes 0 where the two points are equal or opposite, and stays 0.
    function add(uint256 X, uint256 Y, uint256 Z, uint256 x, uint256 y) internal pure returns (uint256, uint256, uint256) {
        // Few variables, because the stack is short: x becomes the difference h of the abscissas, y the difference r of the ordinates.
        unchecked {
            uint256 power = mulmod(Z, Z, P);
            x = addmod(mulmod(x, power, P), P - X, P);
            y = addmod(mulmod(y, mulmod(Z, power, P), P), P - Y, P);
            Z = mulmod(Z, x, P);
            power = mulmod(x, x, P);
            X = mulmod(X, power, P);
            power = mulmod(x, power, P);
            // x = r^2 - h^3 - 2 X h^2, y = r (X h^2 - x) - Y h^3
            x = addmod(addmod(mulmod(y, y, P), P - power, P), P - addmod(X, X, P), P);
            Y = addmod(mulmod(y, addmod(X, P - x, P), P), P - mulmod(Y, power, P), P);
            return (x, Y, Z);
        }
    }
}
