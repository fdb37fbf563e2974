//! Feed: the latest attested value of one feed, for other programs to read.
use super::{fixed_layout, Derived, U64};
use crate::address;
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Feed {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Packing of `value`: 0 = unknown, 1 = exact, 2 = tolerance.
    pub mode: u8,
    /// Decimal places of `value`, once `mode` is known.
    pub decimals: u8,
    /// Number of nodes that signed `value`.
    pub signatures_required: u8,
    pub reserved: [u8; 4],
    pub feed_id: [u8; 32],
    /// Owner of the feed; zeros on the pay-per-request path.
    pub owner: [u8; 32],
    /// keccak256 of the source's canonical ApiConfig.
    pub source_id: [u8; 32],
    /// 32 bytes BE: uint256 in exact mode, int256 in tolerance mode.
    pub value: [u8; 32],
    pub timestamp_ms: U64,
    /// Registry version whose nodes signed `value`.
    pub registry_version: U64,
    /// Slot in which `value` was written.
    pub slot: U64,
}

/// `mode` of a feed whose source text is unknown.
pub const UNKNOWN_MODE: u8 = 0;

fixed_layout!(Feed, b"SVC_FED1", 168);

impl Derived for Feed {
    fn address(&self, program_id: &Address) -> Address {
        address::derive(&[address::FEED_SEED, &self.feed_id], self.bump, program_id)
    }
}
