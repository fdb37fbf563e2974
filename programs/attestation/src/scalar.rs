//! Arithmetic modulo the order n of secp256k1, in eight 32-bit limbs, least significant first.
//!
//! Public data only: nothing here runs in constant time.

/// n, least significant limb first.
const ORDER: [u64; 8] =
    [0xd036_4141, 0xbfd2_5e8c, 0xaf48_a03b, 0xbaae_dce6, 0xffff_fffe, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff];

/// 2^256 - n, so that 2^256 ≡ FOLD.
const FOLD: [u64; 5] = [0x2fc9_bebf, 0x402d_a173, 0x50b7_5fc4, 0x4551_2319, 1];

const LIMB_MASK: u64 = 0xffff_ffff;

/// An integer modulo n, always reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar([u64; 8]);

impl Scalar {
    /// The scalar of 32 big-endian bytes; `None` for n and above.
    pub fn from_canonical(bytes: &[u8; 32]) -> Option<Self> {
        let limbs = limbs_of(bytes);
        less_than(&limbs, &ORDER).then_some(Self(limbs))
    }

    /// 32 big-endian bytes modulo n.
    pub fn reduce(bytes: &[u8; 32]) -> Self {
        let mut limbs = limbs_of(bytes);
        // 2^256 < 2n, so one subtraction is enough.
        if !less_than(&limbs, &ORDER) {
            limbs = subtract(&limbs, &ORDER);
        }
        Self(limbs)
    }

    /// 32 big-endian bytes.
    pub fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, limb) in bytes.rchunks_exact_mut(4).zip(self.0) {
            chunk.copy_from_slice(&(limb as u32).to_be_bytes());
        }
        bytes
    }

    /// True for 0.
    pub fn is_zero(&self) -> bool {
        self.0 == [0; 8]
    }

    /// True if the scalar is above n/2, so that its negative is smaller.
    pub fn is_high(&self) -> bool {
        less_than(&self.negate().0, &self.0)
    }

    /// n minus the scalar; 0 for 0.
    pub fn negate(&self) -> Self {
        if self.is_zero() {
            *self
        } else {
            Self(subtract(&ORDER, &self.0))
        }
    }

    /// Product modulo n.
    #[inline(never)]
    pub fn mul(&self, other: &Self) -> Self {
        let mut product = [0u64; 16];
        for (i, a) in self.0.iter().enumerate() {
            multiply_add(&mut product[i..], *a, &other.0);
        }
        reduce_wide(product)
    }
}

/// `accumulator += factor * terms`, carried through; the accumulator must be long enough for the result.
fn multiply_add(accumulator: &mut [u64], factor: u64, terms: &[u64]) {
    let mut carry = 0u64;
    for (i, limb) in accumulator.iter_mut().enumerate() {
        let term = match terms.get(i) {
            Some(term) => *term,
            None if carry == 0 => break,
            None => 0,
        };
        // The sum is at most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1: exact, without the check, which would cost a division.
        let sum = factor.wrapping_mul(term).wrapping_add(*limb).wrapping_add(carry);
        *limb = sum & LIMB_MASK;
        carry = sum >> 32;
    }
}

/// A 512-bit integer modulo n. Each round replaces high * 2^256 by high * FOLD. FOLD has 129 bits, so the value goes
/// from 512 bits to below 2^386, 2^260 and 2^256 + 2^133; a fourth round takes the last carry.
fn reduce_wide(mut wide: [u64; 16]) -> Scalar {
    while wide[8..] != [0; 8] {
        let mut folded = [0u64; 16];
        folded[..8].copy_from_slice(&wide[..8]);
        for (i, high) in wide[8..].iter().enumerate() {
            if *high != 0 {
                multiply_add(&mut folded[i..], *high, &FOLD);
            }
        }
        wide = folded;
    }
    let mut limbs = [0; 8];
    limbs.copy_from_slice(&wide[..8]);
    if !less_than(&limbs, &ORDER) {
        limbs = subtract(&limbs, &ORDER);
    }
    Scalar(limbs)
}

fn limbs_of(bytes: &[u8; 32]) -> [u64; 8] {
    let mut limbs = [0; 8];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.rchunks_exact(4)) {
        *limb = u64::from(u32::from_be_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
    }
    limbs
}

fn less_than(a: &[u64; 8], b: &[u64; 8]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// `a - b` for `a >= b`.
fn subtract(a: &[u64; 8], b: &[u64; 8]) -> [u64; 8] {
    let mut difference = [0; 8];
    let mut borrow = 0;
    for i in 0..8 {
        let limb = (1 << 32) + a[i] - b[i] - borrow;
        difference[i] = limb & LIMB_MASK;
        borrow = 1 - (limb >> 32);
    }
    difference
}

#[cfg(test)]
#[path = "scalar_tests.rs"]
mod tests;
