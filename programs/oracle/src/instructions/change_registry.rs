//! Makes the next registry version: a copy of the current one with slots set and removed. A change that sets a slot or raises the
//! buffer must have been announced. An emergency only removes, at once, and ends every version before it, because versions
//! in their grace hold the removed key as well. It may leave too few nodes for a quorum: then the service stops.
use crate::{
    accounts::{
        self,
        config::Config,
        node::Node,
        registry::{self, Header, Registry, CURRENT, EMPTY_SLOT, MAX_NODES},
        Layout, I64, U64,
    },
    address::REGISTRY_SEED,
    announced,
    close::close,
    create::Creator,
    error::OracleError,
    guard,
    instruction::{RegistryChange, SlotChange},
    instructions::now,
    timing,
};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

#[inline(never)]
pub fn process(
    program_id: &Address,
    accounts: &mut [AccountView],
    change: &RegistryChange,
    data: &[u8],
) -> ProgramResult {
    let [authority, config, current, next, system_program, rest @ ..] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let now = now()?;
    let mut config = accounts::write::<Config>(config, program_id)?;
    guard::authority(authority, &config.authority)?;
    let (pending, nodes) = if must_announce(change, current, &config, program_id)? {
        if rest.len() == change.slots_set() {
            return Err(OracleError::NotAnnounced.into());
        }
        let (pending, nodes) = rest.split_first_mut().ok_or(OracleError::WrongAccountCount)?;
        announced::check(pending, data, nodes, program_id)?;
        (Some(pending), nodes)
    } else {
        (None, rest)
    };
    if nodes.len() != change.slots_set() {
        return Err(OracleError::WrongAccountCount.into());
    }
    let old_count = retire(current, &config, change.emergency, now, program_id)?;
    let count = count_after(change, old_count)?;
    let version = config.registry_version.get().checked_add(1).ok_or(OracleError::Overflow)?;

    let creator = Creator { payer: authority, system_program, program_id };
    let seeds: [&[u8]; 2] = [REGISTRY_SEED, &version.to_le_bytes()];
    let bump = creator.create(next, &seeds, registry::length(usize::from(count)))?;

    let mut bytes = next.try_borrow_mut()?;
    let new: &mut Registry = accounts::cast_mut(&mut bytes).ok_or(OracleError::WrongAccountKind)?;
    if old_count > 0 {
        let old = accounts::read::<Registry>(current, program_id)?;
        new.keys[..usize::from(old_count)].copy_from_slice(&old.keys);
    }
    apply(&mut new.keys, change, nodes, program_id)?;
    check_distinct(new, change)?;
    new.header = Header {
        discriminator: Registry::DISCRIMINATOR,
        bump,
        count,
        redundancy_buffer: change.redundancy_buffer,
        min_signers: config.min_signers,
        active: new.count_active(),
        reserved: [0; 3],
        version: U64::new(version),
        created_at: I64::new(now),
        accept_until: I64::new(CURRENT),
    };
    let is_reachable = change.emergency || new.header.min_signers <= new.header.active;
    if new.header.redundancy_buffer >= new.header.min_signers || !is_reachable {
        return Err(OracleError::UnreachableQuorum.into());
    }
    config.registry_version.set(version);
    if change.emergency {
        config.oldest_accepted_version.set(version);
    }
    pending.map_or(Ok(()), |pending| close(pending, authority))
}

/// True if the change could forge values, so that it waits: it sets a node or raises the buffer of the current version. An emergency
/// does neither.
fn must_announce(
    change: &RegistryChange,
    current: &AccountView,
    config: &Config,
    program_id: &Address,
) -> Result<bool, ProgramError> {
    // The first version replaces none.
    if config.registry_version.get() == 0 {
        return Ok(false);
    }
    let raises = change.redundancy_buffer > accounts::read::<Registry>(current, program_id)?.header.redundancy_buffer;
    if change.emergency && raises {
        return Err(OracleError::UnreachableQuorum.into());
    }
    Ok(config.has_delay() && (raises || change.slots_set() > 0))
}

/// Ends the current version's time; returns its number of slots, 0 without a version.
#[inline(never)]
fn retire(
    current: &mut AccountView,
    config: &Config,
    emergency: bool,
    now: i64,
    program_id: &Address,
) -> Result<u8, ProgramError> {
    let version = config.registry_version.get();
    if version == 0 {
        // There is no version to retire: the system program takes its place.
        guard::program(current, &pinocchio_system::ID)?;
        return Ok(0);
    }
    let mut registry = accounts::write::<Registry>(current, program_id)?;
    if registry.header.version.get() != version {
        return Err(OracleError::WrongAddress.into());
    }
    let accept_until = if emergency { now } else { timing::accept_until(now, config.version_grace()) };
    registry.header.accept_until.set(accept_until);
    Ok(registry.header.count)
}

/// The number of slots after the changes: setting the next free slot extends the registry. Every change is checked.
fn count_after(change: &RegistryChange, old_count: u8) -> Result<u8, OracleError> {
    let mut count = old_count;
    let mut touched = 0u64;
    for slot in change.slots() {
        let (SlotChange::Set { index } | SlotChange::Remove { index }) = slot;
        if usize::from(index) >= MAX_NODES {
            return Err(OracleError::InvalidNodeIndex);
        }
        if (touched >> index) & 1 == 1 {
            return Err(OracleError::RepeatedIndex);
        }
        touched |= 1 << index;
        match slot {
            SlotChange::Set { index } if index > count => return Err(OracleError::IndexOutOfOrder),
            SlotChange::Set { index } => count = count.max(index + 1),
            SlotChange::Remove { index } if index >= old_count => return Err(OracleError::SlotEmpty),
            SlotChange::Remove { .. } => {}
        }
    }
    Ok(count)
}

#[inline(never)]
fn apply(keys: &mut [[u8; 64]], change: &RegistryChange, nodes: &[AccountView], program_id: &Address) -> ProgramResult {
    let mut nodes = nodes.iter();
    for slot in change.slots() {
        match slot {
            SlotChange::Set { index } => {
                let account = nodes.next().ok_or(OracleError::WrongAccountCount)?;
                let node = accounts::read::<Node>(account, program_id)?;
                if node.index != index {
                    return Err(OracleError::WrongAddress.into());
                }
                keys[usize::from(index)] = node.public_key;
            }
            SlotChange::Remove { index } => {
                let key = &mut keys[usize::from(index)];
                if *key == EMPTY_SLOT {
                    return Err(OracleError::SlotEmpty.into());
                }
                *key = EMPTY_SLOT;
            }
        }
    }
    Ok(())
}

/// The earlier keys are distinct; each new key must differ from all others.
#[inline(never)]
fn check_distinct(registry: &Registry, change: &RegistryChange) -> Result<(), OracleError> {
    for slot in change.slots() {
        if let SlotChange::Set { index } = slot {
            if registry.has_same_x_elsewhere(usize::from(index)) {
                return Err(OracleError::DuplicateKey);
            }
        }
    }
    Ok(())
}
