//! Gateway: an operator's key that may serve and settle rounds.
use super::{fixed_layout, Derived, I64};
use crate::{address, timing};
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Gateway {
    pub discriminator: [u8; 8],
    pub bump: u8,
    pub reserved: [u8; 7],
    pub authority: [u8; 32],
    pub registered_at: I64,
    /// Last deactivation; 0 = never.
    pub deactivated_at: I64,
    /// Last reactivation; 0 = never.
    pub reactivated_at: I64,
}

fixed_layout!(Gateway, b"SVC_GWY1", 72);

impl Derived for Gateway {
    fn address(&self, program_id: &Address) -> Address {
        let seeds = [address::GATEWAY_SEED, &self.authority];
        address::derive(&seeds, self.bump, program_id)
    }
}

impl Gateway {
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
