//! The oracle's accounts, read from their bytes: what a program hands over in whatever form its framework has them.
use crate::{
    aggregate::PointBytes,
    nodes::{Nodes, SignerSet},
    refusal::Refusal,
    signers::MAX_NODES,
    submission::Submission,
};

/// An account as the runtime hands it over.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// The program that owns it.
    pub owner: [u8; 32],
    /// Its bytes.
    pub data: &'a [u8],
}

/// Facts against which an attestation is verified. No address needs a check: an account that the oracle program owns and that
/// begins with its discriminator was made by that program, at its one address.
#[derive(Clone, Copy, Debug)]
pub struct Ledger<'a> {
    /// Id of the oracle program. Fix it in your program; never take it from the caller.
    pub oracle: &'a [u8; 32],
    /// The Config account.
    pub config: Account<'a>,
    /// The Registry account of the version that signed.
    pub registry: Account<'a>,
    /// The SignerSet account, where the proof refers to one.
    pub signer_set: Option<Account<'a>>,
    /// Unix time of the Clock sysvar.
    pub now_seconds: i64,
}

/// Discriminators, lengths and offsets of docs/protocol.md, "Accounts of the program". A test compares them with idl.json.
mod layout {
    pub const CONFIG: [u8; 8] = *b"SVC_CFG1";
    pub const CONFIG_LENGTH: usize = 280;
    pub const CONFIG_DEPLOYMENT_ID: usize = 16;
    pub const CONFIG_OLDEST_ACCEPTED_VERSION: usize = 224;

    pub const REGISTRY: [u8; 8] = *b"SVC_REG1";
    pub const REGISTRY_MIN_SIGNERS: usize = 11;
    pub const REGISTRY_VERSION: usize = 16;
    pub const REGISTRY_ACCEPT_UNTIL: usize = 32;
    pub const REGISTRY_KEYS: usize = 40;

    pub const SIGNER_SET: [u8; 8] = *b"SVC_SST1";
    pub const SIGNER_SET_LENGTH: usize = 152;
    pub const SIGNER_SET_SIGNATURES: usize = 10;
    pub const SIGNER_SET_REGISTRY_VERSION: usize = 16;
    pub const SIGNER_SET_SIGNERS: usize = 24;
    pub const SIGNER_SET_AGGREGATE_KEY: usize = 88;
}

/// A value that a quorum signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The attestation's message m.
    pub message: [u8; 32],
    /// The registry version whose nodes signed.
    pub registry_version: u64,
}

struct Config<'a> {
    deployment_id: &'a [u8; 32],
    oldest_accepted_version: u64,
}

struct Registry<'a> {
    version: u64,
    min_signers: u8,
    accept_until: i64,
    keys: &'a [PointBytes],
}

impl<'a> Ledger<'a> {
    /// Verifies that a quorum of the registry version signed the claim, now.
    ///
    /// Afterwards compare `claim.feed_id()` with the feed that you expect, and judge `claim.timestamp_ms`.
    ///
    /// # Errors
    /// Every `Refusal`.
    #[inline(never)]
    pub fn verify(&self, submission: &Submission) -> Result<Verified, Refusal> {
        let config = self.config()?;
        let registry = self.registry()?;
        let is_accepted =
            self.now_seconds <= registry.accept_until && registry.version >= config.oldest_accepted_version;
        if !is_accepted {
            return Err(Refusal::VersionExpired);
        }
        if submission.claim.signatures_required < registry.min_signers {
            return Err(Refusal::BelowMinSigners);
        }
        let nodes = Nodes {
            deployment_id: config.deployment_id,
            registry_version: registry.version,
            keys: registry.keys,
            signer_set: self.signer_set()?,
        };
        let message = nodes.verify(&submission.claim, &submission.proof)?;
        Ok(Verified { message, registry_version: registry.version })
    }

    fn config(&self) -> Result<Config<'a>, Refusal> {
        let data = self.data_of(&self.config, layout::CONFIG)?;
        read_config(data).filter(|_| data.len() == layout::CONFIG_LENGTH).ok_or(Refusal::WrongAccount)
    }

    fn registry(&self) -> Result<Registry<'a>, Refusal> {
        read_registry(self.data_of(&self.registry, layout::REGISTRY)?).ok_or(Refusal::WrongAccount)
    }

    fn signer_set(&self) -> Result<Option<SignerSet<'a>>, Refusal> {
        let Some(account) = &self.signer_set else {
            return Ok(None);
        };
        let data = self.data_of(account, layout::SIGNER_SET)?;
        let set = read_signer_set(data).filter(|_| data.len() == layout::SIGNER_SET_LENGTH);
        set.map(Some).ok_or(Refusal::WrongAccount)
    }

    /// The bytes of an account of the oracle with this discriminator.
    fn data_of(&self, account: &Account<'a>, discriminator: [u8; 8]) -> Result<&'a [u8], Refusal> {
        if account.owner != *self.oracle {
            return Err(Refusal::WrongOwner);
        }
        if !account.data.starts_with(&discriminator) {
            return Err(Refusal::WrongAccount);
        }
        Ok(account.data)
    }
}

fn read_config(data: &[u8]) -> Option<Config<'_>> {
    let deployment_id = array_at(data, layout::CONFIG_DEPLOYMENT_ID)?;
    Some(Config { deployment_id, oldest_accepted_version: u64_at(data, layout::CONFIG_OLDEST_ACCEPTED_VERSION)? })
}

fn read_registry(data: &[u8]) -> Option<Registry<'_>> {
    let (keys, rest) = data.get(layout::REGISTRY_KEYS..)?.as_chunks();
    if !rest.is_empty() || keys.len() > MAX_NODES {
        return None;
    }
    let [min_signers] = *array_at(data, layout::REGISTRY_MIN_SIGNERS)?;
    let version = u64_at(data, layout::REGISTRY_VERSION)?;
    let accept_until = i64::from_le_bytes(*array_at(data, layout::REGISTRY_ACCEPT_UNTIL)?);
    Some(Registry { version, min_signers, accept_until, keys })
}

fn read_signer_set(data: &[u8]) -> Option<SignerSet<'_>> {
    let [signatures] = *array_at(data, layout::SIGNER_SET_SIGNATURES)?;
    let registry_version = u64_at(data, layout::SIGNER_SET_REGISTRY_VERSION)?;
    let signers = array_at(data, layout::SIGNER_SET_SIGNERS)?;
    let aggregate_key = array_at(data, layout::SIGNER_SET_AGGREGATE_KEY)?;
    Some(SignerSet { registry_version, signers, signatures, aggregate_key })
}

fn array_at<const N: usize>(data: &[u8], at: usize) -> Option<&[u8; N]> {
    data.get(at..)?.first_chunk()
}

fn u64_at(data: &[u8], at: usize) -> Option<u64> {
    array_at(data, at).map(|bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
