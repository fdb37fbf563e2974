//! Multi-scalar multiplication on edwards25519: by the runtime on chain, by `curve25519-dalek` elsewhere.
//!
//! A crate of its own, because passing memory addresses to the runtime needs `unsafe`, which the program forbids.
#![no_std]

/// A compressed point (RFC 8032 §5.1.2). Encodings of y ≥ p are decoded as well.
pub type PointBytes = [u8; 32];

/// A scalar, 32 bytes little-endian.
pub type ScalarBytes = [u8; 32];

/// `[scalars[0]]points[0] + [scalars[1]]points[1]`, canonically encoded; `None` when a scalar is not below the group order
/// or a point does not decode. Not constant time: for public data only.
pub fn sum_of_products(scalars: &[ScalarBytes; 2], points: &[PointBytes; 2]) -> Option<PointBytes> {
    target::sum_of_products(scalars, points)
}

#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod target {
    use super::{PointBytes, ScalarBytes};
    use solana_define_syscall::definitions::sol_curve_multiscalar_mul;

    const CURVE25519_EDWARDS: u64 = 0;

    pub fn sum_of_products(scalars: &[ScalarBytes; 2], points: &[PointBytes; 2]) -> Option<PointBytes> {
        let mut sum = [0; 32];
        // SAFETY: the runtime reads 2 × 32 bytes behind each of the two addresses and writes 32 behind the last one.
        let status = unsafe {
            let (scalars, points) = (scalars.as_ptr().cast(), points.as_ptr().cast());
            sol_curve_multiscalar_mul(CURVE25519_EDWARDS, scalars, points, 2, sum.as_mut_ptr())
        };
        (status == 0).then_some(sum)
    }
}

#[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
mod target {
    use super::{PointBytes, ScalarBytes};
    use curve25519_dalek::{
        edwards::{CompressedEdwardsY, EdwardsPoint},
        scalar::Scalar,
        traits::VartimeMultiscalarMul,
    };

    pub fn sum_of_products(scalars: &[ScalarBytes; 2], points: &[PointBytes; 2]) -> Option<PointBytes> {
        let [first, second] = scalars.map(|bytes| Option::<Scalar>::from(Scalar::from_canonical_bytes(bytes)));
        let points = points.map(|bytes| CompressedEdwardsY(bytes).decompress());
        let sum = EdwardsPoint::optional_multiscalar_mul([first?, second?], points)?;
        Some(sum.compress().to_bytes())
    }
}
