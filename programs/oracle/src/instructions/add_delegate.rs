//! Lets another key ask for rounds of a subscription, within bounds.
use crate::{
    accounts::{
        self,
        config::Config,
        delegate::{Bounds, Delegate},
        subscription::Subscription,
        Layout, I64, U64,
    },
    address::DELEGATE_SEED,
    create::Creator,
    error::OracleError,
    guard,
    instructions::now,
};
use oracle_gateway_attestation::attestation::NO_OWNER;
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    authority: &[u8; 32],
    bounds: &Bounds,
) -> ProgramResult {
    let [owner, config, subscription, delegate, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    accounts::read::<Config>(config, program_id)?;
    let subscription_owner = accounts::read::<Subscription>(subscription, program_id)?.owner;
    guard::authority(owner, &subscription_owner)?;
    // Under the zero key, attestations of the pay-per-request path would settle against the subscription.
    if *authority == NO_OWNER || *authority == subscription_owner {
        return Err(OracleError::InvalidDelegate.into());
    }
    let now = now()?;
    bounds.check(now)?;

    let creator = Creator { payer: owner, system_program, program_id };
    let seeds: [&[u8]; 3] = [DELEGATE_SEED, subscription.address().as_ref(), authority];
    let bump = creator.create(delegate, &seeds, size_of::<Delegate>())?;
    let contents = Delegate {
        discriminator: Delegate::DISCRIMINATOR,
        bump,
        max_signatures: bounds.max_signatures,
        earlier_max_signatures: 0,
        reserved: [0; 5],
        subscription: *subscription.address().as_array(),
        authority: *authority,
        rounds: U64::new(bounds.rounds),
        earlier_rounds: U64::default(),
        rounds_settled: U64::default(),
        lowered_at: I64::default(),
        expires_at: I64::new(bounds.expires_at),
        revoked_at: I64::default(),
        added_at: I64::new(now),
    };
    accounts::initialise(delegate, contents)
}
