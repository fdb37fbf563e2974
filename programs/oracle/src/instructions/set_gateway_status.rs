//! Deactivates or reactivates a gateway. Both are times: rounds that it served before are still settled.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    error::OracleError,
    guard,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], active: bool) -> ProgramResult {
    let [authority, config, gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    let mut gateway = accounts::write::<Gateway>(gateway, program_id)?;
    if gateway.is_active() == active {
        return Err(OracleError::NothingToChange.into());
    }
    let now = now()?;
    if active {
        timing::check_switch_order(gateway.deactivated_at.get(), now)?;
        gateway.reactivated_at.set(now);
    } else {
        timing::check_spacing(gateway.deactivated_at.get(), now, config.settle_window())?;
        timing::check_switch_order(gateway.reactivated_at.get(), now)?;
        gateway.deactivated_at.set(now);
    }
    Ok(())
}
