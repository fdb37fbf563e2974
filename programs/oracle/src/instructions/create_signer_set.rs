//! Keeps the sum of the keys of a signers bitmap in a registry version, so that settlements need not add the keys again.
//!
//! Any key may make one: its contents are verified here, and are the same for all. It has no use for an expired version.
use crate::{
    accounts::{self, registry::Registry, signer_set::SignerSet, Layout, U64},
    address::SIGNER_SET_SEED,
    create::Creator,
    error::OracleError,
    instruction::SignerSetKeys,
};
use oracle_gateway_attestation::{aggregate, schnorr::VerifyingKey};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], keys: &SignerSetKeys) -> ProgramResult {
    let [payer, registry, signer_set, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let registry = accounts::read::<Registry>(registry, program_id)?;
    let signatures = check(&registry, keys)?;
    let version = registry.header.version;
    let mut signers = [0; 32];
    signers[32 - keys.bitmap.len()..].copy_from_slice(keys.bitmap);
    let creator = Creator { payer, system_program, program_id };
    let seeds: [&[u8]; 3] = [SIGNER_SET_SEED, &version.get().to_le_bytes(), &signers];
    let bump = creator.create(signer_set, &seeds, size_of::<SignerSet>())?;
    let contents = SignerSet {
        discriminator: SignerSet::DISCRIMINATOR,
        bump,
        registry_bump: registry.header.bump,
        signatures,
        reserved: [0; 5],
        registry_version: U64::new(version.get()),
        signers,
        payer: *payer.address().as_array(),
        aggregate_key: *keys.aggregate_key,
    };
    accounts::initialise(signer_set, contents)
}

/// The keys have this sum, it can verify, and a quorum can be as large; returns the number of signers.
#[inline(never)]
fn check(registry: &Registry, keys: &SignerSetKeys) -> Result<u8, OracleError> {
    // The bitmap has at most 64 bits.
    let signatures = keys.bitmap.iter().map(|byte| byte.count_ones() as u8).sum();
    let signers = registry.signers(keys.bitmap, signatures)?;
    if signatures < registry.header.min_signers {
        return Err(OracleError::QuorumOutOfRange);
    }
    if !aggregate::is_sum(signers, keys.aggregate_key) || VerifyingKey::new(keys.aggregate_key).is_none() {
        return Err(OracleError::WrongAggregateKey);
    }
    Ok(signatures)
}
