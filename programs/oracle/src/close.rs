//! Closing of the program's accounts, whose lamports go back.
use crate::{error::OracleError, guard};
use pinocchio::{AccountView, ProgramResult};

/// Closes `account`, which the caller has checked and no longer borrows; all its lamports go to `receiver`.
///
/// # Errors
/// `NotWritable` of the receiver, `Overflow`.
pub fn close(account: &mut AccountView, receiver: &mut AccountView) -> ProgramResult {
    guard::writable(receiver)?;
    let lamports = receiver.lamports().checked_add(account.lamports()).ok_or(OracleError::Overflow)?;
    receiver.set_lamports(lamports);
    account.set_lamports(0);
    account.close()
}
