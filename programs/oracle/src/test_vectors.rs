//! The repository's vector files (`vectors/`), made by implementations in other languages.
use crate::aggregate::PointBytes;
use serde_json::Value;
use std::{format, fs, string::String, vec::Vec};

pub fn load(file: &str) -> Value {
    let path = format!("{}/../../vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn list<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    let list = value[member].as_array().expect(member);
    assert!(!list.is_empty(), "{member} holds nothing");
    list
}

pub fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().expect(member)
}

pub fn number(value: &Value, member: &str) -> u64 {
    match &value[member] {
        Value::String(text) => text.parse().expect(member),
        other => other.as_u64().expect(member),
    }
}

/// Bytes of hex text of any length, with or without `0x`.
pub fn octets(text: &str) -> Vec<u8> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Bytes of hex text, with or without `0x`.
pub fn hex<const N: usize>(text: &str) -> [u8; N] {
    octets(text).try_into().expect("length of the hex text")
}

pub fn bytes<const N: usize>(value: &Value, member: &str) -> [u8; N] {
    hex(text(value, member))
}

/// A point given as `{x, y}`.
pub fn point(value: &Value) -> PointBytes {
    hex(&[text(value, "x"), text(value, "y")].concat())
}

/// A point in compressed SEC1 form.
pub fn compressed_point(text: &str) -> PointBytes {
    let key = k256::PublicKey::from_sec1_bytes(&hex::<33>(text)).expect("a point");
    let encoded = k256::elliptic_curve::sec1::ToEncodedPoint::to_encoded_point(&key, false);
    encoded.as_bytes()[1..].try_into().expect("64 bytes")
}

/// `name`, for messages of assertions.
pub fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or("unnamed").into()
}
