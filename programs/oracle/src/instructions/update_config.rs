//! Replaces the settings. A change that helps a thief of the administrator's key must have been announced. A new `min_signers`
//! counts from the next registry version on; prices count at once.
use crate::{
    accounts::{
        self,
        config::{Config, Settings},
    },
    announced,
    error::OracleError,
    guard,
    instructions::now,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], settings: &Settings, data: &[u8]) -> ProgramResult {
    let [authority, config, announced @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut config = accounts::write::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    settings.check()?;
    announced::take(config.must_announce(settings), announced, data, authority, program_id)?;
    config.raise_settle_floor(now()?);
    config.apply(settings);
    Ok(())
}
