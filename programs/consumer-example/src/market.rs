//! The feed that a market trades by: one feed of one oracle deployment.
use oracle_gateway_feed::{Expect, Mode};
use pinocchio::{error::ProgramError, AccountView, Address};

const ID_LENGTH: usize = 32;

/// Bytes of a market account: oracle id, feed id. A new account is zeros.
pub const LENGTH: usize = 2 * ID_LENGTH;

/// An opened market. A program for one market has constants instead.
pub struct Market {
    /// Id of the oracle program.
    pub oracle: [u8; 32],
    /// Identity of the feed.
    pub feed_id: [u8; 32],
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
        let (mut oracle, mut feed_id) = ([0; ID_LENGTH], [0; ID_LENGTH]);
        oracle.copy_from_slice(&data[..ID_LENGTH]);
        feed_id.copy_from_slice(&data[ID_LENGTH..]);
        Ok(Self { oracle, feed_id })
    }

    /// A price of three nodes at least, and at most a minute old.
    pub fn expect(&self) -> Expect {
        Expect { min_signatures: 3, max_age_ms: 60_000, ..Expect::new(self.feed_id, Mode::Exact) }
    }
}
