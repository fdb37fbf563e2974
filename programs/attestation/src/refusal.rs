//! Why a value is refused.

/// Why an attestation or its accounts are refused. Its code as a custom program error is `refusal as u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Refusal {
    /// An account is not owned by the oracle program.
    WrongOwner = 7100,
    /// An account of the oracle program has another kind or length.
    WrongAccount = 7101,
    /// The registry version is no longer accepted.
    VersionExpired = 7102,
    /// The quorum is below the smallest one of the registry version.
    BelowMinSigners = 7103,
    /// The bitmap's length is wrong, it names a slot without a key, or it does not name exactly the quorum.
    InvalidBitmap = 7104,
    /// The key is not the sum of the signers' keys, or that sum cannot verify.
    WrongAggregateKey = 7105,
    /// A slope is p or more or not that of its addition, or an addition has none.
    WrongSlope = 7106,
    /// The signer set is of another registry version, or of other signers.
    WrongSignerSet = 7107,
    /// The proof refers to a signer set, and its account was not given.
    MissingSignerSet = 7108,
    /// The signature is not one of this attestation by these nodes.
    InvalidAttestation = 7109,
}
