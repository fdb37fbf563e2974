use super::*;
use crate::Mode;
use anchor_lang::{error::Error, prelude::Account};
use std::vec::Vec;

#[derive(Clone, Debug)]
struct TestOracle;
impl Oracle for TestOracle {
    const ID: Pubkey = Pubkey::new_from_array([9; 32]);
}

const FEED: [u8; 32] = [7; 32];
const NOW: i64 = 1_800_000_000;

fn feed() -> Vec<u8> {
    let mut data = std::vec![0; LENGTH];
    data[..8].copy_from_slice(&DISCRIMINATOR);
    data[9..12].copy_from_slice(&[1, 18, 3]);
    data[16..48].copy_from_slice(&FEED);
    data[143] = 42;
    data[152..160].copy_from_slice(&1_800_000_000_000u64.to_le_bytes());
    data
}

/// The account as Anchor loads it for an instruction.
fn load(owner: Pubkey, mut data: Vec<u8>) -> Result<FeedAccount<TestOracle>, u32> {
    let (key, mut lamports) = (Pubkey::new_from_array([1; 32]), 1);
    let info = anchor_lang::prelude::AccountInfo::new(&key, false, false, &mut lamports, &mut data, &owner, false);
    Account::<FeedAccount<TestOracle>>::try_from(&info).map(|account| (*account).clone()).map_err(code_of)
}

fn code_of(error: Error) -> u32 {
    match error {
        Error::AnchorError(error) => error.error_code_number,
        Error::ProgramError(error) => panic!("{error}"),
    }
}

#[test]
fn a_feed_of_the_oracle_is_loaded_and_read() {
    let account = load(TestOracle::ID, feed()).unwrap();
    let price = account.price(&Expect::new(FEED, Mode::Exact), NOW).unwrap();
    assert_eq!(price.with_decimals(18), Ok(42));
}

#[test]
fn accounts_of_other_programs_and_of_other_kinds_are_not_loaded() {
    let other_kind = [&[1], &feed()[1..]].concat();
    assert_eq!(load(Pubkey::new_from_array([8; 32]), feed()).err(), Some(ErrorCode::AccountOwnedByWrongProgram.into()));
    assert_eq!(load(TestOracle::ID, other_kind).err(), Some(ErrorCode::AccountDiscriminatorMismatch.into()));
    assert_eq!(load(TestOracle::ID, feed()[..167].to_vec()).err(), Some(ErrorCode::AccountDidNotDeserialize.into()));
}

#[test]
fn a_refusal_is_anchors_error_with_the_same_code_and_sentence() {
    let account = load(TestOracle::ID, feed()).unwrap();
    let error = account.price(&Expect::new([8; 32], Mode::Exact), NOW).unwrap_err();
    assert!(error.to_string().contains("AnotherFeed"), "{error}");
    assert_eq!(code_of(error), Refusal::AnotherFeed as u32);
    for refusal in Refusal::ALL {
        assert_eq!(code_of((*refusal).into()), *refusal as u32);
    }
}
