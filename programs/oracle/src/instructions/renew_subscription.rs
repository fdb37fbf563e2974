//! Adds rounds to a subscription at the present price, and may extend it.
use crate::{
    accounts::{self, config::Config, registry::Registry, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
    timing,
    token::Payment,
};
use pinocchio::{AccountView, Address, ProgramResult};

/// Terms of the purchase.
pub struct Terms {
    pub rounds: u64,
    pub expires_at: i64,
    /// Largest price that the owner agrees to, in atomic units.
    pub max_amount: u64,
}

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], terms: &Terms) -> ProgramResult {
    let [owner, config_account, subscription, registry, from, treasury, token_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config_account, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    Registry::check_max_signatures(registry, subscription.max_signatures, &config, program_id)?;
    timing::check_expiry(terms.expires_at, now()?)?;
    if terms.expires_at < subscription.expires_at.get() {
        return Err(OracleError::InvalidExpiry.into());
    }
    let rounds_left = subscription.rounds_left.get();
    let rounds_left = rounds_left.checked_add(terms.rounds).ok_or(OracleError::Overflow)?;
    let price = config.subscription_price(terms.rounds, subscription.max_signatures)?;
    subscription.rounds_left.set(rounds_left);
    subscription.expires_at.set(terms.expires_at);
    let payment =
        Payment { owner, from, treasury, config: config_account, token_program, max_amount: terms.max_amount };
    payment.pay(&config, price)
}
