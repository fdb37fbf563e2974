//! PendingChange: an announced change of the administrator, which waits for its time. Anyone can read what will change.
use super::{Derived, Layout, I64};
use crate::address;
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

const HEADER_LENGTH: usize = 64;

/// Most bytes of an announced change: `change_registry` with every slot set, and the keys.
pub const MAX_CHANGE_LENGTH: usize = 4 + 64 * (2 + 64);

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Header {
    pub discriminator: [u8; 8],
    pub bump: u8,
    pub reserved: [u8; 7],
    /// keccak256 of the instruction's data, without the keys.
    pub digest: [u8; 32],
    pub announced_at: I64,
    /// The change can be made from this time on, for 14 days.
    pub effective_at: I64,
}

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct PendingChange {
    pub header: Header,
    /// The data of the instruction, and then the key of each node that it sets, in their order.
    pub change: [u8],
}

const _: () = assert!(core::mem::size_of::<Header>() == HEADER_LENGTH);

/// Length of an account that holds `length` bytes of a change.
pub const fn length(length: usize) -> usize {
    HEADER_LENGTH + length
}

impl Layout for PendingChange {
    const DISCRIMINATOR: [u8; 8] = *b"SVC_PCH1";
    const MAX_LENGTH: usize = length(MAX_CHANGE_LENGTH);
}

impl Derived for PendingChange {
    fn address(&self, program_id: &Address) -> Address {
        address::derive(&[address::PENDING_CHANGE_SEED, &self.header.digest], self.header.bump, program_id)
    }
}
