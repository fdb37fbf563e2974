//! Admits a gateway.
use crate::{
    accounts::{self, config::Config, gateway::Gateway, Layout, I64},
    address::GATEWAY_SEED,
    create::Creator,
    error::OracleError,
    guard,
    instruction::GatewayKeys,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], keys: &GatewayKeys) -> ProgramResult {
    let [authority, config, gateway, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::authority(authority, &accounts::read::<Config>(config, program_id)?.authority)?;
    if *keys.rotator == *keys.authority {
        return Err(OracleError::InvalidRotator.into());
    }
    let creator = Creator { payer: authority, system_program, program_id };
    let seeds: [&[u8]; 2] = [GATEWAY_SEED, keys.authority];
    let bump = creator.create(gateway, &seeds, size_of::<Gateway>())?;
    let contents = Gateway {
        discriminator: Gateway::DISCRIMINATOR,
        bump,
        reserved: [0; 7],
        id: *keys.authority,
        authority: *keys.authority,
        pending_authority: [0; 32],
        rotator: *keys.rotator,
        rent_to: *keys.rent_to,
        registered_at: I64::new(now()?),
        deactivated_at: I64::default(),
        reactivated_at: I64::default(),
    };
    accounts::initialise(gateway, contents)
}
