//! The instructions.
use crate::market::{Market, LENGTH, TERMS_LENGTH};
use oracle_gateway_attestation::{Account, Ledger, Refusal, Submission};
use oracle_gateway_feed::{Attested, Price};
use pinocchio::{
    cpi,
    error::ProgramError,
    instruction::{InstructionAccount, InstructionView},
    sysvars::{clock::Clock, Sysvar},
    AccountView, Address, ProgramResult,
};

/// Decimals of the answered price.
const DECIMALS: u8 = 6;

/// Accounts of `submit`: six with a signer set, five without.
const MAX_SUBMIT_ACCOUNTS: usize = 6;

/// Runs one instruction.
pub fn process(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let (tag, data) = data.split_first().ok_or(ProgramError::InvalidInstructionData)?;
    match tag {
        0 => open(program_id, accounts, data),
        1 => read(program_id, accounts),
        2 => refresh(program_id, accounts, data),
        3 => verify(program_id, accounts, data),
        _ => Err(ProgramError::InvalidInstructionData),
    }
}

/// Fixes oracle and feed of a new market.
fn open(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let [market] = accounts else { return Err(ProgramError::NotEnoughAccountKeys) };
    if !market.is_signer() {
        return Err(ProgramError::MissingRequiredSignature);
    }
    if !market.owned_by(program_id) {
        return Err(ProgramError::InvalidAccountOwner);
    }
    let mut contents = market.try_borrow_mut()?;
    if contents.len() != LENGTH || data.len() != TERMS_LENGTH {
        return Err(ProgramError::InvalidInstructionData);
    }
    if contents.iter().any(|byte| *byte != 0) {
        return Err(ProgramError::AccountAlreadyInitialized);
    }
    contents[..TERMS_LENGTH].copy_from_slice(data);
    Ok(())
}

/// Reads the price from the feed account.
fn read(program_id: &Address, accounts: &[AccountView]) -> ProgramResult {
    let [market, feed] = accounts else { return Err(ProgramError::NotEnoughAccountKeys) };
    let market = Market::read(market, program_id)?;
    answer(price_of(&market, feed)?)
}

/// Has the oracle write a newer value to the feed, then reads it. An attacker cannot bring another program: it would not own the
/// feed that is read afterwards.
#[inline(never)]
fn refresh(program_id: &Address, accounts: &[AccountView], submit: &[u8]) -> ProgramResult {
    let [market, oracle, submit_accounts @ ..] = accounts else { return Err(ProgramError::NotEnoughAccountKeys) };
    let [payer, config, registry, feed, system_program, signer_set @ ..] = submit_accounts else {
        return Err(ProgramError::NotEnoughAccountKeys);
    };
    let market = Market::read(market, program_id)?;
    if *oracle.address().as_array() != market.oracle {
        return Err(ProgramError::IncorrectProgramId);
    }
    // The account of a signer set is the last one; without it the place holds Config again, and is cut.
    let last = signer_set.first().unwrap_or(config);
    let metas = [
        InstructionAccount::writable_signer(payer.address()),
        InstructionAccount::readonly(config.address()),
        InstructionAccount::readonly(registry.address()),
        InstructionAccount::writable(feed.address()),
        InstructionAccount::readonly(system_program.address()),
        InstructionAccount::readonly(last.address()),
    ];
    let metas = metas.get(..submit_accounts.len()).ok_or(ProgramError::InvalidArgument)?;
    let instruction = InstructionView { program_id: oracle.address(), data: submit, accounts: metas };
    cpi::invoke_with_bounds::<MAX_SUBMIT_ACCOUNTS, AccountView>(&instruction, submit_accounts)?;
    answer(price_of(&market, feed)?)
}

/// Verifies a value that no account holds. It must be newer than the last one: else a caller would choose the best value of the
/// last minute.
#[inline(never)]
fn verify(program_id: &Address, accounts: &mut [AccountView], submit: &[u8]) -> ProgramResult {
    let [market_account, config, registry, signer_set @ ..] = accounts else {
        return Err(ProgramError::NotEnoughAccountKeys);
    };
    let mut market = Market::read(market_account, program_id)?;
    let submission = Submission::parse(submit).ok_or(ProgramError::InvalidInstructionData)?;
    let now_seconds = Clock::get()?.unix_timestamp;
    let (config_data, registry_data) = (config.try_borrow()?, registry.try_borrow()?);
    let signer_set_data = signer_set.first().map(|account| account.try_borrow()).transpose()?;
    let signer_set = signer_set.first().zip(signer_set_data.as_deref());
    let ledger = Ledger {
        oracle: &market.oracle,
        config: account_of(config, &config_data),
        registry: account_of(registry, &registry_data),
        signer_set: signer_set.map(|(account, data)| account_of(account, data)),
        now_seconds,
    };
    let verified = ledger.verify(&submission).map_err(|refusal: Refusal| ProgramError::Custom(refusal as u32))?;
    let attested = Attested {
        feed_id: submission.claim.feed_id(),
        value: *submission.claim.value,
        signatures: submission.claim.signatures_required,
        observed_at_ms: submission.claim.observed_at_ms,
        registry_version: verified.registry_version,
    };
    let expect = market.expect();
    let price = expect.judge_newer(&attested, now_seconds, &mut market.last_observed_at_ms).map_err(custom)?;
    market.keep_last(market_account)?;
    answer(price)
}

fn account_of<'a>(account: &'a AccountView, data: &'a [u8]) -> Account<'a> {
    Account { owner: *account.owner().as_array(), data }
}

fn price_of(market: &Market, feed: &AccountView) -> Result<Price, ProgramError> {
    let now_seconds = Clock::get()?.unix_timestamp;
    market.expect().read(feed.owner().as_array(), &feed.try_borrow()?, &market.oracle, now_seconds).map_err(custom)
}

fn answer(price: Price) -> ProgramResult {
    cpi::set_return_data(&price.with_decimals(DECIMALS).map_err(custom)?.to_le_bytes());
    Ok(())
}

fn custom(refusal: oracle_gateway_feed::Refusal) -> ProgramError {
    ProgramError::Custom(refusal as u32)
}
