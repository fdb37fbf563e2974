//! `idl.json` describes the structures and the parser of this crate: names, offsets, widths, discriminators, tags.
use crate::{
    accounts::{
        agent_escrow::AgentEscrow,
        agent_round::AgentRound,
        config::Config,
        delegate::Delegate,
        feed::Feed,
        gateway::Gateway,
        node::Node,
        pending_change::{self, PendingChange},
        receipt::RoundReceipt,
        registry::{Header, Registry},
        signer_set::SignerSet,
        subscription::Subscription,
        Layout,
    },
    instruction::Instruction,
};
use core::mem::offset_of;
use oracle_gateway_test_vectors::{account_of_idl, hex, list, name, number, text, width_of};
use serde_json::Value;
use std::{string::String, vec, vec::Vec};

/// Names of a structure's fields in order, each with its offset.
type Offsets = Vec<(&'static str, usize)>;

macro_rules! offsets {
    ($layout:ty: $($field:ident)+) => { vec![$((stringify!($field), offset_of!($layout, $field))),+] };
}

fn program() -> Value {
    let root: Value = serde_json::from_str(include_str!("../idl.json")).unwrap();
    root["program"].clone()
}

fn snake_case(camel: &str) -> String {
    let mut snake = String::new();
    for letter in camel.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn check_account<T: Layout + ?Sized>(account: &str, offsets: Offsets, fixed_length: usize) {
    let program = program();
    let node = list(&program, "accounts").iter().find(|node| name(node) == account).expect(account);
    let fields = list(&node["data"], "fields");
    assert_eq!(hex(text(&fields[0]["defaultValue"], "data")), T::DISCRIMINATOR, "{account}");
    let (described, end) = account_of_idl(account);
    let described: Vec<(String, usize)> =
        described.iter().map(|(field, offset)| (snake_case(field), *offset)).collect();
    let declared: Vec<(String, usize)> = offsets.iter().map(|(field, offset)| (snake_case(field), *offset)).collect();
    assert_eq!(described, declared, "{account}");
    assert_eq!(end, fixed_length, "{account}");
}

macro_rules! fixed_account {
    ($account:literal, $layout:ty: $($field:ident)+) => {
        check_account::<$layout>($account, offsets!($layout: discriminator $($field)+), size_of::<$layout>())
    };
}

#[test]
fn accounts_of_the_idl_are_the_layouts() {
    fixed_account!("config", Config:
        bump min_signers reserved deployment_id authority pending_authority mint registry_version version_grace_seconds
        settle_window_seconds withdraw_delay_seconds x402_round_base reward_per_signature agent_round_base agent_round_per_sig
        subscription_round_base subscription_round_per_sig oldest_accepted_version settle_floor additions_delay_seconds guardian);
    fixed_account!("node", Node:
        bump index reserved public_key operator encryption_key previous_encryption_key encryption_key_changed_at registered_at
        endpoint_length endpoint previous_public_key public_key_changed_at previous_endpoint_length previous_endpoint);
    fixed_account!("gateway", Gateway:
        bump reserved id authority pending_authority rotator rent_to registered_at deactivated_at reactivated_at);
    fixed_account!("subscription", Subscription:
        bump max_signatures reserved owner gateway pending_gateway gateway_from rounds_left expires_at paused_at resumed_at opened_at
        change_proposed_at);
    fixed_account!("delegate", Delegate:
        bump max_signatures earlier_max_signatures reserved subscription authority rounds earlier_rounds rounds_settled lowered_at
        expires_at revoked_at added_at);
    fixed_account!("roundReceipt", RoundReceipt: message gateway timestamp);
    fixed_account!("agentEscrow", AgentEscrow:
        bump tokens_bump reserved authority gateway paused_at resumed_at withdraw_requested_at withdrawable_at);
    fixed_account!("agentRound", AgentRound: message gateway timestamp);
    fixed_account!("signerSet", SignerSet:
        bump registry_bump signatures reserved registry_version signers payer aggregate_key);
    fixed_account!("feed", Feed:
        bump mode decimals signatures_required form reserved feed_id owner source_id value timestamp_ms observed_at_ms
        registry_version slot);
    let mut registry = offsets!(Header:
        discriminator bump count redundancy_buffer min_signers active reserved version created_at accept_until);
    registry.push(("keys", size_of::<Header>()));
    check_account::<Registry>("registry", registry, size_of::<Header>());
    let mut pending = offsets!(pending_change::Header: discriminator bump reserved digest announced_at effective_at);
    pending.push(("change", size_of::<pending_change::Header>()));
    check_account::<PendingChange>("pendingChange", pending, size_of::<pending_change::Header>());
    assert_eq!(list(&program(), "accounts").len(), 12, "every account is checked");
}

#[test]
fn instructions_of_the_idl_are_those_that_are_parsed() {
    let program = program();
    let mut tags = Vec::new();
    for instruction in list(&program, "instructions") {
        let arguments = list(instruction, "arguments");
        let tag = number(&arguments[0]["defaultValue"], "number") as u8;
        let widths: Vec<Option<usize>> = arguments.iter().map(|argument| width_of(&argument["type"])).collect();
        let fixed: usize = widths.iter().flatten().sum();
        let mut data = vec![0; fixed];
        data[0] = tag;
        let mut at = 0;
        for (argument, width) in arguments.iter().zip(&widths) {
            // The fields that cannot be zero.
            match name(argument).as_str() {
                "form" => data[at] = 1,
                "sources" => data[at] = 2,
                _ => {}
            }
            at += width.unwrap_or(0);
        }
        match name(instruction).as_str() {
            // The affine sum, which is the key form 0.
            "settleRound" | "settleAgentRound" | "submit" => data.extend([0; 64]),
            // The hash of the only group, a signature, the key form 0 and its sum.
            "submitMany" => data.extend([0; 32 + 32 + 20 + 1 + 64]),
            _ => {}
        }
        assert!(Instruction::parse(&data).is_ok(), "{}", name(instruction));
        assert!(Instruction::parse(&data[..fixed - 1]).is_err(), "{}: a byte less", name(instruction));
        let longer = [data, vec![0]].concat();
        // A bitmap has any length up to eight bytes, a text any length; other data says how long it is.
        let has_open_end = matches!(
            name(instruction).as_str(),
            "settleRound"
                | "settleAgentRound"
                | "submit"
                | "submitMany"
                | "createSignerSet"
                | "announceChange"
                | "showSource"
        );
        assert_eq!(Instruction::parse(&longer).is_ok(), has_open_end, "{}: a byte more", name(instruction));
        tags.push(tag);
    }
    for tag in (0..=u8::MAX).filter(|tag| !tags.contains(tag)) {
        for length in 0..300 {
            let mut data = vec![0; 1 + length];
            data[0] = tag;
            assert!(Instruction::parse(&data).is_err(), "tag {tag} is parsed and not described");
        }
    }
}
