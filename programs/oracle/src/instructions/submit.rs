//! Writes an attested value to its feed, which other programs read. Any key may send it; the first sender pays for the account.
use crate::{
    accounts::{
        self,
        config::Config,
        feed::{Feed, UNKNOWN_MODE},
        registry::Registry,
        Layout, U64,
    },
    address::FEED_SEED,
    create::Creator,
    error::OracleError,
    guard,
    packing::{self, Packing},
    proof::{read_signer_set, Verifier},
    timing,
};
use oracle_gateway_attestation::{keccak::keccak256, Claim, Submission};
use pinocchio::{
    sysvars::{clock::Clock, Sysvar},
    AccountView, Address, ProgramResult,
};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], submission: &Submission) -> ProgramResult {
    let [payer, config, registry, feed, system_program, rest @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let (signer_set, rest) = read_signer_set(&submission.proof, rest, program_id)?;
    if !rest.is_empty() {
        return Err(OracleError::WrongAccountCount.into());
    }
    guard::signer(payer)?;
    let config = accounts::read::<Config>(config, program_id)?;
    let registry = accounts::read::<Registry>(registry, program_id)?;
    let clock = Clock::get()?;
    let claim = &submission.claim;
    if !timing::is_due(claim.timestamp_ms, clock.unix_timestamp) {
        return Err(OracleError::AttestationAhead.into());
    }
    registry.check_accepted(&config, clock.unix_timestamp)?;
    if claim.signatures_required < registry.header.min_signers {
        return Err(OracleError::QuorumOutOfRange.into());
    }
    let packing = submission.text.map(|text| packing_of(text, claim.source_id)).transpose()?;
    Verifier { config: &config, registry: &registry, signer_set: signer_set.as_deref() }
        .verify(claim, &submission.proof)?;

    let feed_id = claim.feed_id();
    if !feed.owned_by(program_id) {
        let creator = Creator { payer, system_program, program_id };
        let bump = creator.create(feed, &[FEED_SEED, &feed_id], size_of::<Feed>())?;
        accounts::initialise(feed, empty(bump, feed_id, claim))?;
    }
    let mut feed = accounts::write::<Feed>(feed, program_id)?;
    if feed.feed_id != feed_id {
        return Err(OracleError::WrongAddress.into());
    }
    if claim.timestamp_ms <= feed.timestamp_ms.get() {
        return Err(OracleError::AttestationNotNewer.into());
    }
    if let Some(Packing { mode, decimals }) = packing {
        // The source decides mode and decimals, so this only replaces an unknown mode.
        (feed.mode, feed.decimals) = (mode, decimals);
    }
    feed.value = *claim.value;
    feed.timestamp_ms.set(claim.timestamp_ms);
    feed.registry_version = registry.header.version;
    feed.slot.set(clock.slot);
    Ok(())
}

/// The packing of `text`, which must be the source's canonical ApiConfig.
fn packing_of(text: &[u8], source_id: &[u8; 32]) -> Result<Packing, OracleError> {
    if keccak256(&[text]) != *source_id {
        return Err(OracleError::InvalidSourceText);
    }
    packing::of_source(text).ok_or(OracleError::InvalidSourceText)
}

/// A feed without a value.
fn empty(bump: u8, feed_id: [u8; 32], claim: &Claim) -> Feed {
    Feed {
        discriminator: Feed::DISCRIMINATOR,
        bump,
        mode: UNKNOWN_MODE,
        decimals: 0,
        signatures_required: claim.signatures_required,
        reserved: [0; 4],
        feed_id,
        owner: *claim.owner,
        source_id: *claim.source_id,
        value: [0; 32],
        timestamp_ms: U64::default(),
        registry_version: U64::default(),
        slot: U64::default(),
    }
}
