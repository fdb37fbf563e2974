//! First step of handing over administration: names the successor, who must accept. Zeros withdraw the proposal.
use crate::{
    accounts::{
        self,
        config::{Config, NO_AUTHORITY},
    },
    announced,
    error::OracleError,
    guard,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    new_authority: &[u8; 32],
    data: &[u8],
) -> ProgramResult {
    let [authority, config, announced @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let mut config = accounts::write::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    let must_announce = config.has_delay() && *new_authority != NO_AUTHORITY;
    announced::take(must_announce, announced, data, authority, program_id)?;
    config.pending_authority = *new_authority;
    Ok(())
}
