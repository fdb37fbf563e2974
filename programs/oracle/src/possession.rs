//! Proof of possession of a node key (protocol §4). Without it, one node could register a key chosen as a function of the
//! others' and sign alone for all of them; a proof over a message that does not name the key has the same hole. It names all
//! else that is registered, and the registration that it replaces: so it serves once, and nobody can bring an older one back.
use crate::{
    aggregate::PointBytes,
    keccak::keccak256,
    schnorr::{Signature, VerifyingKey},
};

const LABEL: &[u8] = b"SVC_NODE_POP_V2";

/// What a node proves to hold, for whom.
pub struct Possession<'a> {
    pub deployment_id: &'a [u8; 32],
    pub index: u8,
    pub public_key: &'a PointBytes,
    pub encryption_key: &'a [u8; 32],
    pub operator: &'a [u8; 32],
    /// `registered_at` of the registration that this one replaces; 0 = the index has none.
    pub previous_registered_at: i64,
    /// At most 255 bytes.
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

    /// Whether `proof` was made with the secret of `key`, which must be the key of `public_key`.
    pub fn is_proven_by(&self, key: &VerifyingKey, proof: Signature) -> bool {
        key.verify(&self.message(), proof)
    }
}

#[cfg(test)]
#[path = "possession_tests.rs"]
mod tests;
