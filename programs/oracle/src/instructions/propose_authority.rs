//! First step of handing over administration: names the successor, who must accept. Zeros withdraw the proposal.
use crate::{
    accounts::{self, config::Config},
    error::OracleError,
    guard,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], new_authority: &[u8; 32]) -> ProgramResult {
    let [authority, config] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut config = accounts::write::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    config.pending_authority = *new_authority;
    Ok(())
}
