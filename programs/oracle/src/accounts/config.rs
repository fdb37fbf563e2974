//! Config: the deployment's identity, administration and prices. One per program.
use super::{fixed_layout, Derived, I64, U64};
use crate::{address, error::OracleError, guard, timing::TEN_YEARS_SECONDS};
use pinocchio::{AccountView, Address};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Bounds of the settle window W in seconds.
const MIN_SETTLE_WINDOW_SECONDS: u64 = 900;
const MAX_SETTLE_WINDOW_SECONDS: u64 = 2_592_000;

/// Longest delay of a withdrawal from an escrow: 60 days, twice the longest settle window.
pub const MAX_WITHDRAW_DELAY_SECONDS: i64 = 60 * 86_400;

/// `pending_authority` without a proposal.
pub const NO_AUTHORITY: [u8; 32] = [0; 32];

/// Longest wait of an announced change: 30 days.
pub const MAX_ADDITIONS_DELAY_SECONDS: u64 = 30 * 86_400;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub struct Config {
    pub discriminator: [u8; 8],
    pub bump: u8,
    /// Smallest quorum; copied into every new Registry.
    pub min_signers: u8,
    pub reserved: [u8; 6],
    pub deployment_id: [u8; 32],
    /// Administrator.
    pub authority: [u8; 32],
    /// Proposed administrator; zeros = none.
    pub pending_authority: [u8; 32],
    /// The stablecoin that rounds are paid in.
    pub mint: [u8; 32],
    /// The current version; 0 = no registry yet.
    pub registry_version: U64,
    pub version_grace_seconds: U64,
    pub settle_window_seconds: U64,
    pub withdraw_delay_seconds: U64,
    pub x402_round_base: U64,
    pub reward_per_signature: U64,
    pub agent_round_base: U64,
    pub agent_round_per_sig: U64,
    pub subscription_round_base: U64,
    pub subscription_round_per_sig: U64,
    /// Version of the last emergency; 0 = no emergency yet. Earlier versions hold the removed key.
    pub oldest_accepted_version: U64,
    /// No round with an earlier timestamp settles any more, even under a larger settle window; 0 = no bound yet.
    pub settle_floor: I64,
    /// Seconds that a change which could forge values waits between its announcement and its effect; 0 = none.
    pub additions_delay_seconds: U64,
    /// The key that may cancel announced changes beside the administrator; zeros = none.
    pub guardian: [u8; 32],
}

fixed_layout!(Config, b"SVC_CFG1", 280);

impl Derived for Config {
    fn address(&self, program_id: &Address) -> Address {
        address::derive(&[address::CONFIG_SEED], self.bump, program_id)
    }
}

/// The part of Config that its authority may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub min_signers: u8,
    pub version_grace_seconds: u64,
    pub settle_window_seconds: u64,
    pub withdraw_delay_seconds: u64,
    pub x402_round_base: u64,
    pub reward_per_signature: u64,
    pub agent_round_base: u64,
    pub agent_round_per_sig: u64,
    pub subscription_round_base: u64,
    pub subscription_round_per_sig: u64,
    pub additions_delay_seconds: u64,
    pub guardian: [u8; 32],
}

impl Settings {
    /// Grace and delay cover the settle window, so that no round outlives the registry or the escrow it settles against.
    pub fn check(&self) -> Result<(), OracleError> {
        let window = self.settle_window_seconds;
        let valid = (1..=oracle_gateway_attestation::signers::MAX_NODES).contains(&usize::from(self.min_signers))
            && (MIN_SETTLE_WINDOW_SECONDS..=MAX_SETTLE_WINDOW_SECONDS).contains(&window)
            && (window..=TEN_YEARS_SECONDS as u64).contains(&self.version_grace_seconds)
            && (window..=MAX_WITHDRAW_DELAY_SECONDS as u64).contains(&self.withdraw_delay_seconds)
            && self.additions_delay_seconds <= MAX_ADDITIONS_DELAY_SECONDS;
        valid.then_some(()).ok_or(OracleError::InvalidSettings)
    }
}

