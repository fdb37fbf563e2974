//! Closes the account of a settled round that can never be settled again; its lamports go to the key that the gateway names.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    close::close,
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [config, gateway, round, recipient] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    check(config, gateway, round, recipient, program_id)?;
    close(round, recipient)
}

/// The round is over and belongs to this gateway; the recipient is the one that the gateway names.
fn check(
    config: &AccountView,
    gateway_account: &AccountView,
    round: &AccountView,
    recipient: &AccountView,
    program_id: &Address,
) -> Result<(), ProgramError> {
    let config = accounts::read::<Config>(config, program_id)?;
    let gateway = accounts::read::<Gateway>(gateway_account, program_id)?;
    let round = accounts::read_round(round, program_id)?;
    if round.gateway != *gateway_account.address().as_array() {
        return Err(OracleError::WrongGateway.into());
    }
    guard::address(recipient, &Address::new_from_array(gateway.rent_to))?;
    // Settled rounds have timestamps within i64.
    let t = i64::try_from(round.timestamp.get()).unwrap_or(i64::MAX);
    Ok(timing::check_closable(t, config.oldest_settleable(now()?))?)
}
