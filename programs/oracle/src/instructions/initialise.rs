//! Creates Config. The program's upgrade authority signs, so that no other key can initialise before the deployer.
use crate::{
    accounts::{
        self,
        config::{Config, Settings},
        Layout, I64, U64,
    },
    address::{self, UPGRADEABLE_LOADER},
    create::Creator,
    error::OracleError,
    guard, token,
};
use oracle_gateway_attestation::attestation;
use pinocchio::{AccountView, Address, ProgramResult};

/// ProgramData as the upgradeable loader writes it: u32 LE state, u64 LE slot, u8 whether there is an authority, and the
/// authority; the program follows.
const STATE_PROGRAM_DATA: [u8; 4] = 3u32.to_le_bytes();
const SLOT_LENGTH: usize = 8;

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    network_hash: &[u8; 32],
    settings: &Settings,
) -> ProgramResult {
    let [authority, config, program_data, mint, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    guard::signer(authority)?;
    check_upgrade_authority(program_data, authority.address(), program_id)?;
    token::check_mint(mint)?;
    settings.check()?;

    let creator = Creator { payer: authority, system_program, program_id };
    let bump = creator.create(config, &[address::CONFIG_SEED], size_of::<Config>())?;
    let mut contents = Config {
        discriminator: Config::DISCRIMINATOR,
        bump,
        min_signers: 0,
        reserved: [0; 6],
        deployment_id: attestation::deployment_id(program_id.as_array(), network_hash),
        authority: *authority.address().as_array(),
        pending_authority: [0; 32],
        mint: *mint.address().as_array(),
        registry_version: U64::default(),
        version_grace_seconds: U64::default(),
        settle_window_seconds: U64::default(),
        withdraw_delay_seconds: U64::default(),
        x402_round_base: U64::default(),
        reward_per_signature: U64::default(),
        agent_round_base: U64::default(),
        agent_round_per_sig: U64::default(),
        subscription_round_base: U64::default(),
        subscription_round_per_sig: U64::default(),
        oldest_accepted_version: U64::default(),
        settle_floor: I64::default(),
        additions_delay_seconds: U64::default(),
        guardian: [0; 32],
    };
    contents.apply(settings);
    accounts::initialise(config, contents)
}

fn check_upgrade_authority(program_data: &AccountView, signer: &Address, program_id: &Address) -> ProgramResult {
    guard::address(program_data, &address::program_data(program_id))?;
    if !program_data.owned_by(&UPGRADEABLE_LOADER) {
        return Err(OracleError::WrongOwner.into());
    }
    let data = program_data.try_borrow()?;
    let authority = upgrade_authority(&data).ok_or(OracleError::WrongAuthority)?;
    if authority == signer.as_array() {
        Ok(())
    } else {
        Err(OracleError::WrongAuthority.into())
    }
}

/// The upgrade authority in a ProgramData account; `None` for a final program or another state.
fn upgrade_authority(data: &[u8]) -> Option<&[u8; 32]> {
    let data = data.strip_prefix(&STATE_PROGRAM_DATA)?;
    let data = data.get(SLOT_LENGTH..)?.strip_prefix(&[1])?;
    data.first_chunk()
}
