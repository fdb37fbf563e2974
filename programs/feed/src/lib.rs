//! Reads a feed of the Oracle Gateway in another Solana program: a value that a quorum of nodes signed together.
//!
//! No dependency, no allocation, no panic. Hand over the account's owner and bytes in whatever form your framework has them:
//!
//! ```
//! use oracle_gateway_feed::{Expect, Mode, Refusal};
//!
//! /// Id of the oracle program, and the feed that this program was written for.
//! const ORACLE: [u8; 32] = [9; 32];
//! const BTC_USD: Expect = Expect { min_signatures: 3, max_age_ms: 60_000, ..Expect::new([7; 32], Mode::Exact) };
//!
//! /// US dollars with six decimals.
//! fn price(owner: &[u8; 32], data: &[u8], now_seconds: i64) -> Result<i128, Refusal> {
//!     BTC_USD.read(owner, data, &ORACLE, now_seconds)?.with_decimals(6)
//! }
//!
//! assert_eq!(price(&[1; 32], &[], 1_800_000_000), Err(Refusal::WrongOwner));
//! ```
//!
//! `LastPrice` bounds the step from one price to the next, and `PriceSum` averages over time. A program keeps both in an account of its own.
//! A value that your program verified itself, with `oracle-gateway-attestation`, is judged by the same rules: `Expect::judge`.
//! The feature `anchor` adds an account type for Anchor programs.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(any(test, feature = "anchor"))]
extern crate std;

#[cfg(feature = "anchor")]
pub mod anchor;
mod config;
mod expect;
mod kept;
mod price;
mod refusal;
pub mod testing;

pub use config::oldest_accepted_version;
pub use expect::{Attested, Expect, Mode, DISCRIMINATOR, LENGTH, MAX_AHEAD_MS};
pub use kept::{LastPrice, PriceSum, Step};
pub use price::Price;
pub use refusal::Refusal;

// The README's code is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
