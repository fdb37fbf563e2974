//! Rules about times, all in unix seconds. A time of 0 means *never*.
//!
//! A round is judged at its own timestamp: a later switch must not make it unpayable. The grace covers the skew between
//! the timestamp of the caller and the clock that orders the switches.

use crate::error::OracleError;

/// Seconds after a switch at which a round's timestamp still counts as before it.
pub const GRACE_SECONDS: i64 = 600;

/// Seconds by which a round's timestamp may lie ahead of the clock.
pub const MAX_AHEAD_SECONDS: i64 = 600;

/// Seconds for which an account stays after the last possible settlement, for readers of settled rounds.
pub const CLOSE_MARGIN_SECONDS: i64 = 60;

/// The longest time ahead for an expiry, and the longest version grace: ten years.
pub const TEN_YEARS_SECONDS: i64 = 10 * 365 * 86_400;

/// True if a round of time `t` may settle at `clock`; `oldest` is the earliest timestamp that can settle.
pub fn is_in_window(t: i64, clock: i64, oldest: i64) -> bool {
    oldest <= t && t <= clock.saturating_add(MAX_AHEAD_SECONDS)
}

/// Seconds by which the time of a feed's value may lie ahead of the clock. A future value blocks newer values until its time,
/// so the bound only covers the difference of clocks.
const FEED_AHEAD_SECONDS: i64 = 2;

/// True if a value of `timestamp_ms` may be written to its feed at `clock`.
pub fn is_due(timestamp_ms: u64, clock: i64) -> bool {
    let latest = u64::try_from(clock.saturating_add(FEED_AHEAD_SECONDS));
    latest.is_ok_and(|latest| timestamp_ms <= latest.saturating_mul(1000))
}

/// The earliest timestamp that a gateway named at `now` may settle: callers may choose a time that far in the past.
pub fn earliest_served(now: i64) -> i64 {
    now.saturating_sub(GRACE_SECONDS)
}

/// The last second of settlement for rounds served until `now`, which may be dated ahead and may take `grace` seconds.
pub fn accept_until(now: i64, grace: i64) -> i64 {
    now.saturating_add(grace).saturating_add(MAX_AHEAD_SECONDS)
}

/// True if a switch, last off at `off_at` and last on again at `on_at`, was on at `t`.
pub fn was_on(t: i64, off_at: i64, on_at: i64) -> bool {
    if off_at == 0 {
        return true;
    }
    let before_switched_off = is_before_or_in_grace(t, off_at);
    if on_at > off_at {
        before_switched_off || t >= on_at
    } else {
        // Still off. An earlier `on_at` ended the previous pause, in which `t` must not lie.
        before_switched_off && t >= on_at
    }
}

/// True if a round of time `t` counts as before an event.
pub fn is_before_or_in_grace(t: i64, event_at: i64) -> bool {
    t <= event_at.saturating_add(GRACE_SECONDS)
}

/// True if no round from before an event can settle any more; `oldest` is the earliest timestamp that can.
pub fn is_over(event_at: i64, oldest: i64) -> bool {
    !is_before_or_in_grace(oldest, event_at)
}

/// An account stores only its last pause. It may drop the pause that ended at `on_at` once no round before that time
/// can settle (`oldest` is the earliest timestamp that can). Sooner, rounds from before the pause would become
/// unpayable, and rounds within it payable.
pub fn check_forgettable(on_at: i64, oldest: i64) -> Result<(), OracleError> {
    if on_at <= oldest {
        Ok(())
    } else {
        Err(OracleError::TooSoon)
    }
}

/// The life of a registry version after its last settlement: contracts on other chains that trust a snapshot for 14 days still
/// find the keys of its signers.
const REGISTRY_LIFE_SECONDS: i64 = 30 * 86_400;

/// A registry version that was accepted until `accept_until` may be closed at `now`.
pub fn check_registry_closable(accept_until: i64, now: i64) -> Result<(), OracleError> {
    check_closable(accept_until.saturating_add(REGISTRY_LIFE_SECONDS), now)
}

/// An account whose time ended at `ended_at` may be closed once `edge`, the earliest time that settles, is later by more
/// than the margin.
pub fn check_closable(ended_at: i64, edge: i64) -> Result<(), OracleError> {
    if ended_at.saturating_add(CLOSE_MARGIN_SECONDS) < edge {
        Ok(())
    } else {
        Err(OracleError::StillInUse)
    }
}

/// The life of an announced change from its time on: 14 days. A forgotten one must not lie ready for a thief.
const ANNOUNCEMENT_LIFE_SECONDS: i64 = 14 * 86_400;

/// An announced change whose time is `effective_at` can be made at `now`.
pub fn check_announced(effective_at: i64, now: i64) -> Result<(), OracleError> {
    if now < effective_at {
        Err(OracleError::TooSoon)
    } else if now > effective_at.saturating_add(ANNOUNCEMENT_LIFE_SECONDS) {
        Err(OracleError::AnnouncementExpired)
    } else {
        Ok(())
    }
}

/// A switch comes strictly after the opposite one at `switched_at`: the account could not order two switches of the same
/// second.
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
