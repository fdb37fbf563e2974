//! AgentRequestAuth: what a payer signs to have one round served and paid (docs/protocol.md#agentrequestauth).
use oracle_gateway_attestation::attestation;

const LABEL: &[u8] = b"SVC_AGENT_REQAUTH_V1";

/// One round, at one gateway, for one price.
pub struct AgentRequest<'a> {
    /// AgentEscrow account.
    pub escrow: &'a [u8; 32],
    /// Gateway account.
    pub gateway: &'a [u8; 32],
    pub payer: &'a [u8; 32],
    pub source_id: &'a [u8; 32],
    pub signatures_required: u8,
    pub timestamp_seconds: u64,
    /// Atomic units.
    pub amount: u64,
}

impl AgentRequest<'_> {
    pub fn hash(&self) -> [u8; 32] {
        let feed_id = attestation::feed_id(self.payer, self.source_id, self.signatures_required);
        let (timestamp, amount) = (self.timestamp_seconds.to_le_bytes(), self.amount.to_le_bytes());
        solana_sha256_hasher::hashv(&[LABEL, self.escrow, self.gateway, &feed_id, &timestamp, &amount]).to_bytes()
    }
}

#[cfg(test)]
#[path = "agent_request_tests.rs"]
mod tests;
