//! Opens a subscription: the owner pays for rounds in advance and names the gateway that may serve them.
use crate::{
    accounts::{
        self, config::Config, gateway::Gateway, registry::MAX_NODES, subscription::Subscription, Layout, I64, U64,
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

/// What the owner buys.
pub struct Terms {
    pub max_signatures: u8,
    pub rounds: u64,
    pub expires_at: i64,
}

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], terms: &Terms) -> ProgramResult {
    let [owner, config_account, subscription, gateway, from, treasury, token_program, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::signer(owner)?;
    let now = now()?;
    if !accounts::read::<Gateway>(gateway, program_id)?.is_active() {
        return Err(OracleError::GatewayInactive.into());
    }
    if !(1..=MAX_NODES).contains(&usize::from(terms.max_signatures)) {
        return Err(OracleError::InvalidMaxSignatures.into());
    }
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
        previous_gateway: [0; 32],
        gateway_changed_at: I64::default(),
        rounds_left: U64::new(terms.rounds),
        expires_at: I64::new(terms.expires_at),
        paused_at: I64::default(),
        resumed_at: I64::default(),
        opened_at: I64::new(now),
    };
    accounts::initialise(subscription, contents)?;

    let config = accounts::read::<Config>(config_account, program_id)?;
    let price = config.subscription_price(terms.rounds, terms.max_signatures)?;
    let payment = Payment { owner, from, treasury, config: config_account, token_program };
    payment.pay(&config, price)
}
