//! Requirements of a program on a feed, and the reading of the account.
use crate::{Price, Refusal};

/// Bytes of a feed account.
pub const LENGTH: usize = 176;
/// First bytes of a feed account.
pub const DISCRIMINATOR: [u8; 8] = *b"SVC_FED1";
/// A value may be ahead of the ledger's clock by this much: the oracle program accepts no more.
pub const MAX_AHEAD_MS: i64 = 2_000;

/// Offsets of docs/protocol.md, "Accounts of the program". A test compares them with idl.json.
pub(crate) mod layout {
    pub const MODE: usize = 9;
    pub const DECIMALS: usize = 10;
    pub const SIGNATURES_REQUIRED: usize = 11;
    pub const FEED_ID: usize = 16;
    pub const VALUE: usize = 112;
    pub const OBSERVED_AT_MS: usize = 152;
    pub const REGISTRY_VERSION: usize = 160;
    pub const SLOT: usize = 168;
}

/// `observed_at_ms` of a feed whose source was shown before its first value.
const NO_VALUE: u64 = 0;
const UNKNOWN_MODE: u8 = 0;
const EXACT_MODE: u8 = 1;
const TOLERANCE_MODE: u8 = 2;
const EXACT_DECIMALS: u8 = 18;

/// Packing of a feed's values. The feed's source decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// uint256 with 18 decimals.
    Exact,
    /// int256 with the decimals that the source names.
    Tolerance {
        /// Decimal places.
        decimals: u8,
    },
}

impl Mode {
    pub(crate) const fn decimals(self) -> u8 {
        match self {
            Self::Exact => EXACT_DECIMALS,
            Self::Tolerance { decimals } => decimals,
        }
    }

    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Exact => EXACT_MODE,
            Self::Tolerance { .. } => TOLERANCE_MODE,
        }
    }
}

/// The feed that a program was written for. It refuses a feed that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expect {
    /// Identity of the feed: its owner, source and quorum. Fix it in your program or its configuration.
    pub feed_id: [u8; 32],
    /// Packing of the values.
    pub mode: Mode,
    /// The id names a quorum already. This one protects you from an id that was configured wrongly.
    pub min_signatures: u8,
    /// Largest age of a value.
    pub max_age_ms: u64,
    /// `oldest_accepted_version` of the oracle's Config, or 0 where a value that a stolen key signed would do no harm.
    pub oldest_version: u64,
}

/// A value whose signature your program verified itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attested {
    /// Identity of the feed to which the value belongs.
    pub feed_id: [u8; 32],
    /// 32 big-endian bytes, as signed.
    pub value: [u8; 32],
    /// Number of nodes that signed.
    pub signatures: u8,
    /// Unix time at or after which every signer began to fetch the value.
    pub observed_at_ms: u64,
    /// Registry version that signed.
    pub registry_version: u64,
}

impl Expect {
    /// Any quorum and registry version, and a value at most a minute old.
    pub const fn new(feed_id: [u8; 32], mode: Mode) -> Self {
        Self { feed_id, mode, min_signatures: 1, max_age_ms: 60_000, oldest_version: 0 }
    }

