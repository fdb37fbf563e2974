//! A feed among the accounts of an Anchor instruction.
//!
//! ```
//! use anchor_lang::prelude::*;
//! use oracle_gateway_feed::{anchor::{FeedAccount, Oracle}, Expect, Mode};
//!
//! /// The deployment whose feeds this program reads.
//! #[derive(Clone)]
//! pub struct MyOracle;
//! impl Oracle for MyOracle {
//!     const ID: Pubkey = pubkey!("Vote111111111111111111111111111111111111111");
//! }
//!
//! const BTC_USD: Expect = Expect { min_signatures: 3, ..Expect::new([7; 32], Mode::Exact) };
//!
//! #[derive(Accounts)]
//! pub struct Trade<'info> {
//!     pub btc_usd: Account<'info, FeedAccount<MyOracle>>,
//! }
//!
//! pub fn trade(context: Context<Trade>) -> Result<()> {
//!     let price = context.accounts.btc_usd.price(&BTC_USD, Clock::get()?.unix_timestamp)?;
//!     msg!("{} micro-dollars", price.with_decimals(6)?);
//!     Ok(())
//! }
//! # fn main() {}
//! ```
use crate::{Expect, Price, Refusal, DISCRIMINATOR, LENGTH};
use anchor_lang::{
    error::{AnchorError, ErrorCode},
    prelude::{AccountDeserialize, AccountSerialize, Owner, Pubkey},
};
use core::marker::PhantomData;
use std::string::ToString;

/// A deployment of the oracle program.
pub trait Oracle: Clone {
    /// Id of the program.
    const ID: Pubkey;
}

/// A feed account of the deployment `O`. Anchor checks owner, length and discriminator; `price` checks the rest.
#[derive(Clone, Debug)]
pub struct FeedAccount<O> {
    data: [u8; LENGTH],
    oracle: PhantomData<O>,
}

impl<O: Oracle> FeedAccount<O> {
    /// The value, if the feed is as expected. `now_seconds` is the time of the Clock sysvar.
    ///
    /// # Errors
    /// Every `Refusal` but `WrongOwner`, `NotAFeed` and `OutOfRange`, as Anchor's error of the same code.
    pub fn price(&self, expect: &Expect, now_seconds: i64) -> anchor_lang::Result<Price> {
        // Anchor has compared the owner with the oracle's id.
        let oracle = O::ID.to_bytes();
        Ok(expect.read(&oracle, &self.data, &oracle, now_seconds)?)
    }
}

impl<O: Oracle> AccountDeserialize for FeedAccount<O> {
    fn try_deserialize_unchecked(bytes: &mut &[u8]) -> anchor_lang::Result<Self> {
        let data: [u8; LENGTH] = (*bytes).try_into().map_err(|_| ErrorCode::AccountDidNotDeserialize)?;
        if !data.starts_with(&DISCRIMINATOR) {
            return Err(ErrorCode::AccountDiscriminatorMismatch.into());
        }
        Ok(Self { data, oracle: PhantomData })
    }
}

/// The oracle program alone writes feeds: nothing is written back.
impl<O: Oracle> AccountSerialize for FeedAccount<O> {}

impl<O: Oracle> Owner for FeedAccount<O> {
    fn owner() -> Pubkey {
        O::ID
    }
}

impl From<Refusal> for anchor_lang::error::Error {
    fn from(refusal: Refusal) -> Self {
        AnchorError {
            error_name: refusal.name().to_string(),
            error_code_number: refusal as u32,
            error_msg: refusal.to_string(),
            error_origin: None,
            compared_values: None,
        }
        .into()
    }
}

#[cfg(test)]
#[path = "anchor_tests.rs"]
mod tests;
