use super::*;
use oracle_gateway_attestation::{proof::KeyForm, Claim};
use proptest::prelude::*;
use std::{vec, vec::Vec};

/// Length of the data of each instruction after its tag; where it varies, of the smallest form.
const SETTINGS: usize = 73 + 8 + 32;
const REGISTRATION: usize = 1 + 64 + 32 + 32 + 32 + 20 + 1;
const REGISTRY_CHANGE: usize = 3;
const PROOF: usize = 32 + 20 + 1 + 64;
const SETTLEMENT: usize = 32 + 32 + 1 + 1 + 8 + 8 + PROOF;
const SIGNER_SET: usize = 64;
const BOUNDS: usize = 8 + 1 + 8;
const SUBMISSION: usize = 3 * 32 + 1 + 1 + 8 + 8 + PROOF;
/// Data of a list of two that are hidden.
const LIST_SUBMISSION: usize = 2 * 32 + 1 + 8 + 8 + 1 + 1 + 32 + PROOF;
const AGENT_SETTLEMENT: usize = SETTLEMENT + 8 + 64;
const LENGTHS: [(u8, usize); 38] = [
    (0, 32 + SETTINGS),
    (1, SETTINGS),
    (2, 32),
    (3, 0),
    (4, 8),
    (5, REGISTRATION),
    (6, REGISTRY_CHANGE),
    (7, 3 * 32),
    (8, 1),
    (9, 1 + 8 + 8 + 8),
    (10, 8 + 8 + 8),
    (11, 0),
    (12, 0),
    (13, 0),
    (14, SETTLEMENT),
    (15, 0),
    (16, 1 + 8),
    (17, 32 + BOUNDS),
    (18, BOUNDS),
    (19, 0),
    (20, 0),
    (SETTLE_AGENT_ROUND, AGENT_SETTLEMENT),
    (22, 0),
    (23, 0),
    (24, 0),
    (25, 8),
    (SUBMIT, SUBMISSION),
    (27, SIGNER_SET),
    (28, 0),
    (29, 0),
    (30, 0),
    (31, 2 * 32),
    (32, 32),
    (33, 0),
    (ANNOUNCE_CHANGE, 0),
    (35, 0),
    (SHOW_SOURCE, 32 + 1),
    (SUBMIT_MANY, LIST_SUBMISSION),
];
const SETTLE_AGENT_ROUND: u8 = 21;
const SUBMIT: u8 = 26;
const SETTLE_ROUND: u8 = 14;
const CREATE_SIGNER_SET: u8 = 27;
const ANNOUNCE_CHANGE: u8 = 34;
const SHOW_SOURCE: u8 = 36;
const SUBMIT_MANY: u8 = 37;
/// Their data ends with a bitmap: up to eight bytes.
const WITH_BITMAP: [u8; 5] = [SETTLE_ROUND, SETTLE_AGENT_ROUND, SUBMIT, CREATE_SIGNER_SET, SUBMIT_MANY];
/// Their data ends with a text of any length.
const WITH_TEXT: [u8; 2] = [ANNOUNCE_CHANGE, SHOW_SOURCE];
/// The fields that cannot be zero: where they are, and their smallest value.
const FORMS: [(u8, usize, u8); 4] =
    [(SETTLE_ROUND, 1 + 65, 1), (SETTLE_AGENT_ROUND, 1 + 65, 1), (SUBMIT, 1 + 97, 1), (SUBMIT_MANY, 1 + 81, 2)];

/// Data of zeros, but for a form.
fn zeros(tag: u8, length: usize) -> Vec<u8> {
    let mut data = vec![0; 1 + length];
    data[0] = tag;
    for (_, at, smallest) in FORMS.iter().filter(|(with_form, ..)| *with_form == tag) {
        if let Some(form) = data.get_mut(*at) {
            *form = *smallest;
        }
    }
    data
}

const REFUSED: Result<Instruction, OracleError> = Err(OracleError::InvalidInstruction);

