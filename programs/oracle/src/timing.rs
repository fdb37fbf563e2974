//! Rules about times, all in unix seconds. A time of 0 means *never*.
//!
//! A round is judged at its own timestamp: what was switched off after it was served must not make it unpayable. The
//! grace covers the skew between the timestamp that a caller names and the clock that orders the switches.

use crate::error::OracleError;

/// How long after a switch a round's timestamp may lie and still count as before it.
pub const GRACE_SECONDS: i64 = 600;

/// How far ahead of the clock a round's timestamp may lie.
pub const MAX_AHEAD_SECONDS: i64 = 600;

/// How long an account stays that no settlement can need any more: for who looks whether a round was settled.
pub const CLOSE_MARGIN_SECONDS: i64 = 60;

/// The longest time ahead for an expiry, and the longest version grace: ten years.
pub const TEN_YEARS_SECONDS: i64 = 10 * 365 * 86_400;

/// Whether a round of time `t` may be settled at `clock`, `oldest` being the earliest timestamp that can be settled.
pub fn is_in_window(t: i64, clock: i64, oldest: i64) -> bool {
    oldest <= t && t <= clock.saturating_add(MAX_AHEAD_SECONDS)
}

/// How far ahead of the clock the time of a feed's value may lie. As long as a value of the future is in a feed, no newer one
/// replaces it: so a little for the difference of clocks, no more.
const FEED_AHEAD_SECONDS: i64 = 2;

/// Whether a value of `timestamp_ms` may be written to its feed at `clock`.
pub fn is_due(timestamp_ms: u64, clock: i64) -> bool {
    let latest = u64::try_from(clock.saturating_add(FEED_AHEAD_SECONDS));
    latest.is_ok_and(|latest| timestamp_ms <= latest.saturating_mul(1000))
}

/// The earliest timestamp that a gateway named at `now` may settle: a caller may name a time that far in the past.
pub fn earliest_served(now: i64) -> i64 {
    now.saturating_sub(GRACE_SECONDS)
}

/// The last second at which rounds settle that were served until `now`, dated ahead, and may take `grace` seconds.
pub fn accept_until(now: i64, grace: i64) -> i64 {
    now.saturating_add(grace).saturating_add(MAX_AHEAD_SECONDS)
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

/// Whether no round that counts as before an event can be settled any more, `oldest` being the earliest timestamp that can.
pub fn is_over(event_at: i64, oldest: i64) -> bool {
    !is_before_or_in_grace(oldest, event_at)
}

/// An account remembers the last time of being off only. It may forget the one that ended at `on_at` once every round
/// that can still be settled (`oldest` is the earliest timestamp) is of that time or later. Sooner, rounds from before it
/// would become unpayable, and rounds of its middle payable.
pub fn check_forgettable(on_at: i64, oldest: i64) -> Result<(), OracleError> {
    if on_at <= oldest {
        Ok(())
    } else {
        Err(OracleError::TooSoon)
    }
}

/// An account whose time ended at `ended_at` may be closed once `edge`, before which nothing settles any more, is more than
/// the margin past it.
pub fn check_closable(ended_at: i64, edge: i64) -> Result<(), OracleError> {
    if ended_at.saturating_add(CLOSE_MARGIN_SECONDS) < edge {
        Ok(())
    } else {
        Err(OracleError::StillInUse)
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
