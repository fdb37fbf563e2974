//! Bytes and numbers as texts.

use crate::Refusal;

pub fn from_hex<const N: usize>(text: &str) -> Result<[u8; N], Refusal> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let mut bytes = [0; N];
    if digits.len() != 2 * N {
        return Err("a member has another number of bytes");
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        let pair = std::str::from_utf8(pair).map_err(|_| "a member is no hex")?;
        *byte = u8::from_str_radix(pair, 16).map_err(|_| "a member is no hex")?;
    }
    Ok(bytes)
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold("0x".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

pub fn from_base58(text: &str) -> Result<[u8; 32], Refusal> {
    const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut number = [0u8; 32];
    for character in text.bytes() {
        let mut carry = ALPHABET
            .iter()
            .position(|&one| one == character)
            .ok_or("an address is no base58")?;
        for byte in number.iter_mut().rev() {
            carry += 58 * usize::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry > 0 {
            return Err("an address has more than 32 bytes");
        }
    }
    Ok(number)
}

pub fn from_base64(text: &str) -> Result<Vec<u8>, Refusal> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0u32, 0);
    for character in text.trim_end_matches('=').bytes() {
        let digit = ALPHABET
            .iter()
            .position(|&one| one == character)
            .ok_or("the registry is no base64")?;
        buffer = buffer << 6 | digit as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
        }
    }
    Ok(bytes)
}

/// The number of a packed value with so many places, without trailing zeros; of tolerance mode it is signed.
pub fn decimal(packed: &[u8; 32], places: usize, is_signed: bool) -> String {
    let is_negative = is_signed && packed[0] & 0x80 != 0;
    let mut number = *packed;
    if is_negative {
        let mut carry = 1;
        for byte in number.iter_mut().rev() {
            let sum = u16::from(!*byte) + carry;
            *byte = sum as u8;
            carry = sum >> 8;
        }
    }
    let mut digits = Vec::new();
    while digits.len() <= places || number.iter().any(|&byte| byte != 0) {
        let mut rest = 0u16;
        for byte in number.iter_mut() {
            let part = rest << 8 | u16::from(*byte);
            *byte = (part / 10) as u8;
            rest = part % 10;
        }
        digits.push(char::from(b'0' + rest as u8));
    }
    let text: String = digits.iter().rev().collect();
    let (whole, fraction) = text.split_at(text.len() - places);
    let fraction = fraction.trim_end_matches('0');
    format!(
        "{}{whole}{}{fraction}",
        if is_negative { "-" } else { "" },
        if fraction.is_empty() { "" } else { "." }
    )
}