impl Config {
    pub fn apply(&mut self, settings: &Settings) {
        self.min_signers = settings.min_signers;
        self.version_grace_seconds.set(settings.version_grace_seconds);
        self.settle_window_seconds.set(settings.settle_window_seconds);
        self.withdraw_delay_seconds.set(settings.withdraw_delay_seconds);
        self.x402_round_base.set(settings.x402_round_base);
        self.reward_per_signature.set(settings.reward_per_signature);
        self.agent_round_base.set(settings.agent_round_base);
        self.agent_round_per_sig.set(settings.agent_round_per_sig);
        self.subscription_round_base.set(settings.subscription_round_base);
        self.subscription_round_per_sig.set(settings.subscription_round_per_sig);
        self.additions_delay_seconds.set(settings.additions_delay_seconds);
        self.guardian = settings.guardian;
    }

    /// True if `settings` help a thief of the administrator's key: a smaller quorum, a shorter delay, or a guardian of its own.
    /// They take effect after the present delay.
    pub fn must_announce(&self, settings: &Settings) -> bool {
        self.has_delay()
            && (settings.min_signers < self.min_signers
                || settings.additions_delay_seconds < self.additions_delay_seconds.get()
                || settings.guardian != self.guardian)
    }

    pub fn has_delay(&self) -> bool {
        self.additions_delay_seconds.get() > 0
    }

    /// When a change that is announced at `now` takes effect. The delay is within its bounds, so the conversion is exact.
    pub fn effective_at(&self, now: i64) -> i64 {
        now.saturating_add(self.additions_delay_seconds.get() as i64)
    }

    /// `account` signed and may cancel an announced change: it is the administrator or the guardian.
    ///
    /// # Errors
    /// `MissingSignature`, `WrongAuthority`.
    pub fn check_may_cancel(&self, account: &AccountView) -> Result<(), OracleError> {
        guard::signer(account)?;
        // Zeros are the system program's address, which cannot sign.
        let key = account.address().as_array();
        if self.authority == *key || self.guardian == *key {
            Ok(())
        } else {
            Err(OracleError::WrongAuthority)
        }
    }

    /// True if rounds of this registry version may settle, within the version's own time.
    pub fn accepts_version(&self, version: u64) -> bool {
        version >= self.oldest_accepted_version.get()
    }

    /// The settle window W. Always within its bounds, so the conversion is exact.
    fn settle_window(&self) -> i64 {
        self.settle_window_seconds.get() as i64
    }

    /// The earliest timestamp of a round that may settle at `now`. It never goes back: earlier rounds are over for good, and
    /// accounts may drop them.
    pub fn oldest_settleable(&self, now: i64) -> i64 {
        now.saturating_sub(self.settle_window()).max(self.settle_floor.get())
    }

    /// Keeps rounds that are over at `now` over under a larger settle window. Precedes every change of the window.
    pub fn raise_settle_floor(&mut self, now: i64) {
        self.settle_floor.set(self.oldest_settleable(now));
    }

    /// The version grace. Always within its bounds, so the conversion is exact.
    pub fn version_grace(&self) -> i64 {
        self.version_grace_seconds.get() as i64
    }

    /// Seconds for which a requested withdrawal from an escrow waits. A Config from before the bound may exceed it.
    pub fn withdraw_delay(&self) -> i64 {
        i64::try_from(self.withdraw_delay_seconds.get())
            .map_or(MAX_WITHDRAW_DELAY_SECONDS, |delay| delay.min(MAX_WITHDRAW_DELAY_SECONDS))
    }

    /// Additional price of `rounds` paid rounds with `additional` more signatures each, in atomic units.
    pub fn upgrade_price(&self, rounds: u64, additional: u8) -> Result<u64, OracleError> {
        let price = || self.subscription_round_per_sig.get().checked_mul(u64::from(additional))?.checked_mul(rounds);
        price().ok_or(OracleError::Overflow)
    }

    /// Price of `rounds` subscription rounds of up to `max_signatures` signatures each, in atomic units.
    pub fn subscription_price(&self, rounds: u64, max_signatures: u8) -> Result<u64, OracleError> {
        let per_signature = self.subscription_round_per_sig.get();
        let price = || {
            per_signature
                .checked_mul(u64::from(max_signatures))?
                .checked_add(self.subscription_round_base.get())?
                .checked_mul(rounds)
        };
        price().ok_or(OracleError::Overflow)
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
