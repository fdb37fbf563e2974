//! Proof of possession of a node key (docs/protocol.md#proof-of-possession). Without it, one node could register a key chosen as a function of the
//! others' and sign alone for all of them; a proof over a message without the key has the same hole. The proof also names all
//! other registered data and the replaced registration: it serves once, and an older proof cannot be used again.
use oracle_gateway_attestation::{
    aggregate::PointBytes,
    keccak::keccak256,
    schnorr::{Signature, VerifyingKey},
};

const LABEL: &[u8] = b"SVC_NODE_POP_V2";

/// The key of a node, and the registration that the proof is for.
pub struct Possession<'a> {
    pub deployment_id: &'a [u8; 32],
    pub index: u8,
    pub public_key: &'a PointBytes,
    pub encryption_key: &'a [u8; 32],
    pub operator: &'a [u8; 32],
    /// `registered_at` of the replaced registration; 0 = the index has no registration.
    pub previous_registered_at: i64,
    /// Text of at most 255 bytes.
    pub endpoint: &'a [u8],
}

impl Possession<'_> {
    fn message(&self) -> [u8; 32] {
        keccak256(&[
            LABEL,
            self.deployment_id,
            &[self.index],
            self.public_key,
            self.encryption_key,
            self.operator,
            &self.previous_registered_at.to_le_bytes(),
            &[self.endpoint.len() as u8],
            self.endpoint,
        ])
    }

    /// True if `proof` was made with the secret of `key`, which must be the key of `public_key`.
    pub fn is_proven_by(&self, key: &VerifyingKey, proof: Signature) -> bool {
        key.verify(&self.message(), proof)
    }
}

#[cfg(test)]
#[path = "possession_tests.rs"]
mod tests;
