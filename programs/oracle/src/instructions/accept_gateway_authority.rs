//! Second step of changing a gateway's key: the proposed key signs. The program refuses the old one from then on.
use crate::{
    accounts::{self, gateway::Gateway},
    error::OracleError,
    guard,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [pending_authority, gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut gateway = accounts::write::<Gateway>(gateway, program_id)?;
    // Zeros mean no proposal. They are the system program's address, which cannot sign.
    guard::authority(pending_authority, &gateway.pending_authority)?;
    gateway.authority = gateway.pending_authority;
    gateway.pending_authority = [0; 32];
    Ok(())
}
