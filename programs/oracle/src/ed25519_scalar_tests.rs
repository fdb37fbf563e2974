use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;

fn order() -> BigUint {
    (BigUint::from(1u8) << 252) + BigUint::parse_bytes(b"27742317777372353535851937790883648493", 10).unwrap()
}

fn wide(number: &BigUint) -> [u8; 64] {
    let mut bytes = [0; 64];
    let digits = number.to_bytes_le();
    bytes[..digits.len()].copy_from_slice(&digits);
    bytes
}

fn expect_reduced(number: &BigUint) {
    assert_eq!(BigUint::from_bytes_le(&reduce(&wide(number))), number % order(), "{number:x}");
}

#[test]
fn numbers_around_multiples_of_the_order_and_powers_of_two_are_reduced() {
    let largest = (BigUint::from(1u8) << 512) - 1u8;
    let multiples = [0u32, 1, 2, 15, 16, 17, u32::MAX].map(|factor| order() * factor);
    let highest = (&largest / order()) * order();
    let powers = [21, 231, 251, 252, 253, 255, 256, 483, 504, 511].map(|bits| BigUint::from(1u8) << bits);
    for base in multiples.into_iter().chain([highest]).chain(powers) {
        for distance in [0u64, 1, 2, 1 << 21] {
            let above = &base + distance;
            expect_reduced(if above > largest { &largest } else { &above });
            if base >= BigUint::from(distance) {
                expect_reduced(&(&base - distance));
            }
        }
    }
    expect_reduced(&largest);
}

proptest! {
    #[test]
    fn any_number_is_reduced(low in any::<[u8; 32]>(), high in any::<[u8; 32]>()) {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&low);
        bytes[32..].copy_from_slice(&high);
        expect_reduced(&BigUint::from_bytes_le(&bytes));
    }

    #[test]
    fn any_number_close_to_a_multiple_of_the_order_is_reduced(factor in any::<[u8; 32]>(), distance in 0u64..1 << 40) {
        let base = order() * BigUint::from_bytes_le(&factor) % (BigUint::from(1u8) << 511);
        expect_reduced(&(&base + distance));
    }
}
