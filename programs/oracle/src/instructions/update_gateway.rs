//! Replaces the rotator of a gateway and where its rent goes. The rotator or the administrator signs.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    error::OracleError,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    rotator: &[u8; 32],
    rent_to: &[u8; 32],
) -> ProgramResult {
    let [signer, config, gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    let mut gateway = accounts::write::<Gateway>(gateway, program_id)?;
    gateway.check_rotator(signer, &config)?;
    if gateway.is_key_in_use(rotator) {
        return Err(OracleError::InvalidRotator.into());
    }
    (gateway.rotator, gateway.rent_to) = (*rotator, *rent_to);
    Ok(())
}