#[test]
fn every_instruction_has_exactly_its_length() {
    for (tag, length) in LENGTHS {
        assert!(Instruction::parse(&zeros(tag, length)).is_ok(), "tag {tag}");
        for shorter in 0..length {
            assert_eq!(Instruction::parse(&zeros(tag, shorter)), REFUSED, "tag {tag}, {shorter} bytes");
        }
        let longest = if WITH_BITMAP.contains(&tag) { length + 8 } else { length };
        let is_longer_accepted = Instruction::parse(&zeros(tag, longest + 1)).is_ok();
        assert_eq!(is_longer_accepted, WITH_TEXT.contains(&tag), "tag {tag}");
    }
}

#[test]
fn unknown_tags_and_empty_data_are_refused() {
    assert_eq!(Instruction::parse(&[]), REFUSED);
    for tag in (0..=u8::MAX).filter(|tag| LENGTHS.iter().all(|(known, _)| known != tag)) {
        for length in [0, 1, 8, 32, SETTINGS] {
            assert_eq!(Instruction::parse(&zeros(tag, length)), REFUSED, "tag {tag}");
        }
    }
}

#[test]
fn flags_are_0_or_1() {
    assert!(Instruction::parse(&[6, 0, 1, 0]).is_ok());
    assert_eq!(Instruction::parse(&[6, 0, 2, 0]), REFUSED);
}

#[test]
fn a_gateway_has_one_of_three_states() {
    let parsed = |status| Ok(Instruction::SetGatewayStatus(status));
    assert_eq!(Instruction::parse(&[8, 0]), parsed(GatewayStatus::Inactive));
    assert_eq!(Instruction::parse(&[8, 1]), parsed(GatewayStatus::Active));
    assert_eq!(Instruction::parse(&[8, 2]), parsed(GatewayStatus::StoppedInEmergency));
    assert_eq!(Instruction::parse(&[8, 3]), REFUSED);
}

#[test]
fn a_registry_change_lists_its_slots_in_order() {
    let data = [6, 1, 0, 3, 0, 5, 1, 2, 0, 6];
    let Ok(Instruction::ChangeRegistry(change)) = Instruction::parse(&data) else {
        panic!("a registry change");
    };
    assert_eq!((change.redundancy_buffer, change.emergency, change.slots_set()), (1, false, 2));
    let slots: Vec<SlotChange> = change.slots().collect();
    use SlotChange::{Remove, Set};
    assert_eq!(slots, [Set { index: 5 }, Remove { index: 2 }, Set { index: 6 }]);
}

#[test]
fn an_emergency_only_removes() {
    assert!(Instruction::parse(&[6, 1, 1, 2, 1, 5, 1, 2]).is_ok());
    assert_eq!(Instruction::parse(&[6, 1, 1, 2, 1, 5, 0, 2]), REFUSED);
}

#[test]
fn a_round_has_a_form_that_nodes_sign() {
    for (tag, at, _) in FORMS {
        let mut data = zeros(tag, LENGTHS[usize::from(tag)].1);
        if tag == SUBMIT_MANY {
            continue;
        }
        for form in 0..=u8::MAX {
            data[at] = form;
            let is_of_feed = (1..=32).contains(&form);
            let is_list = (130..=160).contains(&form) && tag != SUBMIT;
            assert_eq!(Instruction::parse(&data).is_ok(), is_of_feed || is_list, "tag {tag}, form {form}");
        }
    }
}

#[test]
fn a_registry_change_knows_two_operations_and_its_own_count() {
    assert_eq!(Instruction::parse(&[6, 1, 0, 1, 2, 0]), REFUSED, "operation 2");
    assert_eq!(Instruction::parse(&[6, 1, 0, 2, 0, 0]), REFUSED, "one change of two");
    assert_eq!(Instruction::parse(&[6, 1, 0, 1, 0, 0, 0, 1]), REFUSED, "two changes of one");
}

