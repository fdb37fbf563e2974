use super::*;

const NOW: i64 = 1_800_000_000;
const WINDOW: i64 = 21_600;

#[test]
fn window_reaches_from_w_before_the_clock_to_600_seconds_after() {
    for (t, expected) in
        [(NOW - WINDOW - 1, false), (NOW - WINDOW, true), (NOW, true), (NOW + 600, true), (NOW + 601, false)]
    {
        assert_eq!(is_in_window(t, NOW, NOW - WINDOW), expected, "t = clock {:+}", t - NOW);
    }
    assert!(!is_in_window(i64::MAX, NOW, NOW - WINDOW));
    assert!(!is_in_window(0, NOW, NOW - WINDOW));
}

#[test]
fn a_round_is_on_until_600_seconds_after_the_switch_off_and_from_the_switch_on() {
    const OFF: i64 = NOW;
    const ON: i64 = NOW + 5_000;
    const EARLIER_ON: i64 = NOW - 30_000;
    for (t, off_at, on_at, expected) in [
        // Never switched off.
        (0, 0, 0, true),
        (NOW, 0, 0, true),
        // The first switch turns it off.
        (OFF - 1, OFF, 0, true),
        (OFF + 600, OFF, 0, true),
        (OFF + 601, OFF, 0, false),
        // A second switch turns it on again.
        (OFF + 600, OFF, ON, true),
        (OFF + 601, OFF, ON, false),
        (ON - 1, OFF, ON, false),
        (ON, OFF, ON, true),
        // It is on again within the grace: no gap.
        (OFF + 601, OFF, OFF + 10, true),
        // It is off for the second time: the pause that ended at EARLIER_ON still counts.
        (EARLIER_ON - 1, OFF, EARLIER_ON, false),
        (EARLIER_ON, OFF, EARLIER_ON, true),
        (OFF + 600, OFF, EARLIER_ON, true),
        (OFF + 601, OFF, EARLIER_ON, false),
    ] {
        let at = (t - NOW, off_at - NOW, on_at - NOW);
        assert_eq!(was_on(t, off_at, on_at), expected, "t, off, on = {at:?}");
    }
}

#[test]
fn a_feed_takes_a_value_of_2_seconds_ahead_and_not_a_millisecond_more() {
    let now_ms = NOW as u64 * 1000;
    assert!(is_due(0, NOW));
    assert!(is_due(now_ms + 2_000, NOW));
    assert!(!is_due(now_ms + 2_001, NOW));
    assert!(!is_due(u64::MAX, NOW));
    assert!(!is_due(0, -31), "before 1970");
}

#[test]
fn grace_ends_with_its_600th_second() {
    assert!(is_before_or_in_grace(NOW + 600, NOW));
    assert!(!is_before_or_in_grace(NOW + 601, NOW));
    assert!(is_before_or_in_grace(i64::MAX, i64::MAX));
}

#[test]
fn an_event_is_over_when_its_grace_has_left_the_window() {
    assert!(!is_over(NOW, NOW + 600));
    assert!(is_over(NOW, NOW + 601));
    assert!(!is_over(i64::MAX, i64::MAX));
}

#[test]
fn a_time_of_being_off_is_forgotten_when_no_round_from_before_its_end_can_be_settled() {
    assert_eq!(check_forgettable(0, NOW), Ok(()), "never off");
    assert_eq!(check_forgettable(NOW, NOW - 1), Err(OracleError::TooSoon));
    assert_eq!(check_forgettable(NOW, NOW), Ok(()));
}

#[test]
fn a_registry_version_outlives_the_window_of_a_round_that_was_dated_ahead() {
    let (grace, dated_ahead) = (WINDOW, NOW + MAX_AHEAD_SECONDS);
    assert!(is_in_window(dated_ahead, dated_ahead + WINDOW, dated_ahead));
    assert_eq!(accept_until(NOW, grace), dated_ahead + WINDOW);
    assert_eq!(accept_until(NOW, i64::MAX), i64::MAX);
}

#[test]
fn a_switch_comes_strictly_after_the_opposite_one() {
    assert_eq!(check_switch_order(NOW, NOW), Err(OracleError::TooSoon));
    assert_eq!(check_switch_order(NOW, NOW + 1), Ok(()));
    assert_eq!(check_switch_order(0, NOW), Ok(()));
}

#[test]
fn an_expiry_lies_in_the_future_and_at_most_ten_years_ahead() {
    let refused = Err(OracleError::InvalidExpiry);
    for (expires_at, expected) in [
        (NOW - 1, refused),
        (NOW, refused),
        (NOW + 1, Ok(())),
        (NOW + TEN_YEARS_SECONDS, Ok(())),
        (NOW + TEN_YEARS_SECONDS + 1, refused),
        (i64::MAX, refused),
        (i64::MIN, refused),
    ] {
        assert_eq!(check_expiry(expires_at, NOW), expected, "{expires_at}");
    }
}
