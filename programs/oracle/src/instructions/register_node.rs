//! Records a node and the proof that it holds its key. The key joins the registry with `change_registry`.
use crate::{
    accounts::{
        self,
        config::Config,
        node::{Node, MAX_ENDPOINT_LENGTH},
        registry::{Registry, EMPTY_SLOT, MAX_NODES},
        Layout, I64,
    },
    address::NODE_SEED,
    create::Creator,
    error::OracleError,
    guard,
    instruction::Registration,
    instructions::now,
    possession::Possession,
};
use oracle_gateway_attestation::{
    aggregate::{self, PointBytes},
    schnorr::VerifyingKey,
};
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

const NO_KEY: [u8; 32] = [0; 32];

/// `registered_at` of an index without a registration.
const NEVER: i64 = 0;

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], registration: &Registration) -> ProgramResult {
    let [authority, config, node, registry, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let (deployment_id, key_in_use) = {
        let config = accounts::read::<Config>(config, program_id)?;
        guard::authority(authority, &config.authority)?;
        (config.deployment_id, key_in_use(registry, registration.index, &config, program_id)?)
    };
    let now = now()?;
    if node.owned_by(program_id) {
        let mut node = accounts::write::<Node>(node, program_id)?;
        if node.index != registration.index {
            return Err(OracleError::WrongAddress.into());
        }
        check(registration, &deployment_id, node.registered_at.get())?;
        renew(&mut node, registration, key_in_use.as_ref(), now);
        return Ok(());
    }
    check(registration, &deployment_id, NEVER)?;
    let creator = Creator { payer: authority, system_program, program_id };
    let seeds: [&[u8]; 2] = [NODE_SEED, &[registration.index]];
    let bump = creator.create(node, &seeds, size_of::<Node>())?;
    accounts::initialise(node, first(registration, bump, now))
}

#[inline(never)]
fn check(
    registration: &Registration,
    deployment_id: &[u8; 32],
    previous_registered_at: i64,
) -> Result<(), OracleError> {
    if usize::from(registration.index) >= MAX_NODES {
        return Err(OracleError::InvalidNodeIndex);
    }
    if !registration.endpoint.iter().all(u8::is_ascii_graphic) {
        return Err(OracleError::InvalidEndpoint);
    }
    if *registration.encryption_key == NO_KEY {
        return Err(OracleError::InvalidEncryptionKey);
    }
    if !aggregate::is_on_curve(registration.public_key) {
        return Err(OracleError::InvalidPublicKey);
    }
    let key = VerifyingKey::new(registration.public_key).ok_or(OracleError::InvalidPublicKey)?;
    let possession = Possession {
        deployment_id,
        index: registration.index,
        public_key: registration.public_key,
        encryption_key: registration.encryption_key,
        operator: registration.operator,
        previous_registered_at,
        endpoint: registration.endpoint,
    };
    if possession.is_proven_by(&key, registration.proof) {
        Ok(())
    } else {
        Err(OracleError::InvalidProof)
    }
}

fn first(registration: &Registration, bump: u8, now: i64) -> Node {
    Node {
        discriminator: Node::DISCRIMINATOR,
        bump,
        index: registration.index,
        reserved: [0; 6],
        public_key: *registration.public_key,
        operator: *registration.operator,
        encryption_key: *registration.encryption_key,
        previous_encryption_key: NO_KEY,
        encryption_key_changed_at: I64::default(),
        registered_at: I64::new(now),
        endpoint_length: registration.endpoint.len() as u8,
        endpoint: padded(registration.endpoint),
        previous_public_key: EMPTY_SLOT,
        public_key_changed_at: I64::default(),
        previous_endpoint_length: 0,
        previous_endpoint: padded(&[]),
    }
}

/// The key of the index in the current registry version, the one at `registry`.
#[inline(never)]
fn key_in_use(
    registry: &AccountView,
    index: u8,
    config: &Config,
    program_id: &Address,
) -> Result<Option<PointBytes>, ProgramError> {
    if config.registry_version.get() == 0 {
        // There is no version yet: the system program takes its place.
        guard::program(registry, &pinocchio_system::ID)?;
        return Ok(None);
    }
    let registry = accounts::read::<Registry>(registry, program_id)?;
    if registry.header.version.get() != config.registry_version.get() {
        return Err(OracleError::WrongAddress.into());
    }
    Ok(registry.keys.get(usize::from(index)).copied().filter(|key| *key != EMPTY_SLOT))
}

/// A new signing key keeps the one in use, with its endpoint and its encryption key: that node serves until the registry changes, and
/// vouches for its successors on other chains. While it serves, no further registration replaces what belongs to it. Otherwise a
/// new encryption key keeps the previous one, which bundles in flight were sealed with.
fn renew(node: &mut Node, registration: &Registration, key_in_use: Option<&PointBytes>, now: i64) {
    let is_in_use = key_in_use == Some(&node.public_key);
    let previous_is_in_use = !is_in_use && key_in_use == Some(&node.previous_public_key);
    let replaces_key_in_use = is_in_use && node.public_key != *registration.public_key;
    if replaces_key_in_use {
        node.previous_public_key = node.public_key;
        node.public_key_changed_at.set(now);
        node.previous_endpoint_length = node.endpoint_length;
        node.previous_endpoint = node.endpoint;
    }
    let changes_encryption_key = node.encryption_key != *registration.encryption_key;
    if replaces_key_in_use || (changes_encryption_key && !previous_is_in_use) {
        node.previous_encryption_key = node.encryption_key;
        node.encryption_key_changed_at.set(now);
    }
    node.encryption_key = *registration.encryption_key;
    node.public_key = *registration.public_key;
    node.operator = *registration.operator;
    // Never the same twice: a proof that names an equal time would serve again.
    node.registered_at.set(now.max(node.registered_at.get().saturating_add(1)));
    node.endpoint_length = registration.endpoint.len() as u8;
    node.endpoint = padded(registration.endpoint);
}

/// `endpoint`, which parsing limits to `MAX_ENDPOINT_LENGTH`, padded with zeros.
fn padded(endpoint: &[u8]) -> [u8; MAX_ENDPOINT_LENGTH] {
    let mut bytes = [0; MAX_ENDPOINT_LENGTH];
    bytes[..endpoint.len()].copy_from_slice(endpoint);
    bytes
}
