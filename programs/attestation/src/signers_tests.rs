use super::*;
use std::{vec, vec::Vec};

fn key(byte: u8) -> PointBytes {
    [byte; 64]
}

/// Slots 0..=9, slot 4 empty.
fn registry() -> Vec<PointBytes> {
    let mut keys: Vec<PointBytes> = (1..=10).map(key).collect();
    keys[4] = EMPTY_SLOT;
    keys
}

fn named(keys: &[PointBytes], bitmap: &[u8], quorum: u8) -> Option<Vec<u8>> {
    signers(keys, bitmap, quorum).map(|signers| signers.map(|key| key[0]).collect())
}

#[test]
fn bit_i_of_the_big_endian_bitmap_is_index_i() {
    assert_eq!(named(&registry(), &[0b00, 0b0000_0001], 1), Some(vec![1]));
    assert_eq!(named(&registry(), &[0b10, 0b1000_0010], 3), Some(vec![2, 8, 10]));
}

#[test]
fn a_bitmap_names_exactly_the_quorum() {
    assert_eq!(named(&registry(), &[0, 0b11], 1), None);
    assert_eq!(named(&registry(), &[0, 0b11], 3), None);
    assert_eq!(named(&registry(), &[0, 0], 1), None);
    assert_eq!(named(&registry(), &[0, 0], 0), Some(vec![]), "no signers: refused by the minimum");
}

#[test]
fn a_bitmap_names_no_empty_slot_and_none_beyond_the_last() {
    assert_eq!(named(&registry(), &[0, 0b0001_0011], 3), None, "slot 4 is empty");
    assert_eq!(named(&registry(), &[0, 0b0001_0011], 2), None, "not even uncounted");
    assert_eq!(named(&registry(), &[0b100, 0b11], 3), None, "slot 10 is beyond the last");
    assert_eq!(named(&registry(), &[0b100, 0b11], 2), None, "not even uncounted");
}

#[test]
fn a_bitmap_has_one_bit_per_slot_rounded_up_to_bytes() {
    assert_eq!(named(&registry(), &[0b11], 2), None);
    assert_eq!(named(&registry(), &[0, 0, 0b11], 2), None);
    let full: Vec<PointBytes> = (1..=64).map(key).collect();
    assert_eq!(named(&full, &[0x80, 0, 0, 0, 0, 0, 0, 1], 2), Some(vec![1, 64]));
    assert_eq!(named(&full, &[0xff; 8], 64).map(|all| all.len()), Some(64));
}
