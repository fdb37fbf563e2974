use super::*;

fn gateway(deactivated_at: i64, reactivated_at: i64) -> Gateway {
    Gateway {
        discriminator: *b"SVC_GWY1",
        bump: 255,
        reserved: [0; 7],
        id: [1; 32],
        authority: [1; 32],
        pending_authority: [0; 32],
        rotator: [2; 32],
        rent_to: [3; 32],
        registered_at: I64::new(1),
        deactivated_at: I64::new(deactivated_at),
        reactivated_at: I64::new(reactivated_at),
    }
}

#[test]
fn a_gateway_is_active_until_its_last_switch_was_off() {
    assert!(gateway(0, 0).is_active());
    assert!(!gateway(100, 0).is_active());
    assert!(gateway(100, 101).is_active());
    assert!(!gateway(200, 101).is_active());
}

#[test]
fn rounds_are_judged_at_their_own_time() {
    assert!(gateway(100_000, 0).was_active_at(100_600));
    assert!(!gateway(100_000, 0).was_active_at(100_601));
    assert!(gateway(100_000, 200_000).was_active_at(200_000));
    assert!(!gateway(100_000, 200_000).was_active_at(199_999));
}
