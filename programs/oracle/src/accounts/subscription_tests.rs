use super::*;

const OWN: [u8; 32] = [1; 32];
const NEXT: [u8; 32] = [2; 32];
const OTHER: [u8; 32] = [3; 32];
const FROM: i64 = 50_000;
const EXPIRES_AT: i64 = 90_000;

fn subscription(paused_at: i64, resumed_at: i64) -> Subscription {
    Subscription {
        discriminator: *b"SVC_SUB1",
        bump: 255,
        max_signatures: 3,
        reserved: [0; 6],
        owner: [9; 32],
        gateway: OWN,
        pending_gateway: NO_GATEWAY,
        gateway_from: I64::new(FROM),
        rounds_left: U64::new(1),
        expires_at: I64::new(EXPIRES_AT),
        paused_at: I64::new(paused_at),
        resumed_at: I64::new(resumed_at),
        opened_at: I64::new(1),
        change_proposed_at: I64::default(),
    }
}

fn expect_named(subscription: &Subscription, cases: &[(&[u8; 32], i64, bool)]) {
    for (gateway, t, expected) in cases {
        assert_eq!(subscription.named_gateway_at(gateway, *t), *expected, "gateway {}, t {t}", gateway[0]);
    }
}

#[test]
fn a_gateway_settles_from_when_it_was_named() {
    let cases = [(&OWN, FROM - 1, false), (&OWN, FROM, true), (&OWN, i64::MAX, true), (&OTHER, FROM, false)];
    expect_named(&subscription(0, 0), &cases);
}

#[test]
fn while_a_change_is_pending_the_gateway_settles_what_it_served_and_the_next_one_nothing() {
    const PROPOSED_AT: i64 = FROM + 10_000;
    let mut subscription = subscription(0, 0);
    subscription.propose_gateway(&NEXT, PROPOSED_AT);
    let own = [(&OWN, FROM, true), (&OWN, PROPOSED_AT + 600, true), (&OWN, PROPOSED_AT + 601, false)];
    expect_named(&subscription, &own);
    expect_named(&subscription, &[(&NEXT, PROPOSED_AT, false), (&NEXT, PROPOSED_AT + 601, false)]);
    assert!(!subscription.has_settled_all(PROPOSED_AT + 600));
    assert!(subscription.has_settled_all(PROPOSED_AT + 601));

    // Another proposal in its place does not give the gateway time back.
    subscription.propose_gateway(&OTHER, PROPOSED_AT + 5_000);
    expect_named(&subscription, &own);
    assert!(subscription.has_settled_all(PROPOSED_AT + 601));

    subscription.withdraw_proposal();
    expect_named(&subscription, &[(&OWN, PROPOSED_AT + 601, true), (&OTHER, PROPOSED_AT + 601, false)]);
    assert_eq!(subscription.change_proposed_at.get(), 0);
}

#[test]
fn two_gateways_in_turn_have_no_timestamp_in_common() {
    const PROPOSED_AT: i64 = FROM + 10_000;
    for (confirmed_at, first) in [
        (PROPOSED_AT, PROPOSED_AT + 601),
        (PROPOSED_AT + 1_201, PROPOSED_AT + 601),
        (PROPOSED_AT + 1_202, PROPOSED_AT + 602),
        (PROPOSED_AT + 30_000, PROPOSED_AT + 29_400),
    ] {
        let mut subscription = subscription(0, 0);
        subscription.propose_gateway(&NEXT, PROPOSED_AT);
        subscription.complete_change(confirmed_at);
        expect_named(&subscription, &[(&NEXT, first - 1, false), (&NEXT, first, true), (&OWN, PROPOSED_AT, false)]);
        assert!(!subscription.has_pending_change());
    }
}

#[test]
fn rounds_settle_until_600_seconds_after_the_expiry() {
    assert!(!subscription(0, 0).had_expired_at(EXPIRES_AT + 600));
    assert!(subscription(0, 0).had_expired_at(EXPIRES_AT + 601));
}

#[test]
fn a_subscription_is_paused_while_its_last_switch_was_a_pause() {
    assert!(!subscription(0, 0).is_paused());
    assert!(subscription(100, 0).is_paused());
    assert!(!subscription(100, 101).is_paused());
    assert!(subscription(200, 101).is_paused());
    assert!(subscription(10_000, 0).was_paused_at(10_601));
    assert!(!subscription(10_000, 0).was_paused_at(10_600));
}
