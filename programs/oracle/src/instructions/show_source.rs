//! Shows the text of a source, so that its feed says how values are packed. It creates the feed, or sets the mode of one that
//! has a value already. Any key may send it: the text hashes to the source's id, and it decides mode and decimals.
//!
//! No other instruction has room for a text of full length.
use crate::{
    accounts::feed::FeedIdentity, create::Creator, error::OracleError, feeds, guard, instruction::ShownSource, packing,
};
use oracle_gateway_attestation::keccak::keccak256;
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], source: &ShownSource) -> ProgramResult {
    let [payer, feed, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::signer(payer)?;
    let packing = packing::of_text(source.text).ok_or(OracleError::InvalidSourceText)?;
    let source_id = keccak256(&[source.text]);
    let identity =
        FeedIdentity { owner: source.owner, source_id: &source_id, signatures_required: source.signatures_required };
    let feed_id = identity.feed_id();
    let mut feed = feeds::open(feed, &feed_id, &identity, &Creator { payer, system_program, program_id })?;
    (feed.mode, feed.decimals, feed.form) = (packing.mode, packing.decimals, packing.form);
    Ok(())
}
