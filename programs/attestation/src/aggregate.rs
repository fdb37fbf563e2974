//! The aggregate key: the plain sum of the signers' keys, safe because every key's possession was proven.
//!
//! The sum is computed without a division: in Jacobian coordinates (x = X / Z², y = Y / Z³), one mixed addition per key.
//! The affine sum comes with the instruction as a hint and is accepted only if X = x·Z², Y = y·Z³ and Z ≠ 0, which
//! determine it. (`slopes` takes a hint for every single addition, which is cheaper where none is exceptional.)
//!
//! These formulas do not hold where a partial sum has the x coordinate of the key added next. Only keys chosen together
//! lead there. Then Z ends as 0, and the sum is made again with complete formulas: a round that such keys signed is
//! settled as well, and honest rounds pay nothing for it.
use crate::field::Fe;

/// A point other than infinity, as x then y in 32 big-endian bytes each.
pub type PointBytes = [u8; 64];

struct Jacobian {
    x: Fe,
    y: Fe,
    z: Fe,
}

impl Jacobian {
    /// The sum of two affine points: `add_affine` with Z = 1.
    #[inline(never)]
    fn of_two((x1, y1): (Fe, Fe), (x2, y2): (Fe, Fe)) -> Self {
        let h = x2.sub(&x1).carry();
        let r = y2.sub(&y1);
        let hh = h.square();
        let hhh = hh.mul(&h);
        let v = x1.mul(&hh);
        let x3 = r.square().sub(&hhh).sub(&v).carry().sub(&v).carry();
        let y3 = v.sub(&x3).mul(&r).sub(&y1.mul(&hhh)).carry();
        Self { x: x3, y: y3, z: h }
    }

    /// Adds the affine point (x, y): madd-2004-hmv, 8 multiplications and 3 squarings.
    ///
    /// The formulas hold unless the two points have the same x coordinate (a doubling, or a sum at infinity). Then H = 0,
    /// hence Z = 0, and Z stays 0 in every later addition: the exception cannot be lost.
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

/// A point in homogeneous coordinates (x = X / Z, y = Y / Z), infinity included.
struct Projective {
    x: Fe,
    y: Fe,
    z: Fe,
}

impl Projective {
    /// Adds the affine point (x, y), whatever the two points are: the complete mixed addition for curves of prime order
    /// with a = 0 (Renes, Costello, Batina, "Complete addition formulas for prime order elliptic curves", algorithm 8).
    #[inline(never)]
    fn add_affine(&mut self, (x, y): &(Fe, Fe)) {
        let xx = self.x.mul(x);
        let yy = self.y.mul(y);
        let xy = self.x.mul(y).add(&self.y.mul(x));
        let yz = self.z.mul(y).add(&self.y);
        let xz = Fe::TWENTY_ONE.mul(&self.z.mul(x).add(&self.x));
        let bz = Fe::TWENTY_ONE.mul(&self.z);
        let (plus, minus) = (yy.add(&bz), yy.sub(&bz));
        let triple_xx = xx.add(&xx).add(&xx);
        self.x = xy.mul(&minus).sub(&xz.mul(&yz)).carry();
        self.y = minus.mul(&plus).add(&triple_xx.mul(&xz)).carry();
        self.z = plus.mul(&yz).add(&triple_xx.mul(&xy)).carry();
    }
}

/// x and y of a point.
fn coordinates(point: &PointBytes) -> ([u8; 32], [u8; 32]) {
    let (mut x, mut y) = ([0; 32], [0; 32]);
    x.copy_from_slice(&point[..32]);
    y.copy_from_slice(&point[32..]);
    (x, y)
}

/// x and y of a registered key, whose coordinates are below p.
pub fn elements(key: &PointBytes) -> (Fe, Fe) {
    let (x, y) = coordinates(key);
    (Fe::from_bytes_unreduced(&x), Fe::from_bytes_unreduced(&y))
}

/// True if the sum of `keys` is the affine point `sum`.
///
/// `keys` are registered keys: on the curve, coordinates below p. `false` also for a sum at infinity and for an empty
/// list.
pub fn is_sum<'a>(keys: impl Iterator<Item = &'a PointBytes> + Clone, sum: &PointBytes) -> bool {
    let mut others = keys.clone();
    let Some(first) = others.next() else {
        return false;
    };
    let Some(second) = others.next() else {
        return first == sum;
    };
    let mut total = Jacobian::of_two(elements(first), elements(second));
    for key in others {
        let (x, y) = elements(key);
        total.add_affine(&x, &y);
    }
    if total.z.is_zero() {
        return is_complete_sum(keys, sum);
    }
    is_affine_form(&total, sum)
}

/// `is_sum` by complete formulas.
#[inline(never)]
fn is_complete_sum<'a>(mut keys: impl Iterator<Item = &'a PointBytes>, sum: &PointBytes) -> bool {
    let (hint_x, hint_y) = coordinates(sum);
    let (Some(x), Some(y)) = (Fe::from_bytes(&hint_x), Fe::from_bytes(&hint_y)) else {
        return false;
    };
    let Some(first) = keys.next() else {
        return false;
    };
    let (first_x, first_y) = elements(first);
    let mut total = Projective { x: first_x, y: first_y, z: Fe::ONE };
    for key in keys {
        total.add_affine(&elements(key));
    }
    !total.z.is_zero() && x.mul(&total.z).equals(&total.x) && y.mul(&total.z).equals(&total.y)
}

/// Tells whether both are one point, for Z ≠ 0.
#[inline(never)]
fn is_affine_form(total: &Jacobian, affine: &PointBytes) -> bool {
    let (x, y) = coordinates(affine);
    let (Some(x), Some(y)) = (Fe::from_bytes(&x), Fe::from_bytes(&y)) else {
        return false;
    };
    let zz = total.z.square();
    let zzz = zz.mul(&total.z);
    x.mul(&zz).equals(&total.x) && y.mul(&zzz).equals(&total.y)
}

/// True if `point` is on secp256k1: coordinates below p, y² = x³ + 7.
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
