//! Names another gateway for a subscription. The one before it still settles the rounds that it served.
use crate::{
    accounts::{self, config::Config, gateway::Gateway, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [owner, config, subscription, new_gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    if !accounts::read::<Gateway>(new_gateway, program_id)?.is_active() {
        return Err(OracleError::GatewayInactive.into());
    }
    let new_gateway = *new_gateway.address().as_array();
    if new_gateway == subscription.gateway {
        return Err(OracleError::NothingToChange.into());
    }
    let now = now()?;
    timing::check_spacing(subscription.gateway_changed_at.get(), now, config.settle_window())?;
    subscription.previous_gateway = subscription.gateway;
    subscription.gateway = new_gateway;
    subscription.gateway_changed_at.set(now);
    Ok(())
}
