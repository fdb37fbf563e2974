use super::*;
use crate::fixture::{
    Fixture, FORM, KEY_FORM, NOW, OBSERVED_AT, OWNER, QUORUM, SIGNATURE, SOURCE_ID, TIMESTAMP, VALUE,
};
use oracle_gateway_test_vectors::{account_of_idl, hex, list, load, name, number, text};

fn verdict(ledger: &Ledger, data: &[u8]) -> Result<Verified, Refusal> {
    ledger.verify(&Submission::parse(data).unwrap())
}

/// The verdict over an honest round once `change` was made.
fn refusal(change: impl Fn(&mut Fixture)) -> Refusal {
    let mut fixture = Fixture::new();
    change(&mut fixture);
    verdict(&fixture.ledger(), &fixture.data).unwrap_err()
}

#[test]
fn a_round_is_verified_from_its_accounts() {
    let fixture = Fixture::new();
    let verified = verdict(&fixture.ledger(), &fixture.data).unwrap();
    assert_eq!(verified.registry_version, 3);
    let without_set = Ledger { signer_set: None, ..fixture.ledger() };
    assert_eq!(verdict(&without_set, &fixture.data_with_sum), Ok(verified));
    assert_eq!(verdict(&without_set, &fixture.data), Err(Refusal::MissingSignerSet));
}

#[test]
fn one_bit_off_any_field_is_refused() {
    let fields = [OWNER, SOURCE_ID, VALUE, TIMESTAMP, OBSERVED_AT, SIGNATURE, SIGNATURE + 32];
    let ends = [SOURCE_ID, VALUE, QUORUM, OBSERVED_AT, SIGNATURE, SIGNATURE + 32, KEY_FORM];
    for (at, end) in fields.into_iter().zip(ends) {
        for byte in [at, end - 1] {
            assert_eq!(refusal(|fixture| fixture.data[byte] ^= 1), Refusal::InvalidAttestation, "byte {byte}");
        }
    }
    assert_eq!(refusal(|fixture| fixture.data[FORM] = 2), Refusal::InvalidAttestation, "an index of two");
    assert_eq!(refusal(|fixture| fixture.data[QUORUM] ^= 4), Refusal::WrongSignerSet);
    assert_eq!(refusal(|fixture| fixture.config[16] ^= 1), Refusal::InvalidAttestation, "another deployment");
    assert_eq!(refusal(|fixture| fixture.signer_set[151] ^= 1), Refusal::InvalidAttestation, "another key");
}

#[test]
fn accounts_of_another_program_are_refused() {
    let fixture = Fixture::new();
    let other = [9; 32];
    let ledger = fixture.ledger();
    let foreign = |account: Account<'_>| Account { owner: other, data: account.data.to_vec().leak() };
    let cases = [
        Ledger { config: foreign(ledger.config), ..ledger },
        Ledger { registry: foreign(ledger.registry), ..ledger },
        Ledger { signer_set: ledger.signer_set.map(foreign), ..ledger },
    ];
    for (index, case) in cases.iter().enumerate() {
        assert_eq!(verdict(case, &fixture.data), Err(Refusal::WrongOwner), "account {index}");
    }
}

#[test]
fn accounts_of_another_kind_or_length_are_refused() {
    let accounts: [fn(&mut Fixture) -> &mut std::vec::Vec<u8>; 3] =
        [|fixture| &mut fixture.config, |fixture| &mut fixture.registry, |fixture| &mut fixture.signer_set];
    for account in accounts {
        assert_eq!(refusal(|fixture| account(fixture)[4] ^= 1), Refusal::WrongAccount);
        assert_eq!(refusal(|fixture| account(fixture).push(0)), Refusal::WrongAccount);
        assert_eq!(
            refusal(|fixture| {
                account(fixture).pop();
            }),
            Refusal::WrongAccount
        );
        assert_eq!(refusal(|fixture| account(fixture).truncate(8)), Refusal::WrongAccount);
        assert_eq!(refusal(|fixture| account(fixture).clear()), Refusal::WrongAccount);
    }
    assert_eq!(refusal(|fixture| fixture.registry.extend([0; 64 * 60])), Refusal::WrongAccount, "65 keys");
}

