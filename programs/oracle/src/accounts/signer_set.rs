//! SignerSet: the sum of the keys that one signers bitmap names in one registry version, checked once for all rounds.
use super::{fixed_layout, registry, Derived, U64};
use crate::address;
use oracle_gateway_attestation::{aggregate::PointBytes, nodes};
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct SignerSet {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Bump of the registry version's address, which identifies the version even after it is closed.
    pub registry_bump: u8,
    /// Number of signers.
    pub signatures: u8,
    pub reserved: [u8; 5],
    pub registry_version: U64,
    /// The whole signers bitmap, big-endian: bit i of the integer is index i.
    pub signers: [u8; 32],
    /// The payer, which gets the lamports back.
    pub payer: [u8; 32],
    /// Sum of the signers' keys.
    pub aggregate_key: PointBytes,
}

fixed_layout!(SignerSet, b"SVC_SST1", 152);

impl Derived for SignerSet {
    fn address(&self, program_id: &Address) -> Address {
        let version = self.registry_version.get().to_le_bytes();
        address::derive(&[address::SIGNER_SET_SEED, &version, &self.signers], self.bump, program_id)
    }
}

impl SignerSet {
    /// Address of its registry version.
    pub fn registry_address(&self, program_id: &Address) -> Address {
        registry::address_of(self.registry_version.get(), self.registry_bump, program_id)
    }

    /// Signers that a proof which refers to this account is verified with.
    pub fn sum(&self) -> nodes::SignerSet<'_> {
        nodes::SignerSet {
            registry_version: self.registry_version.get(),
            signers: &self.signers,
            signatures: self.signatures,
            aggregate_key: &self.aggregate_key,
        }
    }
}
