//! Sets new bounds of a delegate. Rounds served under larger bounds still settle.
use crate::{
    accounts::{
        self,
        config::Config,
        delegate::{Bounds, Delegate},
    },
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], bounds: &Bounds) -> ProgramResult {
    let [owner, config, subscription, delegate] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut delegate = accounts::write::<Delegate>(delegate, program_id)?;
    guard::authority(owner, &delegate.owner(subscription, program_id)?)?;
    if delegate.is_revoked() {
        return Err(OracleError::DelegateRevoked.into());
    }
    let now = now()?;
    bounds.check(now)?;
    delegate.set_bounds(bounds, now, config.oldest_settleable(now))?;
    Ok(())
}
