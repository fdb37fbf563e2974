use super::*;
use oracle_gateway_test_vectors::{bytes, hex, list, load, name, text};
use std::vec::Vec;

const INFINITE: &str = "null in the vectors";

/// Sums in which a partial sum meets the next key.
const EXCEPTIONAL: [&str; 3] =
    ["a key twice is doubled", "the running sum equals the next key", "infinity on the way is not the end"];

/// A point in compressed SEC1 form.
fn compressed_point(text: &str) -> PointBytes {
    let key = k256::PublicKey::from_sec1_bytes(&hex::<33>(text)).expect("a point");
    let encoded = k256::elliptic_curve::sec1::ToEncodedPoint::to_encoded_point(&key, false);
    encoded.as_bytes()[1..].try_into().expect("64 bytes")
}

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
        exceptional += usize::from(EXCEPTIONAL.contains(&name(vector).as_str()));
        assert!(is_sum(keys.iter(), &sum), "{}", name(vector));
        assert!(is_complete_sum(keys.iter(), &sum), "{}", name(vector));
        for bit in 0..512 {
            let mut wrong = sum;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_sum(keys.iter(), &wrong), "{}: bit {bit}", name(vector));
            assert!(!is_complete_sum(keys.iter(), &wrong), "{}: bit {bit}", name(vector));
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
        let keys = [compressed_point(p), compressed_point(q)];
        match vector["expected"].as_str() {
            Some(expected) => {
                let sum = compressed_point(expected);
                assert!(is_sum(keys.iter(), &sum), "{p} + {q}");
                assert!(is_complete_sum(keys.iter(), &sum), "{p} + {q}");
                sums += 1;
            }
            None => assert!(!is_sum(keys.iter(), &keys[0]), "{p} + {q} is infinity"),
        }
    }
    assert!(sums > 100);
}

#[test]
fn a_sum_that_went_through_an_exception_goes_on_from_there() {
    let vectors = load("schnorr-aggregate.json");
    let regular = list(&vectors, "sums").iter().find(|sum| name(sum) == "3 keys").unwrap();
    let [a, b, c] = keys_of(regular)[..] else { panic!("three keys") };
    let point = |bytes: &PointBytes| {
        let encoded = [&[4], bytes.as_slice()].concat();
        k256::PublicKey::from_sec1_bytes(&encoded).unwrap().to_projective()
    };
    let total = k256::PublicKey::from_affine((point(&a).double() + point(&b) + point(&c)).to_affine()).unwrap();
    let total: PointBytes =
        k256::elliptic_curve::sec1::ToEncodedPoint::to_encoded_point(&total, false).as_bytes()[1..].try_into().unwrap();
    // a + a is a doubling; b and c come after it.
    assert!(is_sum([a, a, b, c].iter(), &total));
    for hint in [a, b, c, bytes(regular, "sum")] {
        assert!(!is_sum([a, a, b, c].iter(), &hint));
    }
}

#[test]
fn a_hint_with_coordinates_of_p_or_more_is_refused() {
    // The point with x = 1: x + p still fits 256 bits.
    let key: PointBytes = compressed_point("020000000000000000000000000000000000000000000000000000000000000001");
    let negative: PointBytes = compressed_point("030000000000000000000000000000000000000000000000000000000000000001");
    assert!(is_sum([key].iter(), &key));
    let mut same_point = key;
    same_point[..32].copy_from_slice(&hex::<32>("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30"));
    assert!(!is_sum([key].iter(), &same_point));
    // The sum passes through infinity, hence the complete formulas.
    assert!(is_sum([key, negative, key].iter(), &key));
    assert!(!is_sum([key, negative, key].iter(), &same_point));
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
