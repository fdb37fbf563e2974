//! Changes that could forge values: they are announced, and wait. Operators see them meanwhile, and the administrator or the
//! guardian cancels what a thief announced.
use crate::{
    accounts::{self, node::Node, pending_change::PendingChange},
    close::close,
    error::OracleError,
    instructions::now,
    timing,
};
use oracle_gateway_attestation::aggregate::PointBytes;
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

/// Makes sure that an instruction without keys was announced where it must be: `announced` has its account then, and else none. The
/// account is closed, and its lamports go to `recipient`.
///
/// # Errors
/// `WrongAccountCount`, `NotAnnounced`; those of `check`.
pub fn take(
    must_announce: bool,
    announced: &mut [AccountView],
    data: &[u8],
    recipient: &mut AccountView,
    program_id: &Address,
) -> ProgramResult {
    match (must_announce, announced) {
        (false, []) => Ok(()),
        (true, [pending]) => {
            check(pending, data, &[], program_id)?;
            close(pending, recipient)
        }
        (true, []) => Err(OracleError::NotAnnounced.into()),
        _ => Err(OracleError::WrongAccountCount.into()),
    }
}

/// The instruction of `data` was announced in `pending`, with the present keys of `nodes`, and its time has come. The caller closes the
/// account, after its last cross-program call: the runtime balances lamports at each call.
///
/// # Errors
/// Errors of `accounts::read`; `NotAnnounced`, `TooSoon`, `AnnouncementExpired`.
#[inline(never)]
pub fn check(
    pending: &AccountView,
    data: &[u8],
    nodes: &[AccountView],
    program_id: &Address,
) -> Result<(), ProgramError> {
    let pending = accounts::read::<PendingChange>(pending, program_id)?;
    let (announced, keys) = pending.change.split_at_checked(data.len()).ok_or(OracleError::NotAnnounced)?;
    if announced != data || keys.len() != size_of::<PointBytes>() * nodes.len() {
        return Err(OracleError::NotAnnounced.into());
    }
    for (key, node) in keys.as_chunks().0.iter().zip(nodes) {
        if accounts::read::<Node>(node, program_id)?.public_key != *key {
            return Err(OracleError::NotAnnounced.into());
        }
    }
    Ok(timing::check_announced(pending.header.effective_at.get(), now()?)?)
}
