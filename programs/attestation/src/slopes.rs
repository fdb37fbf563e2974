//! The sum of keys with the slope of every addition as a hint: no inversion, and affine coordinates all the way.
//!
//! λ is the slope of (x1, y1) + (x2, y2) if λ·(x2 − x1) = y2 − y1 and x1 ≠ x2. Where the coordinates are equal, any λ
//! satisfies the equation. So such an addition (a doubling, or a sum at infinity) cannot be made this way.
use crate::{
    aggregate::{elements, PointBytes},
    field::Fe,
};

/// An affine point.
type Point = (Fe, Fe);

/// The slope of an addition on the wire: 32 big-endian bytes.
pub type SlopeBytes = [u8; 32];

/// The sum of `keys`, added in their order, one slope for each addition.
///
/// `keys` are registered keys: on the curve, coordinates below p. `None` for no keys, too few or too many slopes, a
/// slope of p or more, or a wrong slope. `None` too where a partial sum has the x coordinate of the next key.
pub fn sum<'a>(mut keys: impl Iterator<Item = &'a PointBytes>, slopes: &[SlopeBytes]) -> Option<PointBytes> {
    let mut total = elements(keys.next()?);
    let mut slopes = slopes.iter();
    for key in keys {
        let slope = Fe::from_bytes(slopes.next()?)?;
        total = add(&total, &elements(key), &slope)?;
    }
    if slopes.next().is_some() {
        return None;
    }
    let mut sum = [0; 64];
    sum[..32].copy_from_slice(&total.0.to_bytes());
    sum[32..].copy_from_slice(&total.1.to_bytes());
    Some(sum)
}

/// The sum of two points if `slope` is the slope of the line through them.
#[inline(never)]
fn add((x1, y1): &Point, (x2, y2): &Point, slope: &Fe) -> Option<Point> {
    let dx = x2.sub(x1);
    if dx.is_zero() || !slope.mul(&dx).equals(&y2.sub(y1)) {
        return None;
    }
    let x3 = slope.square().sub(x1).sub(x2).carry();
    let y3 = x1.sub(&x3).mul(slope).sub(y1).carry();
    Some((x3, y3))
}

#[cfg(test)]
#[path = "slopes_tests.rs"]
mod tests;
