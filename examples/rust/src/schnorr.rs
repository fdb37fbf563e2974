//! The aggregate signature of docs/protocol.md.

use k256::elliptic_curve::ops::Reduce;
use k256::elliptic_curve::sec1::{FromSec1Point, ToSec1Point};
use k256::elliptic_curve::PrimeField;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, Scalar, Sec1Point};
use sha3::{Digest, Keccak256};

pub fn keccak256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Keccak256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// A key of the registry: x and y, 32 bytes each. `None` for a point off the curve, such as the zeros of a removed node.
pub fn read_point(key: &[u8]) -> Option<ProjectivePoint> {
    let encoded = Sec1Point::from_bytes([&[4], key].concat()).ok()?;
    Option::<AffinePoint>::from(AffinePoint::from_sec1_point(&encoded)).map(ProjectivePoint::from)
}

/// x and y of a point, 64 bytes. `None` for the point at infinity.
fn coordinates(point: ProjectivePoint) -> Option<[u8; 64]> {
    let encoded = point.to_affine().to_sec1_point(false);
    encoded.as_bytes().get(1..)?.try_into().ok()
}

/// Whether `s` and `commitment` sign the message under a sum of keys.
pub fn is_signed(
    key: ProjectivePoint,
    message: &[u8; 32],
    s: &[u8; 32],
    commitment: &[u8; 20],
) -> bool {
    let verify = || {
        let (point, s) = (
            coordinates(key)?,
            Option::<Scalar>::from(Scalar::from_repr((*s).into()))?,
        );
        let x: [u8; 32] = point[..32].try_into().ok()?;
        // The program verifies by an ECDSA recovery with x in the place of r, so x must be a scalar.
        Option::<Scalar>::from(Scalar::from_repr(x.into()))?;
        let hash = keccak256(&[&x, &[point[63] & 1], message, commitment]);
        let challenge = <Scalar as Reduce<FieldBytes>>::reduce(&hash.into());
        if s == Scalar::ZERO || challenge == Scalar::ZERO || commitment == &[0; 20] {
            return None;
        }
        let nonce = coordinates(ProjectivePoint::GENERATOR * s - key * challenge)?;
        Some(keccak256(&[&nonce])[12..] == commitment[..])
    };
    verify().unwrap_or(false)
}
