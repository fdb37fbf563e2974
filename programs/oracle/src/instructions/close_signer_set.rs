//! Closes the signer set of a registry version that is over or closed; its lamports go to its payer.
use crate::{
    accounts::{self, registry::Registry, signer_set::SignerSet},
    close::close,
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView]) -> ProgramResult {
    let [registry, signer_set, recipient] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let (payer, registry_address) = {
        let set = accounts::read::<SignerSet>(signer_set, program_id)?;
        (Address::new_from_array(set.payer), set.registry_address(program_id))
    };
    guard::address(recipient, &payer)?;
    guard::address(registry, &registry_address)?;
    // The version existed when the set was made, and a closed version never exists again.
    if registry.owned_by(program_id) {
        let accept_until = accounts::read::<Registry>(registry, program_id)?.header.accept_until.get();
        timing::check_closable(accept_until, now()?)?;
    }
    close(signer_set, recipient)
}
