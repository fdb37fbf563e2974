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

#[test]
fn a_bitmap_that_does_not_name_the_quorum_is_invalid() {
    let signers = |bitmap, quorum| registry().signers(bitmap, quorum).map(|signers| signers.count());
    assert_eq!(signers(&[0b10, 0b1000_0010], 3), Ok(3));
    assert_eq!(signers(&[0b10, 0b1000_0010], 2), Err(OracleError::InvalidBitmap));
    assert_eq!(signers(&[0b10], 1), Err(OracleError::InvalidBitmap));
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
