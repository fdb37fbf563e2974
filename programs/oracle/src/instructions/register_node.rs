//! Records a node and the proof that it holds its key. The key joins the registry with `change_registry`.
use crate::{
    accounts::{
        self,
        config::Config,
        node::{Node, MAX_ENDPOINT_LENGTH},
        registry::MAX_NODES,
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
use oracle_gateway_attestation::{aggregate, schnorr::VerifyingKey};
use pinocchio::{AccountView, Address, ProgramResult};

const NO_KEY: [u8; 32] = [0; 32];

/// `registered_at` of an index without a registration.
const NEVER: i64 = 0;

#[inline(never)]
pub fn process(program_id: &Address, accounts: &mut [AccountView], registration: &Registration) -> ProgramResult {
    let [authority, config, node, system_program] = accounts else {
        return Err(OracleError::WrongAccountCount.into());
    };
    let deployment_id = {
        let config = accounts::read::<Config>(config, program_id)?;
        guard::authority(authority, &config.authority)?;
        config.deployment_id
    };
    let now = now()?;
    if node.owned_by(program_id) {
        let mut node = accounts::write::<Node>(node, program_id)?;
        if node.index != registration.index {
            return Err(OracleError::WrongAddress.into());
        }
        check(registration, &deployment_id, node.registered_at.get())?;
        renew(&mut node, registration, now);
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
    }
}

/// A new encryption key keeps the previous one, which bundles in flight were sealed with.
fn renew(node: &mut Node, registration: &Registration, now: i64) {
    if node.encryption_key != *registration.encryption_key {
        node.previous_encryption_key = node.encryption_key;
        node.encryption_key = *registration.encryption_key;
        node.encryption_key_changed_at.set(now);
    }
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
