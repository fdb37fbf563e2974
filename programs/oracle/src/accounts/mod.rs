//! The program's accounts: byte layouts (docs/protocol.md) and access to them.
//!
//! Layouts are structures of bytes only, so alignment is 1 and every bit pattern is valid on every target: zerocopy checks
//! both when it compiles.
pub mod agent_escrow;
pub mod agent_round;
pub mod config;
pub mod delegate;
pub mod feed;
pub mod gateway;
pub mod node;
pub mod pending_change;
pub mod receipt;
pub mod registry;
pub mod signer_set;
pub mod subscription;

/// Little-endian integers of alignment 1: counts, amounts, durations; times in unix seconds, where 0 is *never*.
pub use zerocopy::little_endian::{I64, U64};

use crate::error::OracleError;
use agent_round::AgentRound;
use pinocchio::{
    account::{Ref, RefMut},
    error::ProgramError,
    AccountView, Address, ProgramResult,
};
use receipt::RoundReceipt;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A kind of account.
pub trait Layout: FromBytes + IntoBytes + KnownLayout + Immutable + Unaligned {
    /// The first eight bytes of every account of this kind.
    const DISCRIMINATOR: [u8; 8];

    /// Length of the longest account of this kind.
    const MAX_LENGTH: usize;
}

/// A kind of account whose contents determine its address.
pub trait Derived: Layout {
    fn address(&self, program_id: &Address) -> Address;
}

/// Implements `Layout` for a structure of fixed length.
macro_rules! fixed_layout {
    ($layout:ty, $discriminator:literal, $length:literal) => {
        const _: () = assert!(core::mem::size_of::<$layout>() == $length);

        impl crate::accounts::Layout for $layout {
            const DISCRIMINATOR: [u8; 8] = *$discriminator;
            const MAX_LENGTH: usize = $length;
        }
    };
}
pub(crate) use fixed_layout;

/// Reads an account: owner, discriminator, length and address are checked.
pub fn read<'a, T: Derived + ?Sized>(
    account: &'a AccountView,
    program_id: &Address,
) -> Result<Ref<'a, T>, ProgramError> {
    let layout = read_kind::<T>(account, program_id)?;
    check_address(&*layout, account.address(), program_id)?;
    Ok(layout)
}

/// `read` without the check of the address: an account with this owner and discriminator was made by this program, at the one address
/// of its contents. Compare the contents with what the instruction names.
pub fn read_kind<'a, T: Layout + ?Sized>(
    account: &'a AccountView,
    program_id: &Address,
) -> Result<Ref<'a, T>, ProgramError> {
    check_kind::<T>(account, program_id)?;
    let layout = Ref::try_map(account.try_borrow()?, |bytes| cast(bytes).ok_or(()));
    layout.map_err(|_| OracleError::WrongAccountKind.into())
}

/// `read_kind` for an account that the instruction changes.
pub fn write_kind<'a, T: Layout + ?Sized>(
    account: &'a mut AccountView,
    program_id: &Address,
) -> Result<RefMut<'a, T>, ProgramError> {
    crate::guard::writable(account)?;
    check_kind::<T>(account, program_id)?;
    let layout = RefMut::try_map(account.try_borrow_mut()?, |bytes| cast_mut(bytes).ok_or(()));
    layout.map_err(|_| OracleError::WrongAccountKind.into())
}

/// Reads the account of a settled round, a RoundReceipt or an AgentRound, whose fields are the same: owner, discriminator
/// and length are checked. The creation checks the address: an account with this owner and discriminator was made by this
/// program.
pub fn read_round<'a>(account: &'a AccountView, program_id: &Address) -> Result<Ref<'a, RoundReceipt>, ProgramError> {
    check_kind::<RoundReceipt>(account, program_id).or_else(|_| check_kind::<AgentRound>(account, program_id))?;
    let round = Ref::try_map(account.try_borrow()?, |bytes| cast(bytes).ok_or(()));
    round.map_err(|_| OracleError::WrongAccountKind.into())
}

/// `read` for an account that the instruction changes.
pub fn write<'a, T: Derived + ?Sized>(
    account: &'a mut AccountView,
    program_id: &Address,
) -> Result<RefMut<'a, T>, ProgramError> {
    let address = *account.address();
    let layout = write_kind::<T>(account, program_id)?;
    check_address(&*layout, &address, program_id)?;
    Ok(layout)
}

/// Writes the first contents of a new account with the length of `T`.
pub fn initialise<T: Layout>(account: &mut AccountView, contents: T) -> ProgramResult {
    let mut bytes = account.try_borrow_mut()?;
    contents.write_to(&mut bytes).map_err(|_| OracleError::WrongAccountKind.into())
}

/// The bytes as a layout; `None` if they are too few or too many.
pub fn cast<T: Layout + ?Sized>(bytes: &[u8]) -> Option<&T> {
    T::ref_from_bytes(bytes).ok().filter(|_| bytes.len() <= T::MAX_LENGTH)
}

/// `cast` for writing.
pub fn cast_mut<T: Layout + ?Sized>(bytes: &mut [u8]) -> Option<&mut T> {
    if bytes.len() > T::MAX_LENGTH {
        return None;
    }
    T::mut_from_bytes(bytes).ok()
}

fn check_kind<T: Layout + ?Sized>(account: &AccountView, program_id: &Address) -> ProgramResult {
    if !account.owned_by(program_id) {
        return Err(OracleError::WrongOwner.into());
    }
    if !account.try_borrow()?.starts_with(&T::DISCRIMINATOR) {
        return Err(OracleError::WrongAccountKind.into());
    }
    Ok(())
}

fn check_address<T: Derived + ?Sized>(layout: &T, address: &Address, program_id: &Address) -> Result<(), OracleError> {
    if layout.address(program_id) == *address {
        Ok(())
    } else {
        Err(OracleError::WrongAddress)
    }
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
