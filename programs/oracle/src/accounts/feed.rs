//! Feed: the latest attested value of one feed, for other programs to read.
//!
//! `show_source` may create the account before its first value: then `observed_at_ms` is 0, and readers refuse it.
use super::{fixed_layout, Derived, Layout, U64};
use crate::address;
use oracle_gateway_attestation::attestation;
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
    /// 1 = `value` is of one source, 2..32 = of an index of so many sources; 0 = neither a value nor a text was shown.
    pub form: u8,
    pub reserved: [u8; 3],
    pub feed_id: [u8; 32],
    /// Owner of the feed; zeros on the pay-per-request path.
    pub owner: [u8; 32],
    /// keccak256 of the source's text: its canonical ApiConfig, or the preimage of an index.
    pub source_id: [u8; 32],
    /// 32 bytes BE: uint256 in exact mode, int256 in tolerance mode.
    pub value: [u8; 32],
    /// Unix time of the request for `value`.
    pub timestamp_ms: U64,
    /// Unix time at or after which every signer began to fetch `value`; 0 = no value yet. It orders values.
    pub observed_at_ms: U64,
    /// Registry version whose nodes signed `value`.
    pub registry_version: U64,
    /// Slot in which `value` was written.
    pub slot: U64,
}

/// The identity of a feed: who may ask for its rounds, their source, and how many nodes sign.
pub struct FeedIdentity<'a> {
    pub owner: &'a [u8; 32],
    pub source_id: &'a [u8; 32],
    pub signatures_required: u8,
}

impl FeedIdentity<'_> {
    pub fn feed_id(&self) -> [u8; 32] {
        attestation::feed_id(self.owner, self.source_id, self.signatures_required)
    }
}

/// `mode` of a feed whose source text is unknown.
pub const UNKNOWN_MODE: u8 = 0;

fixed_layout!(Feed, b"SVC_FED1", 176);

impl Feed {
    /// A feed without a value.
    pub fn empty(bump: u8, feed_id: &[u8; 32], identity: &FeedIdentity) -> Self {
        Self {
            discriminator: Self::DISCRIMINATOR,
            bump,
            mode: UNKNOWN_MODE,
            decimals: 0,
            signatures_required: identity.signatures_required,
            form: 0,
            reserved: [0; 3],
            feed_id: *feed_id,
            owner: *identity.owner,
            source_id: *identity.source_id,
            value: [0; 32],
            timestamp_ms: U64::default(),
            observed_at_ms: U64::default(),
            registry_version: U64::default(),
            slot: U64::default(),
        }
    }
}

impl Derived for Feed {
    fn address(&self, program_id: &Address) -> Address {
        address::derive(&[address::FEED_SEED, &self.feed_id], self.bump, program_id)
    }
}
