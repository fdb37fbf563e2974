//! The offsets of docs/protocol.md, "Accounts of the program".
use super::{
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
};
use core::mem::offset_of;

#[test]
fn config() {
    assert_eq!(Config::DISCRIMINATOR, *b"SVC_CFG1");
    assert_eq!(size_of::<Config>(), 280);
    assert_eq!(offset_of!(Config, bump), 8);
    assert_eq!(offset_of!(Config, min_signers), 9);
    assert_eq!(offset_of!(Config, deployment_id), 16);
    assert_eq!(offset_of!(Config, authority), 48);
    assert_eq!(offset_of!(Config, pending_authority), 80);
    assert_eq!(offset_of!(Config, mint), 112);
    assert_eq!(offset_of!(Config, registry_version), 144);
    assert_eq!(offset_of!(Config, version_grace_seconds), 152);
    assert_eq!(offset_of!(Config, settle_window_seconds), 160);
    assert_eq!(offset_of!(Config, withdraw_delay_seconds), 168);
    assert_eq!(offset_of!(Config, x402_round_base), 176);
    assert_eq!(offset_of!(Config, reward_per_signature), 184);
    assert_eq!(offset_of!(Config, agent_round_base), 192);
    assert_eq!(offset_of!(Config, agent_round_per_sig), 200);
    assert_eq!(offset_of!(Config, subscription_round_base), 208);
    assert_eq!(offset_of!(Config, subscription_round_per_sig), 216);
    assert_eq!(offset_of!(Config, oldest_accepted_version), 224);
    assert_eq!(offset_of!(Config, settle_floor), 232);
    assert_eq!(offset_of!(Config, additions_delay_seconds), 240);
    assert_eq!(offset_of!(Config, guardian), 248);
}

#[test]
fn registry() {
    assert_eq!(Registry::DISCRIMINATOR, *b"SVC_REG1");
    assert_eq!(size_of::<Header>(), 40);
    assert_eq!(offset_of!(Header, bump), 8);
    assert_eq!(offset_of!(Header, count), 9);
    assert_eq!(offset_of!(Header, redundancy_buffer), 10);
    assert_eq!(offset_of!(Header, min_signers), 11);
    assert_eq!(offset_of!(Header, active), 12);
    assert_eq!(offset_of!(Header, version), 16);
    assert_eq!(offset_of!(Header, created_at), 24);
    assert_eq!(offset_of!(Header, accept_until), 32);
}

#[test]
fn node() {
    assert_eq!(Node::DISCRIMINATOR, *b"SVC_NOD1");
    assert_eq!(size_of::<Node>(), 520);
    assert_eq!(offset_of!(Node, bump), 8);
    assert_eq!(offset_of!(Node, index), 9);
    assert_eq!(offset_of!(Node, public_key), 16);
    assert_eq!(offset_of!(Node, operator), 80);
    assert_eq!(offset_of!(Node, encryption_key), 112);
    assert_eq!(offset_of!(Node, previous_encryption_key), 144);
    assert_eq!(offset_of!(Node, encryption_key_changed_at), 176);
    assert_eq!(offset_of!(Node, registered_at), 184);
    assert_eq!(offset_of!(Node, endpoint_length), 192);
    assert_eq!(offset_of!(Node, endpoint), 193);
    assert_eq!(offset_of!(Node, previous_public_key), 320);
    assert_eq!(offset_of!(Node, public_key_changed_at), 384);
    assert_eq!(offset_of!(Node, previous_endpoint_length), 392);
    assert_eq!(offset_of!(Node, previous_endpoint), 393);
}

#[test]
fn gateway() {
    assert_eq!(Gateway::DISCRIMINATOR, *b"SVC_GWY1");
    assert_eq!(size_of::<Gateway>(), 200);
    assert_eq!(offset_of!(Gateway, bump), 8);
    assert_eq!(offset_of!(Gateway, id), 16);
    assert_eq!(offset_of!(Gateway, authority), 48);
    assert_eq!(offset_of!(Gateway, pending_authority), 80);
    assert_eq!(offset_of!(Gateway, rotator), 112);
    assert_eq!(offset_of!(Gateway, rent_to), 144);
    assert_eq!(offset_of!(Gateway, registered_at), 176);
    assert_eq!(offset_of!(Gateway, deactivated_at), 184);
    assert_eq!(offset_of!(Gateway, reactivated_at), 192);
}

#[test]
fn subscription() {
    assert_eq!(Subscription::DISCRIMINATOR, *b"SVC_SUB1");
    assert_eq!(size_of::<Subscription>(), 168);
    assert_eq!(offset_of!(Subscription, bump), 8);
    assert_eq!(offset_of!(Subscription, max_signatures), 9);
    assert_eq!(offset_of!(Subscription, owner), 16);
    assert_eq!(offset_of!(Subscription, gateway), 48);
    assert_eq!(offset_of!(Subscription, pending_gateway), 80);
    assert_eq!(offset_of!(Subscription, gateway_from), 112);
    assert_eq!(offset_of!(Subscription, rounds_left), 120);
    assert_eq!(offset_of!(Subscription, expires_at), 128);
    assert_eq!(offset_of!(Subscription, paused_at), 136);
    assert_eq!(offset_of!(Subscription, resumed_at), 144);
    assert_eq!(offset_of!(Subscription, opened_at), 152);
    assert_eq!(offset_of!(Subscription, change_proposed_at), 160);
}

