//! Closing of the program's accounts: an account that is over returns its lamports.
use crate::{error::OracleError, guard};
use pinocchio::{AccountView, ProgramResult};

/// Closes `account` and pays all its lamports to `recipient`, lamports from strangers included.
///
/// # Errors
/// `NotWritable`, `Overflow`; the runtime's, if the account is its own recipient or still borrowed.
pub fn close(account: &mut AccountView, recipient: &mut AccountView) -> ProgramResult {
    guard::writable(account)?;
    guard::writable(recipient)?;
    let lamports = recipient.lamports().checked_add(account.lamports()).ok_or(OracleError::Overflow)?;
    recipient.set_lamports(lamports);
    account.close()
}
