//! Pauses a subscription: rounds with a later timestamp are not settled.
use crate::{
    accounts::{self, config::Config, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [owner, config, subscription] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    if subscription.is_paused() {
        return Err(OracleError::NothingToChange.into());
    }
    let now = now()?;
    timing::check_forgettable(subscription.resumed_at.get(), config.oldest_settleable(now))?;
    timing::check_switch_order(subscription.resumed_at.get(), now)?;
    subscription.paused_at.set(now);
    Ok(())
}
