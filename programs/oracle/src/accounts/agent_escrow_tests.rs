use super::*;
use OracleError::{NothingToChange, TooSoon, WithdrawNotRequested};

const NOW: i64 = 1_800_000_000;
const WINDOW: i64 = 21_600;
const DELAY: i64 = 30_000;
const GRACE: i64 = 600;

fn escrow() -> AgentEscrow {
    AgentEscrow::new(&[1; 32], &[2; 32], 254, 253)
}

/// The earliest timestamp that can be settled at `now`.
fn oldest(now: i64) -> i64 {
    now - WINDOW
}

#[test]
fn a_new_escrow_is_active_and_nothing_is_requested() {
    let escrow = escrow();
    assert!(!escrow.is_paused());
    assert!(!escrow.was_paused_at(0) && !escrow.was_paused_at(i64::MAX));
    assert_eq!(escrow.check_withdrawable(i64::MAX, i64::MAX), Err(WithdrawNotRequested));
}

#[test]
fn a_request_pauses_and_fixes_the_earliest_time_of_withdrawal() {
    let mut escrow = escrow();
    assert_eq!(escrow.request_withdraw(NOW, oldest(NOW), DELAY), Ok(()));
    assert_eq!(escrow.paused_at.get(), NOW);
    assert!(!escrow.was_paused_at(NOW + GRACE) && escrow.was_paused_at(NOW + GRACE + 1));
    assert_eq!(escrow.check_withdrawable(NOW + DELAY - 1, oldest(NOW + DELAY - 1)), Err(TooSoon));
    assert_eq!(escrow.check_withdrawable(NOW + DELAY, oldest(NOW + DELAY)), Ok(()));
}

#[test]
fn a_request_while_paused_leaves_the_time_of_the_pause() {
    let mut escrow = escrow();
    escrow.pause(NOW, oldest(NOW)).unwrap();
    escrow.request_withdraw(NOW + 10, oldest(NOW + 10), DELAY).unwrap();
    assert_eq!((escrow.paused_at.get(), escrow.withdrawable_at.get()), (NOW, NOW + 10 + DELAY));
}

#[test]
fn a_second_request_is_refused_as_it_would_only_lengthen_the_first() {
    let mut escrow = escrow();
    escrow.request_withdraw(NOW, oldest(NOW), DELAY).unwrap();
    assert_eq!(escrow.request_withdraw(NOW + 1, oldest(NOW + 1), DELAY), Err(NothingToChange));
    assert_eq!(escrow.pause(NOW + 1, oldest(NOW + 1)), Err(NothingToChange));
}

#[test]
fn a_request_that_was_given_a_longer_delay_is_over_after_sixty_days() {
    const SIXTY_DAYS: i64 = 5_184_000;
    let mut escrow = escrow();
    escrow.request_withdraw(NOW, oldest(NOW), DELAY).unwrap();
    escrow.withdrawable_at.set(NOW + 315_360_000);
    let end = NOW + SIXTY_DAYS;
    assert_eq!(escrow.check_withdrawable(end - 1, oldest(end - 1)), Err(TooSoon));
    assert_eq!(escrow.check_withdrawable(end, oldest(end)), Ok(()));
}

#[test]
fn nothing_is_withdrawn_while_a_round_from_before_the_pause_can_be_settled() {
    // The shortest delay there is: a round that was dated 600 seconds ahead outlives it.
    let mut escrow = escrow();
    escrow.request_withdraw(NOW, oldest(NOW), WINDOW).unwrap();
    let last_settled = NOW + GRACE + WINDOW;
    assert!(!escrow.was_paused_at(oldest(last_settled)));
    assert_eq!(escrow.check_withdrawable(last_settled, oldest(last_settled)), Err(TooSoon));
    assert!(escrow.was_paused_at(oldest(last_settled + 1)));
    assert_eq!(escrow.check_withdrawable(last_settled + 1, oldest(last_settled + 1)), Ok(()));
}

#[test]
fn resuming_ends_the_request_at_any_time() {
    for later in [1, DELAY, 10 * DELAY] {
        let mut escrow = escrow();
        escrow.request_withdraw(NOW, oldest(NOW), DELAY).unwrap();
        assert_eq!(escrow.resume(NOW + later), Ok(()));
        assert!(!escrow.is_paused());
        assert_eq!(escrow.check_withdrawable(i64::MAX, i64::MAX), Err(WithdrawNotRequested));
    }
}

#[test]
fn a_pause_after_a_resumption_waits_until_that_is_forgettable() {
    let mut escrow = escrow();
    escrow.pause(NOW, oldest(NOW)).unwrap();
    assert_eq!(escrow.resume(NOW), Err(TooSoon));
    escrow.resume(NOW + 1).unwrap();
    assert_eq!(escrow.resume(NOW + 2), Err(NothingToChange));
    let again = NOW + 1 + WINDOW;
    assert_eq!(escrow.pause(again - 1, oldest(again - 1)), Err(TooSoon));
    assert_eq!(escrow.request_withdraw(again - 1, oldest(again - 1), DELAY), Err(TooSoon));
    assert_eq!(escrow.withdraw_requested_at.get(), 0);
    assert_eq!(escrow.request_withdraw(again, oldest(again), DELAY), Ok(()));
    // With a settle window of nothing, the order of switches still holds.
    let mut escrow = self::escrow();
    escrow.pause(NOW, NOW).unwrap();
    escrow.resume(NOW + 1).unwrap();
    assert_eq!(escrow.pause(NOW + 1, NOW + 1), Err(TooSoon));
}
