//! Proof of an attestation: the end of every instruction with an attestation, and its verification.
//!
//! The attestation is rebuilt from the program's data (deployment, registry version) and the instruction's claims. So an
//! attestation of another deployment, feed or time does not verify.
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

/// Source of the sum of the signers' keys.
#[derive(Debug, PartialEq, Eq)]
pub enum KeyForm<'a> {
    /// A hint, verified: the sum itself, for any keys.
    Sum(&'a PointBytes),
    /// A hint, verified: the slope of each addition. The cheapest form without an account, but longer with every signer, and
    /// impossible where an addition has no slope.
    Slopes(&'a [SlopeBytes]),
    /// A SignerSet account, which holds the verified sum.
    SignerSet,
}

/// The attestation that an instruction claims.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Owner of the feed: the consumer authority, or zeros without one.
    pub owner: &'a [u8; 32],
    pub source_id: &'a [u8; 32],
    pub value: &'a [u8; 32],
    pub signatures_required: u8,
    pub timestamp_ms: u64,
}

impl Proof<'_> {
    /// The SignerSet account if the form needs one, the first of the remaining accounts, and the accounts behind it.
    ///
    /// # Errors
    /// `WrongAccountCount` if the account is missing; errors of `accounts::read`.
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

/// Data that attestations are verified against.
pub struct Verifier<'a> {
    pub config: &'a Config,
    /// The version that signed. The caller checks whether its time is over.
    pub registry: &'a Registry,
    /// Result of `Proof::read_signer_set`.
    pub signer_set: Option<&'a SignerSet>,
}

impl Verifier<'_> {
    /// Verifies the signature of the claimed number of nodes; returns the attestation's message m.
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

    /// The verified sum of the keys of exactly `quorum` signers.
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
