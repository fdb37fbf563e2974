use super::*;
use crate::aggregate;
use oracle_gateway_test_vectors::{bytes, list, load, name, point, text};
use serde_json::Value;
use std::vec::Vec;

/// Verifies like an outsider: the key is checked to be on the curve before it is used.
fn accepts(key: &PointBytes, message: &[u8; 32], s: &[u8; 32], commitment: &[u8; 20]) -> bool {
    let Some(verifier) = VerifyingKey::new(key) else {
        return false;
    };
    aggregate::is_on_curve(key) && verifier.verify(message, Signature { s, commitment })
}

fn verdict(vector: &Value, key: &PointBytes, s: &str) -> bool {
    accepts(key, &bytes(vector, "message"), &bytes(vector, s), &bytes(vector, "commitment"))
}

#[test]
fn the_64_verdicts_of_chronicles_contract() {
    let vectors = load("scribe-schnorr.json");
    let (mut accepted, mut refused) = (0, 0);
    let cases = list(&vectors, "positive")
        .iter()
        .map(|vector| (vector, point(&vector["aggPubKey"])))
        .chain(list(&vectors, "negative").iter().map(|vector| (vector, point(&vector["pubKey"]))));
    for (vector, key) in cases {
        let expected = vector["expected"].as_bool().unwrap();
        assert_eq!(verdict(vector, &key, "signature"), expected, "{}", name(vector));
        *if expected { &mut accepted } else { &mut refused } += 1;
    }
    assert_eq!((accepted, refused), (45, 19));
}

#[test]
fn aggregate_keys_of_chronicles_contract_are_the_sums_of_the_signers() {
    let vectors = load("scribe-schnorr.json");
    for vector in list(&vectors, "positive") {
        let keys: Vec<PointBytes> = list(vector, "pubKeys").iter().map(point).collect();
        let sum = point(&vector["aggPubKey"]);
        assert!(aggregate::is_sum(keys.iter(), &sum), "{}", name(vector));
    }
}

#[test]
fn the_verdicts_of_the_second_implementation() {
    let vectors = load("schnorr-signature.json");
    for vector in list(&vectors, "vectors") {
        let expected = vector["valid"].as_bool().unwrap();
        let key = bytes(vector, "publicKey");
        assert_eq!(verdict(vector, &key, "s"), expected, "{}", name(vector));
    }
}

#[test]
fn recovery_is_asked_for_low_and_for_high_scalars() {
    // The normalisation has two branches; the accepted verdicts above are only worth something if they took both.
    let vectors = load("scribe-schnorr.json");
    let high = list(&vectors, "positive").iter().filter(|vector| {
        let key = VerifyingKey::new(&point(&vector["aggPubKey"])).unwrap();
        let challenge = key.challenge(&bytes(vector, "message"), &bytes(vector, "commitment"));
        assert_eq!(challenge.to_bytes(), bytes(vector, "challenge"), "{}", text(vector, "name"));
        challenge.mul(&key.x).negate().is_high()
    });
    let high = high.count();
    assert!((5..=38).contains(&high), "{high} of 43 are high");
}
