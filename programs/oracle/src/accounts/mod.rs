//! The program's accounts: byte layouts (docs/protocol.md) and the one way to reach them.
//!
//! Layouts are structures of byte arrays only, so alignment is 1 and every bit pattern is valid on every target.
pub mod config;
pub mod gateway;
mod integers;
pub mod node;
pub mod receipt;
pub mod registry;
pub mod subscription;

pub use integers::{I64, U64};

use crate::error::OracleError;
use pinocchio::{
    account::{Ref, RefMut},
    error::ProgramError,
    AccountView, Address, ProgramResult,
};

/// A kind of account.
///
/// # Safety
/// `cast` must answer a pointer to the same bytes whose type has alignment 1, exactly the given length, and no invalid
/// bit pattern.
pub unsafe trait Layout {
    /// The first eight bytes of every account of this kind.
    const DISCRIMINATOR: [u8; 8];

    /// The same bytes as this layout; `None` if they are too few or too many.
    fn cast(bytes: *mut [u8]) -> Option<*mut Self>;
}

/// A kind of account whose contents say which address it has.
pub trait Derived: Layout {
    fn address(&self, program_id: &Address) -> Address;
}

/// Implements `Layout` for a structure of fixed length.
macro_rules! fixed_layout {
    ($layout:ty, $discriminator:literal, $length:literal) => {
        const _: () = assert!(core::mem::size_of::<$layout>() == $length);
        const _: () = assert!(core::mem::align_of::<$layout>() == 1);

        // SAFETY: length checked here, size and alignment above; the fields are byte arrays.
        unsafe impl crate::accounts::Layout for $layout {
            const DISCRIMINATOR: [u8; 8] = *$discriminator;

            fn cast(bytes: *mut [u8]) -> Option<*mut Self> {
                (bytes.len() == $length).then_some(bytes.cast())
            }
        }
    };
}
pub(crate) use fixed_layout;

/// Reads an account: owner, discriminator, length and address are checked.
pub fn read<'a, T: Derived + ?Sized>(
    account: &'a AccountView,
    program_id: &Address,
) -> Result<Ref<'a, T>, ProgramError> {
    check_kind::<T>(account, program_id)?;
    let bytes = account.try_borrow()?;
    let layout = Ref::try_map(bytes, |bytes| {
        let layout = T::cast(core::ptr::from_ref(bytes).cast_mut());
        // SAFETY: `cast` answers the same bytes, which are borrowed; they are only read through this reference.
        layout.map(|layout| unsafe { &*layout }).ok_or(())
    });
    let layout = layout.map_err(|_| OracleError::WrongAccountKind)?;
    check_address(&*layout, account.address(), program_id)?;
    Ok(layout)
}

/// As `read`, for an account that the instruction changes.
pub fn write<'a, T: Derived + ?Sized>(
    account: &'a mut AccountView,
    program_id: &Address,
) -> Result<RefMut<'a, T>, ProgramError> {
    crate::guard::writable(account)?;
    check_kind::<T>(account, program_id)?;
    let address = *account.address();
    let bytes = account.try_borrow_mut()?;
    let layout = RefMut::try_map(bytes, |bytes| {
        // SAFETY: `cast` answers the same bytes, which are borrowed exclusively.
        T::cast(bytes).map(|layout| unsafe { &mut *layout }).ok_or(())
    });
    let layout = layout.map_err(|_| OracleError::WrongAccountKind)?;
    check_address(&*layout, &address, program_id)?;
    Ok(layout)
}

/// Writes the first contents of an account that has just been created with the length of `T`.
pub fn initialise<T: Layout>(account: &mut AccountView, contents: T) -> ProgramResult {
    let mut bytes = account.try_borrow_mut()?;
    let layout = T::cast(&raw mut *bytes).ok_or(OracleError::WrongAccountKind)?;
    // SAFETY: `cast` answers the same bytes, which are borrowed exclusively.
    unsafe { *layout = contents };
    Ok(())
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
