//! Checks of single accounts that every instruction shares.
use crate::error::OracleError;
use pinocchio::{AccountView, Address};

/// The account signed the transaction.
pub fn signer(account: &AccountView) -> Result<(), OracleError> {
    account.is_signer().then_some(()).ok_or(OracleError::MissingSignature)
}

/// The account was passed writable.
pub fn writable(account: &AccountView) -> Result<(), OracleError> {
    account.is_writable().then_some(()).ok_or(OracleError::NotWritable)
}

/// The account signed, and is the required `authority`.
pub fn authority(account: &AccountView, authority: &[u8; 32]) -> Result<(), OracleError> {
    signer(account)?;
    if account.address().as_array() == authority {
        Ok(())
    } else {
        Err(OracleError::WrongAuthority)
    }
}

/// The account is the program `id`.
pub fn program(account: &AccountView, id: &Address) -> Result<(), OracleError> {
    if account.address() == id {
        Ok(())
    } else {
        Err(OracleError::WrongProgram)
    }
}

/// The account is at `address`.
pub fn address(account: &AccountView, address: &Address) -> Result<(), OracleError> {
    if account.address() == address {
        Ok(())
    } else {
        Err(OracleError::WrongAddress)
    }
}
