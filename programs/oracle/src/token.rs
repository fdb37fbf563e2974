//! Token accounts: owner, mint, and the treasury.
use crate::{accounts::config::Config, address, error::OracleError, guard};
use pinocchio::{cpi::Signer, error::ProgramError, AccountView, Address, ProgramResult};
use pinocchio_token::{
    instructions::Transfer,
    state::{Account, Mint},
};

/// The account is an initialised mint of the token program.
pub fn check_mint(account: &AccountView) -> ProgramResult {
    let mint = Mint::from_account_view(account).map_err(|_| OracleError::WrongMint)?;
    mint.is_initialized().then_some(()).ok_or(OracleError::WrongMint.into())
}

/// The account is an initialised token account of `mint`; returns its owner.
pub fn check_account(account: &AccountView, mint: &[u8; 32]) -> Result<Address, ProgramError> {
    guard::writable(account)?;
    let token = Account::from_account_view(account).map_err(|_| OracleError::WrongTokenAccount)?;
    if !token.is_initialized() {
        return Err(OracleError::WrongTokenAccount.into());
    }
    if token.mint().as_array() != mint {
        return Err(OracleError::WrongMint.into());
    }
    Ok(*token.owner())
}

/// The account is the treasury: the associated token account of Config.
pub fn check_treasury(account: &AccountView, config: &AccountView, mint: &[u8; 32]) -> ProgramResult {
    let mint_address = Address::new_from_array(*mint);
    let treasury = address::associated_token_account(config.address(), &mint_address);
    guard::address(account, &treasury)?;
    check_account(account, mint)?;
    Ok(())
}

/// The account is the associated token account of the escrow at `escrow`, and holds `amount` atomic units.
pub fn check_escrow(
    account: &AccountView,
    escrow: &Address,
    tokens_bump: u8,
    mint: &[u8; 32],
    amount: u64,
) -> ProgramResult {
    let mint_address = Address::new_from_array(*mint);
    guard::address(account, &address::derive_associated_token_account(escrow, &mint_address, tokens_bump))?;
    check_account(account, mint)?;
    let token = Account::from_account_view(account).map_err(|_| OracleError::WrongTokenAccount)?;
    if token.amount() < amount {
        return Err(OracleError::EscrowUnderfunded.into());
    }
    Ok(())
}

/// Moves `amount` atomic units. `authority` owns `from`: it signed the transaction, or its seeds are in `signers`.
pub fn transfer(
    from: &AccountView,
    to: &AccountView,
    authority: &AccountView,
    token_program: &AccountView,
    amount: u64,
    signers: &[Signer],
) -> ProgramResult {
    guard::program(token_program, &pinocchio_token::ID)?;
    if amount == 0 {
        return Ok(());
    }
    Transfer::new(from, to, authority, amount).invoke_signed(signers)
}

/// A payment from the signer `owner` to the treasury.
pub struct Payment<'a> {
    pub owner: &'a AccountView,
    pub from: &'a AccountView,
    pub treasury: &'a AccountView,
    pub config: &'a AccountView,
    pub token_program: &'a AccountView,
    /// Largest price that the owner agrees to: the price may change before the instruction lands.
    pub max_amount: u64,
}

impl Payment<'_> {
    /// Checks every account, also for an amount of 0, then pays.
    #[inline(never)]
    pub fn pay(&self, config: &Config, amount: u64) -> ProgramResult {
        if amount > self.max_amount {
            return Err(OracleError::PriceAboveMaximum.into());
        }
        check_treasury(self.treasury, self.config, &config.mint)?;
        // A delegate of a foreign token account must not pay from it: the owner of the quota would be unclear.
        if check_account(self.from, &config.mint)? != *self.owner.address() {
            return Err(OracleError::WrongTokenAccount.into());
        }
        transfer(self.from, self.treasury, self.owner, self.token_program, amount, &[])
    }
}
