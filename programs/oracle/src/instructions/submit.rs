//! Writes an attested value to its feed, which other programs read. Any key may send it; the first sender pays for the account.
//!
//! A value that is not newer than the feed's is no error: a transaction `[submit, read]` goes on with the newer value. So `Ok`
//! proves nothing of the value sent: read the feed. The return data says whether the value was written.
use crate::{
    accounts::{self, config::Config, feed::FeedIdentity, registry::Registry},
    create::Creator,
    error::OracleError,
    feeds::{self, Verified},
    guard,
    proof::{read_signer_set, Verifier},
};
use oracle_gateway_attestation::Submission;
use pinocchio::{
    cpi,
    sysvars::{clock::Clock, Sysvar},
    AccountView, Address, ProgramResult,
};

const NOT_WRITTEN: u8 = 0;
const WRITTEN: u8 = 1;

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
    let claim = &submission.claim;
    let identity =
        FeedIdentity { owner: claim.owner, source_id: claim.source_id, signatures_required: claim.signatures_required };
    let feed_id = identity.feed_id();
    if !feeds::needs_value(feed, &feed_id, claim.observed_at_ms, program_id)? {
        cpi::set_return_data(&[NOT_WRITTEN]);
        return Ok(());
    }
    let config = accounts::read::<Config>(config, program_id)?;
    let registry = accounts::read::<Registry>(registry, program_id)?;
    let verifier = Verifier { config: &config, registry: &registry, signer_set: signer_set.as_deref() };
    let clock = Clock::get()?;
    verifier.verify_now(claim, &submission.proof, clock.unix_timestamp)?;
    let mut feed = feeds::open(feed, &feed_id, &identity, &Creator { payer, system_program, program_id })?;
    let verified = Verified { registry_version: registry.header.version, slot: clock.slot };
    feeds::write(&mut feed, claim, &verified);
    cpi::set_return_data(&[WRITTEN]);
    Ok(())
}
