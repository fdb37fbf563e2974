//! Program-derived addresses.
//!
//! An address is *found* (canonical bump, about 1,500 compute units per try) when an account is created. Later it is
//! *derived* from the stored bump with one hash: the account is owned by this program, which has only ever created
//! accounts at canonical addresses.
use pinocchio::Address;

/// The longest list of seeds: an agent round's six.
pub const MAX_SEEDS: usize = 6;

pub const CONFIG_SEED: &[u8] = b"config";
pub const REGISTRY_SEED: &[u8] = b"registry";
pub const NODE_SEED: &[u8] = b"node";
pub const PENDING_CHANGE_SEED: &[u8] = b"pending_change";
pub const GATEWAY_SEED: &[u8] = b"gateway";
pub const SUBSCRIPTION_SEED: &[u8] = b"subscription";
pub const DELEGATE_SEED: &[u8] = b"delegate";
pub const SIGNER_SET_SEED: &[u8] = b"signer_set";
pub const FEED_SEED: &[u8] = b"feed";
pub const ROUND_SEED: &[u8] = b"round";
pub const ESCROW_SEED: &[u8] = b"escrow";
pub const AGENT_ROUND_SEED: &[u8] = b"agent_round";

/// The upgradeable loader, which owns a program's ProgramData account.
pub const UPGRADEABLE_LOADER: Address = Address::new_from_array([
    2, 168, 246, 145, 78, 136, 161, 176, 226, 16, 21, 62, 247, 99, 174, 43, 0, 194, 185, 61, 22, 193, 36, 210, 192, 83,
    122, 16, 4, 128, 0, 0,
]);

/// The associated token account program.
pub const ASSOCIATED_TOKEN_PROGRAM: Address = Address::new_from_array([
    140, 151, 37, 143, 78, 36, 137, 241, 187, 61, 16, 41, 20, 142, 13, 131, 11, 90, 19, 153, 218, 255, 16, 132, 4, 142,
    123, 216, 219, 233, 248, 89,
]);

/// The canonical address of `seeds` and its bump.
pub fn find(seeds: &[&[u8]], program_id: &Address) -> (Address, u8) {
    Address::find_program_address(seeds, program_id)
}

/// The address of `seeds` with a `bump` that this program stored when it created the account.
pub fn derive<const N: usize>(seeds: &[&[u8]; N], bump: u8, program_id: &Address) -> Address {
    Address::derive_address(seeds, Some(bump), program_id)
}

/// The associated token account of `owner` for `mint` under the SPL token program.
pub fn associated_token_account(owner: &Address, mint: &Address) -> Address {
    find_associated_token_account(owner, mint).0
}

/// The associated token account with its bump.
pub fn find_associated_token_account(owner: &Address, mint: &Address) -> (Address, u8) {
    let seeds = [owner.as_ref(), pinocchio_token::ID.as_ref(), mint.as_ref()];
    find(&seeds, &ASSOCIATED_TOKEN_PROGRAM)
}

/// The associated token account, from a `bump` that `find_associated_token_account` returned before.
pub fn derive_associated_token_account(owner: &Address, mint: &Address, bump: u8) -> Address {
    let seeds = [owner.as_ref(), pinocchio_token::ID.as_ref(), mint.as_ref()];
    derive(&seeds, bump, &ASSOCIATED_TOKEN_PROGRAM)
}

/// The account in which the upgradeable loader keeps this program's upgrade authority.
pub fn program_data(program_id: &Address) -> Address {
    find(&[program_id.as_ref()], &UPGRADEABLE_LOADER).0
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
