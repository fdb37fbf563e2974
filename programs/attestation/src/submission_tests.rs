use super::*;
use crate::{
    fixture::{Fixture, FORM, KEY_FORM, NOW},
    proof::KeyForm,
};
use oracle_gateway_test_vectors::{bytes, load, number};

#[test]
fn the_data_of_submit_is_read_as_it_was_written() {
    let data = Fixture::new().data;
    let submission = Submission::parse(&data).unwrap();
    let result = &load("attested-result.json")["result"]["data"];
    assert_eq!(*submission.claim.value, bytes(result, "valuePacked"));
    assert_eq!(*submission.claim.source_id, bytes(result, "configHash"));
    assert_eq!(submission.claim.signatures_required, 3);
    assert_eq!(submission.claim.timestamp_ms, 1_000 * NOW as u64);
    assert_eq!(submission.claim.feed_id(), bytes(result, "feedId"));
    assert_eq!(submission.claim.form, 1);
    assert_eq!(submission.claim.observed_at_ms, number(result, "observedAt"));
    assert_eq!(*submission.proof.signature.s, bytes(result, "s"));
    assert_eq!(*submission.proof.signature.commitment, bytes(result, "commitmentAddr"));
    assert_eq!(submission.proof.key_form, KeyForm::SignerSet);
    assert_eq!(submission.proof.bitmap, [0b1_0101]);
}

#[test]
fn only_forms_of_a_feed_are_read() {
    let mut data = Fixture::new().data;
    for form in 0..=u8::MAX {
        data[FORM] = form;
        assert_eq!(Submission::parse(&data).is_some(), (1..=32).contains(&form), "form {form}");
    }
}

#[test]
fn data_of_another_instruction_and_cut_data_are_refused() {
    let data = Fixture::new().data;
    for tag in (0..=u8::MAX).filter(|tag| *tag != Submission::TAG) {
        assert_eq!(Submission::parse(&[&[tag], &data[1..]].concat()), None, "tag {tag}");
    }
    // The last byte is the bitmap, which verification judges.
    for length in 0..=KEY_FORM {
        assert_eq!(Submission::parse(&data[..length]), None, "{length} bytes");
    }
}
