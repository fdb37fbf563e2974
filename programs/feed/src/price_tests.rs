use super::*;

const BTC: i128 = 64_628_310_000_000_000_000_000;

fn exact(value: i128) -> Price {
    Price { decimals: 18, is_signed: false, ..tolerance(value, 18) }
}

fn tolerance(value: i128, decimals: u8) -> Price {
    let mut bytes = [if value < 0 { 0xff } else { 0 }; 32];
    bytes[16..].copy_from_slice(&value.to_be_bytes());
    price_of(bytes, decimals, true)
}

fn price_of(value: [u8; 32], decimals: u8, is_signed: bool) -> Price {
    Price { value, decimals, is_signed, observed_at_ms: 0, signatures: 3, registry_version: 1, slot: None }
}

#[test]
fn an_exact_value_is_counted_with_the_decimals_that_are_asked_for() {
    assert_eq!(exact(BTC).with_decimals(18), Ok(BTC));
    assert_eq!(exact(BTC).with_decimals(6), Ok(64_628_310_000));
    assert_eq!(exact(BTC).with_decimals(1), Ok(646_283));
    assert_eq!(exact(BTC).with_decimals(0), Ok(64_628));
    assert_eq!(exact(BTC).with_decimals(20), Ok(100 * BTC));
    assert_eq!(exact(0).with_decimals(255), Ok(0));
}

#[test]
fn a_negative_value_is_rounded_toward_zero() {
    assert_eq!(tolerance(-240_000_000, 8).with_decimals(8), Ok(-240_000_000));
    assert_eq!(tolerance(-240_000_000, 8).with_decimals(1), Ok(-24));
    assert_eq!(tolerance(-249_999_999, 8).with_decimals(1), Ok(-24));
    assert_eq!(tolerance(-9, 1).with_decimals(0), Ok(0));
    assert_eq!(tolerance(-24, 1).with_decimals(10), Ok(-24_000_000_000));
}

#[test]
fn every_number_of_places_is_as_exact_as_one_at_a_time() {
    let value: i128 = -98_765_432_109_876_543_210_987_654_321;
    for decimals in 0..=28 {
        let divisor = 10i128.pow(u32::from(28 - decimals));
        assert_eq!(tolerance(value, 28).with_decimals(decimals), Ok(value / divisor), "{decimals} of 28");
    }
    for places in 0..=9 {
        assert_eq!(tolerance(value, 0).with_decimals(places), Ok(value * 10i128.pow(u32::from(places))));
    }
}

#[test]
fn the_ends_of_i128_are_in_range_and_their_neighbours_are_not() {
    assert_eq!(tolerance(i128::MAX, 0).with_decimals(0), Ok(i128::MAX));
    assert_eq!(tolerance(i128::MIN, 0).with_decimals(0), Ok(i128::MIN));
    let mut above = [0; 32];
    above[16] = 0x80;
    assert_eq!(price_of(above, 0, true).with_decimals(0), Err(Refusal::OutOfRange));
    let mut below = [0xff; 32];
    below[16] = 0x7f;
    assert_eq!(price_of(below, 0, true).with_decimals(0), Err(Refusal::OutOfRange));
}

#[test]
fn the_same_bytes_are_large_unsigned_and_negative_signed() {
    assert_eq!(price_of([0xff; 32], 0, true).with_decimals(0), Ok(-1));
    assert_eq!(price_of([0xff; 32], 0, false).with_decimals(0), Err(Refusal::OutOfRange));
    // 2^256 − 1 with 78 decimals is 0.1157…
    assert_eq!(price_of([0xff; 32], 78, false).with_decimals(4), Ok(1_157));
    let mut smallest = [0; 32];
    smallest[0] = 0x80;
    assert_eq!(price_of(smallest, 76, true).with_decimals(2), Ok(-578), "−2^255");
}

#[test]
fn a_scale_without_room_is_out_of_range() {
    assert_eq!(exact(BTC).with_decimals(60), Err(Refusal::OutOfRange), "beyond 128 bits");
    assert_eq!(exact(BTC).with_decimals(255), Err(Refusal::OutOfRange), "beyond 256 bits");
    assert_eq!(tolerance(-1, 0).with_decimals(39), Err(Refusal::OutOfRange));
}

#[test]
fn two_prices_are_used_together_only_where_their_stamps_are_near() {
    let at = |observed_at_ms| Price { observed_at_ms, ..exact(1) };
    for (one, other, expected) in
        [(1_000, 6_000, Ok(())), (6_000, 1_000, Ok(())), (1_000, 6_001, Err(Refusal::TooFarApart))]
    {
        assert_eq!(at(one).check_apart(&at(other), 5_000), expected);
    }
    assert_eq!(at(0).check_apart(&at(u64::MAX), u64::MAX - 1), Err(Refusal::TooFarApart));
}
