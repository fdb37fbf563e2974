//! The aggregate key: the plain sum of the signers' keys, safe because every key's possession was proven.
//!
//! The sum is computed without a division: in Jacobian coordinates (x = X / Z², y = Y / Z³), one mixed addition per key.
//! The affine sum comes with the instruction as a hint and is accepted only if X = x·Z², Y = y·Z³ and Z ≠ 0, which
//! determine it. (Hints for the single additions would be cheaper and wrong: where the running sum equals the next key,
//! any slope satisfies the equation that would be checked.)
use crate::field::Fe;

/// A point other than infinity, as x then y in 32 big-endian bytes each.
pub type PointBytes = [u8; 64];

struct Jacobian {
    x: Fe,
    y: Fe,
    z: Fe,
}

impl Jacobian {
    /// Adds the affine point (x, y): madd-2004-hmv, 8 multiplications and 3 squarings.
    ///
    /// The formulas hold unless the two points have the same x coordinate (a doubling, or a sum at infinity). Then H = 0,
    /// hence Z = 0, and Z stays 0 in every later addition: the exception cannot be lost, and ends as a refusal.
    #[inline(never)]
    fn add_affine(&mut self, x: &Fe, y: &Fe) {
        let zz = self.z.square();
        let zzz = zz.mul(&self.z);
        let h = x.mul(&zz).sub(&self.x);
        let r = y.mul(&zzz).sub(&self.y);
        let hh = h.square();
        let hhh = hh.mul(&h);
        let v = self.x.mul(&hh);
        let x3 = r.square().sub(&hhh).sub(&v).carry().sub(&v).carry();
        let y3 = v.sub(&x3).mul(&r).sub(&self.y.mul(&hhh)).carry();
        self.z = self.z.mul(&h);
        self.x = x3;
        self.y = y3;
    }
}

/// x and y of a point.
fn coordinates(point: &PointBytes) -> ([u8; 32], [u8; 32]) {
    let (mut x, mut y) = ([0; 32], [0; 32]);
    x.copy_from_slice(&point[..32]);
    y.copy_from_slice(&point[32..]);
    (x, y)
}

/// Whether the sum of `keys` is the affine point `sum`.
///
/// `keys` are registered keys: on the curve, coordinates below p. `false` as well where the sum or one of its partial
/// sums is at infinity, or a partial sum equals the key that is added next (which honest keys never meet), and for no
/// keys at all.
pub fn is_sum<'a>(mut keys: impl Iterator<Item = &'a PointBytes>, sum: &PointBytes) -> bool {
    let Some(first) = keys.next() else {
        return false;
    };
    let (x, y) = coordinates(first);
    let mut total = Jacobian { x: Fe::from_bytes_unreduced(&x), y: Fe::from_bytes_unreduced(&y), z: Fe::ONE };
    for key in keys {
        let (x, y) = coordinates(key);
        total.add_affine(&Fe::from_bytes_unreduced(&x), &Fe::from_bytes_unreduced(&y));
    }
    is_affine_form(&total, sum)
}

#[inline(never)]
fn is_affine_form(total: &Jacobian, affine: &PointBytes) -> bool {
    let (x, y) = coordinates(affine);
    let (Some(x), Some(y)) = (Fe::from_bytes(&x), Fe::from_bytes(&y)) else {
        return false;
    };
    let zz = total.z.square();
    let zzz = zz.mul(&total.z);
    !total.z.is_zero() && x.mul(&zz).equals(&total.x) && y.mul(&zzz).equals(&total.y)
}

/// Whether `point` is on secp256k1: coordinates below p, y² = x³ + 7.
pub fn is_on_curve(point: &PointBytes) -> bool {
    let (x, y) = coordinates(point);
    let (Some(x), Some(y)) = (Fe::from_bytes(&x), Fe::from_bytes(&y)) else {
        return false;
    };
    y.square().equals(&x.square().mul(&x).add(&Fe::SEVEN))
}

#[cfg(test)]
#[path = "aggregate_tests.rs"]
mod tests;
