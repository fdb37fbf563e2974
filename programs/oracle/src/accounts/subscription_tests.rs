use super::*;

const OWN: [u8; 32] = [1; 32];
const PREVIOUS: [u8; 32] = [2; 32];
const OTHER: [u8; 32] = [3; 32];
const CHANGED_AT: i64 = 50_000;
const EXPIRES_AT: i64 = 90_000;

fn subscription(paused_at: i64, resumed_at: i64) -> Subscription {
    Subscription {
        discriminator: *b"SVC_SUB1",
        bump: 255,
        max_signatures: 3,
        reserved: [0; 6],
        owner: [9; 32],
        gateway: OWN,
        previous_gateway: PREVIOUS,
        gateway_changed_at: I64::new(CHANGED_AT),
        rounds_left: U64::new(1),
        expires_at: I64::new(EXPIRES_AT),
        paused_at: I64::new(paused_at),
        resumed_at: I64::new(resumed_at),
        opened_at: I64::new(1),
    }
}

#[test]
fn the_gateway_before_the_change_settles_what_it_served() {
    let subscription = subscription(0, 0);
    for (gateway, t, expected) in [
        (&OWN, CHANGED_AT - 1, true),
        (&OWN, CHANGED_AT + 10_000, true),
        (&PREVIOUS, CHANGED_AT + 600, true),
        (&PREVIOUS, CHANGED_AT + 601, false),
        (&OTHER, CHANGED_AT, false),
    ] {
        assert_eq!(subscription.named_gateway_at(gateway, t), expected, "gateway {}, t {t}", gateway[0]);
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
