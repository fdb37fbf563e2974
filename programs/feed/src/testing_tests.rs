use super::*;
use crate::{Expect, Mode, Refusal};

const ORACLE: [u8; 32] = [9; 32];
const NOW: i64 = 1_800_000_000;
const NOW_MS: u64 = 1_800_000_000_000;

#[test]
fn a_feed_for_tests_is_read_as_what_was_asked_for() {
    let modes = [Mode::Exact, Mode::Tolerance { decimals: 8 }];
    for (mode, value) in modes.into_iter().flat_map(|mode| [0, 1, 64_628, i128::MAX].map(|value| (mode, value))) {
        let expect = Expect { min_signatures: 3, oldest_version: 5, ..Expect::new([7; 32], mode) };
        let price = expect.read(&ORACLE, &feed(&expect, value, NOW_MS), &ORACLE, NOW).unwrap();
        assert_eq!(price.with_decimals(mode.decimals()), Ok(value));
        assert_eq!((price.observed_at_ms, price.signatures, price.registry_version), (NOW_MS, 3, 5));
    }
    let expect = Expect::new([7; 32], Mode::Tolerance { decimals: 8 });
    let price = expect.read(&ORACLE, &feed(&expect, -5, NOW_MS), &ORACLE, NOW).unwrap();
    assert_eq!(price.with_decimals(8), Ok(-5));
    assert_eq!(expect.read(&ORACLE, &feed(&expect, 5, NOW_MS - 60_001), &ORACLE, NOW), Err(Refusal::Stale));
}
