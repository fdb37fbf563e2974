use super::*;
use oracle_gateway_test_vectors::{number, text};
use serde_json::Value;

#[test]
fn errors_json_is_this_table() {
    let table: Value = serde_json::from_str(include_str!("../errors.json")).unwrap();
    let rows = table.as_array().unwrap();
    assert_eq!(rows.len(), ERRORS.len());
    for (row, (code, name, meaning)) in rows.iter().zip(ERRORS) {
        let row = (number(row, "code"), text(row, "name"), text(row, "message"));
        assert_eq!(row, (u64::from(*code), *name, meaning.trim()));
    }
}

#[test]
fn codes_are_consecutive_from_6000() {
    for (expected, (code, ..)) in (6000..).zip(ERRORS) {
        assert_eq!(*code, expected);
    }
}

#[test]
fn an_error_reaches_the_client_as_its_code() {
    let error = ProgramError::from(OracleError::RoundAlreadySettled);
    assert_eq!(error, ProgramError::Custom(6039));
}
