//! Closes the account of a delegate that has ended, once none of its rounds can be settled any more; the owner gets the
//! lamports.
use crate::{
    accounts::{self, config::Config, delegate::Delegate},
    close::close,
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [owner, config, subscription, delegate] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    {
        let config = accounts::read::<Config>(config, program_id)?;
        let delegate = accounts::write::<Delegate>(delegate, program_id)?;
        guard::authority(owner, &delegate.owner(subscription, program_id)?)?;
        if !delegate.has_settled_all(config.oldest_settleable(now()?)) {
            return Err(OracleError::TooSoon.into());
        }
    }
    close(delegate, owner)
}
