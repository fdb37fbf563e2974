use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::vec::Vec;

fn n() -> BigUint {
    value(&Scalar(ORDER))
}

fn value(scalar: &Scalar) -> BigUint {
    let limbs = scalar.0.iter().rev();
    limbs.fold(BigUint::from(0u8), |sum, limb| (sum << 32u32) + *limb)
}

fn to_bytes(integer: &BigUint) -> [u8; 32] {
    let digits = integer.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

/// 32 bytes; those around 0, n/2, n and 2^256 are frequent.
fn bytes() -> impl Strategy<Value = [u8; 32]> {
    let near = |middle: BigUint| {
        (0u32..4, any::<bool>()).prop_map(move |(distance, above)| {
            let moved = if above { &middle + distance } else { &middle - distance };
            to_bytes(&moved)
        })
    };
    prop_oneof![
        4 => any::<[u8; 32]>(),
        1 => near(n()),
        1 => near(n() >> 1u32),
        1 => near(BigUint::from(3u8)),
        1 => Just([0xff; 32]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn reduce_is_the_residue(bytes in bytes()) {
        prop_assert_eq!(value(&Scalar::reduce(&bytes)), BigUint::from_bytes_be(&bytes) % n());
    }

    #[test]
    fn from_canonical_takes_what_is_below_n(bytes in bytes()) {
        let below = BigUint::from_bytes_be(&bytes) < n();
        prop_assert_eq!(Scalar::from_canonical(&bytes).map(Scalar::to_bytes), below.then_some(bytes));
    }

    #[test]
    fn mul_is_multiplication_modulo_n(a in bytes(), b in bytes()) {
        let (a, b) = (Scalar::reduce(&a), Scalar::reduce(&b));
        prop_assert_eq!(value(&a.mul(&b)), value(&a) * value(&b) % n());
    }

    #[test]
    fn reduce_wide_is_the_residue_of_any_512_bits(limbs in proptest::array::uniform16(
        prop_oneof![Just(0u64), Just(LIMB_MASK), 0..=LIMB_MASK],
    )) {
        let integer = limbs.iter().rev().fold(BigUint::from(0u8), |sum, limb| (sum << 32u32) + *limb);
        prop_assert_eq!(value(&reduce_wide(limbs)), integer % n());
    }

    #[test]
    fn negate_sums_to_zero(bytes in bytes()) {
        let scalar = Scalar::reduce(&bytes);
        prop_assert_eq!((value(&scalar) + value(&scalar.negate())) % n(), BigUint::from(0u8));
    }

    #[test]
    fn is_high_is_above_half_of_n(bytes in bytes()) {
        let scalar = Scalar::reduce(&bytes);
        prop_assert_eq!(scalar.is_high(), value(&scalar) > (n() >> 1u32));
    }
}

#[test]
fn order_is_that_of_secp256k1() {
    let published = b"FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141";
    assert_eq!(Some(n()), BigUint::parse_bytes(published, 16));
    let fold: Vec<u64> = FOLD.into_iter().rev().collect();
    let fold = fold.iter().fold(BigUint::from(0u8), |sum, limb| (sum << 32u32) + *limb);
    assert_eq!(fold + n(), BigUint::from(1u8) << 256u32);
}

#[test]
fn a_fold_that_carries_past_256_bits_is_folded_again() {
    // 2^257 - 1: the first round adds FOLD to 2^256 - 1.
    let mut limbs = [0u64; 16];
    limbs[..8].fill(LIMB_MASK);
    limbs[8] = 1;
    let integer: BigUint = (BigUint::from(1u8) << 257u32) - 1u8;
    assert_eq!(value(&reduce_wide(limbs)), integer % n());
}
