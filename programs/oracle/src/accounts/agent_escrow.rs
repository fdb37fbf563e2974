//! AgentEscrow: the deposit of one payer with one gateway, for agent rounds.
//!
//! The money is in the token account of this account's address. While the account does not exist, its authority is
//! the payer and it is active: the first settlement, pause or request creates it.
use super::{config::MAX_WITHDRAW_DELAY_SECONDS, fixed_layout, Derived, Layout, I64};
use crate::{address, error::OracleError, timing};
use pinocchio::Address;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(Clone, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct AgentEscrow {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Bump of the associated token account.
    pub tokens_bump: u8,
    pub reserved: [u8; 6],
    /// The payer, which signs requests and owns the deposit.
    pub authority: [u8; 32],
    /// Gateway account that may settle against it.
    pub gateway: [u8; 32],
    pub paused_at: I64,
    pub resumed_at: I64,
    /// 0 = no withdrawal is requested.
    pub withdraw_requested_at: I64,
    /// Earliest time of a withdrawal, fixed by the request; at most 60 days after it count. 0 = no withdrawal is requested.
    pub withdrawable_at: I64,
}

fixed_layout!(AgentEscrow, b"SVC_ESC1", 112);

impl Derived for AgentEscrow {
    fn address(&self, program_id: &Address) -> Address {
        let seeds = [address::ESCROW_SEED, &self.authority, &self.gateway];
        address::derive(&seeds, self.bump, program_id)
    }
}

impl AgentEscrow {
    /// First contents of the account: active, no withdrawal requested.
    pub fn new(authority: &[u8; 32], gateway: &[u8; 32], bump: u8, tokens_bump: u8) -> Self {
        Self {
            discriminator: Self::DISCRIMINATOR,
            bump,
            tokens_bump,
            reserved: [0; 6],
            authority: *authority,
            gateway: *gateway,
            paused_at: I64::default(),
            resumed_at: I64::default(),
            withdraw_requested_at: I64::default(),
            withdrawable_at: I64::default(),
        }
    }

    pub fn is_paused(&self) -> bool {
        self.paused_at.get() > self.resumed_at.get()
    }

    /// True if a round of time `t` counts as served while paused.
    pub fn was_paused_at(&self, t: i64) -> bool {
        !timing::was_on(t, self.paused_at.get(), self.resumed_at.get())
    }

    /// Pauses from `now` on; `oldest` is the earliest timestamp that can settle.
    ///
    /// # Errors
    /// `NothingToChange`, `TooSoon`.
    pub fn pause(&mut self, now: i64, oldest: i64) -> Result<(), OracleError> {
        if self.is_paused() {
            return Err(OracleError::NothingToChange);
        }
        timing::check_forgettable(self.resumed_at.get(), oldest)?;
        timing::check_switch_order(self.resumed_at.get(), now)?;
        self.paused_at.set(now);
        Ok(())
    }

    /// Ends the pause, and with it the request to withdraw.
    ///
    /// # Errors
    /// `NothingToChange`, `TooSoon`.
    pub fn resume(&mut self, now: i64) -> Result<(), OracleError> {
        if !self.is_paused() {
            return Err(OracleError::NothingToChange);
        }
        timing::check_switch_order(self.paused_at.get(), now)?;
        self.resumed_at.set(now);
        self.withdraw_requested_at.set(0);
        self.withdrawable_at.set(0);
        Ok(())
    }

    /// Requests a withdrawal in `delay` seconds, and pauses unless it is paused.
    ///
    /// # Errors
    /// `NothingToChange` if one is requested, `TooSoon`.
    pub fn request_withdraw(&mut self, now: i64, oldest: i64, delay: i64) -> Result<(), OracleError> {
        if self.withdraw_requested_at.get() != 0 {
            return Err(OracleError::NothingToChange);
        }
        if !self.is_paused() {
            self.pause(now, oldest)?;
        }
        self.withdraw_requested_at.set(now);
        self.withdrawable_at.set(now.saturating_add(delay));
        Ok(())
    }

    /// The delay is over, and no round from before the pause can settle any more. This holds until the pause ends: the payer
    /// may withdraw everything.
    ///
    /// # Errors
    /// `WithdrawNotRequested`, `TooSoon`.
    pub fn check_withdrawable(&self, now: i64, oldest: i64) -> Result<(), OracleError> {
        if self.withdraw_requested_at.get() == 0 {
            return Err(OracleError::WithdrawNotRequested);
        }
        // A request from before the bound may have a longer delay.
        let latest = self.withdraw_requested_at.get().saturating_add(MAX_WITHDRAW_DELAY_SECONDS);
        let withdrawable_at = self.withdrawable_at.get().min(latest);
        // A settle window raised since the request may outlast the delay.
        if now < withdrawable_at || timing::is_before_or_in_grace(oldest, self.paused_at.get()) {
            return Err(OracleError::TooSoon);
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "agent_escrow_tests.rs"]
mod tests;
