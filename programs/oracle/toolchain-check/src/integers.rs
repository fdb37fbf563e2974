//! Every operation of every integer type up to 64 bits.
use crate::Digest;
use core::hint::black_box;

/// Stands in place of a missing result.
const NONE: u64 = 0x6e6f_6e65;

macro_rules! operations {
    ($digest:ident, $a:ident, $b:ident, $($type:ty),+) => {$({
        let (a, b) = (black_box($a as $type), black_box($b as $type));
        let shift = black_box($b as u32 % <$type>::BITS);
        let results = [
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a.wrapping_mul(b),
            a.wrapping_neg(),
            a & b,
            a | b,
            a ^ b,
            !a,
            a.wrapping_shl(shift),
            a.wrapping_shr(shift),
            a.rotate_left(shift),
            a >> 3,
            a.swap_bytes(),
            a.to_be(),
            a.reverse_bits(),
            a.saturating_add(b),
            a.saturating_sub(b),
            a.saturating_mul(b),
            a.max(b),
        ];
        for result in results {
            $digest.put(result as u64);
        }
        let checked = [
            a.checked_add(b),
            a.checked_sub(b),
            a.checked_mul(b),
            a.checked_div(b),
            a.checked_rem(b),
            a.checked_pow(3),
            Some(a / 7),
            Some(a % 10),
            a.checked_div_euclid(b),
            a.checked_rem_euclid(b),
        ];
        for result in checked {
            $digest.put(result.map_or(NONE, |value| value as u64));
        }
        let counts = [a.leading_zeros(), a.trailing_zeros(), a.count_ones()];
        for count in counts {
            $digest.put(u64::from(count));
        }
        $digest.put(a.abs_diff(b) as u64);
        $digest.put(a.cmp(&b) as i8 as u64);
        let comparisons = [a < b, a <= b, a == b, a > b, (a as i32) < 5, (a as u32) >= 0x8000_0001, (b as i8) < -3];
        for comparison in comparisons {
            $digest.put(u64::from(comparison));
        }
        let casts = [
            a as u8 as u64,
            a as i8 as u64,
            a as u16 as u64,
            a as i16 as u64,
            a as u32 as u64,
            a as i32 as u64,
        ];
        for cast in casts {
            $digest.put(cast);
        }
    })+};
}

#[inline(never)]
fn narrow(digest: &mut Digest, a: u64, b: u64) {
    operations!(digest, a, b, u8, i8, u16, i16);
}

#[inline(never)]
fn broad(digest: &mut Digest, a: u64, b: u64) {
    operations!(digest, a, b, u32, i32, u64, i64);
}

pub fn all(digest: &mut Digest, a: u64, b: u64) {
    narrow(digest, a, b);
    broad(digest, a, b);
    digest.put(a.isqrt());
    digest.put(a.checked_next_power_of_two().unwrap_or(NONE));
}
