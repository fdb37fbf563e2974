use super::*;
use crate::{
    aggregate::{self, PointBytes},
    form,
    schnorr::{Signature, VerifyingKey},
    signers::{signers, EMPTY_SLOT},
};
use k256::elliptic_curve::{group::Group, sec1::ToEncodedPoint};
use oracle_gateway_test_vectors::{bytes, hex, list, load, name, number, text};
use serde_json::Value;
use sha2::Digest;
use std::vec::Vec;

fn message_of(vector: &Value) -> [u8; 32] {
    Attestation {
        deployment_id: &bytes(vector, "deploymentId"),
        feed_id: &bytes(vector, "feedId"),
        value: &bytes(vector, "value"),
        source_id: &bytes(vector, "sourceId"),
        registry_version: number(vector, "registryVersion"),
        signatures_required: number(vector, "signaturesRequired") as u8,
        form: number(vector, "form") as u8,
        timestamp_ms: number(vector, "timestampMs"),
        observed_at_ms: number(vector, "observedAtMs"),
    }
    .message()
}

#[test]
fn messages_of_the_vectors() {
    for vector in list(&load("attestation-message.json"), "vectors") {
        assert_eq!(message_of(vector), bytes(vector, "hash"));
    }
}

#[test]
fn feed_ids_of_the_vectors() {
    for vector in list(&load("feed-id.json"), "vectors") {
        let quorum = number(vector, "signaturesRequired") as u8;
        let id = feed_id(&bytes(vector, "owner"), &bytes(vector, "sourceId"), quorum);
        assert_eq!(id, bytes(vector, "hash"));
    }
}

#[test]
fn deployment_ids_of_the_vectors() {
    for vector in list(&load("deployment-id.json"), "vectors") {
        let network_hash = <[u8; 32]>::from(sha2::Sha256::digest(text(vector, "network").as_bytes()));
        let id = deployment_id(&bytes(vector, "programId"), &network_hash);
        assert_eq!(id, bytes(vector, "hash"));
    }
}

fn keys_of(registry: &Value) -> Vec<PointBytes> {
    let keys = list(registry, "keys").iter().map(|key| key.as_str().map_or(EMPTY_SLOT, hex));
    keys.collect()
}

/// The sum that an honest gateway would give as hint; zeros where it is infinity.
fn sum_of<'a>(keys: impl Iterator<Item = &'a PointBytes>) -> PointBytes {
    let sum: k256::ProjectivePoint = keys
        .map(|key| {
            let sec1 = [&[4], key.as_slice()].concat();
            k256::PublicKey::from_sec1_bytes(&sec1).unwrap().to_projective()
        })
        .sum();
    if bool::from(sum.is_identity()) {
        return [0; 64];
    }
    let encoded = sum.to_affine().to_encoded_point(false);
    encoded.as_bytes()[1..].try_into().unwrap()
}

/// The first of the program's rules that a vector breaks, in the vectors' words.
fn refusal(vector: &Value, keys: &[PointBytes], version: u64, min_signers: u8) -> Option<&'static str> {
    let quorum = number(vector, "signaturesRequired") as u8;
    if number(vector, "registryVersion") != version {
        return Some("registry_version");
    }
    if quorum < min_signers {
        return Some("below_min_signers");
    }
    if !form::is_valid(number(vector, "form") as u8) {
        return Some("form");
    }
    let bitmap: [u8; 32] = bytes(vector, "signersBitmap");
    let width = keys.len().div_ceil(8);
    let (outside, bitmap) = bitmap.split_at(32 - width);
    if outside.iter().any(|byte| *byte != 0) {
        return Some("bitmap");
    }
    let Some(named) = signers(keys, bitmap, quorum) else {
        return Some("bitmap");
    };
    let sum = sum_of(named.clone());
    if !aggregate::is_sum(named, &sum) {
        return Some("infinity");
    }
    let signature = Signature { s: &bytes(vector, "s"), commitment: &bytes(vector, "commitment") };
    let key = VerifyingKey::new(&sum).unwrap();
    (!key.verify(&message_of(vector), signature)).then_some("signature")
}

#[test]
fn attestations_of_the_vectors_against_their_registry() {
    let vectors = load("schnorr-attestation.json");
    let keys = keys_of(&vectors["registry"]);
    let version = number(&vectors["registry"], "version");
    let min_signers = number(&vectors["registry"], "minSigners") as u8;
    for vector in list(&vectors, "vectors") {
        let expected = match vector["refusal"].as_str() {
            Some("signer_count" | "unknown_signer") => Some("bitmap"),
            other => other,
        };
        assert_eq!(refusal(vector, &keys, version, min_signers), expected, "{}", name(vector));
    }
}
