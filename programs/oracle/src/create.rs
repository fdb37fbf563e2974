//! Creation of the program's accounts.
use crate::{
    address::{self, MAX_SEEDS},
    error::OracleError,
    guard,
};
use core::array::from_fn;
use pinocchio::{
    cpi::{Seed, Signer},
    error::ProgramError,
    AccountView, Address, ProgramResult,
};

/// The payer of an account, and the program that creates it.
pub struct Creator<'a> {
    pub payer: &'a AccountView,
    pub system_program: &'a AccountView,
    pub program_id: &'a Address,
}

impl Creator<'_> {
    /// Creates `account` at the canonical address of `seeds` with `length` zero bytes, rent-exempt; returns the bump.
    ///
    /// # Errors
    /// `find_vacant`'s and `create_at`'s.
    pub fn create(&self, account: &mut AccountView, seeds: &[&[u8]], length: usize) -> Result<u8, ProgramError> {
        let bump = find_vacant(account, seeds, self.program_id)?;
        self.create_at(account, seeds, bump, length)?;
        Ok(bump)
    }

    /// `create` with the bump that `find_vacant` returned for the account.
    ///
    /// Anyone can send lamports to a predictable address, and the system program refuses to create an account that holds
    /// lamports. So a funded address first gets the missing lamports, then its space and owner.
    ///
    /// # Errors
    /// `MissingSignature` and `NotWritable` of the payer, `WrongProgram`; the system program's own errors (a payer with
    /// too few lamports).
    #[inline(never)]
    pub fn create_at(&self, account: &mut AccountView, seeds: &[&[u8]], bump: u8, length: usize) -> ProgramResult {
        guard::signer(self.payer)?;
        guard::writable(self.payer)?;
        guard::program(self.system_program, &pinocchio_system::ID)?;
        let bump_seed = [bump];
        let signer_seeds: [Seed; MAX_SEEDS + 1] =
            from_fn(|i| Seed::from(*seeds.get(i).unwrap_or(&bump_seed.as_slice())));
        pinocchio_system::create_account_with_minimum_balance_signed(
            account,
            length,
            self.program_id,
            self.payer,
            None,
            &[Signer::from(&signer_seeds[..=seeds.len()])],
        )
    }
}

/// The canonical bump of an account to create at the address of `seeds`.
///
/// # Errors
/// `NotWritable`, `WrongAddress`, `AlreadyExists`.
#[inline(never)]
pub fn find_vacant(account: &AccountView, seeds: &[&[u8]], program_id: &Address) -> Result<u8, OracleError> {
    guard::writable(account)?;
    let (address, bump) = address::find(seeds, program_id);
    guard::address(account, &address)?;
    if !account.owned_by(&pinocchio_system::ID) {
        return Err(OracleError::AlreadyExists);
    }
    Ok(bump)
}
