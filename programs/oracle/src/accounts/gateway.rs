//! Gateway: an operator that may serve and settle rounds. The account is its identity and never moves; its keys may change.
use super::{config::Config, fixed_layout, Derived, I64};
use crate::{address, error::OracleError, guard, timing};
use pinocchio::{AccountView, Address};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Gateway {
    pub discriminator: [u8; 8],
    pub bump: u8,
    pub reserved: [u8; 7],
    /// Seed of the address: the first authority.
    pub id: [u8; 32],
    /// The key of the processes: it signs requests to nodes and settlements.
    pub authority: [u8; 32],
    /// Proposed authority; zeros = none.
    pub pending_authority: [u8; 32],
    /// The key, kept offline, that may propose another authority; zeros = only the administrator may.
    pub rotator: [u8; 32],
    /// The key that gets the rent of closed rounds.
    pub rent_to: [u8; 32],
    pub registered_at: I64,
    /// Last deactivation; 0 = never.
    pub deactivated_at: I64,
    /// Last reactivation; 0 = never.
    pub reactivated_at: I64,
}

fixed_layout!(Gateway, b"SVC_GWY1", 200);

impl Derived for Gateway {
    fn address(&self, program_id: &Address) -> Address {
        let seeds = [address::GATEWAY_SEED, &self.id];
        address::derive(&seeds, self.bump, program_id)
    }
}

/// `rotator` of a gateway whose keys the administrator alone may change.
pub const NO_ROTATOR: [u8; 32] = [0; 32];

impl Gateway {
    /// `account` signed and may change the keys: it is the rotator or the administrator, and not the authority, which a thief of
    /// the processes' key would have.
    ///
    /// # Errors
    /// `MissingSignature`, `WrongAuthority`.
    pub fn check_rotator(&self, account: &AccountView, config: &Config) -> Result<(), OracleError> {
        guard::signer(account)?;
        let key = account.address().as_array();
        let is_rotator = self.has_rotator() && self.rotator == *key;
        if (is_rotator || config.authority == *key) && self.authority != *key {
            Ok(())
        } else {
            Err(OracleError::WrongAuthority)
        }
    }

    pub fn has_rotator(&self) -> bool {
        self.rotator != NO_ROTATOR
    }

    /// True for the authority, and for one that is proposed. A rotator must be neither, or a thief of that key could keep the
    /// gateway.
    pub fn is_key_in_use(&self, key: &[u8; 32]) -> bool {
        self.authority == *key || (self.pending_authority == *key && *key != NO_ROTATOR)
    }

    pub fn is_active(&self) -> bool {
        self.deactivated_at.get() == 0 || self.reactivated_at.get() > self.deactivated_at.get()
    }

    /// True if a round of time `t` counts as served while active.
    pub fn was_active_at(&self, t: i64) -> bool {
        timing::was_on(t, self.deactivated_at.get(), self.reactivated_at.get())
    }
}

#[cfg(test)]
#[path = "gateway_tests.rs"]
mod tests;
