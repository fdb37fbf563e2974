//! The signers that a bitmap names among the keys of a registry version.
use crate::aggregate::PointBytes;

/// Slots of a registry version.
pub const MAX_NODES: usize = 64;

/// A slot whose node was removed.
pub const EMPTY_SLOT: PointBytes = [0; 64];

/// Number of bytes of the signers bitmap that can name one of `slots`.
pub const fn bitmap_length(slots: usize) -> usize {
    slots.div_ceil(8)
}

/// The keys that `bitmap` names, lowest index first. Slot i of `keys` is node index i.
///
/// `bitmap` is the last `bitmap_length(keys.len())` bytes of the big-endian signers bitmap: bit i of that integer is index i.
/// `None` unless it has that length, names slots that hold a key only, and exactly `quorum` of them.
#[inline]
pub fn signers<'a>(
    keys: &'a [PointBytes],
    bitmap: &'a [u8],
    quorum: u8,
) -> Option<impl Iterator<Item = &'a PointBytes> + Clone> {
    if bitmap.len() != bitmap_length(keys.len()) {
        return None;
    }
    let bits = bitmap.iter().fold(0u64, |bits, byte| (bits << 8) | u64::from(*byte));
    let signers = keys.iter().enumerate().filter(move |(index, _)| (bits >> index) & 1 == 1).map(|(_, key)| key);
    // A bit beyond the last slot has no key to count.
    let named = bits.count_ones();
    let held = signers.clone().filter(|key| **key != EMPTY_SLOT).count();
    (named == u32::from(quorum) && held == usize::from(quorum)).then_some(signers)
}

#[cfg(test)]
#[path = "signers_tests.rs"]
mod tests;