    /// Reads a feed account. `owner` and `data` are the account's, `oracle` is the id of the oracle program, `now_seconds` the
    /// time of the Clock sysvar.
    ///
    /// # Errors
    /// Every `Refusal` but `NotNewer` and `OutOfRange`.
    pub fn read(&self, owner: &[u8; 32], data: &[u8], oracle: &[u8; 32], now_seconds: i64) -> Result<Price, Refusal> {
        if owner != oracle {
            return Err(Refusal::WrongOwner);
        }
        let data: &[u8; LENGTH] = data.try_into().map_err(|_| Refusal::NotAFeed)?;
        if !data.starts_with(&DISCRIMINATOR) {
            return Err(Refusal::NotAFeed);
        }
        let attested = Attested {
            feed_id: array_at(data, layout::FEED_ID),
            value: array_at(data, layout::VALUE),
            signatures: data[layout::SIGNATURES_REQUIRED],
            observed_at_ms: u64_at(data, layout::OBSERVED_AT_MS),
            registry_version: u64_at(data, layout::REGISTRY_VERSION),
        };
        self.check_feed(&attested.feed_id)?;
        if data[layout::MODE] == UNKNOWN_MODE {
            return Err(Refusal::UnknownMode);
        }
        if attested.observed_at_ms == NO_VALUE {
            return Err(Refusal::NoValue);
        }
        if (data[layout::MODE], data[layout::DECIMALS]) != (self.mode.byte(), self.mode.decimals()) {
            return Err(Refusal::AnotherMode);
        }
        let price = self.judge(&attested, now_seconds)?;
        Ok(Price { slot: Some(u64_at(data, layout::SLOT)), ..price })
    }

    /// The same rules for a value that came with the instruction. The feed's id fixes its source, and so mode and decimals.
    ///
    /// # Errors
    /// `AnotherFeed`, `TooFewSignatures`, `OldVersion`, `Stale`, `Ahead`.
    pub fn judge(&self, attested: &Attested, now_seconds: i64) -> Result<Price, Refusal> {
        self.check_feed(&attested.feed_id)?;
        if attested.signatures < self.min_signatures {
            return Err(Refusal::TooFewSignatures);
        }
        if attested.registry_version < self.oldest_version {
            return Err(Refusal::OldVersion);
        }
        self.check_age(attested.observed_at_ms, now_seconds)?;
        Ok(Price {
            value: attested.value,
            decimals: self.mode.decimals(),
            is_signed: matches!(self.mode, Mode::Tolerance { .. }),
            observed_at_ms: attested.observed_at_ms,
            signatures: attested.signatures,
            registry_version: attested.registry_version,
            slot: None,
        })
    }

    /// `judge` for a value that must be newer than the last one used. `last_observed_at_ms` is what your program keeps of it, 0 at
    /// first; an accepted value replaces it. Without it, a caller chooses the best value of all within `max_age_ms`.
    ///
    /// # Errors
    /// Those of `judge`; `NotNewer`.
    pub fn judge_newer(
        &self,
        attested: &Attested,
        now_seconds: i64,
        last_observed_at_ms: &mut u64,
    ) -> Result<Price, Refusal> {
        let price = self.judge(attested, now_seconds)?;
        if price.observed_at_ms <= *last_observed_at_ms {
            return Err(Refusal::NotNewer);
        }
        *last_observed_at_ms = price.observed_at_ms;
        Ok(price)
    }

    fn check_feed(&self, feed_id: &[u8; 32]) -> Result<(), Refusal> {
        if self.feed_id == *feed_id {
            Ok(())
        } else {
            Err(Refusal::AnotherFeed)
        }
    }

    fn check_age(&self, observed_at_ms: u64, now_seconds: i64) -> Result<(), Refusal> {
        // No value is dated beyond the range of the clock.
        let observed_at_ms = i64::try_from(observed_at_ms).map_err(|_| Refusal::Ahead)?;
        let now_ms = now_seconds.saturating_mul(1_000);
        let age_ms = now_ms.saturating_sub(observed_at_ms);
        if age_ms < -MAX_AHEAD_MS {
            return Err(Refusal::Ahead);
        }
        let is_too_old = u64::try_from(age_ms).is_ok_and(|age_ms| age_ms > self.max_age_ms);
        if is_too_old {
            return Err(Refusal::Stale);
        }
        Ok(())
    }
}

fn array_at<const N: usize>(data: &[u8; LENGTH], at: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&data[at..at + N]);
    bytes
}

fn u64_at(data: &[u8; LENGTH], at: usize) -> u64 {
    u64::from_le_bytes(array_at(data, at))
}

#[cfg(test)]
#[path = "expect_tests.rs"]
mod tests;
