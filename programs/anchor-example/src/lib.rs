//! An Anchor program that sells tickets for 20 US dollars, paid in SOL at the price of a feed.
//!
//! Copy it, put the id of your oracle deployment and the id of your feed in place, and replace what is sold.
use anchor_lang::prelude::*;
use oracle_gateway_feed::{
    anchor::{FeedAccount, Oracle},
    Expect, Mode, Price,
};

declare_id!("4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM");

/// The deployment whose feeds this program reads.
#[derive(Clone)]
pub struct MyOracle;
impl Oracle for MyOracle {
    const ID: Pubkey = pubkey!("8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh");
}

/// US dollars for one SOL: by three nodes at least, and at most 30 seconds old.
pub const SOL_USD: Expect = Expect { min_signatures: 3, max_age_ms: 30_000, ..Expect::new([7; 32], Mode::Exact) };

const TICKET_MICRO_DOLLARS: u64 = 20_000_000;
const LAMPORTS_PER_SOL: u64 = 1_000_000_000;

#[program]
pub mod tickets {
    use super::*;

    /// The buyer pays the ticket, and at most `max_lamports`.
    pub fn buy(context: Context<Buy>, max_lamports: u64) -> Result<()> {
        let Buy { buyer, seller, sol_usd, system_program } = &context.accounts;
        let price = sol_usd.price(&SOL_USD, Clock::get()?.unix_timestamp)?;
        let lamports = lamports_of_ticket(&price)?;
        require_gte!(max_lamports, lamports, TicketError::AboveMaximum);
        let transfer =
            anchor_lang::system_program::Transfer { from: buyer.to_account_info(), to: seller.to_account_info() };
        anchor_lang::system_program::transfer(CpiContext::new(system_program.key(), transfer), lamports)
    }
}

#[derive(Accounts)]
pub struct Buy<'info> {
    #[account(mut)]
    pub buyer: Signer<'info>,
    #[account(mut)]
    pub seller: SystemAccount<'info>,
    /// Anchor compares its owner with the oracle, `price` everything else.
    pub sol_usd: Account<'info, FeedAccount<MyOracle>>,
    pub system_program: Program<'info, System>,
}

#[error_code]
pub enum TicketError {
    #[msg("The ticket costs more than the buyer's maximum.")]
    AboveMaximum,
    #[msg("The price is not positive, or too large to count with.")]
    PriceOutOfRange,
}

/// Lamports of one ticket, rounded up so that the seller gets the whole price.
pub fn lamports_of_ticket(price: &Price) -> Result<u64> {
    let micro_dollars_per_sol = u64::try_from(price.with_decimals(6)?).map_err(|_| TicketError::PriceOutOfRange)?;
    require_gt!(micro_dollars_per_sol, 0, TicketError::PriceOutOfRange);
    Ok((TICKET_MICRO_DOLLARS * LAMPORTS_PER_SOL).div_ceil(micro_dollars_per_sol))
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
