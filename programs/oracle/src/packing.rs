//! Packing of a source's values, read from its canonical ApiConfig.
//!
//! RFC 8785 sorts the members, and `aggregation` is the first member that an ApiConfig may have. So the beginning decides, and
//! no member that a requester chooses freely (url, headers, parser) precedes it. The reader accepts exactly the canonical
//! form.

/// Mode and decimal places of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The mode in a Feed's form.
    pub mode: u8,
    pub decimals: u8,
}

const EXACT: Packing = Packing { mode: 1, decimals: 18 };
const TOLERANCE_MODE: u8 = 2;

/// Bounds of `aggregation` (docs/protocol.md, ApiConfig).
const MAX_AGE_MS: u32 = 3_600_000;
const MAX_DEVIATION_BPS: u32 = 10_000;
const MAX_DECIMALS: u32 = 36;

/// The packing of the source whose canonical ApiConfig is `text`; `None` for another beginning. The rest of
/// the text is not read: its hash tells the caller that nodes accepted it.
pub fn of_source(text: &[u8]) -> Option<Packing> {
    let Some(text) = text.strip_prefix(br#"{"aggregation":"#) else {
        return text.strip_prefix(b"{").filter(|rest| begins_after_aggregation(rest)).map(|_| EXACT);
    };
    let text = text.strip_prefix(br#"{"maxAgeMs":"#)?;
    let (age_ms, text) = integer(text)?;
    let text = text.strip_prefix(br#","maxDeviationBps":"#)?;
    let (deviation_bps, text) = integer(text)?;
    let text = text.strip_prefix(br#","mode":"tolerance","numeric":{"decimals":"#)?;
    let (decimals, text) = integer(text)?;
    let text = text.strip_prefix(br#","type":"int256"},"rule":"median"},"#)?;
    let is_in_range =
        (1..=MAX_AGE_MS).contains(&age_ms) && deviation_bps <= MAX_DEVIATION_BPS && decimals <= MAX_DECIMALS;
    (is_in_range && begins_after_aggregation(text))
        .then_some(Packing { mode: TOLERANCE_MODE, decimals: decimals as u8 })
}

/// `method` is required, and only `headers` may come between.
fn begins_after_aggregation(text: &[u8]) -> bool {
    text.starts_with(br#""headers":{"#) || text.starts_with(br#""method":""#)
}

/// A number of up to seven digits as the canonical form writes it, and what follows.
fn integer(text: &[u8]) -> Option<(u32, &[u8])> {
    const MAX_DIGITS: usize = 7;
    let digits = text.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    if digits.is_empty() || (digits.len() > 1 && digits[0] == b'0') {
        return None;
    }
    Some((digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0')), rest))
}

#[cfg(test)]
#[path = "packing_tests.rs"]
mod tests;
