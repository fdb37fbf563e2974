//! Raises the largest quorum of a subscription: the owner pays the present price of the additional signatures of every round
//! left. Needed when the smallest quorum has risen above the subscription's largest one.
use crate::{
    accounts::{self, config::Config, registry::Registry, subscription::Subscription},
    error::OracleError,
    guard,
    token::Payment,
};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    max_signatures: u8,
    max_amount: u64,
) -> ProgramResult {
    let [owner, config_account, subscription, registry, from, treasury, token_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config_account, program_id)?;
    let mut subscription = accounts::write::<Subscription>(subscription, program_id)?;
    guard::authority(owner, &subscription.owner)?;
    let additional = max_signatures.checked_sub(subscription.max_signatures).filter(|additional| *additional > 0);
    let additional = additional.ok_or(OracleError::InvalidMaxSignatures)?;
    Registry::check_max_signatures(registry, max_signatures, &config, program_id)?;
    let price = config.upgrade_price(subscription.rounds_left.get(), additional)?;
    subscription.max_signatures = max_signatures;
    let payment = Payment { owner, from, treasury, config: config_account, token_program, max_amount };
    payment.pay(&config, price)
}
