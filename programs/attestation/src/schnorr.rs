//! The aggregate Schnorr signature (docs/protocol.md#aggregate-signature; the form of Chronicle's Scribe).
//!
//! A signature of m under P is (s, commitment) with commitment = address([s]G - [e]P). e = keccak256(Px ‖ u8 parity(Py)
//! ‖ m ‖ commitment) mod n; address(R) = the last 20 bytes of keccak256(Rx ‖ Ry).
//!
//! [s]G - [e]P is computed by one ECDSA recovery: recovering (r, s') over hash h with the nonce point (Px, Py) gives
//! r⁻¹([s']P - [h]G). That is [s]G - [e]P for r = Px, h = -s·Px, s' = -e·Px (mod n).
use crate::{aggregate::PointBytes, fields::Fields, keccak::keccak256, scalar::Scalar};
use solana_secp256k1_recover::secp256k1_recover;

/// A signature as it travels: the scalar s (32 big-endian bytes) and the commitment to the nonce point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    /// The scalar s.
    pub s: &'a [u8; 32],
    /// Last 20 bytes of the hash of the nonce point.
    pub commitment: &'a [u8; 20],
}

impl<'a> Signature<'a> {
    /// The next 52 bytes.
    pub fn read(fields: &mut Fields<'a>) -> Option<Self> {
        Some(Self { s: fields.array()?, commitment: fields.array()? })
    }
}

/// A key that can verify: its x coordinate is below n, so that it can stand as r in a recovery.
pub struct VerifyingKey {
    x_bytes: [u8; 32],
    x: Scalar,
    y_is_odd: bool,
}

impl VerifyingKey {
    /// The key of a point on the curve; `None` if x is n or above (one point in 2^128), or zero.
    pub fn new(point: &PointBytes) -> Option<Self> {
        let mut x_bytes = [0; 32];
        x_bytes.copy_from_slice(&point[..32]);
        let x = Scalar::from_canonical(&x_bytes)?;
        if x.is_zero() {
            return None;
        }
        let y_is_odd = point[63] & 1 == 1;
        Some(Self { x_bytes, x, y_is_odd })
    }

    /// True if `signature` is a signature of `message` under this key. `false` for malformed input:
    /// s = 0, s ≥ n, e = 0, a commitment of zeros, a nonce point at infinity.
    #[inline(never)]
    pub fn verify(&self, message: &[u8; 32], signature: Signature) -> bool {
        let Some(s) = Scalar::from_canonical(signature.s) else {
            return false;
        };
        let e = self.challenge(message, signature.commitment);
        if s.is_zero() || e.is_zero() || *signature.commitment == [0; 20] {
            return false;
        }
        let Some(nonce) = self.recover_nonce(&s, &e) else {
            return false;
        };
        keccak256(&[&nonce])[12..] == *signature.commitment
    }

    fn challenge(&self, message: &[u8; 32], commitment: &[u8; 20]) -> Scalar {
        let parity = [u8::from(self.y_is_odd)];
        Scalar::reduce(&keccak256(&[&self.x_bytes, &parity, message, commitment]))
    }

    /// [s]G - [e]P; `None` at infinity.
    fn recover_nonce(&self, s: &Scalar, e: &Scalar) -> Option<[u8; 64]> {
        let hash = s.mul(&self.x).negate();
        let mut scalar = e.mul(&self.x).negate();
        let mut y_is_odd = self.y_is_odd;
        // (r, s') with P and (r, -s') with -P recover the same point. The low s' is used, so that a runtime that refuses
        // high ones gives the same result.
        if scalar.is_high() {
            scalar = scalar.negate();
            y_is_odd = !y_is_odd;
        }
        let mut ecdsa = [0; 64];
        ecdsa[..32].copy_from_slice(&self.x_bytes);
        ecdsa[32..].copy_from_slice(&scalar.to_bytes());
        let key = secp256k1_recover(&hash.to_bytes(), u8::from(y_is_odd), &ecdsa).ok()?;
        Some(key.to_bytes())
    }
}

#[cfg(test)]
#[path = "schnorr_tests.rs"]
mod tests;
