//! Registry: the keys of one version. A version's keys never change; a change makes the next version.
use super::{config::Config, Derived, Layout, I64, U64};
use crate::{accounts, address, error::OracleError};
pub use oracle_gateway_attestation::signers::{EMPTY_SLOT, MAX_NODES};
use oracle_gateway_attestation::{aggregate::PointBytes, signers};
use pinocchio::{error::ProgramError, AccountView, Address};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

const HEADER_LENGTH: usize = 40;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Header {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Number of slots; slot i is node index i.
    pub count: u8,
    pub redundancy_buffer: u8,
    pub min_signers: u8,
    /// Number of slots that hold a key.
    pub active: u8,
    pub reserved: [u8; 3],
    pub version: U64,
    pub created_at: I64,
    /// Last second at which a round of this version settles; `CURRENT` while it is the current version.
    pub accept_until: I64,
}

/// `accept_until` of the current version.
pub const CURRENT: i64 = i64::MAX;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Registry {
    pub header: Header,
    pub keys: [PointBytes],
}

const _: () = assert!(core::mem::size_of::<Header>() == HEADER_LENGTH);

/// Length of a registry account with `count` slots.
pub const fn length(count: usize) -> usize {
    HEADER_LENGTH + count * core::mem::size_of::<PointBytes>()
}

impl Layout for Registry {
    const DISCRIMINATOR: [u8; 8] = *b"SVC_REG1";
    const MAX_LENGTH: usize = length(MAX_NODES);
}

impl Derived for Registry {
    fn address(&self, program_id: &Address) -> Address {
        address_of(self.header.version.get(), self.header.bump, program_id)
    }
}

/// Address of a version with a known bump.
pub fn address_of(version: u64, bump: u8, program_id: &Address) -> Address {
    address::derive(&[address::REGISTRY_SEED, &version.to_le_bytes()], bump, program_id)
}

impl Registry {
    /// `max_signatures` can be bought: rounds of that quorum can be signed under the current version, the one at `account`,
    /// and under the next one that Config's settings make.
    ///
    /// # Errors
    /// Errors of `read`; `WrongAddress` for a version that is not the current one; `InvalidMaxSignatures`.
    pub fn check_max_signatures(
        account: &AccountView,
        max_signatures: u8,
        config: &Config,
        program_id: &Address,
    ) -> Result<(), ProgramError> {
        let registry = accounts::read::<Self>(account, program_id)?;
        if registry.header.version.get() != config.registry_version.get() {
            return Err(OracleError::WrongAddress.into());
        }
        let smallest = registry.header.min_signers.max(config.min_signers);
        if (usize::from(smallest)..=MAX_NODES).contains(&usize::from(max_signatures)) {
            Ok(())
        } else {
            Err(OracleError::InvalidMaxSignatures.into())
        }
    }

    /// Attestations of this version are accepted at `clock`.
    ///
    /// # Errors
    /// `RegistryExpired`.
    pub fn check_accepted(&self, config: &Config, clock: i64) -> Result<(), OracleError> {
        let is_in_time = clock <= self.header.accept_until.get();
        if is_in_time && config.accepts_version(self.header.version.get()) {
            Ok(())
        } else {
            Err(OracleError::RegistryExpired)
        }
    }

    /// The keys that `bitmap` names, lowest index first.
    ///
    /// `bitmap` is the last ⌈count / 8⌉ bytes of the big-endian signers bitmap: bit i of that integer is index i.
    ///
    /// # Errors
    /// `InvalidBitmap` unless it has that length, names slots that hold a key only, and exactly `quorum` of them.
    pub fn signers<'a>(
        &'a self,
        bitmap: &'a [u8],
        quorum: u8,
    ) -> Result<impl Iterator<Item = &'a PointBytes> + Clone, OracleError> {
        signers::signers(&self.keys, bitmap, quorum).ok_or(OracleError::InvalidBitmap)
    }

    /// True if a slot other than `index` holds a key with the same x coordinate. Two keys share it only if they are equal
    /// or each other's negative.
    pub fn has_same_x_elsewhere(&self, index: usize) -> bool {
        let Some(key) = self.keys.get(index) else {
            return false;
        };
        let mut others = self.keys.iter().enumerate().filter(|(other, _)| *other != index);
        others.any(|(_, other)| other[..32] == key[..32])
    }

    /// Number of slots that hold a key.
    pub fn count_active(&self) -> u8 {
        let active = self.keys.iter().filter(|key| **key != EMPTY_SLOT).count();
        // The count is at most MAX_NODES.
        active as u8
    }
}

#[cfg(test)]
#[path = "registry_tests.rs"]
mod tests;
