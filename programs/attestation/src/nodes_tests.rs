use super::*;
use crate::{fixture::Fixture, Submission};
use oracle_gateway_test_vectors::{bytes, load, number};
use std::vec::Vec;

fn keys_of(fixture: &Fixture) -> Vec<PointBytes> {
    fixture.registry[40..].as_chunks().0.to_vec()
}

/// The nodes of the vectors, with the signer set that signed.
fn nodes<'a>(fixture: &'a Fixture, keys: &'a [PointBytes]) -> Nodes<'a> {
    let array = |at: usize| fixture.signer_set[at..].first_chunk().unwrap();
    Nodes {
        deployment_id: fixture.config[16..].first_chunk().unwrap(),
        registry_version: number(&load("attested-result.json")["result"]["data"], "registryVersion"),
        keys,
        signer_set: Some(SignerSet {
            registry_version: 3,
            signers: array(24),
            signatures: 3,
            aggregate_key: fixture.signer_set[88..].first_chunk().unwrap(),
        }),
    }
}

fn verdict(nodes: &Nodes, data: &[u8]) -> Result<[u8; 32], Refusal> {
    let submission = Submission::parse(data).unwrap();
    nodes.verify(&submission.claim, &submission.proof)
}

#[test]
fn the_round_of_the_vectors_is_accepted_with_its_sum_and_with_its_signer_set() {
    let fixture = Fixture::new();
    let keys = keys_of(&fixture);
    let nodes = nodes(&fixture, &keys);
    let submission = Submission::parse(&fixture.data).unwrap();
    let message = Attestation {
        deployment_id: nodes.deployment_id,
        feed_id: &bytes(&load("attested-result.json")["result"]["data"], "feedId"),
        value: submission.claim.value,
        source_id: submission.claim.source_id,
        registry_version: 3,
        signatures_required: 3,
        form: submission.claim.form,
        timestamp_ms: submission.claim.timestamp_ms,
        observed_at_ms: submission.claim.observed_at_ms,
    }
    .message();
    assert_eq!(verdict(&nodes, &fixture.data), Ok(message));
    assert_eq!(verdict(&nodes, &fixture.data_with_sum), Ok(message));
}

#[test]
fn a_signer_set_of_other_signers_is_refused() {
    let fixture = Fixture::new();
    let keys = keys_of(&fixture);
    let with = |change: &dyn Fn(&mut SignerSet)| {
        let mut nodes = nodes(&fixture, &keys);
        change(nodes.signer_set.as_mut().unwrap());
        verdict(&nodes, &fixture.data)
    };
    const OTHER_SIGNERS: [u8; 32] = [1; 32];
    assert_eq!(with(&|set| set.registry_version = 4), Err(Refusal::WrongSignerSet));
    assert_eq!(with(&|set| set.signatures = 2), Err(Refusal::WrongSignerSet));
    assert_eq!(with(&|set| set.signers = &OTHER_SIGNERS), Err(Refusal::WrongSignerSet));
    let missing = Nodes { signer_set: None, ..nodes(&fixture, &keys) };
    assert_eq!(verdict(&missing, &fixture.data), Err(Refusal::MissingSignerSet));
}

#[test]
fn a_wrong_sum_a_wrong_slope_and_a_wrong_bitmap_are_told_apart() {
    let fixture = Fixture::new();
    let keys = keys_of(&fixture);
    let nodes = nodes(&fixture, &keys);
    let end = fixture.data_with_sum.len();
    let mut sum = fixture.data_with_sum.clone();
    sum[end - 2] ^= 1;
    assert_eq!(verdict(&nodes, &sum), Err(Refusal::WrongAggregateKey));
    let mut slopes = fixture.data_with_sum.clone();
    slopes[end - 66] = 1;
    assert_eq!(verdict(&nodes, &slopes), Err(Refusal::WrongSlope));
    let mut bitmap = fixture.data_with_sum.clone();
    bitmap[end - 1] = 0b11;
    assert_eq!(verdict(&nodes, &bitmap), Err(Refusal::InvalidBitmap));
    bitmap.push(0);
    assert_eq!(verdict(&nodes, &bitmap), Err(Refusal::InvalidBitmap), "a byte too many");
}
