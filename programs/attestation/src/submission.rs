//! The data of the oracle program's instruction `submit`: a value, and the proof that a quorum signed it.
//!
//! A program that verifies a value itself takes the same bytes, so a client builds one instruction's data for both uses.
use crate::{attestation, fields::Fields, form, proof::Proof};

/// The attestation that an instruction claims.
#[derive(Debug, PartialEq, Eq)]
pub struct Claim<'a> {
    /// Owner of the feed: the consumer authority, or zeros without one.
    pub owner: &'a [u8; 32],
    /// Identity of the source: keccak256 of its canonical ApiConfig, or that of an index.
    pub source_id: &'a [u8; 32],
    /// 32 big-endian bytes: uint256 in exact mode, int256 in tolerance mode.
    pub value: &'a [u8; 32],
    /// Number of nodes that signed.
    pub signatures_required: u8,
    /// Whether the value is of one source, an index or a list: see `form`.
    pub form: u8,
    /// Unix time of the request.
    pub timestamp_ms: u64,
    /// Unix time at or after which every signer began to fetch the value. Judge its age and its order by this time.
    pub observed_at_ms: u64,
}

impl Claim<'_> {
    /// The feed to which the value belongs. It fixes owner, source and quorum: compare it with the feed that you expect.
    pub fn feed_id(&self) -> [u8; 32] {
        attestation::feed_id(self.owner, self.source_id, self.signatures_required)
    }
}

/// Data of `submit`.
#[derive(Debug, PartialEq, Eq)]
pub struct Submission<'a> {
    /// The value and what it belongs to.
    pub claim: Claim<'a>,
    /// The signature and its signers.
    pub proof: Proof<'a>,
}

impl<'a> Submission<'a> {
    /// First byte of the instruction's data.
    pub const TAG: u8 = 26;

    /// The whole data of the instruction; `None` for any other bytes, and for a list: its value is no feed's.
    pub fn parse(data: &'a [u8]) -> Option<Self> {
        let (tag, fields) = data.split_first()?;
        if *tag == Self::TAG {
            Self::parse_fields(fields)
        } else {
            None
        }
    }

    /// `parse` for the data behind the tag.
    pub fn parse_fields(data: &'a [u8]) -> Option<Self> {
        let mut fields = Fields::new(data);
        let claim = Claim {
            owner: fields.array()?,
            source_id: fields.array()?,
            value: fields.array()?,
            signatures_required: fields.u8()?,
            form: fields.u8().filter(|form| form::is_valid(*form) && !form::is_list(*form))?,
            timestamp_ms: fields.u64()?,
            observed_at_ms: fields.u64()?,
        };
        let proof = Proof::parse(fields.rest(), claim.signatures_required)?;
        Some(Self { claim, proof })
    }
}

#[cfg(test)]
#[path = "submission_tests.rs"]
mod tests;
