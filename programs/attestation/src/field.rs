//! Arithmetic modulo p = 2^256 - 2^32 - 977, the field of secp256k1.
//!
//! The machine has 64-bit registers and no multiplication with a double-width result. So an element is ten limbs of 26
//! bits (22 in the last one), least significant first: sums of products then fit a register without a carry.
//!
//! Bounds. *Carried* means limbs 0..=8 below 2^26 and limb 9 below 2^23; the value may still be p or above.
//! `mul` and `square` take limbs 0..=8 below 2^29 and limb 9 below 2^25 (a value below 2^260) and answer carried.
//! `sub` takes a carried subtrahend; it answers limbs 0..=8 less than 2^28, and limb 9 less than 2^24, above the minuend's.
//! So the difference of two carried elements may be multiplied; anything longer is carried first. Nothing overflows
//! within these bounds, which is why limbs are `Wrapping`: the release profile checks arithmetic, a checked multiplication
//! costs a division on this machine, and there are a thousand multiplications in one point addition.
//!
//! Public data only: nothing here runs in constant time.
use core::num::Wrapping;

type Limb = Wrapping<u64>;

const MASK: Limb = Wrapping((1 << 26) - 1);
const TOP_BITS: usize = 22;
const TOP_MASK: Limb = Wrapping((1 << TOP_BITS) - 1);

/// p, limb by limb.
const P0: u64 = 0x3ff_fc2f;
const P1: u64 = 0x3ff_ffbf;

/// 4p with every limb four times that of p, so that subtracting a carried element leaves no limb negative.
const FOUR_P: [Limb; 10] = [
    Wrapping(4 * P0),
    Wrapping(4 * P1),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * MASK.0),
    Wrapping(4 * TOP_MASK.0),
];

/// 2^256 ≡ 2^32 + 977: 977 in limb 0 and 2^6 in limb 1, which is a shift.
const FOLD_0: Limb = Wrapping(977);
const FOLD_1_SHIFT: usize = 6;

/// 2^260 ≡ 2^4 (2^32 + 977): 2^4 * 977 in limb 0 and 2^10 in limb 1.
const WIDE_FOLD_0: Limb = Wrapping(16 * 977);
const WIDE_FOLD_1_SHIFT: usize = 10;

/// An element of the field.
#[derive(Clone, Copy, Debug)]
pub struct Fe([Limb; 10]);

impl Fe {
    /// The neutral element of addition.
    pub const ZERO: Self = Self([Wrapping(0); 10]);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self::small(1);
    /// The curve's constant term: y² = x³ + 7.
    pub const SEVEN: Self = Self::small(7);
    /// Three times the curve's constant term.
    pub const TWENTY_ONE: Self = Self::small(21);

    const fn small(value: u64) -> Self {
        let mut limbs = [Wrapping(0); 10];
        limbs[0] = Wrapping(value);
        Self(limbs)
    }

