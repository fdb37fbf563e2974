// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

import {Schnorr} from "../src/Schnorr.sol";
import {Nodes} from "./Nodes.sol";

contract SchnorrTest is Nodes {
    function testFuzz_acceptsWhatItsKeySigned(uint256 secret, bytes32 m) external {
        secret = secret % (Schnorr.N - 1) + 1;
        (uint256 x, uint256 y) = keyOf(secret);
        vm.assume(x < Schnorr.N);
        (uint256 s, address commitment) = sign(secret, m);
        require(Schnorr.isOnCurve(x, y), "on the curve");
        require(Schnorr.verify(x, y & 1, m, s, commitment), "signed");
        require(!Schnorr.verify(x, (y & 1) ^ 1, m, s, commitment), "the opposite key");
        require(!Schnorr.verify(x, (y & 1) + 2, m, s, commitment), "no parity");
        require(!Schnorr.verify(x, y & 1, keccak256(abi.encode(m)), s, commitment), "another message");
    }

    function testFuzz_acceptsNothingAtRandom(uint256 px, bool parity, bytes32 m, uint256 s, address commitment) external pure {
        require(!Schnorr.verify(px, parity ? 1 : 0, m, s, commitment));
    }

    function testFuzz_addsAsTheCurveDoes(uint256 a, uint256 b) external {
        a = a % (Schnorr.N - 1) + 1;
        b = b % (Schnorr.N - 1) + 1;
        vm.assume(a != b && a != Schnorr.N - b);
        (uint256 ax, uint256 ay) = keyOf(a);
        (uint256 bx, uint256 by) = keyOf(b);
        (uint256 X, uint256 Y, uint256 Z) = Schnorr.add(ax, ay, 1, bx, by);
        uint256 z = inverse(Z);
        uint256 zz = mulmod(z, z, Schnorr.P);
        (uint256 x, uint256 y) = keyOf(addmod(a, b, Schnorr.N));
        require(mulmod(X, zz, Schnorr.P) == x && mulmod(Y, mulmod(zz, z, Schnorr.P), Schnorr.P) == y);
    }

    function testFuzz_hasNoSumOfEqualOrOppositePoints(uint256 a) external {
        (uint256 x, uint256 y) = keyOf(a % (Schnorr.N - 1) + 1);
        (uint256 X, uint256 Y, uint256 Z) = Schnorr.add(x, y, 1, x, y);
        require(Z == 0, "equal");
        (,, Z) = Schnorr.add(X, Y, Z, x, y);
        require(Z == 0, "and it stays");
        (,, Z) = Schnorr.add(x, y, 1, x, Schnorr.P - y);
        require(Z == 0, "opposite");
    }
}
