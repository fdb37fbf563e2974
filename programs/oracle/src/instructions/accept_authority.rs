//! Second step of handing over the administration: the proposed authority signs.
use crate::{
    accounts::{self, config::Config},
    error::OracleError,
    guard,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [pending_authority, config] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut config = accounts::write::<Config>(config, program_id)?;
    // Zeros mean no proposal. They are the system program's address, which cannot sign.
    guard::authority(pending_authority, &config.pending_authority)?;
    config.authority = config.pending_authority;
    config.pending_authority = [0; 32];
    Ok(())
}
