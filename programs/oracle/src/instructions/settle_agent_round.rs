//! Settles a served agent round: verifies its attestation and the payer's request, moves the amount that the payer signed
//! from the escrow to the treasury, and writes a round account.
//!
//! A request names the round's account through its feed, time, escrow and gateway, so one signature pays for one round.
use crate::{
    accounts::{
        self, agent_escrow::AgentEscrow, agent_round::AgentRound, config::Config, gateway::Gateway, registry::Registry,
        Layout, U64,
    },
    address::{AGENT_ROUND_SEED, ESCROW_SEED},
    agent_request::AgentRequest,
    create::{find_vacant, Creator},
    ed25519,
    error::OracleError,
    escrow::Escrow,
    guard,
    instruction::AgentSettlement,
    instructions::now,
    proof::{read_signer_set, Verifier},
    served_round, token,
};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView, Address, ProgramResult,
};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], settlement: &AgentSettlement) -> ProgramResult {
    let [gateway_authority, fee_payer, config_account, gateway_account, payer, escrow_account, tokens, treasury, registry, round, token_program, system_program, rest @ ..] =
        accounts
    else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let served = &settlement.round;
    let (signer_set, rest) = read_signer_set(&settlement.proof, rest, program_id)?;
    if !rest.is_empty() {
        return Err(OracleError::WrongAccountCount.into());
    }
    let config = accounts::read::<Config>(config_account, program_id)?;
    let gateway = accounts::read::<Gateway>(gateway_account, program_id)?;
    let registry = accounts::read::<Registry>(registry, program_id)?;
    guard::authority(gateway_authority, &gateway.authority)?;
    let (payer, gateway_address) = (payer.address(), gateway_account.address());
    let seeds: [&[u8]; 6] = [
        AGENT_ROUND_SEED,
        payer.as_ref(),
        gateway_address.as_ref(),
        served.source_id,
        &[served.signatures_required],
        &served.timestamp_seconds.to_le_bytes(),
    ];
    let bump = find_vacant(round, &seeds, program_id).map_err(|error| match error {
        OracleError::AlreadyExists => OracleError::RoundAlreadySettled,
        other => other,
    })?;
    let escrow = Escrow::read(escrow_account, payer, gateway_address, &config.mint, program_id)?;
    let amount = settlement.amount;
    token::check_escrow(tokens, escrow_account.address(), escrow.contents.tokens_bump, &config.mint, amount)?;
    token::check_treasury(treasury, config_account, &config.mint)?;

    let t = served_round::time_of(served.timestamp_seconds)?;
    served_round::check_times(t, now()?, &config, &registry)?;
    check_parties(t, &gateway, &escrow.contents)?;
    if served.signatures_required < registry.header.min_signers {
        return Err(OracleError::QuorumOutOfRange.into());
    }
    check_request(settlement, payer, escrow_account.address(), gateway_address)?;
    let claim = served_round::claim_of(served, payer.as_array())?;
    let verifier = Verifier { config: &config, registry: &registry, signer_set: signer_set.as_deref() };
    let message = verifier.verify(&claim, &settlement.proof)?;

    let creator = Creator { payer: fee_payer, system_program, program_id };
    creator.create_at(round, &seeds, bump, size_of::<AgentRound>())?;
    let contents = AgentRound {
        discriminator: AgentRound::DISCRIMINATOR,
        message,
        gateway: *gateway_address.as_array(),
        timestamp: U64::new(served.timestamp_seconds),
    };
    accounts::initialise(round, contents)?;
    escrow.ensure(escrow_account, &creator)?;
    let escrow_bump = [escrow.contents.bump];
    let escrow_seeds = [
        Seed::from(ESCROW_SEED),
        Seed::from(&escrow.contents.authority),
        Seed::from(&escrow.contents.gateway),
        Seed::from(&escrow_bump),
    ];
    token::transfer(tokens, treasury, escrow_account, token_program, amount, &[Signer::from(&escrow_seeds)])
}

fn check_parties(t: i64, gateway: &Gateway, escrow: &AgentEscrow) -> Result<(), OracleError> {
    if !gateway.was_active_at(t) {
        return Err(OracleError::GatewayInactive);
    }
    if escrow.was_paused_at(t) {
        return Err(OracleError::EscrowPaused);
    }
    Ok(())
}

/// The payer signed for this round, at this gateway, for this amount.
fn check_request(
    settlement: &AgentSettlement,
    payer: &Address,
    escrow: &Address,
    gateway: &Address,
) -> Result<(), OracleError> {
    let request = AgentRequest {
        escrow: escrow.as_array(),
        gateway: gateway.as_array(),
        payer: payer.as_array(),
        source_id: settlement.round.source_id,
        signatures_required: settlement.round.signatures_required,
        timestamp_seconds: settlement.round.timestamp_seconds,
        amount: settlement.amount,
    };
    if ed25519::verify(payer.as_array(), &request.hash(), settlement.request_signature) {
        Ok(())
    } else {
        Err(OracleError::InvalidRequestSignature)
    }
}
