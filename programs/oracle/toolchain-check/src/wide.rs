//! 128-bit arithmetic: the linker writes out products, shifts and overflows, LLVM the divisions.
use crate::Digest;
use core::hint::black_box;

const NONE: u128 = 0x6e6f_6e65;

#[inline(never)]
fn sums_and_products(digest: &mut Digest, p: u128, q: u128) {
    let results = [
        p.wrapping_add(q),
        p.wrapping_sub(q),
        p.wrapping_mul(q),
        p ^ q,
        p >> 64,
        q << 64,
        u128::from(p as u64) * u128::from(q as u64),
        (p as i64 as i128).wrapping_mul(q as i64 as i128) as u128,
    ];
    for result in results {
        digest.put_wide(result);
    }
    digest.put(u64::from(p < q));
    digest.put(u64::from((p as i128) < (q as i128)));
    digest.put(u64::from(p.leading_zeros()));
    digest.put(u64::from(p.checked_add(q).is_some()));
}

#[inline(never)]
fn shifts(digest: &mut Digest, p: u128, q: u128, distance: u32) {
    let results = [
        p >> distance,
        p << distance,
        ((p as i128) >> distance) as u128,
        p.rotate_left(distance),
        q >> (distance & 63),
        q << (64 + (distance & 63)),
    ];
    for result in results {
        digest.put_wide(result);
    }
}

#[inline(never)]
fn overflows(digest: &mut Digest, p: u128, q: u128) {
    for (x, y) in [(p, q), (p >> 64, q), (p >> 64, q >> 64), (p >> 1, 2), (p, q >> 127), (p >> 60, q >> 69)] {
        let (product, overflows) = black_box(x).overflowing_mul(black_box(y));
        digest.put_wide(product);
        digest.put(u64::from(overflows));
    }
}

#[inline(never)]
fn divisions(digest: &mut Digest, p: u128, q: u128) {
    for (x, y) in [(p, q), (p, q >> 64), (p >> 64, q >> 64), (p, 10)] {
        let (x, y) = (black_box(x), black_box(y));
        let (signed_x, signed_y) = (x as i128, y as i128);
        digest.put_wide(x.checked_div(y).unwrap_or(NONE));
        digest.put_wide(x.checked_rem(y).unwrap_or(NONE));
        digest.put_wide(signed_x.checked_div(signed_y).map_or(NONE, |value| value as u128));
        digest.put_wide(signed_x.checked_rem(signed_y).map_or(NONE, |value| value as u128));
    }
    digest.put_wide(p / 1_000_000_007);
}

pub fn all(digest: &mut Digest, a: u64, b: u64) {
    let p = black_box((u128::from(a) << 64) | u128::from(b));
    let q = black_box((u128::from(b) << 64) | u128::from(a >> 5));
    sums_and_products(digest, p, q);
    shifts(digest, p, q, black_box(b as u32 & 127));
    overflows(digest, p, q);
    divisions(digest, p, q);
}
