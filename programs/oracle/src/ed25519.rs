//! Ed25519 signatures, accepted exactly as the ledger's own verifier accepts them (docs/protocol.md, "Ed25519 acceptance"):
//! S < ℓ; A and R decode strictly and neither has small order; encode([S]B - [k]A) = R byte for byte, where
//! k = sha512(R ‖ A ‖ M) mod ℓ.
//!
//! The runtime makes the sum; hash and reduction are made here (README.md, "Why it is so").
use crate::ed25519_scalar;
use oracle_edwards25519::sum_of_products;
use sha2::{Digest, Sha512};

/// A signature R ‖ S.
pub type Signature = [u8; 64];

/// The generator B, compressed.
const GENERATOR: [u8; 32] = [
    0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
];

/// The last byte of an encoding holds the sign of x in its highest bit.
const SIGN: u8 = 0x80;

/// y of the eight points of small order: 1, p - 1, 0, and the two of order 8.
const SMALL_ORDER: [[u8; 32]; 5] = [
    one_byte(1),
    complement_of_zero(0xec),
    one_byte(0),
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
];

/// p = 2^255 - 19.
const FIELD_ORDER: [u8; 32] = complement_of_zero(0xed);

const fn one_byte(first: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = first;
    bytes
}

/// 2^255 - 256 + `first`.
const fn complement_of_zero(first: u8) -> [u8; 32] {
    let mut bytes = [0xff; 32];
    bytes[0] = first;
    bytes[31] = 0x7f;
    bytes
}

/// True if `signature` is a signature of `message` under `key`. `false` for malformed input.
#[inline(never)]
pub fn verify(key: &[u8; 32], message: &[u8], signature: &Signature) -> bool {
    let (mut r, mut s) = ([0; 32], [0; 32]);
    r.copy_from_slice(&signature[..32]);
    s.copy_from_slice(&signature[32..]);
    // R is compared with a canonical encoding, so an accepted R decodes.
    if !is_canonical(key) || has_small_order(key) || has_small_order(&r) {
        return false;
    }
    let hash = Sha512::new().chain_update(r).chain_update(key).chain_update(message).finalize();
    let k = ed25519_scalar::reduce(&hash.into());
    // Flipping the sign of x negates a point unless x = 0; such a point has small order.
    let mut negated = *key;
    negated[31] ^= SIGN;
    sum_of_products(&[s, k], &[GENERATOR, negated]) == Some(r)
}

/// True if y is below p.
fn is_canonical(point: &[u8; 32]) -> bool {
    let y = without_sign(point);
    y.iter().rev().lt(FIELD_ORDER.iter().rev())
}

/// True if a canonical encoding is a point of small order.
fn has_small_order(point: &[u8; 32]) -> bool {
    SMALL_ORDER.contains(&without_sign(point))
}

fn without_sign(point: &[u8; 32]) -> [u8; 32] {
    let mut y = *point;
    y[31] &= !SIGN;
    y
}

#[cfg(test)]
#[path = "ed25519_tests.rs"]
mod tests;
