//! A program that uses attested values in three ways. Copy what you need.
//!
//! | instruction | data behind the tag | accounts | price comes from |
//! | --- | --- | --- | --- |
//! | 0 `open` | oracle id, feed id | market (signs) | nowhere: it fixes both for good |
//! | 1 `read` | none | market, feed | the feed account |
//! | 2 `refresh` | the data of `submit` | market, oracle program, then the accounts of `submit` | the feed account, after a call to the oracle |
//! | 3 `verify` | the data of `submit` | market (writable), Config, registry version, and a signer set if the proof refers to one | the instruction's data, verified here |
//!
//! `read`, `refresh` and `verify` answer with the price as return data: US dollars with six decimals, i128, little-endian.
#![no_std]
#![forbid(unsafe_code)]

mod instructions;
mod market;

pub use instructions::process;

#[cfg(not(feature = "no-entrypoint"))]
mod entrypoint {
    /// The longest list is that of `refresh`: two accounts, and six or seven of `submit`. One more is read and refused.
    const MAX_ACCOUNTS: usize = 10;

    pinocchio::program_entrypoint!(crate::process, MAX_ACCOUNTS);
    pinocchio::no_allocator!();
    pinocchio::nostd_panic_handler!();
}
