//! Proof of an attestation: the end of every instruction that brings one (docs/protocol.md, "Proof of an attestation").
use crate::{
    aggregate::PointBytes,
    fields::Fields,
    schnorr::Signature,
    signers::{bitmap_length, MAX_NODES},
    slopes::SlopeBytes,
};

/// The signature of a quorum, and which nodes signed.
#[derive(Debug, PartialEq, Eq)]
pub struct Proof<'a> {
    /// The aggregate signature.
    pub signature: Signature<'a>,
    /// Source of the sum of the signers' keys.
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

impl<'a> Proof<'a> {
    /// The proof that fills all of `data`, for a quorum of `signatures_required`; `None` for any other bytes.
    pub fn parse(data: &'a [u8], signatures_required: u8) -> Option<Self> {
        let mut fields = Fields::new(data);
        Some(Self {
            signature: Signature::read(&mut fields)?,
            key_form: KeyForm::read(&mut fields, signatures_required)?,
            bitmap: read_bitmap(&mut fields)?,
        })
    }
}

impl<'a> KeyForm<'a> {
    fn read(fields: &mut Fields<'a>, signatures_required: u8) -> Option<Self> {
        match fields.u8()? {
            0 => Some(Self::Sum(fields.array()?)),
            1 => {
                let additions = usize::from(signatures_required.checked_sub(1)?);
                let (slopes, _) = fields.slice(size_of::<SlopeBytes>() * additions)?.as_chunks();
                Some(Self::Slopes(slopes))
            }
            2 => Some(Self::SignerSet),
            _ => None,
        }
    }
}

/// The rest of the data, as a bitmap; `None` if it is longer than that of the largest registry version.
pub fn read_bitmap<'a>(fields: &mut Fields<'a>) -> Option<&'a [u8]> {
    let rest = fields.rest();
    (rest.len() <= bitmap_length(MAX_NODES)).then_some(rest)
}

#[cfg(test)]
#[path = "proof_tests.rs"]
mod tests;
