//! Deactivates or reactivates a gateway. Both are times: rounds served before still settle. An emergency stop does not wait
//! until the account may drop the previous deactivation; the reactivation after it does.
use crate::{
    accounts::{self, config::Config, gateway::Gateway},
    error::OracleError,
    guard,
    instruction::GatewayStatus,
    instructions::now,
    timing,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], status: GatewayStatus) -> ProgramResult {
    let [authority, config, gateway] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    let mut gateway = accounts::write::<Gateway>(gateway, program_id)?;
    if gateway.is_active() == (status == GatewayStatus::Active) {
        return Err(OracleError::NothingToChange.into());
    }
    let now = now()?;
    let forgettable = timing::check_forgettable(gateway.reactivated_at.get(), config.oldest_settleable(now));
    match status {
        GatewayStatus::Active => {
            forgettable?;
            timing::check_switch_order(gateway.deactivated_at.get(), now)?;
            gateway.reactivated_at.set(now);
        }
        GatewayStatus::Inactive => {
            forgettable?;
            timing::check_switch_order(gateway.reactivated_at.get(), now)?;
            gateway.deactivated_at.set(now);
        }
        // Also in the second of the reactivation: with two equal times the account reads as off.
        GatewayStatus::StoppedInEmergency => gateway.deactivated_at.set(now),
    }
    Ok(())
}
