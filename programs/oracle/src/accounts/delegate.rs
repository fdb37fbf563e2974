//! Delegate: another key that may ask for rounds of a subscription, within bounds that the owner sets.
use super::{fixed_layout, registry::MAX_NODES, subscription::Subscription, Derived, I64, U64};
use crate::{accounts, address, error::OracleError, timing};
use pinocchio::{error::ProgramError, AccountView, Address};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Delegate {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Largest quorum of the delegate.
    pub max_signatures: u8,
    /// The value before `lowered_at`.
    pub earlier_max_signatures: u8,
    pub reserved: [u8; 5],
    /// Subscription account that its rounds are taken from.
    pub subscription: [u8; 32],
    /// The delegate's key: the consumer of its rounds.
    pub authority: [u8; 32],
    /// All rounds that the delegate may use.
    pub rounds: U64,
    /// The value before `lowered_at`.
    pub earlier_rounds: U64,
    pub rounds_settled: U64,
    /// When a bound was last lowered: the earlier bounds judge the rounds served before; 0 = never.
    pub lowered_at: I64,
    pub expires_at: I64,
    /// 0 = not revoked.
    pub revoked_at: I64,
    pub added_at: I64,
}

fixed_layout!(Delegate, b"SVC_DLG1", 136);

impl Derived for Delegate {
    fn address(&self, program_id: &Address) -> Address {
        let seeds = [address::DELEGATE_SEED, &self.subscription, &self.authority];
        address::derive(&seeds, self.bump, program_id)
    }
}

/// Bounds that an owner sets for a delegate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// All rounds, settled ones included.
    pub rounds: u64,
    pub max_signatures: u8,
    pub expires_at: i64,
}

impl Bounds {
    /// # Errors
    /// `InvalidMaxSignatures`, `InvalidExpiry`.
    pub fn check(&self, now: i64) -> Result<(), OracleError> {
        if !(1..=MAX_NODES).contains(&usize::from(self.max_signatures)) {
            return Err(OracleError::InvalidMaxSignatures);
        }
        timing::check_expiry(self.expires_at, now)
    }
}

impl Delegate {
    /// The owner of its subscription, which must be the account at `subscription`.
    ///
    /// # Errors
    /// Errors of `read`; `WrongDelegate`.
    pub fn owner(&self, subscription: &AccountView, program_id: &Address) -> Result<[u8; 32], ProgramError> {
        if self.subscription != *subscription.address().as_array() {
            return Err(OracleError::WrongDelegate.into());
        }
        Ok(accounts::read::<Subscription>(subscription, program_id)?.owner)
    }

    pub fn is_revoked(&self) -> bool {
        self.revoked_at.get() != 0
    }

    /// True if a round of time `t` counts as requested after the delegate was added.
    pub fn was_added_at(&self, t: i64) -> bool {
        t >= timing::earliest_served(self.added_at.get())
    }

    pub fn was_revoked_at(&self, t: i64) -> bool {
        self.is_revoked() && !timing::is_before_or_in_grace(t, self.revoked_at.get())
    }

    pub fn had_expired_at(&self, t: i64) -> bool {
        !timing::is_before_or_in_grace(t, self.expires_at.get())
    }

    fn was_lowered_at(&self, t: i64) -> bool {
        self.lowered_at.get() == 0 || !timing::is_before_or_in_grace(t, self.lowered_at.get())
    }

    /// The largest quorum of a round of time `t`.
    pub fn max_signatures_at(&self, t: i64) -> u8 {
        if self.was_lowered_at(t) {
            self.max_signatures
        } else {
            self.max_signatures.max(self.earlier_max_signatures)
        }
    }

    /// True if a round of time `t` and so many `units` is within the delegate's rounds.
    pub fn has_rounds_left_at(&self, t: i64, units: u64) -> bool {
        let (rounds, earlier) = (self.rounds.get(), self.earlier_rounds.get());
        let rounds = if self.was_lowered_at(t) { rounds } else { rounds.max(earlier) };
        self.rounds_settled.get().checked_add(units).is_some_and(|settled| settled <= rounds)
    }

    /// Sets new bounds; `oldest` is the earliest timestamp that can settle.
    ///
    /// Rounds served under the earlier bounds must stay payable, so a lowering keeps them beside the new bounds. One earlier
    /// state is enough, because the next lowering waits until no round depends on the first. An expiry needs none: a new
    /// expiry lies in the future, after all served rounds.
    ///
    /// # Errors
    /// `TooSoon`.
    pub fn set_bounds(&mut self, bounds: &Bounds, now: i64, oldest: i64) -> Result<(), OracleError> {
        if bounds.max_signatures < self.max_signatures || bounds.rounds < self.rounds.get() {
            if self.lowered_at.get() != 0 && !timing::is_over(self.lowered_at.get(), oldest) {
                return Err(OracleError::TooSoon);
            }
            self.earlier_max_signatures = self.max_signatures;
            self.earlier_rounds = self.rounds;
            self.lowered_at.set(now);
        }
        self.max_signatures = bounds.max_signatures;
        self.rounds.set(bounds.rounds);
        self.expires_at.set(bounds.expires_at);
        Ok(())
    }

    /// True if no round of the delegate can settle any more; `oldest` is the earliest timestamp that can.
    pub fn has_settled_all(&self, oldest: i64) -> bool {
        let ended_by = |ended_at: i64| timing::is_over(ended_at, oldest);
        ended_by(self.expires_at.get()) || (self.is_revoked() && ended_by(self.revoked_at.get()))
    }
}

#[cfg(test)]
#[path = "delegate_tests.rs"]
mod tests;
