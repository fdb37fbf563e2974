//! Verifies attestations of the Oracle Gateway: values that a quorum of nodes signed together, in one aggregate Schnorr
//! signature. The oracle program verifies with this crate, and so can any other Solana program.
//!
//! A program that reads a feed account needs no signature: the crate `oracle-gateway-feed` reads it for 1,500 compute units.
//! Use this crate where the value must come with the instruction that uses it, and no account should be written.
//!
//! Contents:
//! - `ledger`: from the oracle's accounts and the data of `submit` to a verified value, in one call;
//! - `submission`, `list`, `proof`: what an instruction brings; `nodes`, `signers`: what it is verified against;
//! - `attestation`, `form`: the message that nodes sign, and the identity of a feed;
//! - `schnorr`, `aggregate`, `slopes`: the signature and the sum of its keys; `field`, `scalar`, `keccak`: arithmetic and hash.
//!
//! Nothing here allocates or panics on bad input, and nothing here runs in constant time: all data is public.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(test)]
extern crate std;

#[cfg(test)]
mod fixture;

pub mod aggregate;
pub mod attestation;
pub mod field;
pub mod fields;
pub mod form;
pub mod keccak;
pub mod ledger;
pub mod list;
pub mod nodes;
pub mod proof;
pub mod refusal;
pub mod scalar;
pub mod schnorr;
pub mod signers;
pub mod slopes;
pub mod submission;

pub use ledger::{Account, Ledger, Verified};
pub use list::ListSubmission;
pub use refusal::Refusal;
pub use submission::{Claim, Submission};

// The README's code is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