#[test]
fn an_endpoint_has_up_to_127_bytes() {
    for (length, accepted) in [(0, true), (127, true), (128, false), (255, false)] {
        let mut data = zeros(5, REGISTRATION + length);
        data[REGISTRATION] = length as u8;
        assert_eq!(Instruction::parse(&data).is_ok(), accepted, "{length} bytes");
    }
}

#[test]
fn fields_are_little_endian_and_in_the_documented_order() {
    let mut data = vec![9, 7];
    data.extend(5u64.to_le_bytes());
    data.extend((-2i64).to_le_bytes());
    data.extend(9u64.to_le_bytes());
    let parsed = Instruction::OpenSubscription { max_signatures: 7, rounds: 5, expires_at: -2, max_amount: 9 };
    assert_eq!(Instruction::parse(&data), Ok(parsed));

    let mut data = vec![18];
    data.extend(5u64.to_le_bytes());
    data.push(7);
    data.extend((-2i64).to_le_bytes());
    let bounds = Bounds { rounds: 5, max_signatures: 7, expires_at: -2 };
    assert_eq!(Instruction::parse(&data), Ok(Instruction::BoundDelegate(bounds)));
    let added = [[17].as_slice(), &[9; 32], &data[1..]].concat();
    assert_eq!(Instruction::parse(&added), Ok(Instruction::AddDelegate { authority: &[9; 32], bounds }));

    let mut data = vec![1, 3];
    data.extend((1..=10u64).flat_map(u64::to_le_bytes));
    data.extend([11; 32]);
    let settings = Settings {
        min_signers: 3,
        version_grace_seconds: 1,
        settle_window_seconds: 2,
        withdraw_delay_seconds: 3,
        x402_round_base: 4,
        reward_per_signature: 5,
        agent_round_base: 6,
        agent_round_per_sig: 7,
        subscription_round_base: 8,
        subscription_round_per_sig: 9,
        additions_delay_seconds: 10,
        guardian: [11; 32],
    };
    assert_eq!(Instruction::parse(&data), Ok(Instruction::UpdateConfig(settings)));
}

const LIST_OF_THREE: u8 = 128 + 3;

/// Data of a settlement by a quorum of `signatures_required` up to and with the key form.
fn settlement(signatures_required: u8, key_form: u8) -> Vec<u8> {
    let mut data: Vec<u8> = [SETTLE_ROUND].into_iter().chain((0..135).map(|at| at as u8)).collect();
    data[1 + 64] = signatures_required;
    data[1 + 65] = LIST_OF_THREE;
    data[1 + 134] = key_form;
    data
}

/// The round of data whose bytes are their own places.
fn check_round(round: &ServedRound) {
    assert_eq!(round.source_id[0], 0);
    assert_eq!(round.value[0], 32);
    assert_eq!(round.signatures_required, 64);
    assert_eq!(round.form, LIST_OF_THREE);
    assert_eq!(round.timestamp_seconds.to_le_bytes()[0], 66);
    assert_eq!(round.observed_at_ms.to_le_bytes()[0], 74);
}

fn parse_settlement(data: &[u8]) -> Settlement<'_> {
    match Instruction::parse(data) {
        Ok(Instruction::SettleRound(settlement)) => settlement,
        other => panic!("a settlement, not {other:?}"),
    }
}

#[test]
fn a_settlement_is_cut_where_the_document_says() {
    let data = [settlement(64, 0), vec![135; 64], vec![199, 200]].concat();
    let settlement = parse_settlement(&data);
    check_round(&settlement.round);
    assert_eq!(settlement.proof.signature.s[0], 82);
    assert_eq!(settlement.proof.signature.commitment[0], 114);
    assert_eq!(settlement.proof.key_form, KeyForm::Sum(&[135; 64]));
    assert_eq!(settlement.proof.bitmap, [199, 200]);
}