#[test]
fn a_version_is_accepted_until_its_last_second_and_not_after_an_emergency() {
    let mut fixture = Fixture::new();
    fixture.registry[32..40].copy_from_slice(&NOW.to_le_bytes());
    assert!(verdict(&fixture.ledger(), &fixture.data).is_ok());
    let later = Ledger { now_seconds: NOW + 1, ..fixture.ledger() };
    assert_eq!(verdict(&later, &fixture.data), Err(Refusal::VersionExpired));
    fixture.config[224] = 3;
    assert!(verdict(&fixture.ledger(), &fixture.data).is_ok());
    fixture.config[224] = 4;
    assert_eq!(verdict(&fixture.ledger(), &fixture.data), Err(Refusal::VersionExpired));
}

#[test]
fn a_quorum_below_the_smallest_is_refused() {
    assert_eq!(refusal(|fixture| fixture.registry[11] = 4), Refusal::BelowMinSigners);
}

#[test]
fn the_layout_is_that_of_the_idl() {
    use layout::*;
    let (config, config_length) = account_of_idl("config");
    let (registry, registry_length) = account_of_idl("registry");
    let (signer_set, signer_set_length) = account_of_idl("signerSet");
    let offset = |fields: &[(_, usize)], field: &str| fields.iter().find(|(name, _)| name == field).unwrap().1;
    assert_eq!((config_length, signer_set_length), (CONFIG_LENGTH, SIGNER_SET_LENGTH));
    assert_eq!(offset(&config, "deploymentId"), CONFIG_DEPLOYMENT_ID);
    assert_eq!(offset(&config, "oldestAcceptedVersion"), CONFIG_OLDEST_ACCEPTED_VERSION);
    assert_eq!(offset(&registry, "minSigners"), REGISTRY_MIN_SIGNERS);
    assert_eq!(offset(&registry, "version"), REGISTRY_VERSION);
    assert_eq!(offset(&registry, "acceptUntil"), REGISTRY_ACCEPT_UNTIL);
    assert_eq!((offset(&registry, "keys"), registry_length), (REGISTRY_KEYS, REGISTRY_KEYS));
    assert_eq!(offset(&signer_set, "signatures"), SIGNER_SET_SIGNATURES);
    assert_eq!(offset(&signer_set, "registryVersion"), SIGNER_SET_REGISTRY_VERSION);
    assert_eq!(offset(&signer_set, "signers"), SIGNER_SET_SIGNERS);
    assert_eq!(offset(&signer_set, "aggregateKey"), SIGNER_SET_AGGREGATE_KEY);
}

#[test]
fn accounts_of_the_vectors_are_read() {
    let vectors = load("account.json");
    let mut read = 0;
    for vector in list(&vectors, "valid") {
        let data = oracle_gateway_test_vectors::octets(text(vector, "data"));
        let fields = &vector["fields"];
        match text(vector, "account") {
            "Config" => {
                let config = read_config(&data).unwrap();
                assert_eq!(*config.deployment_id, hex(text(fields, "deploymentId")), "{}", name(vector));
                assert_eq!(config.oldest_accepted_version, number(fields, "oldestAcceptedVersion"));
            }
            "Registry" => {
                let registry = read_registry(&data).unwrap();
                assert_eq!(registry.version, number(fields, "version"), "{}", name(vector));
                assert_eq!(u64::from(registry.min_signers), number(fields, "minSigners"));
            }
            "SignerSet" => {
                let set = read_signer_set(&data).unwrap();
                assert_eq!(set.registry_version, number(fields, "registryVersion"), "{}", name(vector));
            }
            _ => continue,
        }
        read += 1;
    }
    assert_eq!(read, 9);
}
