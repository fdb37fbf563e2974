//! Packing of a source's values, read from the text that hashes to its id: the canonical ApiConfig of one source, or the
//! preimage of an index.
//!
//! RFC 8785 sorts the members, and `aggregation` is the first member that an ApiConfig may have. So the beginning decides, and
//! no member that a requester chooses freely (url, headers, parser) precedes it. The reader accepts exactly the canonical
//! form.

use oracle_gateway_attestation::{fields::Fields, form};

/// The form of a source's values, as its text has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The mode as a Feed has it.
    pub mode: u8,
    pub decimals: u8,
    /// The form of an attestation of the source.
    pub form: u8,
}

const EXACT: Packing = Packing { mode: 1, decimals: 18, form: form::SINGLE };
const TOLERANCE_MODE: u8 = 2;

/// Bounds of `aggregation` (docs/protocol.md, ApiConfig).
const MAX_AGE_MS: u32 = 3_600_000;
const MAX_DEVIATION_BPS: u32 = 10_000;
const MAX_DECIMALS: u32 = 36;
const MAX_DECIMAL_LENGTH: usize = 128;

const INDEX_LABEL: &[u8] = b"SVC_INDEX_V1";
const FEWEST_SOURCES: u8 = 2;

/// The packing of the source or index whose text is `text`; `None` for any other bytes.
pub fn of_text(text: &[u8]) -> Option<Packing> {
    match text.strip_prefix(INDEX_LABEL) {
        Some(fields) => of_index(fields),
        None => of_source(text),
    }
}

/// The packing of an index, from the fields behind its label (docs/protocol.md, "Index").
fn of_index(fields: &[u8]) -> Option<Packing> {
    let mut fields = Fields::new(fields);
    let (sources, min_sources) = (fields.u8()?, fields.u8()?);
    let _max_deviation_bps = fields.u16()?;
    let _max_deviation: &[u8; 32] = fields.array()?;
    let _max_age_ms: &[u8; 4] = fields.array()?;
    let decimals = fields.u8()?;
    let _source_ids = fields.slice(32 * usize::from(sources))?;
    let is_index = (FEWEST_SOURCES..=form::MAX_SOURCES).contains(&sources)
        && (FEWEST_SOURCES..=sources).contains(&min_sources)
        && u32::from(decimals) <= MAX_DECIMALS;
    (is_index && fields.is_empty()).then_some(Packing { mode: TOLERANCE_MODE, decimals, form: sources })
}

/// The packing of the source whose canonical ApiConfig is `text`; `None` for another beginning. The rest of
/// the text is not read: its hash tells the caller that nodes accepted it.
fn of_source(text: &[u8]) -> Option<Packing> {
    let Some(text) = text.strip_prefix(br#"{"aggregation":"#) else {
        return text.strip_prefix(b"{").filter(|rest| begins_after_aggregation(rest)).map(|_| EXACT);
    };
    let text = text.strip_prefix(br#"{"maxAgeMs":"#)?;
    let (age_ms, text) = integer(text)?;
    let text = behind_max_deviation(text)?.strip_prefix(br#","maxDeviationBps":"#)?;
    let (deviation_bps, text) = integer(text)?;
    let text = text.strip_prefix(br#","mode":"tolerance","numeric":{"decimals":"#)?;
    let (decimals, text) = integer(text)?;
    let text = text.strip_prefix(br#","type":"int256"},"rule":"median"},"#)?;
    let is_in_range =
        (1..=MAX_AGE_MS).contains(&age_ms) && deviation_bps <= MAX_DEVIATION_BPS && decimals <= MAX_DECIMALS;
    (is_in_range && begins_after_aggregation(text)).then_some(Packing {
        mode: TOLERANCE_MODE,
        decimals: decimals as u8,
        form: form::SINGLE,
    })
}

/// The text behind the member `maxDeviation`, a decimal in quotes, where the source has it.
fn behind_max_deviation(text: &[u8]) -> Option<&[u8]> {
    let Some(text) = text.strip_prefix(br#","maxDeviation":""#) else {
        return Some(text);
    };
    let length = text.iter().take(MAX_DECIMAL_LENGTH).take_while(|byte| matches!(byte, b'0'..=b'9' | b'.')).count();
    let (decimal, text) = text.split_at(length);
    text.strip_prefix(b"\"").filter(|_| !decimal.is_empty())
}

/// `method` is required, and only `body`, `headers` and `maxBytes` may come between.
fn begins_after_aggregation(text: &[u8]) -> bool {
    [&br#""body":""#[..], br#""headers":{"#, br#""maxBytes":"#, br#""method":""#].iter().any(|member| text.starts_with(member))
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
