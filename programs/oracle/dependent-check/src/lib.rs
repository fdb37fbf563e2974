//! A program of its own that reads a feed with the oracle program's library. That it links, and has one entrypoint, is what it checks.
#![no_std]

use oracle_program::accounts::{self, feed::Feed};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

/// Two accounts: the oracle program, and a feed of its.
const MAX_ACCOUNTS: usize = 3;

pinocchio::program_entrypoint!(process, MAX_ACCOUNTS);
pinocchio::no_allocator!();
pinocchio::nostd_panic_handler!();

/// Succeeds if the feed holds a value.
pub fn process(_program_id: &Address, accounts: &mut [AccountView], _data: &[u8]) -> ProgramResult {
    let [oracle, feed] = accounts else {
        return Err(ProgramError::NotEnoughAccountKeys);
    };
    let feed = accounts::read::<Feed>(feed, oracle.address())?;
    if feed.timestamp_ms.get() == 0 {
        return Err(ProgramError::InvalidAccountData);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::process;
    use pinocchio::{error::ProgramError, Address};

    #[test]
    fn a_program_that_depends_on_the_oracle_program_links_and_runs() {
        let refusal = process(&Address::new_from_array([1; 32]), &mut [], &[]);
        assert_eq!(refusal, Err(ProgramError::NotEnoughAccountKeys));
    }
}
