//! Replaces the settings. A new `min_signers` counts from the next registry version on; prices count at once.
use crate::{
    accounts::{
        self,
        config::{Config, Settings},
    },
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], settings: &Settings) -> ProgramResult {
    let [authority, config] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut config = accounts::write::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    settings.check()?;
    config.raise_settle_floor(now()?);
    config.apply(settings);
    Ok(())
}
