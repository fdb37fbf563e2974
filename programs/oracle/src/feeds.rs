//! Values written to feeds, by `submit` and `submit_many`.
use crate::{
    accounts::{
        self,
        feed::{Feed, FeedIdentity},
    },
    address::FEED_SEED,
    create::Creator,
    error::OracleError,
};
use oracle_gateway_attestation::Claim;
use pinocchio::{account::RefMut, error::ProgramError, AccountView, Address};

/// True unless the feed at `account` has a value that is as new as one of `observed_at_ms`. A feed that does not exist has none.
///
/// # Errors
/// `WrongAddress` for the account of another feed; errors of `accounts::read_kind`.
pub fn needs_value(
    account: &AccountView,
    feed_id: &[u8; 32],
    observed_at_ms: u64,
    program_id: &Address,
) -> Result<bool, ProgramError> {
    if !account.owned_by(program_id) {
        return Ok(true);
    }
    let feed = accounts::read_kind::<Feed>(account, program_id)?;
    if feed.feed_id != *feed_id {
        return Err(OracleError::WrongAddress.into());
    }
    Ok(feed.observed_at_ms.get() < observed_at_ms)
}

/// The feed at `account`, to write to; it is created at its address, without a value, where it does not exist.
///
/// # Errors
/// `WrongAddress` for the account of another feed; errors of `Creator::create` and `accounts::write_kind`.
pub fn open<'a>(
    account: &'a mut AccountView,
    feed_id: &[u8; 32],
    identity: &FeedIdentity,
    creator: &Creator,
) -> Result<RefMut<'a, Feed>, ProgramError> {
    if !account.owned_by(creator.program_id) {
        let bump = creator.create(account, &[FEED_SEED, feed_id], size_of::<Feed>())?;
        accounts::initialise(account, Feed::empty(bump, feed_id, identity))?;
    }
    let feed = accounts::write_kind::<Feed>(account, creator.program_id)?;
    // An instruction may name one account for two feeds: it exists once the first of them is written.
    if feed.feed_id != *feed_id {
        return Err(OracleError::WrongAddress.into());
    }
    Ok(feed)
}

/// The registry version and the slot in which a value was verified.
pub struct Verified {
    pub registry_version: accounts::U64,
    pub slot: u64,
}

/// Writes the verified value of `claim` to its feed.
pub fn write(feed: &mut Feed, claim: &Claim, verified: &Verified) {
    feed.form = claim.form;
    feed.value = *claim.value;
    feed.timestamp_ms.set(claim.timestamp_ms);
    feed.observed_at_ms.set(claim.observed_at_ms);
    feed.registry_version = verified.registry_version;
    feed.slot.set(verified.slot);
}
