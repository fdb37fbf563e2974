//! Node: all data of a node except its place in a registry version. Its key counts once a Registry holds it.
use super::{fixed_layout, Derived, I64};
use crate::address;
use oracle_gateway_attestation::aggregate::PointBytes;
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Longest endpoint in bytes.
pub const MAX_ENDPOINT_LENGTH: usize = 127;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Node {
    pub discriminator: [u8; 8],
    pub bump: u8,
    pub index: u8,
    pub reserved: [u8; 6],
    /// The key whose possession was proven last.
    pub public_key: PointBytes,
    /// The key that the proof of possession names.
    pub operator: [u8; 32],
    /// X25519 key for sealed secrets.
    pub encryption_key: [u8; 32],
    /// Zeros = no earlier key.
    pub previous_encryption_key: [u8; 32],
    pub encryption_key_changed_at: I64,
    /// Time of the last registration, and later than the one before it: the next proof of possession names it.
    pub registered_at: I64,
    pub endpoint_length: u8,
    /// URL in ASCII, zero padded.
    pub endpoint: [u8; MAX_ENDPOINT_LENGTH],
    /// The last key of this index that a registry version held before `public_key`: its node still vouches on other chains. Zeros =
    /// none.
    pub previous_public_key: PointBytes,
    /// When `previous_public_key` was replaced; 0 = never.
    pub public_key_changed_at: I64,
    pub previous_endpoint_length: u8,
    pub previous_endpoint: [u8; MAX_ENDPOINT_LENGTH],
}

fixed_layout!(Node, b"SVC_NOD1", 520);

impl Derived for Node {
    fn address(&self, program_id: &Address) -> Address {
        address::derive(&[address::NODE_SEED, &[self.index]], self.bump, program_id)
    }
}
