//! Subscription: rounds that an owner has paid for in advance, served by one gateway.
use super::{fixed_layout, Derived, I64, U64};
use crate::{address, timing};
use pinocchio::Address;

#[repr(C)]
pub struct Subscription {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Largest quorum it pays for.
    pub max_signatures: u8,
    pub reserved: [u8; 6],
    pub owner: [u8; 32],
    /// Gateway account that may serve it.
    pub gateway: [u8; 32],
    /// Gateway account before the last change; zeros = none.
    pub previous_gateway: [u8; 32],
    pub gateway_changed_at: I64,
    pub rounds_left: U64,
    pub expires_at: I64,
    pub paused_at: I64,
    pub resumed_at: I64,
    pub opened_at: I64,
}

fixed_layout!(Subscription, b"SVC_SUB1", 160);

impl Derived for Subscription {
    fn address(&self, program_id: &Address) -> Address {
        let seeds = [address::SUBSCRIPTION_SEED, &self.owner];
        address::derive(&seeds, self.bump, program_id)
    }
}

impl Subscription {
    pub fn is_paused(&self) -> bool {
        self.paused_at.get() > self.resumed_at.get()
    }

    /// Whether a round of time `t` counts as served while paused.
    pub fn was_paused_at(&self, t: i64) -> bool {
        !timing::was_on(t, self.paused_at.get(), self.resumed_at.get())
    }

    pub fn had_expired_at(&self, t: i64) -> bool {
        !timing::is_before_or_in_grace(t, self.expires_at.get())
    }

    /// Whether the Gateway account at `gateway` may settle a round of time `t`.
    pub fn named_gateway_at(&self, gateway: &[u8; 32], t: i64) -> bool {
        // Zeros mean none. They are also the system program's address, which is no Gateway account.
        self.gateway == *gateway
            || (self.previous_gateway == *gateway && timing::is_before_or_in_grace(t, self.gateway_changed_at.get()))
    }
}

#[cfg(test)]
#[path = "subscription_tests.rs"]
mod tests;
