//! The nodes that an attestation is verified against.
//!
//! The attestation is rebuilt from their data (deployment, registry version) and the instruction's claims. So an attestation
//! of another deployment, feed or time does not verify.
use crate::{
    aggregate::{self, PointBytes},
    attestation::Attestation,
    proof::{KeyForm, Proof},
    refusal::Refusal,
    schnorr::VerifyingKey,
    signers::{bitmap_length, signers},
    slopes,
    submission::Claim,
};

/// One registry version of a deployment. The caller checks whether its time is over.
pub struct Nodes<'a> {
    /// Identity of the deployment.
    pub deployment_id: &'a [u8; 32],
    /// The version that signed.
    pub registry_version: u64,
    /// The version's keys, each with a proven possession; slot i is node index i.
    pub keys: &'a [PointBytes],
    /// The signer set to which a proof may refer.
    pub signer_set: Option<SignerSet<'a>>,
}

/// Sum of the keys that one signers bitmap names in one registry version, verified before.
pub struct SignerSet<'a> {
    /// The version that the sum was verified against.
    pub registry_version: u64,
    /// The whole signers bitmap, big-endian.
    pub signers: &'a [u8; 32],
    /// Number of signers.
    pub signatures: u8,
    /// Sum of the signers' keys.
    pub aggregate_key: &'a PointBytes,
}

impl Nodes<'_> {
    /// Verifies the signature of the claimed number of nodes; returns the attestation's message m.
    ///
    /// # Errors
    /// `InvalidBitmap`, `WrongAggregateKey`, `WrongSlope`, `WrongSignerSet`, `MissingSignerSet`, `InvalidAttestation`.
    #[inline]
    pub fn verify(&self, claim: &Claim, proof: &Proof) -> Result<[u8; 32], Refusal> {
        let attestation = Attestation {
            deployment_id: self.deployment_id,
            feed_id: &claim.feed_id(),
            value: claim.value,
            source_id: claim.source_id,
            registry_version: self.registry_version,
            signatures_required: claim.signatures_required,
            form: claim.form,
            timestamp_ms: claim.timestamp_ms,
            observed_at_ms: claim.observed_at_ms,
        };
        let message = attestation.message();
        let sum = self.sum(claim.signatures_required, proof)?;
        let key = VerifyingKey::new(&sum).ok_or(Refusal::WrongAggregateKey)?;
        if !key.verify(&message, proof.signature) {
            return Err(Refusal::InvalidAttestation);
        }
        Ok(message)
    }

    /// The verified sum of the keys of exactly `quorum` signers.
    #[inline(never)]
    fn sum(&self, quorum: u8, proof: &Proof) -> Result<PointBytes, Refusal> {
        match proof.key_form {
            KeyForm::Sum(sum) => {
                let signers = signers(self.keys, proof.bitmap, quorum).ok_or(Refusal::InvalidBitmap)?;
                if aggregate::is_sum(signers, sum) {
                    Ok(*sum)
                } else {
                    Err(Refusal::WrongAggregateKey)
                }
            }
            KeyForm::Slopes(slopes) => {
                let signers = signers(self.keys, proof.bitmap, quorum).ok_or(Refusal::InvalidBitmap)?;
                slopes::sum(signers, slopes).ok_or(Refusal::WrongSlope)
            }
            KeyForm::SignerSet => {
                let set = self.signer_set.as_ref().ok_or(Refusal::MissingSignerSet)?;
                if self.is_set_of(set, proof.bitmap, quorum) {
                    Ok(*set.aggregate_key)
                } else {
                    Err(Refusal::WrongSignerSet)
                }
            }
        }
    }

    /// `set` is the sum of the `quorum` signers that `bitmap` names, in the form that `signers` takes.
    fn is_set_of(&self, set: &SignerSet, bitmap: &[u8], quorum: u8) -> bool {
        let is_of_version = set.registry_version == self.registry_version;
        // The bytes before the tail are zero: the version that the sum was checked against has no more slots.
        let is_of_signers = bitmap.len() == bitmap_length(self.keys.len()) && set.signers.ends_with(bitmap);
        is_of_version && is_of_signers && set.signatures == quorum
    }
}

#[cfg(test)]
#[path = "nodes_tests.rs"]
mod tests;