    /// The element of 32 big-endian bytes; `None` for p and above.
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        let element = Self::from_bytes_unreduced(bytes);
        (!element.is_at_least_p()).then_some(element)
    }

    /// `from_bytes` for an integer that is known to be below p.
    pub fn from_bytes_unreduced(bytes: &[u8; 32]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            Wrapping(u64::from_be_bytes(word))
        };
        let [a, b, c, d] = [word(24), word(16), word(8), word(0)];
        Self([
            a & MASK,
            (a >> 26) & MASK,
            ((a >> 52) | (b << 12)) & MASK,
            (b >> 14) & MASK,
            ((b >> 40) | (c << 24)) & MASK,
            (c >> 2) & MASK,
            (c >> 28) & MASK,
            ((c >> 54) | (d << 10)) & MASK,
            (d >> 16) & MASK,
            d >> 42,
        ])
    }

    /// The element below p as 32 big-endian bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        let [l0, l1, l2, l3, l4, l5, l6, l7, l8, l9] = self.canonical().0;
        let words = [
            (l7 >> 10) | (l8 << 16) | (l9 << 42),
            (l4 >> 24) | (l5 << 2) | (l6 << 28) | (l7 << 54),
            (l2 >> 12) | (l3 << 14) | (l4 << 40),
            l0 | (l1 << 26) | (l2 << 52),
        ];
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
            chunk.copy_from_slice(&word.0.to_be_bytes());
        }
        bytes
    }

    /// Product, carried.
    #[inline(never)]
    pub fn mul(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let mut columns = [Wrapping(0); 20];
        // Column k is the sum of a[i] * b[k - i]: at most ten products below 2^58.
        macro_rules! column {
            ($k:literal: $($i:literal)+) => { columns[$k] = Limb::default() $(+ a[$i] * b[$k - $i])+ };
        }
        column!(0: 0);
        column!(1: 0 1);
        column!(2: 0 1 2);
        column!(3: 0 1 2 3);
        column!(4: 0 1 2 3 4);
        column!(5: 0 1 2 3 4 5);
        column!(6: 0 1 2 3 4 5 6);
        column!(7: 0 1 2 3 4 5 6 7);
        column!(8: 0 1 2 3 4 5 6 7 8);
        column!(9: 0 1 2 3 4 5 6 7 8 9);
        column!(10: 1 2 3 4 5 6 7 8 9);
        column!(11: 2 3 4 5 6 7 8 9);
        column!(12: 3 4 5 6 7 8 9);
        column!(13: 4 5 6 7 8 9);
        column!(14: 5 6 7 8 9);
        column!(15: 6 7 8 9);
        column!(16: 7 8 9);
        column!(17: 8 9);
        column!(18: 9);
        reduce(&mut columns)
    }

    /// Product with itself, carried.
    #[inline(never)]
    pub fn square(&self) -> Self {
        let a = &self.0;
        let mut columns = [Wrapping(0); 20];
        // The columns of `mul`, with a[i] * a[k - i] and a[k - i] * a[i] taken together.
        macro_rules! column {
            ($k:literal: $($i:literal)*; $($middle:literal)?) => {
                columns[$k] = ((Limb::default() $(+ a[$i] * a[$k - $i])*) << 1) $(+ a[$middle] * a[$middle])?
            };
        }
        column!(0: ; 0);
        column!(1: 0;);
        column!(2: 0; 1);
        column!(3: 0 1;);
        column!(4: 0 1; 2);
        column!(5: 0 1 2;);
        column!(6: 0 1 2; 3);
        column!(7: 0 1 2 3;);
        column!(8: 0 1 2 3; 4);
        column!(9: 0 1 2 3 4;);
        column!(10: 1 2 3 4; 5);
        column!(11: 2 3 4 5;);
        column!(12: 3 4 5; 6);
        column!(13: 4 5 6;);
        column!(14: 5 6; 7);
        column!(15: 6 7;);
        column!(16: 7; 8);
        column!(17: 8;);
        column!(18: ; 9);
        reduce(&mut columns)
    }

    /// Sum, not carried.
    #[inline(always)]
    pub fn add(&self, other: &Self) -> Self {
        let mut limbs = self.0;
        for (limb, term) in limbs.iter_mut().zip(other.0) {
            *limb += term;
        }
        Self(limbs)
    }

    /// Difference, not carried; `other` must be carried.
    #[inline(always)]
    pub fn sub(&self, other: &Self) -> Self {
        let mut limbs = self.0;
        for ((limb, four_p), term) in limbs.iter_mut().zip(FOUR_P).zip(other.0) {
            *limb += four_p - term;
        }
        Self(limbs)
    }

    /// The same element, carried.
    #[inline(always)]
    pub fn carry(mut self) -> Self {
        let excess = self.0[9] >> TOP_BITS;
        self.0[9] &= TOP_MASK;
        fold(&mut self.0, excess);
        self
    }

    /// True for every form of 0.
    pub fn is_zero(&self) -> bool {
        let canonical = self.canonical();
        canonical.0.iter().all(|limb| limb.0 == 0)
    }

    /// True if both are the same element, in whatever form.
    pub fn equals(&self, other: &Self) -> bool {
        self.canonical().0 == other.canonical().0
    }

    /// The same element below p.
    fn canonical(&self) -> Self {
        // The second pass takes the bit that the first may leave above 2^256.
        let mut element = self.carry().carry();
        if element.is_at_least_p() {
            // Subtracting p is adding 2^256 - p and dropping bit 256.
            fold(&mut element.0, Wrapping(1));
            element.0[9] &= TOP_MASK;
        }
        element
    }

    /// True if a carried element below 2^256 is p or above.
    fn is_at_least_p(&self) -> bool {
        let [l0, l1, middle @ .., l9] = &self.0;
        let high = *l9 == TOP_MASK && middle.iter().all(|limb| *limb == MASK);
        high && (l1.0 > P1 || (l1.0 == P1 && l0.0 >= P0))
    }
}

/// Adds `excess` * 2^256 to the element: `excess` * (2^32 + 977), carried up to limb 9.
#[inline(always)]
fn fold(limbs: &mut [Limb; 10], excess: Limb) {
    let mut carry = limbs[0] + excess * FOLD_0;
    limbs[0] = carry & MASK;
    carry = (carry >> 26) + limbs[1] + (excess << FOLD_1_SHIFT);
    limbs[1] = carry & MASK;
    carry >>= 26;
    for limb in &mut limbs[2..9] {
        carry += *limb;
        *limb = carry & MASK;
        carry >>= 26;
    }
    limbs[9] += carry;
}

/// Twenty columns of a product below 2^520 (each below 2^62, the last one zero) to a carried element.
#[inline(always)]
fn reduce(columns: &mut [Limb; 20]) -> Fe {
    // The upper half to digits of 26 bits: columns[10 + i] has weight 2^260 * 2^(26 i). The last one takes the carry.
    let mut overflow = Wrapping(0);
    for column in &mut columns[10..] {
        overflow += *column;
        *column = overflow & MASK;
        overflow >>= 26;
    }
    // Fold it onto the lower half.
    let mut limbs = [Wrapping(0); 10];
    let mut carry = Wrapping(0);
    for i in 0..10 {
        carry += columns[i] + columns[10 + i] * WIDE_FOLD_0;
        if i > 0 {
            carry += columns[9 + i] << WIDE_FOLD_1_SHIFT;
        }
        limbs[i] = carry & MASK;
        carry >>= 26;
    }
    // The rest has weight 2^260: the carry and the upper part of the last digit's fold.
    carry += columns[19] << WIDE_FOLD_1_SHIFT;
    // Together with the four bits of limb 9 above 2^256 it is folded once more.
    let excess = (carry << 4) | (limbs[9] >> TOP_BITS);
    limbs[9] &= TOP_MASK;
    fold(&mut limbs, excess);
    Fe(limbs)
}

#[cfg(test)]
#[path = "field_tests.rs"]
mod tests;
