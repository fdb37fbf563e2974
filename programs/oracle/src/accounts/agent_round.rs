//! AgentRound: proof of a round settled against an escrow, which prevents a second settlement. Its fields are those of a
//! RoundReceipt.
use super::{fixed_layout, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct AgentRound {
    pub discriminator: [u8; 8],
    /// `m` of the attestation.
    pub message: [u8; 32],
    /// Gateway account that settled it.
    pub gateway: [u8; 32],
    /// The round's timestamp in seconds.
    pub timestamp: U64,
}

fixed_layout!(AgentRound, b"SVC_AGR1", 80);
