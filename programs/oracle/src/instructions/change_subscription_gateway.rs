//! First step of changing a subscription's gateway: the present gateway stops serving, and still settles what it
//! served. Proposing the present gateway withdraws the proposal.
use crate::{
    accounts::{self, config::Config, gateway::Gateway, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [owner, config, subscription, new_gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    accounts::read::<Config>(config, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    let is_active = accounts::read::<Gateway>(new_gateway, program_id)?.is_active();
    let new_gateway = new_gateway.address().as_array();
    if *new_gateway == subscription.pending_gateway {
        return Err(OracleError::NothingToChange.into());
    }
    if *new_gateway == subscription.gateway {
        if !subscription.has_pending_change() {
            return Err(OracleError::NothingToChange.into());
        }
        subscription.withdraw_proposal();
        return Ok(());
    }
    if !is_active {
        return Err(OracleError::GatewayInactive.into());
    }
    subscription.propose_gateway(new_gateway, now()?);
    Ok(())
}
