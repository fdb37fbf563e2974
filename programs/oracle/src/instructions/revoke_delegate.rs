//! Ends a delegate for good: rounds with a later timestamp are not settled.
use crate::{
    accounts::{self, config::Config, delegate::Delegate},
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
    accounts::read::<Config>(config, program_id)?;
    let mut delegate = accounts::write::<Delegate>(delegate, program_id)?;
    guard::authority(owner, &delegate.owner(subscription, program_id)?)?;
    if delegate.is_revoked() {
        return Err(OracleError::NothingToChange.into());
    }
    delegate.revoked_at.set(now()?);
    Ok(())
}
