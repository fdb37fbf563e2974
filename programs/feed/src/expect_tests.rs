use super::*;
use oracle_gateway_test_vectors::{account_of_idl, bytes, load, name, number, octets, text};
use serde_json::Value;
use std::vec::Vec;

const FEED: [u8; 32] = [7; 32];
const ORACLE: [u8; 32] = [9; 32];
const NOW: i64 = 1_800_000_000;
const NOW_MS: u64 = 1_800_000_000_000;
const EXPECT: Expect = Expect { min_signatures: 3, oldest_version: 5, ..Expect::new(FEED, Mode::Exact) };

/// A feed of now that `EXPECT` accepts.
fn feed() -> [u8; LENGTH] {
    let mut data = [0; LENGTH];
    data[..8].copy_from_slice(&DISCRIMINATOR);
    (data[layout::MODE], data[layout::DECIMALS], data[layout::SIGNATURES_REQUIRED]) = (1, 18, 3);
    data[layout::FEED_ID..][..32].copy_from_slice(&FEED);
    data[layout::VALUE + 31] = 42;
    data[layout::OBSERVED_AT_MS..][..8].copy_from_slice(&NOW_MS.to_le_bytes());
    data[layout::REGISTRY_VERSION] = 5;
    data[layout::SLOT] = 11;
    data
}

fn feed_of(observed_at_ms: u64) -> [u8; LENGTH] {
    let mut data = feed();
    data[layout::OBSERVED_AT_MS..][..8].copy_from_slice(&observed_at_ms.to_le_bytes());
    data
}

fn verdict(expect: Expect, data: &[u8]) -> Result<Price, Refusal> {
    expect.read(&ORACLE, data, &ORACLE, NOW)
}

#[test]
fn a_feed_is_read_whole() {
    let mut value = [0; 32];
    value[31] = 42;
    let price = Price {
        value,
        decimals: 18,
        is_signed: false,
        observed_at_ms: NOW_MS,
        signatures: 3,
        registry_version: 5,
        slot: Some(11),
    };
    assert_eq!(verdict(EXPECT, &feed()), Ok(price));
}

#[test]
fn an_account_of_another_program_is_refused() {
    assert_eq!(EXPECT.read(&[1; 32], &feed(), &ORACLE, NOW), Err(Refusal::WrongOwner));
}

#[test]
fn what_is_no_feed_is_refused() {
    let long = [feed().as_slice(), &[0]].concat();
    for data in [&[], &feed()[..8], &feed()[..LENGTH - 1], &long] {
        assert_eq!(verdict(EXPECT, data), Err(Refusal::NotAFeed), "{} bytes", data.len());
    }
    for byte in 0..8 {
        let mut data = feed();
        data[byte] ^= 1;
        assert_eq!(verdict(EXPECT, &data), Err(Refusal::NotAFeed), "byte {byte} of the discriminator");
    }
}

#[test]
fn another_feed_is_refused() {
    for byte in [0, 31] {
        let mut data = feed();
        data[layout::FEED_ID + byte] ^= 1;
        assert_eq!(verdict(EXPECT, &data), Err(Refusal::AnotherFeed));
    }
}

#[test]
fn a_mode_that_is_unknown_or_another_is_refused() {
    let of = |mode, decimals| {
        let mut data = feed();
        (data[layout::MODE], data[layout::DECIMALS]) = (mode, decimals);
        data
    };
    let tolerance = |decimals| Expect { mode: Mode::Tolerance { decimals }, ..EXPECT };
    assert_eq!(verdict(EXPECT, &of(0, 0)), Err(Refusal::UnknownMode));
    assert_eq!(verdict(EXPECT, &of(2, 18)), Err(Refusal::AnotherMode));
    assert_eq!(verdict(EXPECT, &of(3, 18)), Err(Refusal::AnotherMode));
    assert_eq!(verdict(EXPECT, &of(1, 8)), Err(Refusal::AnotherMode));
    assert_eq!(verdict(tolerance(18), &of(1, 18)), Err(Refusal::AnotherMode));
    assert_eq!(verdict(tolerance(8), &of(2, 9)), Err(Refusal::AnotherMode));
    let price = verdict(tolerance(8), &of(2, 8)).unwrap();
    assert_eq!((price.decimals, price.is_signed), (8, true));
}

#[test]
fn fewer_signatures_than_required_are_refused() {
    let of = |min_signatures| verdict(Expect { min_signatures, ..EXPECT }, &feed()).err();
    assert_eq!((of(3), of(4)), (None, Some(Refusal::TooFewSignatures)));
}

#[test]
fn a_version_before_the_oldest_accepted_one_is_refused() {
    let of = |oldest_version| verdict(Expect { oldest_version, ..EXPECT }, &feed()).err();
    assert_eq!((of(5), of(6)), (None, Some(Refusal::OldVersion)));
}

#[test]
fn a_value_is_fresh_up_to_its_largest_age() {
    let of = |age_ms: u64| verdict(EXPECT, &feed_of(NOW_MS - age_ms)).err();
    assert_eq!((of(0), of(60_000), of(60_001)), (None, None, Some(Refusal::Stale)));
    assert_eq!(of(NOW_MS - 1), Some(Refusal::Stale), "a feed of 1970");
    let any_age = Expect { max_age_ms: u64::MAX, ..EXPECT };
    assert_eq!(verdict(any_age, &feed_of(1)).err(), None);
    assert_eq!(verdict(any_age, &feed_of(0)).err(), Some(Refusal::NoValue));
}

