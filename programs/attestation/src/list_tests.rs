use super::*;
use crate::fixture::Fixture;
use oracle_gateway_test_vectors::{bytes, hex, list, load, name};
use serde_json::Value;
use std::vec::Vec;

/// `submit_many` of a list's vector: the groups of `shown` whole, the others as their hash. The proof is that of another round.
fn data_of(vector: &Value, shown: u8) -> Vec<u8> {
    let sources = list(vector, "sourceIds");
    let mut groups = Vec::new();
    for (number, entries) in sources.chunks(GROUP).enumerate() {
        if (shown >> number) & 1 == 0 {
            groups.extend(hex::<32>(vector["groups"][number].as_str().unwrap()));
            continue;
        }
        for (place, source_id) in entries.iter().enumerate() {
            groups.extend(hex::<32>(source_id.as_str().unwrap()));
            let value = vector["values"][GROUP * number + place].as_str();
            groups.push(u8::from(value.is_some()));
            groups.extend(value.map_or([0; 32], hex));
        }
    }
    let fixture = Fixture::new();
    let proof = &fixture.data[crate::fixture::SIGNATURE..];
    let head = [&[ListSubmission::TAG][..], &[1; 32], &[2; 32], &[3], &[0; 16], &[sources.len() as u8, shown]].concat();
    [&head, &groups[..], proof].concat()
}

fn all_groups(vector: &Value) -> u8 {
    let count = list(vector, "sourceIds").len().div_ceil(GROUP);
    ((1u16 << count) - 1) as u8
}

#[test]
fn values_of_the_vectors_from_groups_that_are_shown_and_hidden() {
    for vector in list(&load("list-value.json"), "vectors") {
        let all = all_groups(vector);
        for shown in 0..=all {
            let data = data_of(vector, shown);
            let submission = ListSubmission::parse(&data).unwrap();
            assert_eq!(submission.value(), bytes(vector, "value"), "{}, shown {shown:b}", name(vector));
        }
    }
}

#[test]
fn entries_that_are_shown_are_read_in_their_order() {
    for vector in list(&load("list-value.json"), "vectors") {
        let data = data_of(vector, all_groups(vector));
        let submission = ListSubmission::parse(&data).unwrap();
        let sources = list(vector, "sourceIds");
        assert_eq!(submission.shown().count(), sources.len(), "{}", name(vector));
        for entry in submission.shown() {
            assert_eq!(*entry.source_id, hex(sources[entry.place].as_str().unwrap()));
            assert_eq!(entry.value.copied(), vector["values"][entry.place].as_str().map(hex));
        }
    }
    let vectors = load("list-value.json");
    let longest = list(&vectors, "vectors").last().unwrap();
    let data = data_of(longest, 0b1000_0010);
    let places: Vec<usize> = ListSubmission::parse(&data).unwrap().shown().map(|entry| entry.place).collect();
    assert_eq!(places, [4, 5, 6, 7, 28, 29, 30, 31]);
}

#[test]
fn a_list_is_claimed_in_its_form() {
    let vectors = load("list-value.json");
    let vector = &list(&vectors, "vectors")[2];
    let data = data_of(vector, 1);
    let submission = ListSubmission::parse(&data).unwrap();
    let value = submission.value();
    let claim = submission.claim(&value);
    assert_eq!((claim.form, claim.owner, claim.source_id, claim.value), (128 + 5, &[1; 32], &[2; 32], &value));
}

#[test]
fn other_bytes_are_refused() {
    let vectors = load("list-value.json");
    let vector = &list(&vectors, "vectors")[2];
    let good = data_of(vector, 1);
    const SOURCES: usize = 1 + 32 + 32 + 1 + 16;
    const FIRST_FLAG: usize = SOURCES + 2 + 32;
    let with = |at: usize, byte: u8| {
        let mut data = good.clone();
        data[at] = byte;
        data
    };
    assert!(ListSubmission::parse(&good).is_some());
    for sources in [0, 1, 33, 128, 130, 255] {
        assert_eq!(ListSubmission::parse(&with(SOURCES, sources)), None, "{sources} sources");
    }
    for shown in [0b100, 0b1000_0000, 0b1111_1111] {
        assert_eq!(ListSubmission::parse(&with(SOURCES + 1, shown)), None, "shown {shown:b}");
    }
    for flag in 2..=u8::MAX {
        assert_eq!(ListSubmission::parse(&with(FIRST_FLAG, flag)), None, "flag {flag}");
    }
    for tag in (0..=u8::MAX).filter(|tag| *tag != ListSubmission::TAG) {
        assert_eq!(ListSubmission::parse(&with(0, tag)), None, "tag {tag}");
    }
    // The last byte is the bitmap, which verification judges.
    for length in 0..good.len() - 1 {
        assert_eq!(ListSubmission::parse(&good[..length]), None, "{length} bytes");
    }
}
