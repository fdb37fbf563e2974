use super::*;

const NOW_MS: u64 = 1_800_000_000_000;
const STEP: Step = Step { max_bps: 500, within_ms: 60_000 };

fn price(value: i128, observed_at_ms: u64) -> Price {
    let mut bytes = [if value < 0 { 0xff } else { 0 }; 32];
    bytes[16..].copy_from_slice(&value.to_be_bytes());
    Price { value: bytes, decimals: 0, is_signed: true, observed_at_ms, signatures: 3, registry_version: 1, slot: None }
}

fn last(value: i128, observed_at_ms: u64) -> LastPrice {
    LastPrice { value, observed_at_ms }
}

/// A generator of numbers: the same ones in each run.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn a_step_is_bound_in_both_ways_while_the_last_price_is_young() {
    for (value, observed_at_ms, expected) in [
        (1_050, NOW_MS + 1, None),
        (950, NOW_MS + 60_000, None),
        (1_051, NOW_MS + 1, Some(Refusal::StepTooLarge)),
        (949, NOW_MS + 60_000, Some(Refusal::StepTooLarge)),
        (-1_000, NOW_MS + 1, Some(Refusal::StepTooLarge)),
        (9_999, NOW_MS + 60_001, None),
        (1_000, NOW_MS, None),
        (1_000, NOW_MS - 1, Some(Refusal::NotNewer)),
    ] {
        let mut kept = last(1_000, NOW_MS);
        let taken = kept.take(&price(value, observed_at_ms), 0, &STEP);
        assert_eq!(taken.err(), expected, "{value} at {observed_at_ms}");
        assert_eq!(kept, if expected.is_none() { last(value, observed_at_ms) } else { last(1_000, NOW_MS) });
    }
}

#[test]
fn the_first_price_is_taken_as_it_is() {
    let mut kept = LastPrice::default();
    assert_eq!(kept.take(&price(64_628, NOW_MS), 2, &STEP), Ok(6_462_800));
    assert_eq!(kept, last(6_462_800, NOW_MS));
}

#[test]
fn a_value_without_room_changes_nothing() {
    let mut kept = last(5, NOW_MS);
    let huge = Price { value: [0x7f; 32], ..price(0, NOW_MS + 1) };
    assert_eq!(kept.take(&huge, 0, &STEP), Err(Refusal::OutOfRange));
    assert_eq!(kept, last(5, NOW_MS));
}

#[test]
fn the_bound_is_exact_at_any_size() {
    let mut next = numbers(7);
    for _ in 0..10_000 {
        let (one, other) = (next(1 << 30) as i128 - (1 << 29), next(1 << 30) as i128 - (1 << 29));
        let bps = next(20_000) as u32;
        let expected = (other - one).abs() * 10_000 <= i128::from(bps) * one.abs();
        assert_eq!(is_within(one, other, bps), expected, "{one} {other} {bps}");
    }
    assert!(is_within(i128::MIN, i128::MIN, 0));
    assert!(is_within(i128::MAX, i128::MAX, u32::MAX));
    assert!(is_within(i128::MAX, i128::MAX - 1, u32::MAX), "the bound alone has no room");
    assert!(!is_within(0, 1, u32::MAX));
    assert!(!is_within(1, i128::MAX, u32::MAX), "the difference alone has no room");
    assert!(!is_within(i128::MIN, i128::MAX, 20_001), "neither has room");
}

#[test]
fn an_average_weighs_each_price_by_its_time() {
    let mut sum = PriceSum::default();
    sum.add(&last(100, NOW_MS)).unwrap();
    let begin = sum;
    assert_eq!(sum.average_since(&begin), Err(Refusal::NotNewer));
    sum.add(&last(400, NOW_MS + 30_000)).unwrap();
    assert_eq!(sum.average_since(&begin), Ok(100), "the new price has no time yet");
    sum.add(&last(0, NOW_MS + 40_000)).unwrap();
    assert_eq!(sum.average_since(&begin), Ok(175));
    assert_eq!(sum.average_since(&PriceSum::default()), Err(Refusal::NotNewer), "before the first price");
    assert_eq!(begin.average_since(&sum), Err(Refusal::NotNewer), "the other way round");
}

#[test]
fn an_average_is_that_of_each_millisecond() {
    let mut next = numbers(11);
    for _ in 0..200 {
        let (mut sum, mut now_ms) = (PriceSum::default(), NOW_MS);
        let mut shown: std::vec::Vec<i128> = std::vec::Vec::new();
        sum.add(&last(next(2_000) as i128 - 1_000, now_ms)).unwrap();
        let begin = sum;
        for _ in 0..8 {
            let time_ms = next(50);
            shown.extend((0..time_ms).map(|_| sum.last.value));
            now_ms += time_ms;
            sum.add(&last(next(2_000) as i128 - 1_000, now_ms)).unwrap();
        }
        match sum.average_since(&begin) {
            Ok(average) => assert_eq!(average, shown.iter().sum::<i128>() / shown.len() as i128),
            Err(refusal) => assert!(shown.is_empty() && refusal == Refusal::NotNewer),
        }
    }
}

#[test]
fn a_sum_refuses_what_is_older_or_has_no_room_and_stays() {
    let mut sum = PriceSum { sum: i128::MAX - 10, last: last(1, NOW_MS) };
    let before = sum;
    assert_eq!(sum.add(&last(1, NOW_MS - 1)), Err(Refusal::NotNewer));
    assert_eq!(sum.add(&last(1, NOW_MS + 11)), Err(Refusal::OutOfRange));
    let mut large = PriceSum { sum: 0, last: last(i128::MAX, NOW_MS) };
    assert_eq!(large.add(&last(1, NOW_MS + 2)), Err(Refusal::OutOfRange));
    assert_eq!(sum, before);
    let other = PriceSum { sum: -11, last: last(1, NOW_MS - 1) };
    assert_eq!(sum.average_since(&other), Err(Refusal::OutOfRange));
    assert_eq!(sum.add(&last(1, NOW_MS + 10)), Ok(()));
}

#[test]
fn the_stored_forms_are_little_endian_and_read_back() {
    let kept = last(-2, 0x0102);
    assert_eq!(kept.to_bytes()[..2], [0xfe, 0xff]);
    assert_eq!(kept.to_bytes()[16..], [2, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(LastPrice::from_bytes(&kept.to_bytes()), kept);
    assert_eq!(LastPrice::from_bytes(&[0; LastPrice::LENGTH]), LastPrice::default());
    let sum = PriceSum { sum: i128::MIN, last: kept };
    assert_eq!(sum.to_bytes()[16..], kept.to_bytes());
    assert_eq!(PriceSum::from_bytes(&sum.to_bytes()), sum);
}
