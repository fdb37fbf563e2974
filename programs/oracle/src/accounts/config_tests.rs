use super::*;

const WINDOW: u64 = 21_600;

fn settings() -> Settings {
    Settings {
        min_signers: 3,
        version_grace_seconds: WINDOW,
        settle_window_seconds: WINDOW,
        withdraw_delay_seconds: WINDOW,
        x402_round_base: 1,
        reward_per_signature: 2,
        agent_round_base: 3,
        agent_round_per_sig: 4,
        subscription_round_base: 500,
        subscription_round_per_sig: 60,
        additions_delay_seconds: 86_400,
        guardian: [9; 32],
    }
}

fn config(settings: &Settings) -> Config {
    let mut config = <Config as zerocopy::FromZeros>::new_zeroed();
    config.apply(settings);
    config
}

#[test]
fn settings_have_bounds() {
    let valid = settings();
    let ten_years = TEN_YEARS_SECONDS as u64;
    let window = |seconds| Settings {
        settle_window_seconds: seconds,
        version_grace_seconds: seconds,
        withdraw_delay_seconds: seconds,
        ..valid
    };
    for (settings, expected) in [
        (valid, true),
        (Settings { min_signers: 0, ..valid }, false),
        (Settings { min_signers: 1, ..valid }, true),
        (Settings { min_signers: 64, ..valid }, true),
        (Settings { min_signers: 65, ..valid }, false),
        (window(899), false),
        (window(900), true),
        (window(2_592_000), true),
        (window(2_592_001), false),
        (Settings { version_grace_seconds: WINDOW - 1, ..valid }, false),
        (Settings { version_grace_seconds: ten_years, ..valid }, true),
        (Settings { version_grace_seconds: ten_years + 1, ..valid }, false),
        (Settings { version_grace_seconds: u64::MAX, ..valid }, false),
        (Settings { withdraw_delay_seconds: WINDOW - 1, ..valid }, false),
        (Settings { withdraw_delay_seconds: 5_184_000, ..valid }, true),
        (Settings { withdraw_delay_seconds: 5_184_001, ..valid }, false),
        (Settings { withdraw_delay_seconds: ten_years, ..valid }, false),
        (Settings { withdraw_delay_seconds: u64::MAX, ..valid }, false),
    ] {
        assert_eq!(settings.check().is_ok(), expected, "{settings:?}");
    }
}

#[test]
fn a_subscription_costs_rounds_times_base_and_signatures() {
    let config = config(&settings());
    assert_eq!(config.subscription_price(0, 4), Ok(0));
    assert_eq!(config.subscription_price(1, 1), Ok(560));
    assert_eq!(config.subscription_price(10, 4), Ok(7_400));
}

#[test]
fn a_price_beyond_64_bits_is_an_error() {
    let rounds = u64::MAX / 560;
    let config_of = |settings| config(&settings).subscription_price(rounds, 1);
    assert!(config_of(settings()).is_ok());
    let dearer = Settings { subscription_round_base: 501, ..settings() };
    assert_eq!(config_of(dearer), Err(OracleError::Overflow));
    let per_signature = Settings { subscription_round_per_sig: u64::MAX, ..settings() };
    assert_eq!(config(&per_signature).subscription_price(1, 2), Err(OracleError::Overflow));
    let base = Settings { subscription_round_base: u64::MAX, ..settings() };
    assert_eq!(config(&base).subscription_price(1, 1), Err(OracleError::Overflow));
}

#[test]
fn apply_writes_every_setting_to_its_own_field() {
    let settings =
        Settings { version_grace_seconds: 7, settle_window_seconds: 8, withdraw_delay_seconds: 9, ..settings() };
    let config = config(&settings);
    let written = Settings {
        min_signers: config.min_signers,
        version_grace_seconds: config.version_grace_seconds.get(),
        settle_window_seconds: config.settle_window_seconds.get(),
        withdraw_delay_seconds: config.withdraw_delay_seconds.get(),
        x402_round_base: config.x402_round_base.get(),
        reward_per_signature: config.reward_per_signature.get(),
        agent_round_base: config.agent_round_base.get(),
        agent_round_per_sig: config.agent_round_per_sig.get(),
        subscription_round_base: config.subscription_round_base.get(),
        subscription_round_per_sig: config.subscription_round_per_sig.get(),
        additions_delay_seconds: config.additions_delay_seconds.get(),
        guardian: config.guardian,
    };
    assert_eq!(written, settings);
}

