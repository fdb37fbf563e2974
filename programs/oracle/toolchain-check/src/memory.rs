//! Copies, fills, comparisons and sorting, of lengths that are constant and of lengths that are not.
use crate::Digest;

fn fold(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0u64, |sum, byte| sum.rotate_left(5) ^ u64::from(*byte))
}

#[inline(never)]
fn bytes(digest: &mut Digest, a: u64, b: u64) {
    let mut source = [0u8; 320];
    for (at, byte) in source.iter_mut().enumerate() {
        *byte = a.rotate_left(at as u32) as u8 ^ at as u8;
    }
    let (length, offset) = ((b % 150) as usize, (a % 150) as usize);
    let mut target = [7u8; 320];
    target[offset..offset + length].copy_from_slice(&source[..length]);
    digest.put(u64::from(target[offset..offset + length] == source[..length]));
    digest.put(target[..length].cmp(&source[offset..offset + length]) as i8 as u64);
    target.copy_within(offset..offset + length, offset / 2);
    target[length..length + 40].fill(a as u8);
    target[300..].reverse();
    digest.put(fold(&target));
    digest.put(u64::from(target[..32] == source[..32]));
    digest.put(u64::from(target < source));
}

#[inline(never)]
fn sorting(digest: &mut Digest, a: u64) {
    let mut signed = [0i32; 24];
    signed.iter_mut().for_each(|value| *value = digest.next() as i32);
    signed.sort_unstable();
    signed.iter().for_each(|value| digest.put(*value as u64));
    digest.put(signed.binary_search(&(a as i32)).unwrap_or_else(|at| at + 100) as u64);
    let mut words = [0u64; 12];
    words.iter_mut().for_each(|value| *value = digest.next());
    words.sort_unstable_by(|x, y| y.cmp(x));
    words.iter().for_each(|value| digest.put(*value));
}

/// Frames that hold a copy of their caller's buffer.
#[inline(never)]
fn nested(digest: &mut Digest, depth: usize, outer: &[u8; 256]) -> u64 {
    let mut inner = *outer;
    inner[(depth * 7) & 255] ^= depth as u8;
    if depth == 0 {
        return fold(&inner);
    }
    let sum = nested(digest, depth - 1, &inner);
    digest.put(sum);
    sum.wrapping_add(u64::from(inner[(depth * 31) & 255]))
}

pub fn all(digest: &mut Digest, a: u64, b: u64) {
    bytes(digest, a, b);
    sorting(digest, a);
    let sum = nested(digest, 6, &[b as u8; 256]);
    digest.put(sum);
}
