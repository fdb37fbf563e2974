//! Feed accounts for the tests of your program.
use crate::{expect::layout, Expect, Mode, DISCRIMINATOR, LENGTH};

/// The bytes of a feed account that `expect` accepts: a value with the feed's decimals, and its stamp. Set an account with these bytes and
/// the oracle program's id as owner in LiteSVM, Mollusk or `solana-program-test`. No runtime accepts them from a transaction: only the
/// oracle program writes its accounts.
pub fn feed(expect: &Expect, value: i128, observed_at_ms: u64) -> [u8; LENGTH] {
    let mut data = [0; LENGTH];
    let (mode, decimals) = (expect.mode.byte(), expect.mode.decimals());
    data[..8].copy_from_slice(&DISCRIMINATOR);
    (data[layout::MODE], data[layout::DECIMALS]) = (mode, decimals);
    data[layout::SIGNATURES_REQUIRED] = expect.min_signatures;
    data[layout::FEED_ID..][..32].copy_from_slice(&expect.feed_id);
    let is_negative = value < 0 && expect.mode != Mode::Exact;
    data[layout::VALUE..][..16].fill(if is_negative { 0xff } else { 0 });
    data[layout::VALUE + 16..][..16].copy_from_slice(&value.to_be_bytes());
    data[layout::OBSERVED_AT_MS..][..8].copy_from_slice(&observed_at_ms.to_le_bytes());
    data[layout::REGISTRY_VERSION..][..8].copy_from_slice(&expect.oldest_version.to_le_bytes());
    data
}

#[cfg(test)]
#[path = "testing_tests.rs"]
mod tests;
