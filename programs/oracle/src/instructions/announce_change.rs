//! Announces a change that could forge values. The data of the instruction, and the keys that it sets, are written where anyone
//! reads them; the change can be made once the delay of the deployment is over.
use crate::{
    accounts::{
        self,
        config::Config,
        node::Node,
        pending_change::{self, Header, PendingChange},
        Layout, I64,
    },
    address::PENDING_CHANGE_SEED,
    create::Creator,
    error::OracleError,
    guard,
    instruction::Instruction,
    instructions::now,
};
use oracle_gateway_attestation::{aggregate::PointBytes, keccak::keccak256};
use pinocchio::{AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], change: &[u8]) -> ProgramResult {
    let [authority, config, pending, system_program, nodes @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let config = accounts::read::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    // An announcement without a delay would be ready at once, also after a delay is set.
    if !config.has_delay() {
        return Err(OracleError::NotAnnounceable.into());
    }
    if nodes.len() != keys_set_by(change)? {
        return Err(OracleError::WrongAccountCount.into());
    }
    let digest = keccak256(&[change]);
    let length = change.len() + size_of::<PointBytes>() * nodes.len();
    let creator = Creator { payer: authority, system_program, program_id };
    let bump = creator.create(pending, &[PENDING_CHANGE_SEED, &digest], pending_change::length(length))?;

    let now = now()?;
    let mut bytes = pending.try_borrow_mut()?;
    let new: &mut PendingChange = accounts::cast_mut(&mut bytes).ok_or(OracleError::WrongAccountKind)?;
    new.header = Header {
        discriminator: PendingChange::DISCRIMINATOR,
        bump,
        reserved: [0; 7],
        digest,
        announced_at: I64::new(now),
        effective_at: I64::new(config.effective_at(now)),
    };
    let (data, keys) = new.change.split_at_mut(change.len());
    data.copy_from_slice(change);
    for (key, node) in keys.as_chunks_mut().0.iter_mut().zip(nodes.iter()) {
        *key = accounts::read::<Node>(node, program_id)?.public_key;
    }
    Ok(())
}

/// The number of nodes that the instruction of `change` sets.
fn keys_set_by(change: &[u8]) -> Result<usize, OracleError> {
    match Instruction::parse(change)? {
        Instruction::ChangeRegistry(change) if !change.emergency => Ok(change.slots_set()),
        Instruction::UpdateConfig(_) | Instruction::ProposeAuthority { .. } => Ok(0),
        _ => Err(OracleError::NotAnnounceable),
    }
}
