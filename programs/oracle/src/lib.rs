//! The oracle program. It holds a registry of nodes whose secp256k1 keys sign together, and the gateways that serve
//! their attestations. Subscriptions and escrows pay for rounds, and each round settles against its attestation. Other
//! programs read attested values in feeds.
//!
//! The byte contract (accounts, instructions, messages) is `docs/protocol.md`. Contents:
//! - `instruction`: parsing; `instructions`: one file per instruction, the checks in the order they are made;
//! - `accounts`: layouts and the rules that read one account only; `timing`: rules about times;
//! - the crate `oracle-gateway-attestation`: the signature, what nodes sign, how an instruction proves it; `possession`: what a
//!   new node signs;
//! - `proof`: an instruction's proof against the accounts; `served_round`: what every settlement checks of a round's times;
//! - `feeds`: values written to feeds; `announced`: changes that wait;
//! - `escrow`, `agent_request`, `ed25519`: what agent rounds add; `packing`: what a feed says of its values.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod accounts;
pub mod address;
pub mod agent_request;
mod announced;
mod close;
mod create;
pub mod ed25519;
mod ed25519_scalar;
pub mod error;
mod escrow;
mod feeds;
mod guard;
#[cfg(test)]
mod idl_tests;
pub mod instruction;
mod instructions;
pub mod packing;
pub mod possession;
pub mod proof;
mod served_round;
pub mod timing;
mod token;

pub use instructions::process;
