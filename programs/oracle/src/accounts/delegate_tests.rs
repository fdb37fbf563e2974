use super::*;

const ADDED_AT: i64 = 50_000;
const EXPIRES_AT: i64 = 900_000;
const NOW: i64 = 100_000;

fn bounds(rounds: u64, max_signatures: u8) -> Bounds {
    Bounds { rounds, max_signatures, expires_at: EXPIRES_AT }
}

/// A delegate with 10 rounds of up to 5 signatures.
fn delegate(rounds_settled: u64) -> Delegate {
    Delegate {
        discriminator: *b"SVC_DLG1",
        bump: 255,
        max_signatures: 5,
        earlier_max_signatures: 0,
        reserved: [0; 5],
        subscription: [1; 32],
        authority: [2; 32],
        rounds: U64::new(10),
        earlier_rounds: U64::default(),
        rounds_settled: U64::new(rounds_settled),
        lowered_at: I64::default(),
        expires_at: I64::new(EXPIRES_AT),
        revoked_at: I64::default(),
        added_at: I64::new(ADDED_AT),
    }
}

#[test]
fn its_rounds_begin_600_seconds_before_it_was_added() {
    assert!(!delegate(0).was_added_at(ADDED_AT - 601));
    assert!(delegate(0).was_added_at(ADDED_AT - 600));
}

#[test]
fn its_rounds_end_600_seconds_after_the_revocation_and_the_expiry() {
    let mut delegate = delegate(0);
    assert!(!delegate.was_revoked_at(i64::MAX), "never");
    assert!(!delegate.had_expired_at(EXPIRES_AT + 600));
    assert!(delegate.had_expired_at(EXPIRES_AT + 601));
    delegate.revoked_at.set(NOW);
    assert!(!delegate.was_revoked_at(NOW + 600));
    assert!(delegate.was_revoked_at(NOW + 601));
}

#[test]
fn it_has_settled_all_when_the_grace_of_its_end_has_left_the_window() {
    let mut delegate = delegate(0);
    assert!(!delegate.has_settled_all(EXPIRES_AT + 600));
    assert!(delegate.has_settled_all(EXPIRES_AT + 601));
    assert!(!delegate.has_settled_all(601), "a revocation at 0 does not count");
    delegate.revoked_at.set(NOW);
    assert!(!delegate.has_settled_all(NOW + 600));
    assert!(delegate.has_settled_all(NOW + 601));
    delegate.revoked_at.set(EXPIRES_AT + 5_000);
    assert!(delegate.has_settled_all(EXPIRES_AT + 601), "it had expired before it was revoked");
}

#[test]
fn it_may_use_as_many_rounds_as_it_was_given() {
    assert!(delegate(9).has_rounds_left_at(NOW, 1));
    assert!(!delegate(10).has_rounds_left_at(NOW, 1));
    assert!(!delegate(11).has_rounds_left_at(NOW, 1));
    assert!(delegate(7).has_rounds_left_at(NOW, 3) && !delegate(7).has_rounds_left_at(NOW, 4));
    assert!(!delegate(u64::MAX).has_rounds_left_at(NOW, 1), "beyond a u64");
}

#[test]
fn lowered_bounds_are_for_rounds_of_more_than_600_seconds_later() {
    let mut delegate = delegate(5);
    assert_eq!(delegate.set_bounds(&bounds(3, 2), NOW, 0), Ok(()));
    for (t, max_signatures, has_rounds_left) in
        [(ADDED_AT, 5, true), (NOW + 600, 5, true), (NOW + 601, 2, false), (i64::MAX, 2, false)]
    {
        assert_eq!(delegate.max_signatures_at(t), max_signatures, "t {t}");
        assert_eq!(delegate.has_rounds_left_at(t, 1), has_rounds_left, "t {t}");
    }
    assert_eq!(delegate.lowered_at.get(), NOW);
}

#[test]
fn a_bound_that_stays_is_kept_when_the_other_is_lowered() {
    let mut delegate = delegate(9);
    delegate.set_bounds(&bounds(10, 2), NOW, 0).unwrap();
    assert!(delegate.has_rounds_left_at(NOW, 1) && delegate.has_rounds_left_at(NOW + 601, 1));
    let mut delegate = self::delegate(9);
    delegate.set_bounds(&bounds(9, 5), NOW, 0).unwrap();
    assert_eq!((delegate.max_signatures_at(NOW), delegate.max_signatures_at(NOW + 601)), (5, 5));
    assert!(delegate.has_rounds_left_at(NOW + 600, 1) && !delegate.has_rounds_left_at(NOW + 601, 1));
}

#[test]
fn raised_bounds_are_for_all_its_rounds_and_wait_for_nothing() {
    let mut delegate = delegate(10);
    for (rounds, max_signatures) in [(10, 5), (11, 5), (12, 6)] {
        assert_eq!(delegate.set_bounds(&bounds(rounds, max_signatures), NOW, 0), Ok(()));
        assert_eq!(delegate.lowered_at.get(), 0);
    }
    assert!(delegate.has_rounds_left_at(ADDED_AT, 1));
    assert_eq!(delegate.max_signatures_at(ADDED_AT), 6);
    // Nor does a raise forget what was lowered before.
    delegate.set_bounds(&bounds(3, 2), NOW, 0).unwrap();
    delegate.set_bounds(&bounds(4, 3), NOW, 0).unwrap();
    assert_eq!((delegate.max_signatures_at(NOW), delegate.max_signatures_at(NOW + 601)), (6, 3));
    assert!(delegate.has_rounds_left_at(NOW, 1));
    // And what is raised above the bounds of then is for the rounds of then as well.
    delegate.set_bounds(&bounds(20, 20), NOW, 0).unwrap();
    assert_eq!(delegate.max_signatures_at(NOW), 20);
}

#[test]
fn bounds_are_lowered_again_when_no_round_of_the_bounds_before_can_be_settled() {
    for lower in [bounds(7, 4), bounds(8, 3)] {
        let mut delegate = delegate(0);
        delegate.set_bounds(&bounds(8, 4), NOW, 0).unwrap();
        assert_eq!(delegate.set_bounds(&lower, NOW + 50_000, NOW + 600), Err(OracleError::TooSoon));
        assert_eq!((delegate.rounds.get(), delegate.max_signatures), (8, 4), "nothing is changed by a refusal");
        assert_eq!(delegate.set_bounds(&lower, NOW + 50_000, NOW + 601), Ok(()));
        assert_eq!((delegate.earlier_rounds.get(), delegate.earlier_max_signatures), (8, 4));
        assert_eq!(delegate.max_signatures_at(NOW + 50_600), 4, "not the 5 that were lowered first");
    }
}

#[test]
fn bounds_are_1_to_64_signatures_and_an_expiry_ahead() {
    let check = |max_signatures, expires_at| Bounds { rounds: 0, max_signatures, expires_at }.check(NOW);
    assert_eq!(check(0, NOW + 1), Err(OracleError::InvalidMaxSignatures));
    assert_eq!(check(1, NOW + 1), Ok(()));
    assert_eq!(check(64, NOW + 1), Ok(()));
    assert_eq!(check(65, NOW + 1), Err(OracleError::InvalidMaxSignatures));
    assert_eq!(check(1, NOW), Err(OracleError::InvalidExpiry));
}
