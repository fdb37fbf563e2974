//! Verification of an instruction's attestation against the program's accounts.
use crate::{
    accounts::{self, config::Config, registry::Registry, signer_set::SignerSet},
    error::OracleError,
    timing,
};
use oracle_gateway_attestation::{
    nodes::Nodes,
    proof::{KeyForm, Proof},
    Claim,
};
use pinocchio::{account::Ref, error::ProgramError, AccountView, Address};

/// The SignerSet account if the proof's form needs one, the first of the remaining accounts, and the accounts behind it.
///
/// # Errors
/// `WrongAccountCount` if the account is missing; errors of `accounts::read`.
pub fn read_signer_set<'a>(
    proof: &Proof,
    rest: &'a mut [AccountView],
    program_id: &Address,
) -> Result<(Option<Ref<'a, SignerSet>>, &'a mut [AccountView]), ProgramError> {
    if proof.key_form != KeyForm::SignerSet {
        return Ok((None, rest));
    }
    let (account, rest) = rest.split_first_mut().ok_or(OracleError::WrongAccountCount)?;
    Ok((Some(accounts::read::<SignerSet>(account, program_id)?), rest))
}

/// Data that attestations are verified against.
pub struct Verifier<'a> {
    pub config: &'a Config,
    /// The version that signed. The caller checks whether its time is over.
    pub registry: &'a Registry,
    /// Result of `read_signer_set`.
    pub signer_set: Option<&'a SignerSet>,
}

impl Verifier<'_> {
    /// `verify` for a value that is written to a feed at `clock`: it must not be ahead, and the version must be accepted.
    ///
    /// # Errors
    /// `AttestationAhead`, `RegistryExpired`, `QuorumOutOfRange`; those of `verify`.
    pub fn verify_now(&self, claim: &Claim, proof: &Proof, clock: i64) -> Result<[u8; 32], OracleError> {
        if !timing::is_due(claim.observed_at_ms, clock) {
            return Err(OracleError::AttestationAhead);
        }
        self.registry.check_accepted(self.config, clock)?;
        if claim.signatures_required < self.registry.header.min_signers {
            return Err(OracleError::QuorumOutOfRange);
        }
        self.verify(claim, proof)
    }

    /// Verifies the signature of the claimed number of nodes; returns the attestation's message m.
    ///
    /// # Errors
    /// `InvalidBitmap`, `WrongAggregateKey`, `WrongSlope`, `WrongSignerSet`, `InvalidAttestation`.
    #[inline(never)]
    pub fn verify(&self, claim: &Claim, proof: &Proof) -> Result<[u8; 32], OracleError> {
        let nodes = Nodes {
            deployment_id: &self.config.deployment_id,
            registry_version: self.registry.header.version.get(),
            keys: &self.registry.keys,
            signer_set: self.signer_set.map(SignerSet::sum),
        };
        Ok(nodes.verify(claim, proof)?)
    }
}
