//! The repository's vector files (`vectors/`), made by implementations in other languages, for the tests of the crates.
use serde_json::Value;
use std::fs;

/// x then y of a point, 32 big-endian bytes each.
type PointBytes = [u8; 64];

/// A file of `vectors/`.
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

/// `name`, for messages of assertions.
pub fn name(value: &Value) -> String {
    value["name"].as_str().unwrap_or("unnamed").into()
}

/// 32 bytes of base58 text.
pub fn base58(text: &str) -> [u8; 32] {
    const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut bytes = [0; 32];
    for letter in text.bytes() {
        let digit = ALPHABET.iter().position(|known| *known == letter).expect("a base58 digit");
        let mut carry = digit as u32;
        for byte in bytes.iter_mut().rev() {
            carry += 58 * u32::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        assert_eq!(carry, 0, "{text}: more than 32 bytes");
    }
    bytes
}

/// Bytes of base64 text.
pub fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter(|letter| *letter != b'=')
        .map(|letter| ALPHABET.iter().position(|known| *known == letter).expect("a base64 digit") as u32)
        .collect();
    let group = |digits: &[u32]| {
        let bits = digits.iter().fold(0, |bits, digit| (bits << 6) | digit) << (6 * (4 - digits.len()));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

/// The account `account` of `programs/oracle/idl.json`: its fields in order, each with its offset, and the length of the fixed part.
pub fn account_of_idl(account: &str) -> (Vec<(String, usize)>, usize) {
    let path = format!("{}/../oracle/idl.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let idl: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let node = list(&idl["program"], "accounts").iter().find(|node| name(node) == account).expect(account);
    let mut end = 0;
    let mut offsets = Vec::new();
    for field in list(&node["data"], "fields") {
        offsets.push((name(field), end));
        end += width_of(&field["type"]).unwrap_or(0);
    }
    (offsets, end)
}

/// Bytes of a type of `idl.json`; `None` for one that fills the rest.
pub fn width_of(of: &Value) -> Option<usize> {
    match text(of, "kind") {
        "publicKeyTypeNode" => Some(32),
        "fixedSizeTypeNode" => Some(number(of, "size") as usize),
        // Items up to the end of an account.
        "bytesTypeNode" | "arrayTypeNode" => None,
        // Zeros stand for the absent value.
        "zeroableOptionTypeNode" => width_of(&of["item"]),
        // Bytes behind their number, here 0.
        "sizePrefixTypeNode" => width_of(&of["prefix"]),
        "numberTypeNode" if text(of, "format") == "u8" => Some(1),
        "numberTypeNode" if text(of, "format") == "u16" => Some(2),
        "numberTypeNode" => Some(8),
        kind => panic!("a type of kind {kind}"),
    }
}
