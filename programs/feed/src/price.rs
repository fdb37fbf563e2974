//! A value, and the integer that a program counts with.
use crate::Refusal;

/// A value that was read and judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Value as signed: 32 bytes, big-endian.
    pub value: [u8; 32],
    /// Decimal places of `value`.
    pub decimals: u8,
    /// True for int256, false for uint256.
    pub is_signed: bool,
    /// Unix time at or after which every signer began to fetch the value. The source's own answer may be older.
    pub observed_at_ms: u64,
    /// Number of nodes that signed.
    pub signatures: u8,
    /// Registry version that signed.
    pub registry_version: u64,
    /// Slot in which the feed was written; `None` for a value that came with the instruction.
    pub slot: Option<u64>,
}

/// Powers of ten that are multiplied and divided with at once. A limb of 32 bits times the largest one fits 64 bits.
const POWERS: [u64; 10] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const LARGEST_STEP: u8 = 9;

const LIMB_MASK: u64 = 0xffff_ffff;

/// An integer of 256 bits: eight limbs of 32 bits, least significant first. Programs have no 128-bit product, so each product
/// and each quotient is one of 64 bits.
type Limbs = [u64; 8];

impl Price {
    /// The value × 10^`decimals`, rounded toward zero.
    ///
    /// # Errors
    /// `OutOfRange` for a value that an `i128` has no room for.
    pub fn with_decimals(&self, decimals: u8) -> Result<i128, Refusal> {
        let is_negative = self.is_signed && self.value[0] & 0x80 != 0;
        let mut limbs = magnitude_of(&self.value, is_negative);
        if decimals < self.decimals {
            divide(&mut limbs, self.decimals - decimals);
        } else {
            multiply(&mut limbs, decimals - self.decimals)?;
        }
        integer_of(&limbs, is_negative)
    }

    /// Checks that two prices may be used together: their stamps lie at most so far apart.
    ///
    /// # Errors
    /// `TooFarApart`.
    pub const fn check_apart(&self, other: &Self, max_apart_ms: u64) -> Result<(), Refusal> {
        if self.observed_at_ms.abs_diff(other.observed_at_ms) > max_apart_ms {
            return Err(Refusal::TooFarApart);
        }
        Ok(())
    }
}

/// The absolute value.
fn magnitude_of(value: &[u8; 32], is_negative: bool) -> Limbs {
    let mut limbs = [0; 8];
    let mut carry = u64::from(is_negative);
    for (limb, bytes) in limbs.iter_mut().zip(value.rchunks_exact(4)) {
        let word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let sum = u64::from(if is_negative { !word } else { word }) + carry;
        (*limb, carry) = (sum & LIMB_MASK, sum >> 32);
    }
    limbs
}

/// Divides by 10^`places`, rounded down.
fn divide(limbs: &mut Limbs, mut places: u8) {
    while places > 0 {
        let step = places.min(LARGEST_STEP);
        let divisor = POWERS[usize::from(step)];
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let dividend = (rest << 32) | *limb;
            *limb = dividend / divisor;
            rest = dividend % divisor;
        }
        places -= step;
    }
}

/// Multiplies with 10^`places`.
fn multiply(limbs: &mut Limbs, mut places: u8) -> Result<(), Refusal> {
    while places > 0 {
        let step = places.min(LARGEST_STEP);
        let factor = POWERS[usize::from(step)];
        let mut carry = 0;
        for limb in limbs.iter_mut() {
            let product = *limb * factor + carry;
            (*limb, carry) = (product & LIMB_MASK, product >> 32);
        }
        if carry != 0 {
            return Err(Refusal::OutOfRange);
        }
        places -= step;
    }
    Ok(())
}

fn integer_of(limbs: &Limbs, is_negative: bool) -> Result<i128, Refusal> {
    const SMALLEST: u128 = 1 << 127;
    let [a, b, c, d, high @ ..] = *limbs;
    let magnitude = (u128::from((d << 32) | c) << 64) | u128::from((b << 32) | a);
    let is_in_range = high == [0; 4] && (magnitude < SMALLEST || (is_negative && magnitude == SMALLEST));
    if !is_in_range {
        return Err(Refusal::OutOfRange);
    }
    // The magnitude of i128::MIN is i128::MIN again, and so is its negative.
    let integer = magnitude as i128;
    Ok(if is_negative { integer.wrapping_neg() } else { integer })
}

#[cfg(test)]
#[path = "price_tests.rs"]
mod tests;
