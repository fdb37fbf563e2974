use super::*;
use oracle_gateway_test_vectors::{hex, list, load, name};
use serde_json::Value;
use std::vec::Vec;

/// p and the integers that 32 bytes have room for above it: a slope below 2^256 − p has a second form.
const P: SlopeBytes = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xfc, 0x2f,
];

fn members<const N: usize>(vector: &Value, member: &str) -> Vec<[u8; N]> {
    vector[member].as_array().unwrap().iter().map(|text| hex(text.as_str().unwrap())).collect()
}

fn sums(vectors: &Value) -> impl Iterator<Item = (&Value, Vec<PointBytes>)> {
    list(vectors, "sums").iter().map(|vector| (vector, members(vector, "keys")))
}

#[test]
fn the_slopes_of_the_vectors_lead_to_their_sums() {
    let vectors = load("schnorr-aggregate.json");
    let mut checked = 0;
    for (vector, keys) in sums(&vectors).filter(|(vector, _)| !vector["slopes"].is_null()) {
        let expected: PointBytes = hex(vector["sum"].as_str().unwrap());
        assert_eq!(sum(keys.iter(), &members(vector, "slopes")), Some(expected), "{}", name(vector));
        checked += 1;
    }
    assert!(checked > 5);
}

#[test]
fn a_slope_that_differs_in_any_bit_is_refused() {
    let vectors = load("schnorr-aggregate.json");
    let (vector, keys) = sums(&vectors).find(|(vector, _)| name(vector) == "5 keys").unwrap();
    let slopes: Vec<SlopeBytes> = members(vector, "slopes");
    for bit in 0..256 * slopes.len() {
        let mut wrong = slopes.clone();
        wrong[bit / 256][bit % 256 / 8] ^= 1 << (bit % 8);
        assert_eq!(sum(keys.iter(), &wrong), None, "bit {bit}");
    }
}

#[test]
fn another_number_or_order_of_slopes_is_refused() {
    let vectors = load("schnorr-aggregate.json");
    let (vector, keys) = sums(&vectors).find(|(vector, _)| name(vector) == "5 keys").unwrap();
    let slopes: Vec<SlopeBytes> = members(vector, "slopes");
    assert_eq!(sum(keys.iter(), &slopes[..3]), None);
    assert_eq!(sum(keys.iter(), &[slopes.clone(), slopes[..1].to_vec()].concat()), None);
    let mut exchanged = slopes;
    exchanged.swap(1, 2);
    assert_eq!(sum(keys.iter(), &exchanged), None);
    assert_eq!(sum([].iter(), &[]), None);
    assert_eq!(sum(keys[..1].iter(), &[]), Some(keys[0]));
}

#[test]
fn a_slope_of_p_or_more_is_refused_even_where_it_is_right_modulo_p() {
    let vectors = load("schnorr-aggregate.json");
    let (vector, keys) = sums(&vectors).find(|(vector, _)| name(vector).contains("2^256 - p")).unwrap();
    let [slope] = members(vector, "slopes")[..] else { panic!("one slope") };
    assert!(sum(keys.iter(), &[slope]).is_some());
    assert_eq!(slope[..31], [0; 31], "small enough for a second form");
    let mut plus_p = P;
    plus_p[31] = plus_p[31].checked_add(slope[31]).expect("no carry");
    assert_eq!(sum(keys.iter(), &[plus_p]), None);
}

#[test]
fn no_slope_is_accepted_where_a_partial_sum_meets_the_next_key() {
    let vectors = load("schnorr-aggregate.json");
    let mut exceptional = 0;
    for (vector, keys) in sums(&vectors).filter(|(vector, _)| vector["slopes"].is_null()) {
        // The slopes up to the exceptional addition, then any: the equation 0 = λ·0 holds for every λ, or 2y = λ·0 for none.
        let ordinary = list(&vectors, "sums").iter().find(|sum| name(sum) == "5 keys").unwrap();
        let first_of_ordinary: SlopeBytes = members(ordinary, "slopes")[0];
        for free in [[0; 32], [1; 32], first_of_ordinary] {
            let slopes: Vec<SlopeBytes> = match keys.len() {
                2 => std::vec![free],
                _ if keys[0][..32] == keys[1][..32] => std::vec![free; keys.len() - 1],
                _ => std::vec![first_of_ordinary, free],
            };
            assert_eq!(sum(keys.iter(), &slopes), None, "{}", name(vector));
        }
        exceptional += 1;
    }
    assert_eq!(exceptional, 5);
}
