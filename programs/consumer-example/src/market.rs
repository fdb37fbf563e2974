//! The feed that a market trades by: one feed of one oracle deployment.
use oracle_gateway_feed::{Expect, Mode};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

const ID_LENGTH: usize = 32;

/// Bytes that `open` brings: oracle id, feed id.
pub const TERMS_LENGTH: usize = 2 * ID_LENGTH;
/// Bytes of a market account: the terms, and the time of the last value that `verify` took. A new account is zeros.
pub const LENGTH: usize = TERMS_LENGTH + 8;

/// An opened market. A program for one market has constants instead.
pub struct Market {
    /// Id of the oracle program.
    pub oracle: [u8; 32],
    /// Identity of the feed.
    pub feed_id: [u8; 32],
    /// When the nodes began to fetch the last value that `verify` took, in unix milliseconds; 0 = none yet.
    pub last_observed_at_ms: u64,
}

impl Market {
    /// Reads the market of an account that this program owns.
    pub fn read(account: &AccountView, program_id: &Address) -> Result<Self, ProgramError> {
        if !account.owned_by(program_id) {
            return Err(ProgramError::InvalidAccountOwner);
        }
        let data = account.try_borrow()?;
        let data: &[u8; LENGTH] = (*data).try_into().map_err(|_| ProgramError::InvalidAccountData)?;
        if *data == [0; LENGTH] {
            return Err(ProgramError::UninitializedAccount);
        }
        let (mut oracle, mut feed_id, mut last) = ([0; ID_LENGTH], [0; ID_LENGTH], [0; 8]);
        oracle.copy_from_slice(&data[..ID_LENGTH]);
        feed_id.copy_from_slice(&data[ID_LENGTH..TERMS_LENGTH]);
        last.copy_from_slice(&data[TERMS_LENGTH..]);
        Ok(Self { oracle, feed_id, last_observed_at_ms: u64::from_le_bytes(last) })
    }

    /// Keeps the time of the last value in the account that the market was read from.
    pub fn keep_last(&self, account: &mut AccountView) -> ProgramResult {
        account.try_borrow_mut()?[TERMS_LENGTH..].copy_from_slice(&self.last_observed_at_ms.to_le_bytes());
        Ok(())
    }

    /// A price of three nodes at least, and at most a minute old.
    pub fn expect(&self) -> Expect {
        Expect { min_signatures: 3, max_age_ms: 60_000, ..Expect::new(self.feed_id, Mode::Exact) }
    }
}
