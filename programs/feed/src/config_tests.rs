use super::*;
use oracle_gateway_test_vectors::{account_of_idl, load, number, octets, text};

const ORACLE: [u8; 32] = [9; 32];

#[test]
fn the_offset_is_that_of_the_idl() {
    let (offsets, length) = account_of_idl("config");
    assert!(length >= END);
    assert!(offsets
        .iter()
        .any(|(field, offset)| field == "oldestAcceptedVersion" && *offset == OLDEST_ACCEPTED_VERSION));
}

#[test]
fn the_accounts_of_the_vectors_are_read() {
    let vectors = load("account.json");
    let mut read = 0;
    for vector in vectors["valid"].as_array().unwrap().iter().filter(|vector| vector["account"] == "Config") {
        let version = oldest_accepted_version(&ORACLE, &octets(text(vector, "data")), &ORACLE);
        assert_eq!(version, Ok(number(&vector["fields"], "oldestAcceptedVersion")));
        read += 1;
    }
    assert!(read > 0);
}

#[test]
fn another_account_is_refused() {
    let mut data = [0; END];
    data[..8].copy_from_slice(&DISCRIMINATOR);
    data[OLDEST_ACCEPTED_VERSION] = 5;
    assert_eq!(oldest_accepted_version(&ORACLE, &data, &ORACLE), Ok(5));
    assert_eq!(oldest_accepted_version(&[1; 32], &data, &ORACLE), Err(Refusal::WrongOwner));
    for length in [0, 8, END - 1] {
        assert_eq!(oldest_accepted_version(&ORACLE, &data[..length], &ORACLE), Err(Refusal::NotAConfig), "{length}");
    }
    for byte in 0..8 {
        let mut other = data;
        other[byte] ^= 1;
        assert_eq!(oldest_accepted_version(&ORACLE, &other, &ORACLE), Err(Refusal::NotAConfig), "byte {byte}");
    }
}
