//! RoundReceipt: proof of a settled round, which prevents a second settlement.
use super::{fixed_layout, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct RoundReceipt {
    pub discriminator: [u8; 8],
    /// `m` of the attestation.
    pub message: [u8; 32],
    /// Gateway account that settled it.
    pub gateway: [u8; 32],
    /// The round's timestamp in seconds.
    pub timestamp: U64,
}

fixed_layout!(RoundReceipt, b"SVC_RCT1", 80);
