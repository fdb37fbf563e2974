use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

/// Bounds that `mul` and `square` promise to take.
const WIDE: u64 = (1 << 29) - 1;
const WIDE_TOP: u64 = (1 << 25) - 1;
/// Bounds of a carried element.
const CARRIED: u64 = (1 << 26) - 1;
const CARRIED_TOP: u64 = (1 << 23) - 1;

fn p() -> BigUint {
    (BigUint::from(1u8) << 256u32) - (BigUint::from(1u8) << 32u32) - BigUint::from(977u32)
}

fn value(element: &Fe) -> BigUint {
    let limbs = element.0.iter().rev();
    limbs.fold(BigUint::from(0u8), |sum, limb| (sum << 26u32) + limb.0)
}

fn is_carried(element: &Fe) -> bool {
    element.0[..9].iter().all(|limb| limb.0 <= CARRIED) && element.0[9].0 <= CARRIED_TOP
}

/// A limb up to `max`; the ends are frequent.
fn limb(max: u64) -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(max), 1 => Just(0), 3 => 0..=max]
}

fn element(max: u64, max_top: u64) -> impl Strategy<Value = Fe> {
    (proptest::array::uniform9(limb(max)), limb(max_top)).prop_map(|(limbs, top)| {
        let mut element = Fe::ZERO;
        for (to, from) in element.0.iter_mut().zip(limbs) {
            *to = Wrapping(from);
        }
        element.0[9] = Wrapping(top);
        element
    })
}

fn wide() -> impl Strategy<Value = Fe> {
    element(WIDE, WIDE_TOP)
}

fn carried() -> impl Strategy<Value = Fe> {
    element(CARRIED, CARRIED_TOP)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn mul_is_multiplication_modulo_p_at_the_widest_limbs(a in wide(), b in wide()) {
        let product = a.mul(&b);
        prop_assert_eq!(value(&product) % p(), value(&a) * value(&b) % p());
        prop_assert!(is_carried(&product));
    }

    #[test]
    fn square_is_multiplication_by_itself(a in wide()) {
        let square = a.square();
        prop_assert_eq!(value(&square) % p(), value(&a) * value(&a) % p());
        prop_assert!(is_carried(&square));
    }

    #[test]
    fn sub_of_a_carried_element_is_subtraction_and_can_be_multiplied(a in carried(), b in carried()) {
        let difference = a.sub(&b);
        prop_assert_eq!((value(&difference) + value(&b)) % p(), value(&a) % p());
        prop_assert!(difference.0[..9].iter().all(|limb| limb.0 <= WIDE));
        prop_assert!(difference.0[9].0 <= WIDE_TOP);
    }

    #[test]
    fn add_is_addition(a in carried(), b in carried()) {
        prop_assert_eq!(value(&a.add(&b)), value(&a) + value(&b));
    }

    #[test]
    fn carry_keeps_the_element(a in element((1 << 32) - 1, (1 << 32) - 1)) {
        let carried = a.carry();
        prop_assert_eq!(value(&carried) % p(), value(&a) % p());
        prop_assert!(is_carried(&carried));
    }

    #[test]
    fn canonical_is_the_least_residue(a in wide()) {
        prop_assert_eq!(value(&a.canonical()), value(&a) % p());
    }

    #[test]
    fn bytes_become_the_integer_that_they_spell(bytes in any::<[u8; 32]>()) {
        let integer = BigUint::from_bytes_be(&bytes);
        prop_assert_eq!(value(&Fe::from_bytes_unreduced(&bytes)), integer.clone());
        prop_assert_eq!(Fe::from_bytes(&bytes).is_some(), integer < p());
    }
}

#[test]
fn only_integers_below_p_are_elements() {
    let bytes = |integer: BigUint| -> [u8; 32] { integer.to_bytes_be().try_into().unwrap() };
    assert!(Fe::from_bytes(&bytes(p() - 1u8)).is_some());
    assert!(Fe::from_bytes(&bytes(p())).is_none());
    assert!(Fe::from_bytes(&bytes(p() + 1u8)).is_none());
    assert!(Fe::from_bytes(&[0xff; 32]).is_none());
    assert!(Fe::from_bytes(&[0; 32]).is_some());
}

#[test]
fn zero_and_equality_hold_for_every_form_of_an_element() {
    let bytes: [u8; 32] = p().to_bytes_be().try_into().unwrap();
    let p_itself = Fe::from_bytes_unreduced(&bytes);
    assert!(p_itself.is_zero());
    assert!(Fe(FOUR_P).is_zero());
    assert!(!Fe::ONE.is_zero());
    assert!(p_itself.add(&Fe::SEVEN).equals(&Fe::SEVEN));
    assert!(Fe::ONE.sub(&Fe::ONE).equals(&Fe::ZERO));
    assert!(!Fe::ONE.equals(&Fe::SEVEN));
}