#[test]
fn delegate() {
    assert_eq!(Delegate::DISCRIMINATOR, *b"SVC_DLG1");
    assert_eq!(size_of::<Delegate>(), 136);
    assert_eq!(offset_of!(Delegate, bump), 8);
    assert_eq!(offset_of!(Delegate, max_signatures), 9);
    assert_eq!(offset_of!(Delegate, earlier_max_signatures), 10);
    assert_eq!(offset_of!(Delegate, subscription), 16);
    assert_eq!(offset_of!(Delegate, authority), 48);
    assert_eq!(offset_of!(Delegate, rounds), 80);
    assert_eq!(offset_of!(Delegate, earlier_rounds), 88);
    assert_eq!(offset_of!(Delegate, rounds_settled), 96);
    assert_eq!(offset_of!(Delegate, lowered_at), 104);
    assert_eq!(offset_of!(Delegate, expires_at), 112);
    assert_eq!(offset_of!(Delegate, revoked_at), 120);
    assert_eq!(offset_of!(Delegate, added_at), 128);
}

#[test]
fn feed() {
    assert_eq!(Feed::DISCRIMINATOR, *b"SVC_FED1");
    assert_eq!(size_of::<Feed>(), 176);
    assert_eq!(offset_of!(Feed, bump), 8);
    assert_eq!(offset_of!(Feed, mode), 9);
    assert_eq!(offset_of!(Feed, decimals), 10);
    assert_eq!(offset_of!(Feed, signatures_required), 11);
    assert_eq!(offset_of!(Feed, form), 12);
    assert_eq!(offset_of!(Feed, feed_id), 16);
    assert_eq!(offset_of!(Feed, owner), 48);
    assert_eq!(offset_of!(Feed, source_id), 80);
    assert_eq!(offset_of!(Feed, value), 112);
    assert_eq!(offset_of!(Feed, timestamp_ms), 144);
    assert_eq!(offset_of!(Feed, observed_at_ms), 152);
    assert_eq!(offset_of!(Feed, registry_version), 160);
    assert_eq!(offset_of!(Feed, slot), 168);
}

#[test]
fn round_receipt() {
    assert_eq!(RoundReceipt::DISCRIMINATOR, *b"SVC_RCT1");
    assert_eq!(size_of::<RoundReceipt>(), 80);
    assert_eq!(offset_of!(RoundReceipt, message), 8);
    assert_eq!(offset_of!(RoundReceipt, gateway), 40);
    assert_eq!(offset_of!(RoundReceipt, timestamp), 72);
}

#[test]
fn signer_set() {
    assert_eq!(SignerSet::DISCRIMINATOR, *b"SVC_SST1");
    assert_eq!(size_of::<SignerSet>(), 152);
    assert_eq!(offset_of!(SignerSet, bump), 8);
    assert_eq!(offset_of!(SignerSet, registry_bump), 9);
    assert_eq!(offset_of!(SignerSet, signatures), 10);
    assert_eq!(offset_of!(SignerSet, registry_version), 16);
    assert_eq!(offset_of!(SignerSet, signers), 24);
    assert_eq!(offset_of!(SignerSet, payer), 56);
    assert_eq!(offset_of!(SignerSet, aggregate_key), 88);
}

#[test]
fn agent_escrow() {
    assert_eq!(AgentEscrow::DISCRIMINATOR, *b"SVC_ESC1");
    assert_eq!(size_of::<AgentEscrow>(), 112);
    assert_eq!(offset_of!(AgentEscrow, bump), 8);
    assert_eq!(offset_of!(AgentEscrow, tokens_bump), 9);
    assert_eq!(offset_of!(AgentEscrow, authority), 16);
    assert_eq!(offset_of!(AgentEscrow, gateway), 48);
    assert_eq!(offset_of!(AgentEscrow, paused_at), 80);
    assert_eq!(offset_of!(AgentEscrow, resumed_at), 88);
    assert_eq!(offset_of!(AgentEscrow, withdraw_requested_at), 96);
    assert_eq!(offset_of!(AgentEscrow, withdrawable_at), 104);
}

#[test]
fn an_agent_round_has_the_fields_of_a_round_receipt() {
    assert_eq!(AgentRound::DISCRIMINATOR, *b"SVC_AGR1");
    assert_eq!(size_of::<AgentRound>(), size_of::<RoundReceipt>());
    assert_eq!(offset_of!(AgentRound, message), offset_of!(RoundReceipt, message));
    assert_eq!(offset_of!(AgentRound, gateway), offset_of!(RoundReceipt, gateway));
    assert_eq!(offset_of!(AgentRound, timestamp), offset_of!(RoundReceipt, timestamp));
}

#[test]
fn pending_change() {
    assert_eq!(PendingChange::DISCRIMINATOR, *b"SVC_PCH1");
    assert_eq!(size_of::<pending_change::Header>(), 64);
    assert_eq!(offset_of!(pending_change::Header, bump), 8);
    assert_eq!(offset_of!(pending_change::Header, digest), 16);
    assert_eq!(offset_of!(pending_change::Header, announced_at), 48);
    assert_eq!(offset_of!(pending_change::Header, effective_at), 56);
}
