//! Closes a registry version that no round can be settled against, and that no other chain needs; its lamports go to the
//! administrator.
//!
//! Its address stays empty for good: versions only grow.
use crate::{
    accounts::{self, config::Config, registry::Registry},
    close::close,
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [config, registry, recipient] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let administrator = accounts::read::<Config>(config, program_id)?.authority;
    guard::address(recipient, &Address::new_from_array(administrator))?;
    let accept_until = accounts::read::<Registry>(registry, program_id)?.header.accept_until.get();
    timing::check_registry_closable(accept_until, now()?)?;
    close(registry, recipient)
}
