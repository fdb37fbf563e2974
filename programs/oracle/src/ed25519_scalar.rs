//! Reduction modulo ℓ = 2^252 + 27742317777372353535851937790883648493, the order of edwards25519's prime-order group.
//!
//! Signed limbs of 21 bits, least significant first, as in the reference implementation ref10: twelve make 252 bits, and
//! 2^252 ≡ -(ℓ - 2^252) folds the limbs above them down. Nothing overflows 64 bits (a fold adds six products below 2^42), which
//! is why limbs are `Wrapping`: the release profile checks arithmetic, and a checked multiplication costs a division here.
//!
//! Public data only: nothing here runs in constant time.
use core::{array::from_fn, num::Wrapping};

type Limb = Wrapping<i64>;

const BITS: usize = 21;
const MASK: i64 = (1 << BITS) - 1;
/// Limbs of a scalar.
const LIMBS: usize = 12;

/// 2^252 - ℓ in signed limbs.
const FOLD: [Limb; 6] = [
    Wrapping(666_643),
    Wrapping(470_296),
    Wrapping(654_183),
    Wrapping(-997_805),
    Wrapping(136_657),
    Wrapping(-683_901),
];

/// A 512-bit little-endian integer modulo ℓ, as 32 little-endian bytes.
#[inline(never)]
pub fn reduce(wide: &[u8; 64]) -> [u8; 32] {
    let mut limbs = limbs_of(wide);
    // Each fold adds to six limbs, starting twelve below. The upper six go first, so their sums are folded in turn.
    for at in (18..24).rev() {
        fold(&mut limbs, at);
    }
    carry_rounded(&mut limbs, 6, 17);
    for at in (12..18).rev() {
        fold(&mut limbs, at);
    }
    carry_rounded(&mut limbs, 0, 12);
    fold(&mut limbs, 12);
    carry(&mut limbs, 12);
    fold(&mut limbs, 12);
    carry(&mut limbs, 11);
    bytes_of(&limbs)
}

fn limbs_of(wide: &[u8; 64]) -> [Limb; 2 * LIMBS] {
    from_fn(|i| {
        let (byte, shift) = (i * BITS / 8, i * BITS % 8);
        let mut word = [0; 4];
        word.copy_from_slice(&wide[byte..byte + 4]);
        let limb = i64::from(u32::from_le_bytes(word) >> shift);
        // The last limb takes the remaining 29 bits.
        Wrapping(if i == 2 * LIMBS - 1 { limb } else { limb & MASK })
    })
}

/// Replaces limb `at` by its equivalent twelve limbs below.
fn fold(limbs: &mut [Limb; 2 * LIMBS], at: usize) {
    let limb = core::mem::take(&mut limbs[at]);
    for (target, factor) in limbs[at - LIMBS..].iter_mut().zip(FOLD) {
        *target += limb * factor;
    }
}

/// Carries from limb `first` up to limb `last`, which takes the rest; the others end within ±2^20.
fn carry_rounded(limbs: &mut [Limb; 2 * LIMBS], first: usize, last: usize) {
    for i in first..last {
        let carried = (limbs[i] + Wrapping(1 << (BITS - 1))) >> BITS;
        limbs[i + 1] += carried;
        limbs[i] -= carried << BITS;
    }
}

/// Carries from limb 0 up to limb `last`, which takes the rest; the others end within 0..2^21.
fn carry(limbs: &mut [Limb; 2 * LIMBS], last: usize) {
    for i in 0..last {
        let carried = limbs[i] >> BITS;
        limbs[i + 1] += carried;
        limbs[i] -= carried << BITS;
    }
}

/// The first twelve limbs, carried, as bytes.
fn bytes_of(limbs: &[Limb; 2 * LIMBS]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let (mut bits, mut held, mut next) = (0u64, 0, 0);
    for limb in &limbs[..LIMBS] {
        bits |= (limb.0 as u64) << held;
        held += BITS;
        while held >= 8 {
            bytes[next] = bits as u8;
            next += 1;
            bits >>= 8;
            held -= 8;
        }
    }
    bytes[next] = bits as u8;
    bytes
}

#[cfg(test)]
#[path = "ed25519_scalar_tests.rs"]
mod tests;
