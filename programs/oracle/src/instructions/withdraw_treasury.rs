//! Pays from the treasury to any token account of the mint.
use crate::{
    accounts::{self, config::Config},
    address::CONFIG_SEED,
    error::OracleError,
    guard, token,
};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView, Address, ProgramResult,
};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], amount: u64) -> ProgramResult {
    let [authority, config_account, treasury, destination, token_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let bump = {
        let config = accounts::read::<Config>(config_account, program_id)?;
        guard::authority(authority, &config.authority)?;
        token::check_treasury(treasury, config_account, &config.mint)?;
        token::check_account(destination, &config.mint)?;
        [config.bump]
    };
    let seeds = [Seed::from(CONFIG_SEED), Seed::from(&bump)];
    let signers = [Signer::from(&seeds)];
    token::transfer(treasury, destination, config_account, token_program, amount, &signers)
}
