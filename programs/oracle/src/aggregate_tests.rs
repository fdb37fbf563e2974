use super::*;
use crate::test_vectors::{bytes, compressed_point, hex, list, load, name, text};
use std::vec::Vec;

const INFINITE: &str = "null in the vectors";

/// Sums in which a partial sum meets the next key: correct sums, which the addition formulas cannot make.
const EXCEPTIONAL: [&str; 3] =
    ["a key twice is doubled", "the running sum equals the next key", "infinity on the way is not the end"];

fn keys_of(vector: &serde_json::Value) -> Vec<PointBytes> {
    list(vector, "keys").iter().map(|key| hex(key.as_str().unwrap())).collect()
}

#[test]
fn sums_of_the_vectors_are_accepted_and_every_other_hint_is_refused() {
    let vectors = load("schnorr-aggregate.json");
    let mut exceptional = 0;
    for vector in list(&vectors, "sums") {
        let keys = keys_of(vector);
        let Some(sum) = vector["sum"].as_str() else {
            for hint in keys.iter().chain([&[0; 64]]) {
                assert!(!is_sum(keys.iter(), hint), "{}: {INFINITE}", name(vector));
            }
            continue;
        };
        let sum: PointBytes = hex(sum);
        let is_exceptional = EXCEPTIONAL.contains(&name(vector).as_str());
        exceptional += usize::from(is_exceptional);
        assert_eq!(is_sum(keys.iter(), &sum), !is_exceptional, "{}", name(vector));
        for bit in 0..512 {
            let mut wrong = sum;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_sum(keys.iter(), &wrong), "{}: bit {bit}", name(vector));
        }
    }
    assert_eq!(exceptional, EXCEPTIONAL.len());
}

#[test]
fn additions_of_the_published_vectors() {
    let vectors = load("secp256k1-point-add.json");
    let mut sums = 0;
    for vector in list(&vectors, "vectors") {
        let (p, q) = (text(vector, "P"), text(vector, "Q"));
        let (keys, same_x) = ([compressed_point(p), compressed_point(q)], p[2..] == q[2..]);
        match vector["expected"].as_str() {
            Some(expected) => {
                let sum = compressed_point(expected);
                assert_eq!(is_sum(keys.iter(), &sum), !same_x, "{p} + {q}");
                sums += usize::from(!same_x);
            }
            None => assert!(!is_sum(keys.iter(), &keys[0]), "{p} + {q} is infinity"),
        }
    }
    assert!(sums > 100);
}

#[test]
fn a_sum_that_went_through_an_exception_is_refused_whatever_is_added_after() {
    let vectors = load("schnorr-aggregate.json");
    let regular = list(&vectors, "sums").iter().find(|sum| name(sum) == "3 keys").unwrap();
    let [a, b, c] = keys_of(regular)[..] else { panic!("three keys") };
    // a + a is a doubling; b and c after it do not bring the sum back.
    for hint in [a, b, c, bytes(regular, "sum")] {
        assert!(!is_sum([a, a, b, c].iter(), &hint));
    }
}

#[test]
fn a_hint_with_coordinates_of_p_or_more_is_refused() {
    // The point with x = 1: x + p still fits 256 bits.
    let key: PointBytes = compressed_point("020000000000000000000000000000000000000000000000000000000000000001");
    assert!(is_sum([key].iter(), &key));
    let mut same_point = key;
    same_point[..32].copy_from_slice(&hex::<32>("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30"));
    assert!(!is_sum([key].iter(), &same_point));
}

#[test]
fn no_keys_have_no_sum() {
    assert!(!is_sum([].iter(), &[0; 64]));
}

#[test]
fn points_of_the_vectors_are_on_the_curve_and_their_neighbours_are_not() {
    let vectors = load("schnorr-aggregate.json");
    for vector in list(&vectors, "sums") {
        assert!(keys_of(vector).iter().all(is_on_curve), "{}", name(vector));
    }
    for vector in list(&vectors, "offCurve") {
        assert!(!is_on_curve(&bytes(vector, "key")), "{}", name(vector));
    }
}
