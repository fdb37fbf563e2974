//! One file per instruction. Each checks the accounts' count, signatures, kinds and addresses, then the rules, then
//! writes; writes after a cross-program call depend on no data read before the call.
mod accept_authority;
mod accept_gateway_authority;
mod add_delegate;
mod announce_change;
mod bound_delegate;
mod cancel_change;
mod change_registry;
mod change_subscription_gateway;
mod close_delegate;
mod close_registry;
mod close_round;
mod close_signer_set;
mod confirm_subscription_gateway;
mod create_signer_set;
mod initialise;
mod open_subscription;
mod pause_escrow;
mod pause_subscription;
mod propose_authority;
mod propose_gateway_authority;
mod register_gateway;
mod register_node;
mod renew_subscription;
mod request_withdraw;
mod resume_escrow;
mod resume_subscription;
mod revoke_delegate;
mod set_gateway_status;
mod settle_agent_round;
mod settle_round;
mod show_source;
mod submit;
mod submit_many;
mod update_config;
mod update_gateway;
mod upgrade_subscription;
mod withdraw_escrow;
mod withdraw_treasury;

use crate::instruction::Instruction;
use pinocchio::{
    error::ProgramError,
    sysvars::{clock::Clock, Sysvar},
    AccountView, Address, ProgramResult,
};

/// The program: parses the instruction and executes it.
pub fn process(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    use Instruction as I;
    match Instruction::parse(data)? {
        I::Initialise { network_hash, settings } => initialise::process(program_id, accounts, network_hash, &settings),
        I::UpdateConfig(settings) => update_config::process(program_id, accounts, &settings, data),
        I::ProposeAuthority { new_authority } => propose_authority::process(program_id, accounts, new_authority, data),
        I::AcceptAuthority => accept_authority::process(program_id, accounts),
        I::WithdrawTreasury { amount } => withdraw_treasury::process(program_id, accounts, amount),
        I::RegisterNode(registration) => register_node::process(program_id, accounts, &registration),
        I::ChangeRegistry(change) => change_registry::process(program_id, accounts, &change, data),
        I::RegisterGateway(keys) => register_gateway::process(program_id, accounts, &keys),
        I::SetGatewayStatus(status) => set_gateway_status::process(program_id, accounts, status),
        I::OpenSubscription { max_signatures, rounds, expires_at, max_amount } => {
            let terms = open_subscription::Terms { max_signatures, rounds, expires_at, max_amount };
            open_subscription::process(program_id, accounts, &terms)
        }
        I::RenewSubscription { rounds, expires_at, max_amount } => {
            let terms = renew_subscription::Terms { rounds, expires_at, max_amount };
            renew_subscription::process(program_id, accounts, &terms)
        }
        I::PauseSubscription => pause_subscription::process(program_id, accounts),
        I::ResumeSubscription => resume_subscription::process(program_id, accounts),
        I::ChangeSubscriptionGateway => change_subscription_gateway::process(program_id, accounts),
        I::SettleRound(settlement) => settle_round::process(program_id, accounts, &settlement),
        I::ConfirmSubscriptionGateway => confirm_subscription_gateway::process(program_id, accounts),
        I::UpgradeSubscription { max_signatures, max_amount } => {
            upgrade_subscription::process(program_id, accounts, max_signatures, max_amount)
        }
        I::AddDelegate { authority, bounds } => add_delegate::process(program_id, accounts, authority, &bounds),
        I::BoundDelegate(bounds) => bound_delegate::process(program_id, accounts, &bounds),
        I::RevokeDelegate => revoke_delegate::process(program_id, accounts),
        I::CloseDelegate => close_delegate::process(program_id, accounts),
        I::SettleAgentRound(settlement) => settle_agent_round::process(program_id, accounts, &settlement),
        I::PauseEscrow => pause_escrow::process(program_id, accounts),
        I::ResumeEscrow => resume_escrow::process(program_id, accounts),
        I::RequestWithdraw => request_withdraw::process(program_id, accounts),
        I::WithdrawEscrow { amount } => withdraw_escrow::process(program_id, accounts, amount),
        I::Submit(submission) => submit::process(program_id, accounts, &submission),
        I::CreateSignerSet(keys) => create_signer_set::process(program_id, accounts, &keys),
        I::CloseRound => close_round::process(program_id, accounts),
        I::CloseRegistry => close_registry::process(program_id, accounts),
        I::CloseSignerSet => close_signer_set::process(program_id, accounts),
        I::UpdateGateway { rotator, rent_to } => update_gateway::process(program_id, accounts, rotator, rent_to),
        I::ProposeGatewayAuthority { new_authority } => {
            propose_gateway_authority::process(program_id, accounts, new_authority)
        }
        I::AcceptGatewayAuthority => accept_gateway_authority::process(program_id, accounts),
        I::AnnounceChange { change } => announce_change::process(program_id, accounts, change),
        I::CancelChange => cancel_change::process(program_id, accounts),
        I::ShowSource(source) => show_source::process(program_id, accounts, &source),
        I::SubmitMany(submission) => submit_many::process(program_id, accounts, &submission),
    }
}

/// The cluster's time in unix seconds.
pub(crate) fn now() -> Result<i64, ProgramError> {
    Ok(Clock::get()?.unix_timestamp)
}
