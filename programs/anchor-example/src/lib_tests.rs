use super::*;
use oracle_gateway_feed::{Refusal, DISCRIMINATOR, LENGTH};

const NOW: i64 = 1_800_000_000;
const DOLLARS: u128 = 1_000_000_000_000_000_000;

/// A feed account of now, exact, by three nodes.
fn feed(value: u128) -> Vec<u8> {
    let mut data = vec![0; LENGTH];
    data[..8].copy_from_slice(&DISCRIMINATOR);
    data[9..12].copy_from_slice(&[1, 18, 3]);
    data[16..48].copy_from_slice(&SOL_USD.feed_id);
    data[128..144].copy_from_slice(&value.to_be_bytes());
    data[152..160].copy_from_slice(&(1_000 * NOW as u64).to_le_bytes());
    data
}

/// The handler's answer to the feed account.
fn ticket(owner: Pubkey, mut data: Vec<u8>, now: i64) -> std::result::Result<u64, u32> {
    let (key, mut lamports) = (Pubkey::new_from_array([1; 32]), 1);
    let info = AccountInfo::new(&key, false, false, &mut lamports, &mut data, &owner, false);
    let price = Account::<FeedAccount<MyOracle>>::try_from(&info).and_then(|feed| feed.price(&SOL_USD, now));
    price.and_then(|price| lamports_of_ticket(&price)).map_err(|error| match error {
        Error::AnchorError(error) => error.error_code_number,
        Error::ProgramError(error) => panic!("{error}"),
    })
}

#[test]
fn a_ticket_costs_its_dollars_in_lamports_rounded_up() {
    assert_eq!(ticket(MyOracle::ID, feed(200 * DOLLARS), NOW), Ok(100_000_000));
    assert_eq!(ticket(MyOracle::ID, feed(30 * DOLLARS), NOW), Ok(666_666_667));
}

#[test]
fn a_feed_that_must_not_be_used_sells_nothing() {
    let good = feed(200 * DOLLARS);
    let with = |at: usize, byte: u8| {
        let mut data = good.clone();
        data[at] = byte;
        ticket(MyOracle::ID, data, NOW).unwrap_err()
    };
    assert_eq!(with(16, 8), Refusal::AnotherFeed as u32);
    assert_eq!(with(9, 2), Refusal::AnotherMode as u32);
    assert_eq!(with(9, 0), Refusal::UnknownMode as u32);
    assert_eq!(with(11, 2), Refusal::TooFewSignatures as u32);
    assert_eq!(ticket(MyOracle::ID, good.clone(), NOW + 31), Err(Refusal::Stale as u32));
    assert_eq!(ticket(MyOracle::ID, good.clone(), NOW - 3), Err(Refusal::Ahead as u32));
    let owner = Pubkey::new_from_array([1; 32]);
    assert_eq!(ticket(owner, good, NOW), Err(anchor_lang::error::ErrorCode::AccountOwnedByWrongProgram.into()));
}

#[test]
fn a_price_of_zero_or_beyond_counting_sells_nothing() {
    assert_eq!(ticket(MyOracle::ID, feed(0), NOW), Err(TicketError::PriceOutOfRange.into()));
    assert_eq!(ticket(MyOracle::ID, feed(u128::MAX), NOW), Err(TicketError::PriceOutOfRange.into()));
}
