//! Pays from an escrow to its payer, any number of times during the pause.
use crate::{
    accounts::{self, agent_escrow::AgentEscrow, config::Config},
    address::ESCROW_SEED,
    error::OracleError,
    guard,
    instructions::now,
    token,
};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView, Address, ProgramResult,
};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], amount: u64) -> ProgramResult {
    let [payer, config, escrow_account, tokens, destination, token_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let escrow = {
        let config = accounts::read::<Config>(config, program_id)?;
        let escrow = accounts::read::<AgentEscrow>(escrow_account, program_id)?;
        guard::authority(payer, &escrow.authority)?;
        token::check_escrow(tokens, escrow_account.address(), escrow.tokens_bump, &config.mint, amount)?;
        // The destination belongs to the payer, so a signature obtained by deceit cannot pay another key.
        if token::check_account(destination, &config.mint)? != *payer.address() {
            return Err(OracleError::WrongTokenAccount.into());
        }
        let now = now()?;
        escrow.check_withdrawable(now, config.oldest_settleable(now))?;
        escrow.clone()
    };
    let bump = [escrow.bump];
    let seeds =
        [Seed::from(ESCROW_SEED), Seed::from(&escrow.authority), Seed::from(&escrow.gateway), Seed::from(&bump)];
    token::transfer(tokens, destination, escrow_account, token_program, amount, &[Signer::from(&seeds)])
}
