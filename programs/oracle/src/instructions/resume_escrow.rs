//! Ends the pause of an escrow, and a request to withdraw with it.
use crate::{
    accounts::{self, agent_escrow::AgentEscrow, config::Config},
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [payer, config, escrow] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    accounts::read::<Config>(config, program_id)?;
    let mut escrow = accounts::write::<AgentEscrow>(escrow, program_id)?;
    guard::authority(payer, &escrow.authority)?;
    escrow.resume(now()?)?;
    Ok(())
}