#[test]
fn versions_below_the_oldest_accepted_one_are_not_accepted() {
    let mut config = config(&settings());
    assert!(config.accepts_version(1), "no emergency yet");
    config.oldest_accepted_version.set(3);
    for (version, expected) in [(1, false), (2, false), (3, true), (4, true), (u64::MAX, true)] {
        assert_eq!(config.accepts_version(version), expected, "version {version}");
    }
}

#[test]
fn new_settings_leave_the_oldest_accepted_version() {
    let mut config = config(&settings());
    config.oldest_accepted_version.set(3);
    config.apply(&settings());
    assert_eq!(config.oldest_accepted_version.get(), 3);
}

#[test]
fn what_is_over_stays_over_under_a_larger_window() {
    const NOW: i64 = 1_800_000_000;
    let window = |seconds| Settings { settle_window_seconds: seconds, ..settings() };
    let mut config = config(&window(900));
    assert_eq!(config.oldest_settleable(NOW), NOW - 900);
    config.raise_settle_floor(NOW);
    config.apply(&window(2_592_000));
    assert_eq!(config.oldest_settleable(NOW), NOW - 900);
    assert_eq!(config.oldest_settleable(NOW + 2_591_100), NOW - 900);
    assert_eq!(config.oldest_settleable(NOW + 2_591_101), NOW - 899);
}

#[test]
fn a_delay_that_was_set_before_it_had_a_bound_counts_as_sixty_days() {
    for (stored, counted) in [(WINDOW, 21_600), (5_184_000, 5_184_000), (315_360_000, 5_184_000), (u64::MAX, 5_184_000)]
    {
        let mut config = config(&settings());
        config.withdraw_delay_seconds.set(stored);
        assert_eq!(config.withdraw_delay(), counted, "{stored}");
    }
}

#[test]
fn more_signatures_cost_their_price_for_every_round() {
    assert_eq!(config(&settings()).upgrade_price(10, 3), Ok(1_800));
    assert_eq!(config(&settings()).upgrade_price(0, 3), Ok(0));
    assert_eq!(config(&settings()).upgrade_price(u64::MAX, 1), Err(OracleError::Overflow));
}

#[test]
fn settings_that_help_a_thief_must_be_announced() {
    let present = settings();
    let without_delay = Settings { additions_delay_seconds: 0, ..present };
    for (name, next, must_announce) in [
        ("the same", present, false),
        ("a smaller quorum", Settings { min_signers: 2, ..present }, true),
        ("a larger quorum", Settings { min_signers: 4, ..present }, false),
        ("a shorter delay", Settings { additions_delay_seconds: 86_399, ..present }, true),
        ("a longer delay", Settings { additions_delay_seconds: 86_401, ..present }, false),
        ("another guardian", Settings { guardian: [8; 32], ..present }, true),
        ("no guardian", Settings { guardian: [0; 32], ..present }, true),
        ("another price", Settings { x402_round_base: 9, ..present }, false),
    ] {
        assert_eq!(config(&present).must_announce(&next), must_announce, "{name}");
        assert!(!config(&without_delay).must_announce(&next), "{name}, without a delay");
    }
}

#[test]
fn the_delay_is_at_most_30_days() {
    let with_delay = |days: u64| Settings { additions_delay_seconds: days * 86_400, ..settings() };
    assert_eq!((with_delay(0).check(), with_delay(30).check()), (Ok(()), Ok(())));
    assert_eq!(with_delay(31).check(), Err(OracleError::InvalidSettings));
    assert_eq!(config(&with_delay(30)).effective_at(i64::MAX - 1), i64::MAX);
    assert_eq!(config(&with_delay(1)).effective_at(7), 86_407);
}
