//! Second step of changing a subscription's gateway: by the owner once the present gateway can settle nothing more, or
//! earlier by the present gateway, which thereby gives up its remaining settlements.
use crate::{
    accounts::{self, config::Config, gateway::Gateway, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [signer, config, subscription, old_gateway, new_gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    let old_authority = accounts::read::<Gateway>(old_gateway, program_id)?.authority;
    let is_active = accounts::read::<Gateway>(new_gateway, program_id)?.is_active();
    let is_old_gateway = *signer.address().as_array() == old_authority;
    guard::authority(signer, if is_old_gateway { &old_authority } else { &subscription.owner })?;
    if !subscription.has_pending_change() {
        return Err(OracleError::NothingToChange.into());
    }
    let named = (&subscription.gateway, &subscription.pending_gateway);
    if named != (old_gateway.address().as_array(), new_gateway.address().as_array()) {
        return Err(OracleError::WrongGateway.into());
    }
    if !is_active {
        return Err(OracleError::GatewayInactive.into());
    }
    let now = now()?;
    if !is_old_gateway && !subscription.has_settled_all(config.oldest_settleable(now)) {
        return Err(OracleError::TooSoon.into());
    }
    subscription.complete_change(now);
    Ok(())
}
