//! First step of changing a gateway's key: the rotator or the administrator names the next one, which must accept. Zeros withdraw
//! the proposal.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    error::OracleError,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], new_authority: &[u8; 32]) -> ProgramResult {
    let [signer, config, gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut gateway = accounts::write::<Gateway>(gateway, program_id)?;
    gateway.check_rotator(signer, &config)?;
    if gateway.has_rotator() && gateway.rotator == *new_authority {
        return Err(OracleError::InvalidRotator.into());
    }
    gateway.pending_authority = *new_authority;
    Ok(())
}
