//! Adds rounds to a subscription at today's price and may extend it.
use crate::{
    accounts::{self, config::Config, subscription::Subscription},
    error::OracleError,
    guard,
    instructions::now,
    timing,
    token::Payment,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], rounds: u64, expires_at: i64) -> ProgramResult {
    let [owner, config_account, subscription, from, treasury, token_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config_account, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    timing::check_expiry(expires_at, now()?)?;
    if expires_at < subscription.expires_at.get() {
        return Err(OracleError::InvalidExpiry.into());
    }
    let rounds_left = subscription.rounds_left.get();
    let rounds_left = rounds_left.checked_add(rounds).ok_or(OracleError::Overflow)?;
    let price = config.subscription_price(rounds, subscription.max_signatures)?;
    subscription.rounds_left.set(rounds_left);
    subscription.expires_at.set(expires_at);
    let payment = Payment { owner, from, treasury, config: config_account, token_program };
    payment.pay(&config, price)
}
