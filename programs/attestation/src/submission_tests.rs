use super::*;
use crate::{
    fixture::{Fixture, KEY_FORM, NOW, TEXT_LENGTH},
    proof::KeyForm,
};
use oracle_gateway_test_vectors::{bytes, load};
use std::vec::Vec;

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
    assert_eq!(submission.text, None);
    assert_eq!(*submission.proof.signature.s, bytes(result, "s"));
    assert_eq!(*submission.proof.signature.commitment, bytes(result, "commitmentAddr"));
    assert_eq!(submission.proof.key_form, KeyForm::SignerSet);
    assert_eq!(submission.proof.bitmap, [0b1_0101]);
}

#[test]
fn a_text_is_read_whole() {
    let mut data = Fixture::new().data;
    data[TEXT_LENGTH] = 3;
    let text = b"{ }";
    let data: Vec<u8> = [&data[..TEXT_LENGTH + 2], text, &data[TEXT_LENGTH + 2..]].concat();
    assert_eq!(Submission::parse(&data).unwrap().text, Some(text.as_slice()));
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
