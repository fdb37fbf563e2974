//! Opens a subscription: the owner pays for rounds in advance and names the gateway that may serve them.
use crate::{
    accounts::{
        self,
        config::Config,
        gateway::Gateway,
        registry::Registry,
        subscription::{Subscription, NO_GATEWAY},
        Layout, I64, U64,
    },
    address::SUBSCRIPTION_SEED,
    create::Creator,
    error::OracleError,
    guard,
    instructions::now,
    timing,
    token::Payment,
};
use pinocchio::{AccountView, Address, ProgramResult};

/// Terms of the purchase.
pub struct Terms {
    pub max_signatures: u8,
    pub rounds: u64,
    pub expires_at: i64,
    /// Largest price that the owner agrees to, in atomic units.
    pub max_amount: u64,
}

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], terms: &Terms) -> ProgramResult {
    let [owner, config_account, subscription, gateway, registry, from, treasury, token_program, system_program] =
        accounts
    else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::signer(owner)?;
    let now = now()?;
    if !accounts::read::<Gateway>(gateway, program_id)?.is_active() {
        return Err(OracleError::GatewayInactive.into());
    }
    let config = accounts::read::<Config>(config_account, program_id)?;
    Registry::check_max_signatures(registry, terms.max_signatures, &config, program_id)?;
    timing::check_expiry(terms.expires_at, now)?;

    let creator = Creator { payer: owner, system_program, program_id };
    let seeds: [&[u8]; 2] = [SUBSCRIPTION_SEED, owner.address().as_ref()];
    let bump = creator.create(subscription, &seeds, size_of::<Subscription>())?;
    let contents = Subscription {
        discriminator: Subscription::DISCRIMINATOR,
        bump,
        max_signatures: terms.max_signatures,
        reserved: [0; 6],
        owner: *owner.address().as_array(),
        gateway: *gateway.address().as_array(),
        pending_gateway: NO_GATEWAY,
        gateway_from: I64::new(timing::earliest_served(now)),
        rounds_left: U64::new(terms.rounds),
        expires_at: I64::new(terms.expires_at),
        paused_at: I64::default(),
        resumed_at: I64::default(),
        opened_at: I64::new(now),
        change_proposed_at: I64::default(),
    };
    accounts::initialise(subscription, contents)?;

    let price = config.subscription_price(terms.rounds, terms.max_signatures)?;
    let payment =
        Payment { owner, from, treasury, config: config_account, token_program, max_amount: terms.max_amount };
    payment.pay(&config, price)
}
