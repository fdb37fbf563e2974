use super::*;
use std::{vec, vec::Vec};

impl Registry {
    /// A registry of these keys; the header is zeros.
    pub fn of_keys(keys: &[PointBytes]) -> &'static Self {
        let bytes = [[0u8; HEADER_LENGTH].as_slice(), keys.as_flattened()].concat();
        accounts::cast(bytes.leak()).unwrap()
    }
}

fn key(byte: u8) -> PointBytes {
    [byte; 64]
}

/// Slots 0..=9, slot 4 empty.
fn registry() -> &'static Registry {
    let mut keys: Vec<PointBytes> = (1..=10).map(key).collect();
    keys[4] = EMPTY_SLOT;
    Registry::of_keys(&keys)
}

fn signers(registry: &Registry, bitmap: &[u8], quorum: u8) -> Option<Vec<u8>> {
    let signers = registry.signers(bitmap, quorum).ok()?;
    Some(signers.map(|key| key[0]).collect())
}

#[test]
fn bit_i_of_the_big_endian_bitmap_is_index_i() {
    assert_eq!(signers(registry(), &[0b00, 0b0000_0001], 1), Some(vec![1]));
    assert_eq!(signers(registry(), &[0b10, 0b1000_0010], 3), Some(vec![2, 8, 10]));
}

#[test]
fn a_bitmap_names_exactly_the_quorum() {
    assert_eq!(signers(registry(), &[0, 0b11], 1), None);
    assert_eq!(signers(registry(), &[0, 0b11], 3), None);
    assert_eq!(signers(registry(), &[0, 0], 1), None);
    assert_eq!(signers(registry(), &[0, 0], 0), Some(vec![]), "no signers: refused by the minimum");
}

#[test]
fn a_bitmap_names_no_empty_slot_and_none_beyond_the_last() {
    assert_eq!(signers(registry(), &[0, 0b0001_0011], 3), None, "slot 4 is empty");
    assert_eq!(signers(registry(), &[0, 0b0001_0011], 2), None, "not even uncounted");
    assert_eq!(signers(registry(), &[0b100, 0b11], 3), None, "slot 10 is beyond the last");
    assert_eq!(signers(registry(), &[0b100, 0b11], 2), None, "not even uncounted");
}

#[test]
fn a_bitmap_has_one_bit_per_slot_rounded_up_to_bytes() {
    assert_eq!(signers(registry(), &[0b11], 2), None);
    assert_eq!(signers(registry(), &[0, 0, 0b11], 2), None);
    let full = Registry::of_keys(&(1..=64).map(key).collect::<Vec<_>>());
    assert_eq!(signers(full, &[0x80, 0, 0, 0, 0, 0, 0, 1], 2), Some(vec![1, 64]));
    assert_eq!(signers(full, &[0xff; 8], 64).map(|all| all.len()), Some(64));
}

#[test]
fn equal_x_is_found_whatever_y_is() {
    let mut keys: Vec<PointBytes> = (1..=3).map(key).collect();
    assert!(!Registry::of_keys(&keys).has_same_x_elsewhere(2));
    keys[2][..32].copy_from_slice(&[1; 32]);
    let registry = Registry::of_keys(&keys);
    assert!(registry.has_same_x_elsewhere(0));
    assert!(registry.has_same_x_elsewhere(2));
    assert!(!registry.has_same_x_elsewhere(1));
    assert!(!registry.has_same_x_elsewhere(3), "no such slot");
}

#[test]
fn empty_slots_are_not_active() {
    assert_eq!(registry().count_active(), 9);
}

#[test]
fn a_registry_account_has_the_length_of_up_to_64_keys() {
    let cast = |length: usize| {
        let mut bytes = vec![0u8; length];
        let keys = accounts::cast::<Registry>(&bytes).map(|registry| registry.keys.len());
        assert_eq!(accounts::cast_mut::<Registry>(&mut bytes).map(|registry| registry.keys.len()), keys);
        keys
    };
    assert_eq!(cast(40), Some(0));
    assert_eq!(cast(40 + 64), Some(1));
    assert_eq!(cast(40 + 64 * 64), Some(64));
    for wrong in [0, 39, 41, 40 + 63, 40 + 65, 40 + 64 * 65] {
        assert_eq!(cast(wrong), None, "{wrong} bytes");
    }
}
