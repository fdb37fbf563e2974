//! Settles a served subscription round: verifies its attestation, takes its units off the quota, writes a receipt. A round of
//! a delegate also takes them off the delegate's quota, and its feed and receipt belong to the delegate. A round of one source
//! is one unit, a list of n sources or an index of them is n.
//!
//! No signature, no pay: the subscription gives the owner, the gateway claims source, value, quorum and time.
use crate::{
    accounts::{
        self, config::Config, delegate::Delegate, gateway::Gateway, receipt::RoundReceipt, registry::Registry,
        subscription::Subscription, Layout, U64,
    },
    address::ROUND_SEED,
    create::{find_vacant, Creator},
    error::OracleError,
    guard,
    instruction::Settlement,
    instructions::now,
    proof::{read_signer_set, Verifier},
    served_round,
};
use oracle_gateway_attestation::form;
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], settlement: &Settlement) -> ProgramResult {
    let [gateway_authority, payer, config, gateway_account, subscription_account, registry, receipt, system_program, rest @ ..] =
        accounts
    else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let round = &settlement.round;
    let (signer_set, rest) = read_signer_set(&settlement.proof, rest, program_id)?;
    let delegate = find_delegate(rest, signer_set.is_some(), program_id)?;
    let config = accounts::read::<Config>(config, program_id)?;
    let gateway = accounts::read::<Gateway>(gateway_account, program_id)?;
    let subscription_address = *subscription_account.address().as_array();
    let mut subscription = accounts::write::<Subscription>(subscription_account, program_id)?;
    let mut delegate = delegate.map(|account| accounts::write::<Delegate>(account, program_id)).transpose()?;
    let registry = accounts::read::<Registry>(registry, program_id)?;
    guard::authority(gateway_authority, &gateway.authority)?;
    let consumer = delegate.as_ref().map_or(subscription.owner, |delegate| delegate.authority);
    let seeds: [&[u8]; 5] =
        [ROUND_SEED, &consumer, round.source_id, &[round.signatures_required], &round.timestamp_seconds.to_le_bytes()];
    let bump = find_vacant(receipt, &seeds, program_id).map_err(|error| match error {
        OracleError::AlreadyExists => OracleError::RoundAlreadySettled,
        other => other,
    })?;
    let gateway_address = gateway_account.address().as_array();
    let clock = now()?;
    let t = served_round::time_of(round.timestamp_seconds)?;
    served_round::check_times(t, clock, &config, &registry)?;
    check_gateway(t, &gateway, gateway_address, &subscription)?;
    let units = u64::from(form::units(round.form));
    check_subscription(t, round.signatures_required, units, &subscription, &registry)?;
    if let Some(delegate) = &delegate {
        check_delegate(t, round.signatures_required, units, delegate, &subscription_address)?;
    }
    let claim = served_round::claim_of(round, &consumer)?;
    let verifier = Verifier { config: &config, registry: &registry, signer_set: signer_set.as_deref() };
    let message = verifier.verify(&claim, &settlement.proof)?;

    let rounds_left = subscription.rounds_left.get();
    subscription.rounds_left.set(rounds_left - units);
    if let Some(delegate) = &mut delegate {
        let rounds_settled = delegate.rounds_settled.get();
        delegate.rounds_settled.set(rounds_settled + units);
    }
    let creator = Creator { payer, system_program, program_id };
    creator.create_at(receipt, &seeds, bump, size_of::<RoundReceipt>())?;
    let contents = RoundReceipt {
        discriminator: RoundReceipt::DISCRIMINATOR,
        message,
        gateway: *gateway_address,
        timestamp: U64::new(round.timestamp_seconds),
    };
    accounts::initialise(receipt, contents)
}

/// The delegate's account. Signer set and delegate have one place each; the program's own id stands for an absent one. Both
/// places may be missing at the end. Clients from before this rule leave out only the place of the signer set.
fn find_delegate<'a>(
    rest: &'a mut [AccountView],
    has_signer_set: bool,
    program_id: &Address,
) -> Result<Option<&'a mut AccountView>, OracleError> {
    let is_placeholder = |account: &AccountView| account.address() == program_id;
    let skipped = usize::from(!has_signer_set && rest.first().is_some_and(is_placeholder));
    match &mut rest[skipped..] {
        [] => Ok(None),
        [account] if is_placeholder(account) => Ok(None),
        [account] => Ok(Some(account)),
        _ => Err(OracleError::WrongAccountCount),
    }
}

fn check_gateway(
    t: i64,
    gateway: &Gateway,
    address: &[u8; 32],
    subscription: &Subscription,
) -> Result<(), OracleError> {
    if !gateway.was_active_at(t) {
        return Err(OracleError::GatewayInactive);
    }
    if !subscription.named_gateway_at(address, t) {
        return Err(OracleError::WrongGateway);
    }
    Ok(())
}

fn check_subscription(
    t: i64,
    quorum: u8,
    units: u64,
    subscription: &Subscription,
    registry: &Registry,
) -> Result<(), OracleError> {
    if subscription.was_paused_at(t) {
        return Err(OracleError::SubscriptionPaused);
    }
    if subscription.had_expired_at(t) {
        return Err(OracleError::SubscriptionExpired);
    }
    if !(registry.header.min_signers..=subscription.max_signatures).contains(&quorum) {
        return Err(OracleError::QuorumOutOfRange);
    }
    if subscription.rounds_left.get() < units {
        return Err(OracleError::QuotaExhausted);
    }
    Ok(())
}

fn check_delegate(
    t: i64,
    quorum: u8,
    units: u64,
    delegate: &Delegate,
    subscription: &[u8; 32],
) -> Result<(), OracleError> {
    if delegate.subscription != *subscription || !delegate.was_added_at(t) {
        return Err(OracleError::WrongDelegate);
    }
    if delegate.was_revoked_at(t) {
        return Err(OracleError::DelegateRevoked);
    }
    if delegate.had_expired_at(t) {
        return Err(OracleError::DelegateExpired);
    }
    if quorum > delegate.max_signatures_at(t) {
        return Err(OracleError::QuorumOutOfRange);
    }
    if !delegate.has_rounds_left_at(t, units) {
        return Err(OracleError::DelegateExhausted);
    }
    Ok(())
}
