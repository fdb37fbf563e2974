//! Rules about times, all in unix seconds. A time of 0 means *never*.
//!
//! A round is judged at its own timestamp: what was switched off after it was served must not make it unpayable. The
//! grace covers the skew between the timestamp that a caller names and the clock that orders the switches.

use crate::error::OracleError;

/// How long after a switch a round's timestamp may lie and still count as before it.
pub const GRACE_SECONDS: i64 = 600;

/// How far ahead of the clock a round's timestamp may lie.
pub const MAX_AHEAD_SECONDS: i64 = 600;

/// The longest time ahead for an expiry, and the longest configurable delay: ten years.
pub const TEN_YEARS_SECONDS: i64 = 10 * 365 * 86_400;

/// Whether a round of time `t` may be settled at `clock` with a settle window of `window` seconds.
pub fn is_in_window(t: i64, clock: i64, window: i64) -> bool {
    clock.saturating_sub(window) <= t && t <= clock.saturating_add(MAX_AHEAD_SECONDS)
}

/// Whether something that was last switched off at `off_at` and last switched on again at `on_at` was on at `t`.
pub fn was_on(t: i64, off_at: i64, on_at: i64) -> bool {
    if off_at == 0 {
        return true;
    }
    let before_switched_off = is_before_or_in_grace(t, off_at);
    if on_at > off_at {
        before_switched_off || t >= on_at
    } else {
        // Still off. An earlier time of being on again ended the pause before this one, in which `t` must not lie.
        before_switched_off && t >= on_at
    }
}

/// Whether a round of time `t` counts as before an event.
pub fn is_before_or_in_grace(t: i64, event_at: i64) -> bool {
    t <= event_at.saturating_add(GRACE_SECONDS)
}

/// A change that was last made at `changed_at` may be made again after one settle window: rounds from before it can be
/// settled until then, and the account remembers one change only.
pub fn check_spacing(changed_at: i64, now: i64, window: i64) -> Result<(), OracleError> {
    if changed_at == 0 || now >= changed_at.saturating_add(window) {
        Ok(())
    } else {
        Err(OracleError::TooSoon)
    }
}

/// A switch comes strictly after the opposite one at `switched_at`: which of two of the same second came last could not
/// be told from the account.
pub fn check_switch_order(switched_at: i64, now: i64) -> Result<(), OracleError> {
    if now > switched_at {
        Ok(())
    } else {
        Err(OracleError::TooSoon)
    }
}

/// An expiry lies in the future, at most ten years ahead.
pub fn check_expiry(expires_at: i64, now: i64) -> Result<(), OracleError> {
    if expires_at > now && expires_at <= now.saturating_add(TEN_YEARS_SECONDS) {
        Ok(())
    } else {
        Err(OracleError::InvalidExpiry)
    }
}

#[cfg(test)]
#[path = "timing_tests.rs"]
mod tests;