#[test]
fn slopes_are_one_fewer_than_the_signers() {
    for signers in [1, 2, 13] {
        let slopes: Vec<u8> = (1..signers).flat_map(|addition| [addition; 32]).collect();
        let data = [settlement(signers, 1), slopes, vec![7; 8]].concat();
        let proof = parse_settlement(&data).proof;
        let KeyForm::Slopes(slopes) = proof.key_form else { panic!("slopes") };
        assert_eq!(slopes.to_vec(), (1..signers).map(|addition| [addition; 32]).collect::<Vec<_>>());
        assert_eq!(proof.bitmap, [7; 8]);
        let cut = &data[..data.len() - 8 - usize::from(signers > 1)];
        assert_eq!(Instruction::parse(cut).is_ok(), signers == 1, "{signers} signers, a byte less");
        assert_eq!(Instruction::parse(&[data, vec![7]].concat()), REFUSED, "{signers} signers, a byte more");
    }
    assert_eq!(Instruction::parse(&settlement(0, 1)), REFUSED, "no signer");
}

#[test]
fn a_signer_set_takes_no_key_bytes_and_there_is_no_fourth_form() {
    let data = [settlement(3, 2), vec![1, 2]].concat();
    let proof = parse_settlement(&data).proof;
    assert_eq!((proof.key_form, proof.bitmap), (KeyForm::SignerSet, [1, 2].as_slice()));
    assert_eq!(Instruction::parse(&settlement(3, 3)), REFUSED);
}

#[test]
fn a_submission_is_cut_where_the_document_says() {
    let fields = [[1; 32], [2; 32], [3; 32]].concat();
    let proof = [[4; 32].as_slice(), &[5; 20], &[2], &[7, 8]].concat();
    let times = [9u64.to_le_bytes(), 10u64.to_le_bytes()].concat();
    let data = [[SUBMIT].as_slice(), &fields, &[3, 1], &times, &proof].concat();
    let Ok(Instruction::Submit(submission)) = Instruction::parse(&data) else { panic!("a submission") };
    let claim = Claim {
        owner: &[1; 32],
        source_id: &[2; 32],
        value: &[3; 32],
        signatures_required: 3,
        form: 1,
        timestamp_ms: 9,
        observed_at_ms: 10,
    };
    assert_eq!(submission.claim, claim);
    assert_eq!((submission.proof.signature.s, submission.proof.bitmap), (&[4; 32], [7, 8].as_slice()));
}

#[test]
fn an_agent_settlement_is_cut_where_the_document_says() {
    let mut data: Vec<u8> = [21].into_iter().chain((0..AGENT_SETTLEMENT + 1).map(|at| at as u8)).collect();
    // The form and the byte that names the key form are the only ones that are not free.
    data[1 + 65] = LIST_OF_THREE;
    data[1 + 206] = 0;
    let Ok(Instruction::SettleAgentRound(settlement)) = Instruction::parse(&data) else {
        panic!("an agent settlement");
    };
    check_round(&settlement.round);
    assert_eq!(settlement.amount.to_le_bytes()[0], 82);
    assert_eq!(settlement.request_signature[0], 90);
    assert_eq!(settlement.proof.signature.s[0], 154);
    assert_eq!(settlement.proof.signature.commitment[0], 186);
    let KeyForm::Sum(sum) = settlement.proof.key_form else { panic!("a sum") };
    assert_eq!(sum[0], 207);
    assert_eq!(settlement.proof.bitmap, [15]);
}

proptest! {
    #[test]
    fn any_data_is_parsed_or_refused(data in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Instruction::parse(&data);
    }

    #[test]
    fn data_with_a_known_tag_is_parsed_or_refused(tag in proptest::sample::select(LENGTHS.map(|(tag, _)| tag).to_vec()), rest in proptest::collection::vec(any::<u8>(), 0..300)) {
        let data = [&[tag], rest.as_slice()].concat();
        if let Err(error) = Instruction::parse(&data) {
            prop_assert_eq!(error, OracleError::InvalidInstruction);
        }
    }
}
