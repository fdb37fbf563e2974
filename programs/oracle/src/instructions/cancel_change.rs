//! Cancels an announced change. The administrator or the guardian signs, and gets the account's lamports.
use crate::{
    accounts::{self, config::Config, pending_change::PendingChange},
    close::close,
    error::OracleError,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [signer, config, pending] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    accounts::read::<Config>(config, program_id)?.check_may_cancel(signer)?;
    accounts::read::<PendingChange>(pending, program_id)?;
    close(pending, signer)
}
