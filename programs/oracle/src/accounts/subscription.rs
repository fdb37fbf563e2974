//! Subscription: prepaid rounds of an owner, served by one gateway.
use super::{fixed_layout, Derived, I64, U64};
use crate::{address, timing};
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Subscription {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Largest quorum of its rounds.
    pub max_signatures: u8,
    pub reserved: [u8; 6],
    pub owner: [u8; 32],
    /// Gateway account that may serve it.
    pub gateway: [u8; 32],
    /// Proposed Gateway account; zeros = no change is pending.
    pub pending_gateway: [u8; 32],
    /// The earliest timestamp of a round that `gateway` may settle.
    pub gateway_from: I64,
    pub rounds_left: U64,
    pub expires_at: I64,
    pub paused_at: I64,
    pub resumed_at: I64,
    pub opened_at: I64,
    /// When the pending change was proposed: since then `gateway` serves no more; 0 = no change is pending.
    pub change_proposed_at: I64,
}

/// `pending_gateway` without a pending change.
pub const NO_GATEWAY: [u8; 32] = [0; 32];

fixed_layout!(Subscription, b"SVC_SUB1", 168);

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

    /// True if a round of time `t` counts as served while paused.
    pub fn was_paused_at(&self, t: i64) -> bool {
        !timing::was_on(t, self.paused_at.get(), self.resumed_at.get())
    }

    pub fn had_expired_at(&self, t: i64) -> bool {
        !timing::is_before_or_in_grace(t, self.expires_at.get())
    }

    pub fn has_pending_change(&self) -> bool {
        self.pending_gateway != NO_GATEWAY
    }

    /// True if the Gateway account at `gateway` may settle a round of time `t`.
    pub fn named_gateway_at(&self, gateway: &[u8; 32], t: i64) -> bool {
        self.gateway == *gateway
            && t >= self.gateway_from.get()
            && (!self.has_pending_change() || timing::is_before_or_in_grace(t, self.change_proposed_at.get()))
    }

    /// The first timestamp that `gateway` may no longer settle while a change is pending.
    fn served_until(&self) -> i64 {
        self.change_proposed_at.get().saturating_add(timing::GRACE_SECONDS + 1)
    }

    /// Proposes `gateway` as the next gateway. The first proposal stops the present gateway; another proposal does not give
    /// it more time.
    pub fn propose_gateway(&mut self, gateway: &[u8; 32], now: i64) {
        if !self.has_pending_change() {
            self.change_proposed_at.set(now);
        }
        self.pending_gateway = *gateway;
    }

    /// Withdraws the proposal: the present gateway continues.
    pub fn withdraw_proposal(&mut self) {
        self.pending_gateway = NO_GATEWAY;
        self.change_proposed_at.set(0);
    }

    /// True if the present gateway can settle nothing any more; `oldest` is the earliest timestamp that can settle.
    pub fn has_settled_all(&self, oldest: i64) -> bool {
        oldest >= self.served_until()
    }

    /// Replaces the present gateway by the pending one. Their rounds have no timestamp in common, so their rounds never share
    /// the address of a receipt.
    pub fn complete_change(&mut self, now: i64) {
        self.gateway_from.set(timing::earliest_served(now).max(self.served_until()));
        self.gateway = self.pending_gateway;
        self.withdraw_proposal();
    }
}

#[cfg(test)]
#[path = "subscription_tests.rs"]
mod tests;
