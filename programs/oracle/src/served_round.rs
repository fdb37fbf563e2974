//! Conditions of every settlement, for all paths to pay.
use crate::{
    accounts::{config::Config, registry::Registry},
    error::OracleError,
    instruction::ServedRound,
    timing,
};
use oracle_gateway_attestation::Claim;

/// The round's timestamp as a time.
///
/// # Errors
/// `TimestampOutOfWindow`.
pub fn time_of(timestamp_seconds: u64) -> Result<i64, OracleError> {
    i64::try_from(timestamp_seconds).map_err(|_| OracleError::TimestampOutOfWindow)
}

/// The claim that the nodes signed of the round, for the feed owner `owner`.
///
/// # Errors
/// `TimestampOutOfWindow`.
pub fn claim_of<'a>(round: &ServedRound<'a>, owner: &'a [u8; 32]) -> Result<Claim<'a>, OracleError> {
    Ok(Claim {
        owner,
        source_id: round.source_id,
        value: round.value,
        signatures_required: round.signatures_required,
        form: round.form,
        timestamp_ms: round.timestamp_seconds.checked_mul(1000).ok_or(OracleError::TimestampOutOfWindow)?,
        observed_at_ms: round.observed_at_ms,
    })
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
