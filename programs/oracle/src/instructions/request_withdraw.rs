//! Requests a withdrawal from an escrow, and pauses it. The money stays while rounds served before can still settle.
//! Creates the account if no round was settled before.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    create::Creator,
    error::OracleError,
    escrow::Escrow,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [payer, config, gateway, escrow_account, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::signer(payer)?;
    let config = accounts::read::<Config>(config, program_id)?;
    accounts::read::<Gateway>(gateway, program_id)?;
    let mut escrow = Escrow::read(escrow_account, payer.address(), gateway.address(), &config.mint, program_id)?;
    let now = now()?;
    escrow.contents.request_withdraw(now, config.oldest_settleable(now), config.withdraw_delay())?;
    escrow.ensure(escrow_account, &Creator { payer, system_program, program_id })?;
    escrow.write(escrow_account)
}
