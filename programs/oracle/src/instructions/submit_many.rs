//! Writes values of a list to their feeds, under one signature. Each feed is the one that a round of its source alone would have.
//!
//! As in `submit`, a value that is not newer than its feed's is no error. The return data has a bit for each value that was written.
use crate::{
    accounts::{self, config::Config, feed::FeedIdentity, registry::Registry},
    create::Creator,
    error::OracleError,
    feeds::{self, Verified},
    guard,
    proof::{read_signer_set, Verifier},
};
use oracle_gateway_attestation::{form, Claim, ListSubmission};
use pinocchio::{
    cpi,
    error::ProgramError,
    sysvars::{clock::Clock, Sysvar},
    AccountView, Address, ProgramResult,
};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], submission: &ListSubmission) -> ProgramResult {
    let [payer, config, registry, system_program, rest @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let (signer_set, feeds) = read_signer_set(&submission.proof, rest, program_id)?;
    guard::signer(payer)?;
    let given = submission.shown().filter(|entry| entry.value.is_some()).count();
    if feeds.len() != given {
        return Err(OracleError::WrongAccountCount.into());
    }
    let needing = places_needing_value(submission, feeds, program_id)?;
    if needing == 0 {
        cpi::set_return_data(&needing.to_le_bytes());
        return Ok(());
    }
    let config = accounts::read::<Config>(config, program_id)?;
    let registry = accounts::read::<Registry>(registry, program_id)?;
    let verifier = Verifier { config: &config, registry: &registry, signer_set: signer_set.as_deref() };
    let clock = Clock::get()?;
    verifier.verify_now(&submission.claim(&submission.value()), &submission.proof, clock.unix_timestamp)?;

    let creator = Creator { payer, system_program, program_id };
    let verified = Verified { registry_version: registry.header.version, slot: clock.slot };
    for (entry, feed) in submission.shown().filter(|entry| entry.value.is_some()).zip(feeds) {
        let Some(value) = entry.value.filter(|_| (needing >> entry.place) & 1 == 1) else {
            continue;
        };
        let identity = identity_of(submission, entry.source_id);
        let mut feed = feeds::open(feed, &identity.feed_id(), &identity, &creator)?;
        let claim = Claim {
            owner: submission.owner,
            source_id: entry.source_id,
            value,
            signatures_required: submission.signatures_required,
            form: form::SINGLE,
            timestamp_ms: submission.timestamp_ms,
            observed_at_ms: submission.observed_at_ms,
        };
        feeds::write(&mut feed, &claim, &verified);
    }
    cpi::set_return_data(&needing.to_le_bytes());
    Ok(())
}

/// A bit for each place of the list whose feed is given and has an older value or none. The program's own id stands for a feed that is
/// not given.
#[inline(never)]
fn places_needing_value(
    submission: &ListSubmission,
    feeds: &[AccountView],
    program_id: &Address,
) -> Result<u32, ProgramError> {
    let mut needing = 0;
    for (entry, feed) in submission.shown().filter(|entry| entry.value.is_some()).zip(feeds) {
        let feed_id = identity_of(submission, entry.source_id).feed_id();
        let is_given = feed.address() != program_id;
        if is_given && feeds::needs_value(feed, &feed_id, submission.observed_at_ms, program_id)? {
            needing |= 1 << entry.place;
        }
    }
    Ok(needing)
}

fn identity_of<'a>(submission: &ListSubmission<'a>, source_id: &'a [u8; 32]) -> FeedIdentity<'a> {
    FeedIdentity { owner: submission.owner, source_id, signatures_required: submission.signatures_required }
}
