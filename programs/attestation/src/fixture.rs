//! The round of `attested-result.json` as a program meets it: the data of `submit`, and the accounts that verify it.
use crate::{attestation, form, ledger::Account, Ledger};
use oracle_gateway_test_vectors::{base58, base64, bytes, hex, load, number, text};
use serde_json::Value;
use sha2::Digest;
use std::{vec, vec::Vec};

/// Second in which the round was made.
pub const NOW: i64 = 1_763_683_200;

/// Ends of the fields of `data`, for tests that change one.
pub const OWNER: usize = 1;
pub const SOURCE_ID: usize = OWNER + 32;
pub const VALUE: usize = SOURCE_ID + 32;
pub const QUORUM: usize = VALUE + 32;
pub const FORM: usize = QUORUM + 1;
pub const TIMESTAMP: usize = FORM + 1;
pub const OBSERVED_AT: usize = TIMESTAMP + 8;
pub const SIGNATURE: usize = OBSERVED_AT + 8;
pub const KEY_FORM: usize = SIGNATURE + 52;

#[derive(Clone)]
pub struct Fixture {
    pub oracle: [u8; 32],
    pub config: Vec<u8>,
    pub registry: Vec<u8>,
    pub signer_set: Vec<u8>,
    /// Refers to the signer set.
    pub data: Vec<u8>,
    /// The data with the sum of the keys instead.
    pub data_with_sum: Vec<u8>,
}

impl Fixture {
    pub fn new() -> Self {
        let vectors = load("attested-result.json");
        let result = &vectors["result"]["data"];
        let oracle = base58(text(&vectors, "programId"));
        let registry = base64(text(&vectors, "registryAccount"));
        let bitmap: [u8; 32] = bytes(result, "signersBitmap");
        let sum = sum_of(&registry, &vectors["signers"]);
        let data = [submission_of(&vectors, result), vec![2, bitmap[31]]].concat();
        let data_with_sum = [&data[..KEY_FORM], &[0], &sum, &bitmap[31..]].concat();
        let config = config_of(&oracle, text(&vectors, "network"));
        let signer_set = signer_set_of(number(result, "registryVersion"), &bitmap, &sum);
        Self { oracle, config, registry, signer_set, data, data_with_sum }
    }

    /// All accounts, at the time of the round.
    pub fn ledger(&self) -> Ledger<'_> {
        let account = |data| Account { owner: self.oracle, data };
        Ledger {
            oracle: &self.oracle,
            config: account(&self.config),
            registry: account(&self.registry),
            signer_set: Some(account(&self.signer_set)),
            now_seconds: NOW,
        }
    }
}

fn submission_of(vectors: &Value, result: &Value) -> Vec<u8> {
    let timestamp_ms = 1_000 * number(result, "timestamp");
    [
        [26].as_slice(),
        &base58(text(vectors, "owner")),
        &hex::<32>(text(result, "configHash")),
        &hex::<32>(text(result, "valuePacked")),
        &[number(result, "signaturesRequired") as u8],
        &[form::SINGLE],
        &timestamp_ms.to_le_bytes(),
        &number(result, "observedAt").to_le_bytes(),
        &hex::<32>(text(result, "s")),
        &hex::<20>(text(result, "commitmentAddr")),
    ]
    .concat()
}

fn config_of(oracle: &[u8; 32], network: &str) -> Vec<u8> {
    let network_hash = <[u8; 32]>::from(sha2::Sha256::digest(network.as_bytes()));
    let mut config = vec![0; 280];
    config[..8].copy_from_slice(b"SVC_CFG1");
    config[16..48].copy_from_slice(&attestation::deployment_id(oracle, &network_hash));
    config
}

fn signer_set_of(version: u64, bitmap: &[u8; 32], sum: &[u8; 64]) -> Vec<u8> {
    let header = [b"SVC_SST1".as_slice(), &[255, 255, 3], &[0; 5]].concat();
    [header.as_slice(), &version.to_le_bytes(), bitmap, &[7; 32], sum].concat()
}

/// Sum of the keys at the indices `signers`, by another implementation.
fn sum_of(registry: &[u8], signers: &Value) -> [u8; 64] {
    use k256::elliptic_curve::sec1::ToEncodedPoint;
    let point = |index: u64| {
        let at = 40 + 64 * index as usize;
        let encoded = [&[4], &registry[at..at + 64]].concat();
        k256::PublicKey::from_sec1_bytes(&encoded).unwrap().to_projective()
    };
    let sum: k256::ProjectivePoint =
        signers.as_array().unwrap().iter().map(|index| point(index.as_u64().unwrap())).sum();
    sum.to_affine().to_encoded_point(false).as_bytes()[1..].try_into().unwrap()
}
