//! Conditions of every settlement, for all paths to pay.
use crate::{
    accounts::{config::Config, registry::Registry},
    error::OracleError,
    timing,
};

/// The round's timestamp as a time.
///
/// # Errors
/// `TimestampOutOfWindow`.
pub fn time_of(timestamp_seconds: u64) -> Result<i64, OracleError> {
    i64::try_from(timestamp_seconds).map_err(|_| OracleError::TimestampOutOfWindow)
}

/// The round's timestamp as the nodes sign it.
///
/// # Errors
/// `TimestampOutOfWindow`.
pub fn milliseconds_of(timestamp_seconds: u64) -> Result<u64, OracleError> {
    timestamp_seconds.checked_mul(1000).ok_or(OracleError::TimestampOutOfWindow)
}

/// A round of time `t` may be settled at `clock`, under this registry version.
///
/// # Errors
/// `TimestampOutOfWindow`, `RegistryExpired`.
pub fn check_times(t: i64, clock: i64, config: &Config, registry: &Registry) -> Result<(), OracleError> {
    if !timing::is_in_window(t, clock, config.oldest_settleable(clock)) {
        return Err(OracleError::TimestampOutOfWindow);
    }
    registry.check_accepted(config, clock)
}