#[test]
fn a_value_is_ahead_of_the_clock_by_two_seconds_at_most() {
    let of = |ahead_ms: u64| verdict(EXPECT, &feed_of(NOW_MS + ahead_ms)).err();
    assert_eq!((of(2_000), of(2_001)), (None, Some(Refusal::Ahead)));
    assert_eq!(verdict(EXPECT, &feed_of(u64::MAX)).err(), Some(Refusal::Ahead));
    assert_eq!(verdict(EXPECT, &feed_of(i64::MAX as u64)).err(), Some(Refusal::Ahead));
}

#[test]
fn no_clock_overflows() {
    let at = |now| EXPECT.read(&ORACLE, &feed(), &ORACLE, now).err();
    assert_eq!(at(i64::MAX), Some(Refusal::Stale));
    assert_eq!(at(i64::MIN), Some(Refusal::Ahead));
    assert_eq!(at(-1), Some(Refusal::Ahead));
}

#[test]
fn a_value_that_came_with_the_instruction_is_judged_by_the_same_rules() {
    let value = [1; 32];
    let attested = Attested { feed_id: FEED, value, signatures: 3, observed_at_ms: NOW_MS, registry_version: 5 };
    let price = EXPECT.judge(&attested, NOW).unwrap();
    assert_eq!((price.value, price.decimals, price.is_signed, price.slot), (value, 18, false, None));
    let refusal = |attested: Attested| EXPECT.judge(&attested, NOW).unwrap_err();
    assert_eq!(refusal(Attested { feed_id: [8; 32], ..attested }), Refusal::AnotherFeed);
    assert_eq!(refusal(Attested { signatures: 2, ..attested }), Refusal::TooFewSignatures);
    assert_eq!(refusal(Attested { registry_version: 4, ..attested }), Refusal::OldVersion);
    assert_eq!(refusal(Attested { observed_at_ms: NOW_MS - 60_001, ..attested }), Refusal::Stale);
    assert_eq!(refusal(Attested { observed_at_ms: NOW_MS + 2_001, ..attested }), Refusal::Ahead);
}

#[test]
fn the_layout_is_that_of_the_idl() {
    let (offsets, length) = account_of_idl("feed");
    let offset = |name: &str| offsets.iter().find(|(field, _)| field == name).unwrap().1;
    assert_eq!(length, LENGTH);
    assert_eq!(offset("mode"), layout::MODE);
    assert_eq!(offset("decimals"), layout::DECIMALS);
    assert_eq!(offset("signaturesRequired"), layout::SIGNATURES_REQUIRED);
    assert_eq!(offset("feedId"), layout::FEED_ID);
    assert_eq!(offset("value"), layout::VALUE);
    assert_eq!(offset("observedAtMs"), layout::OBSERVED_AT_MS);
    assert_eq!(offset("registryVersion"), layout::REGISTRY_VERSION);
    assert_eq!(offset("slot"), layout::SLOT);
}

#[test]
fn feeds_of_the_vectors_are_read_and_damaged_ones_are_refused() {
    let vectors = load("account.json");
    let feeds = |list: &str| -> Vec<Value> {
        vectors[list].as_array().unwrap().iter().filter(|vector| vector["account"] == "Feed").cloned().collect()
    };
    let expect_of = |fields: &Value| Expect {
        max_age_ms: u64::MAX,
        ..Expect::new(
            bytes(fields, "feedId"),
            match fields["mode"].as_str() {
                Some("tolerance") => Mode::Tolerance { decimals: fields["decimals"].as_u64().unwrap() as u8 },
                _ => Mode::Exact,
            },
        )
    };
    let mut read = 0;
    for vector in feeds("valid") {
        let fields = &vector["fields"];
        let verdict = verdict(expect_of(fields), &octets(text(&vector, "data")));
        if fields["mode"].is_null() {
            assert_eq!(verdict, Err(Refusal::UnknownMode));
            continue;
        }
        if number(fields, "observedAtMs") == 0 {
            assert_eq!(verdict, Err(Refusal::NoValue));
            continue;
        }
        let price = verdict.unwrap();
        assert_eq!(price.value, bytes(fields, "value"));
        assert_eq!(u64::from(price.signatures), number(fields, "signaturesRequired"));
        assert_eq!(price.observed_at_ms, number(fields, "observedAtMs"));
        assert_eq!(price.registry_version, number(fields, "registryVersion"));
        assert_eq!(price.slot, Some(number(fields, "slot")));
        read += 1;
    }
    assert_eq!(read, 4);
    let damaged = feeds("invalid");
    assert_eq!(damaged.len(), 7);
    for vector in damaged {
        let expect = expect_of(&feeds("valid")[3]["fields"]);
        let refusal = verdict(expect, &octets(text(&vector, "data"))).unwrap_err();
        assert!(matches!(refusal, Refusal::NotAFeed | Refusal::AnotherMode), "{}", name(&vector));
    }
}

#[test]
fn judge_newer_takes_no_value_that_is_not_newer_than_the_last() {
    let expect = Expect::new(FEED, Mode::Exact);
    let at =
        |observed_at_ms| Attested { feed_id: FEED, value: [0; 32], signatures: 3, observed_at_ms, registry_version: 5 };
    let now_seconds = (NOW_MS / 1_000) as i64;
    let mut last = 0;
    for (observed_at_ms, expected) in [
        (NOW_MS - 50_000, None),
        (NOW_MS - 50_000, Some(Refusal::NotNewer)),
        (NOW_MS - 59_000, Some(Refusal::NotNewer)),
        (NOW_MS, None),
        (NOW_MS - 1, Some(Refusal::NotNewer)),
        (NOW_MS + 2_001, Some(Refusal::Ahead)),
        (NOW_MS + 1, None),
    ] {
        let before = last;
        let refusal = expect.judge_newer(&at(observed_at_ms), now_seconds, &mut last).err();
        assert_eq!(refusal, expected, "{observed_at_ms}");
        assert_eq!(last, if refusal.is_none() { observed_at_ms } else { before });
    }
}
