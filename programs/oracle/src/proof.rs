//! Verification of an instruction's attestation against the program's accounts.
use crate::{
    accounts::{self, config::Config, registry::Registry, signer_set::SignerSet},
    error::OracleError,
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
