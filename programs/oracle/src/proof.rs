//! What proves an attestation: the end of every instruction that brings one, and the one way to verify it.
//!
//! The attestation is rebuilt from what this program knows (deployment, registry version) and what the instruction claims,
//! so that one of another deployment, feed or time is of no use.
use crate::{
    accounts::{self, config::Config, registry::Registry, signer_set::SignerSet},
    aggregate::{self, PointBytes},
    attestation::{self, Attestation},
    error::OracleError,
    schnorr::{Signature, VerifyingKey},
    slopes::{self, SlopeBytes},
};
use pinocchio::{account::Ref, error::ProgramError, AccountView, Address};

#[derive(Debug, PartialEq, Eq)]
pub struct Proof<'a> {
    pub signature: Signature<'a>,
    pub key_form: KeyForm<'a>,
    /// The last ⌈count / 8⌉ bytes of the signers bitmap.
    pub bitmap: &'a [u8],
}

/// How the sum of the signers' keys is known.
#[derive(Debug, PartialEq, Eq)]
pub enum KeyForm<'a> {
    /// A hint that is checked: the sum itself, whatever the keys are.
    Sum(&'a PointBytes),
    /// A hint that is checked: the slope of each addition. The cheapest without an account, but longer with every signer, and
    /// no form for sums in which an addition has none.
    Slopes(&'a [SlopeBytes]),
    /// A SignerSet account, which holds the sum checked.
    SignerSet,
}

/// What an instruction says was attested.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Owner of the feed: the consumer authority, or zeros where none is known.
    pub owner: &'a [u8; 32],
    pub source_id: &'a [u8; 32],
    pub value: &'a [u8; 32],
    pub signatures_required: u8,
    pub timestamp_ms: u64,
}

impl Proof<'_> {
    /// The SignerSet account if the form needs one, which comes first among the accounts that are left, and what follows it.
    ///
    /// # Errors
    /// `WrongAccountCount` if it is missing; `accounts::read`'s.
    pub fn read_signer_set<'b>(
        &self,
        rest: &'b mut [AccountView],
        program_id: &Address,
    ) -> Result<(Option<Ref<'b, SignerSet>>, &'b mut [AccountView]), ProgramError> {
        if self.key_form != KeyForm::SignerSet {
            return Ok((None, rest));
        }
        let (account, rest) = rest.split_first_mut().ok_or(OracleError::WrongAccountCount)?;
        Ok((Some(accounts::read::<SignerSet>(account, program_id)?), rest))
    }
}

/// What attestations are verified against.
pub struct Verifier<'a> {
    pub config: &'a Config,
    /// The version that signed. Whether its time is over is the caller's to check.
    pub registry: &'a Registry,
    /// What `Proof::read_signer_set` has answered.
    pub signer_set: Option<&'a SignerSet>,
}

impl Verifier<'_> {
    /// Verifies that as many nodes as the claim says have signed it; answers the attestation's message m.
    ///
    /// # Errors
    /// `InvalidBitmap`, `WrongAggregateKey`, `WrongSlope`, `WrongSignerSet`, `InvalidAttestation`.
    #[inline(never)]
    pub fn verify(&self, claim: &Claim, proof: &Proof) -> Result<[u8; 32], OracleError> {
        let attestation = Attestation {
            deployment_id: &self.config.deployment_id,
            feed_id: &attestation::feed_id(claim.owner, claim.source_id, claim.signatures_required),
            value: claim.value,
            source_id: claim.source_id,
            registry_version: self.registry.header.version.get(),
            signatures_required: claim.signatures_required,
            timestamp_ms: claim.timestamp_ms,
        };
        let message = attestation.message();
        let sum = self.sum(claim.signatures_required, proof)?;
        let key = VerifyingKey::new(&sum).ok_or(OracleError::WrongAggregateKey)?;
        if !key.verify(&message, proof.signature) {
            return Err(OracleError::InvalidAttestation);
        }
        Ok(message)
    }

    /// The sum of the keys of exactly `quorum` signers, checked.
    #[inline(never)]
    fn sum(&self, quorum: u8, proof: &Proof) -> Result<PointBytes, OracleError> {
        match proof.key_form {
            KeyForm::Sum(sum) => {
                let signers = self.registry.signers(proof.bitmap, quorum)?;
                if aggregate::is_sum(signers, sum) {
                    Ok(*sum)
                } else {
                    Err(OracleError::WrongAggregateKey)
                }
            }
            KeyForm::Slopes(slopes) => {
                let signers = self.registry.signers(proof.bitmap, quorum)?;
                slopes::sum(signers, slopes).ok_or(OracleError::WrongSlope)
            }
            KeyForm::SignerSet => {
                let set = self.signer_set.ok_or(OracleError::WrongAccountCount)?;
                set.check(self.registry, proof.bitmap, quorum)?;
                Ok(set.aggregate_key)
            }
        }
    }
}
