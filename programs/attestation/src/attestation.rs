//! Content that the nodes sign (docs/protocol.md#message-m), and the feed that it is bound to (docs/protocol.md#feed_id).
use crate::keccak::keccak256;

const ATTESTATION_LABEL: &[u8] = b"SVC_ATTESTATION_V2";
const DEPLOYMENT_LABEL: &[u8] = b"SVC_DEPLOYMENT_V1";
const FEED_LABEL: &[u8] = b"SVC_JOB_V1";

/// Owner of the feeds of the pay-per-request path: its attestations name no consumer.
pub const NO_OWNER: [u8; 32] = [0; 32];

/// The fields of an attestation.
pub struct Attestation<'a> {
    /// Identity of the deployment, from `deployment_id`.
    pub deployment_id: &'a [u8; 32],
    /// Identity of the feed, from `feed_id`.
    pub feed_id: &'a [u8; 32],
    /// 32 big-endian bytes: uint256 in exact mode, int256 in tolerance mode.
    pub value: &'a [u8; 32],
    /// Identity of the source: keccak256 of the canonical ApiConfig, which is also the `api_config_hash`; or that of an index or
    /// a list.
    pub source_id: &'a [u8; 32],
    /// The registry version whose nodes sign.
    pub registry_version: u64,
    /// Number of nodes that sign.
    pub signatures_required: u8,
    /// Whether the value is of one source, an index or a list: see `form`.
    pub form: u8,
    /// Unix time of the request: with feed and quorum, what makes a round unique.
    pub timestamp_ms: u64,
    /// Unix time at or after which every signer began to fetch the value.
    pub observed_at_ms: u64,
}

impl Attestation<'_> {
    /// The message `m`.
    pub fn message(&self) -> [u8; 32] {
        keccak256(&[
            ATTESTATION_LABEL,
            self.deployment_id,
            self.feed_id,
            self.value,
            self.source_id,
            &self.registry_version.to_le_bytes(),
            &[self.signatures_required, self.form],
            &self.timestamp_ms.to_le_bytes(),
            &self.observed_at_ms.to_le_bytes(),
        ])
    }
}

/// Identity of a deployment: this program on this network (`network_hash` = sha256 of the CAIP-2 id).
pub fn deployment_id(program_id: &[u8; 32], network_hash: &[u8; 32]) -> [u8; 32] {
    keccak256(&[DEPLOYMENT_LABEL, program_id, network_hash])
}

/// Identity of a feed: its owner, its source and its quorum.
pub fn feed_id(owner: &[u8; 32], source_id: &[u8; 32], signatures_required: u8) -> [u8; 32] {
    keccak256(&[FEED_LABEL, owner, source_id, &[signatures_required]])
}

#[cfg(test)]
#[path = "attestation_tests.rs"]
mod tests;
