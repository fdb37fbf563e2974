//! The last price that a program took, and the sum of its prices over time.
use crate::{Price, Refusal};

const BPS: u128 = 10_000;

/// A bound on the step from one price to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Largest difference, in hundredths of a percent of the last price.
    pub max_bps: u32,
    /// The bound holds while the last price is at most this much older. A later price is taken as it is, so that no move of the market
    /// shuts the program out for good.
    pub within_ms: u64,
}

/// The last price that a program took. It keeps these 24 bytes in an account of its own, all zeros at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastPrice {
    /// Integer with the decimals that the program counts with.
    pub value: i128,
    /// Stamp of the value, unix milliseconds; 0 before the first one.
    pub observed_at_ms: u64,
}

impl LastPrice {
    /// Bytes of the stored form.
    pub const LENGTH: usize = 24;

    /// Takes a price with so many decimals, and gives back its value. The price with the same stamp is taken again without a change:
    /// two transactions may read one value.
    ///
    /// # Errors
    /// `NotNewer` for an older price, `StepTooLarge` beyond the bound, `OutOfRange`. Nothing changes then.
    pub fn take(&mut self, price: &Price, decimals: u8, step: &Step) -> Result<i128, Refusal> {
        if price.observed_at_ms < self.observed_at_ms {
            return Err(Refusal::NotNewer);
        }
        let value = price.with_decimals(decimals)?;
        let is_bound = self.observed_at_ms != 0 && price.observed_at_ms - self.observed_at_ms <= step.within_ms;
        if is_bound && !is_within(self.value, value, step.max_bps) {
            return Err(Refusal::StepTooLarge);
        }
        *self = Self { value, observed_at_ms: price.observed_at_ms };
        Ok(value)
    }

    /// The stored form, little-endian: value, then stamp.
    pub fn to_bytes(&self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..16].copy_from_slice(&self.value.to_le_bytes());
        bytes[16..].copy_from_slice(&self.observed_at_ms.to_le_bytes());
        bytes
    }

    /// Reads the stored form.
    pub fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Self {
        let (mut value, mut observed_at_ms) = ([0; 16], [0; 8]);
        value.copy_from_slice(&bytes[..16]);
        observed_at_ms.copy_from_slice(&bytes[16..]);
        Self { value: i128::from_le_bytes(value), observed_at_ms: u64::from_le_bytes(observed_at_ms) }
    }
}

/// |next − last| · 10,000 ≤ bps · |last|. A product without room is larger than the other side.
fn is_within(last: i128, next: i128, max_bps: u32) -> bool {
    let difference = last.abs_diff(next).checked_mul(BPS);
    let bound = last.unsigned_abs().checked_mul(u128::from(max_bps));
    match (difference, bound) {
        (Some(difference), Some(bound)) => difference <= bound,
        (difference, _) => difference.is_some(),
    }
}

/// The sum of price × time, from which two readings give a time-weighted average. A program keeps these 40 bytes in an account of its
/// own, all zeros at first. It adds each price that it takes, and copies the sum where an average is to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceSum {
    /// Sum of each price times the milliseconds until the stamp of the next one.
    pub sum: i128,
    /// The price that counts from its stamp on.
    pub last: LastPrice,
}

impl PriceSum {
    /// Bytes of the stored form.
    pub const LENGTH: usize = 16 + LastPrice::LENGTH;

    /// Adds a price that the program took. The price before counts up to its stamp.
    ///
    /// # Errors
    /// `NotNewer` for an older price, `OutOfRange` for a sum without room. Nothing changes then.
    pub fn add(&mut self, price: &LastPrice) -> Result<(), Refusal> {
        if price.observed_at_ms < self.last.observed_at_ms {
            return Err(Refusal::NotNewer);
        }
        // Nothing counts before the first price.
        let from_ms = if self.last.observed_at_ms == 0 { price.observed_at_ms } else { self.last.observed_at_ms };
        let product = self.last.value.checked_mul(i128::from(price.observed_at_ms - from_ms));
        let sum = product.and_then(|product| self.sum.checked_add(product)).ok_or(Refusal::OutOfRange)?;
        *self = Self { sum, last: *price };
        Ok(())
    }

    /// The time-weighted average from the last stamp of `earlier` to that of `self`, rounded toward zero. Choose the time between them for
    /// your purpose: an average over a minute follows a false price of a minute.
    ///
    /// # Errors
    /// `NotNewer` where no time lies between them, `OutOfRange` where `earlier` is no reading of this sum.
    pub fn average_since(&self, earlier: &Self) -> Result<i128, Refusal> {
        let time_ms = self.last.observed_at_ms.saturating_sub(earlier.last.observed_at_ms);
        if time_ms == 0 || earlier.last.observed_at_ms == 0 {
            return Err(Refusal::NotNewer);
        }
        let sum = self.sum.checked_sub(earlier.sum).ok_or(Refusal::OutOfRange)?;
        Ok(sum / i128::from(time_ms))
    }

    /// The stored form, little-endian: sum, then the last price.
    pub fn to_bytes(&self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..16].copy_from_slice(&self.sum.to_le_bytes());
        bytes[16..].copy_from_slice(&self.last.to_bytes());
        bytes
    }

    /// Reads the stored form.
    pub fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Self {
        let (mut sum, mut last) = ([0; 16], [0; LastPrice::LENGTH]);
        sum.copy_from_slice(&bytes[..16]);
        last.copy_from_slice(&bytes[16..]);
        Self { sum: i128::from_le_bytes(sum), last: LastPrice::from_bytes(&last) }
    }
}

#[cfg(test)]
#[path = "kept_tests.rs"]
mod tests;
