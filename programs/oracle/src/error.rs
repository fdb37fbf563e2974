//! The program's own errors. `errors.json` is this table for clients in other languages; a test keeps the two equal.
use oracle_gateway_attestation::Refusal;
use pinocchio::error::ProgramError;

macro_rules! errors {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal,)+) => {
        /// Why an instruction was refused; reaches the client as a custom program error with this code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum OracleError {
            $($(#[doc = $doc])+ $name = $code,)+
        }

        /// Code, name and meaning of every error.
        pub const ERRORS: &[(u32, &str, &str)] = &[$(($code, stringify!($name), concat!($($doc),+)),)+];
    };
}

errors! {
    /// The instruction data is invalid: unknown tag, wrong length, or a field outside its range.
    InvalidInstruction = 6000,
    /// The number of accounts is not the instruction's.
    WrongAccountCount = 6001,
    /// An account that must sign has not signed.
    MissingSignature = 6002,
    /// An account that the instruction changes is not writable.
    NotWritable = 6003,
    /// An account has the wrong owner program.
    WrongOwner = 6004,
    /// An account of this program has the wrong kind or length.
    WrongAccountKind = 6005,
    /// An account is not at the address that its contents or its role derive.
    WrongAddress = 6006,
    /// The account to create already exists.
    AlreadyExists = 6007,
    /// The system or token program account is another program.
    WrongProgram = 6008,
    /// The signer is not the authority for this instruction.
    WrongAuthority = 6009,
    /// A setting is outside its bounds.
    InvalidSettings = 6010,
    /// The mint is not an initialised mint of the token program, or a token account has another mint.
    WrongMint = 6011,
    /// A token account does not exist, is not initialised, or does not belong to the signer.
    WrongTokenAccount = 6012,
    /// An amount or a time is outside its range.
    Overflow = 6013,
    /// A node index is 64 or more.
    InvalidNodeIndex = 6014,
    /// An endpoint holds a byte outside printable ASCII.
    InvalidEndpoint = 6015,
    /// An encryption key is zero.
    InvalidEncryptionKey = 6016,
    /// A node key is not a point of secp256k1 with x below the group order.
    InvalidPublicKey = 6017,
    /// The proof of possession must prove this key for this deployment, index, encryption key, operator and endpoint,
    /// in place of the Node account's registration.
    InvalidProof = 6018,
    /// A registry change names one index twice.
    RepeatedIndex = 6019,
    /// A registry change sets a slot beyond the next free one.
    IndexOutOfOrder = 6020,
    /// A registry change removes a slot that holds no key.
    SlotEmpty = 6021,
    /// A registry version would hold the same x coordinate twice: a repeated key, or a key and its negative.
    DuplicateKey = 6022,
    /// A registry version would not satisfy redundancy_buffer < min_signers <= active.
    UnreachableQuorum = 6023,
    /// The gateway, subscription, delegate or escrow is in the requested state already, or there is no pending change to confirm.
    NothingToChange = 6024,
    /// Rounds from before the last change of this kind can still be settled, or the last switch was this very second.
    TooSoon = 6025,
    /// max_signatures is 0, above 64, or of a subscription: below the smallest quorum, or not above the one that is paid already.
    InvalidMaxSignatures = 6026,
    /// expires_at is not in the future, more than ten years ahead, or of a subscription: earlier than the stored one.
    InvalidExpiry = 6027,
    /// The subscription must name this gateway at the round's time, and the account must be the gateway of the
    /// subscription or round.
    WrongGateway = 6028,
    /// The gateway was not active at the round's time, or is not active now.
    GatewayInactive = 6029,
    /// The subscription was paused at the round's time.
    SubscriptionPaused = 6030,
    /// The subscription had expired at the round's time.
    SubscriptionExpired = 6031,
    /// The subscription has no rounds left.
    QuotaExhausted = 6032,
    /// signatures_required, or the number of a signer set's signers, is below the registry's min_signers, or above the
    /// max_signatures of the subscription or its delegate.
    QuorumOutOfRange = 6033,
    /// The round's timestamp is older than the settle window or more than 600 seconds ahead.
    TimestampOutOfWindow = 6034,
    /// The registry version is no longer accepted.
    RegistryExpired = 6035,
    /// The bitmap's length is wrong, it names an empty slot or one beyond the registry, or its population is not the quorum.
    InvalidBitmap = 6036,
    /// The aggregate key given is not the sum of the signers' keys, or that sum cannot be used.
    WrongAggregateKey = 6037,
    /// The signature is not one of this attestation by this aggregate key.
    InvalidAttestation = 6038,
    /// The round has been settled before.
    RoundAlreadySettled = 6039,
    /// The price is above the amount that the owner agreed to pay.
    PriceAboveMaximum = 6040,
    /// A slope is p or more or not that of its addition, or an addition has none: a partial sum meets the next key.
    WrongSlope = 6041,
    /// The signer set account is of another registry version, or of other signers.
    WrongSignerSet = 6042,
    /// The account cannot be closed yet: a round may still settle with it, or ended less than the margin ago.
    StillInUse = 6043,
    /// A delegate's key is zero or the subscription owner's own.
    InvalidDelegate = 6044,
    /// The delegate is not one of this subscription, or had not been added at the round's time.
    WrongDelegate = 6045,
    /// The delegate had been revoked at the round's time, or is revoked now.
    DelegateRevoked = 6046,
    /// The delegate had expired at the round's time.
    DelegateExpired = 6047,
    /// The delegate has no rounds left.
    DelegateExhausted = 6048,
    /// The attestation's time is more than 2 seconds ahead of the ledger's clock.
    AttestationAhead = 6049,
    /// The text is not the canonical ApiConfig of a source, nor the preimage of an index.
    InvalidSourceText = 6050,
    /// No withdrawal from the escrow is requested.
    WithdrawNotRequested = 6051,
    /// The escrow was paused at the round's time.
    EscrowPaused = 6052,
    /// The escrow's token account holds less than the amount.
    EscrowUnderfunded = 6053,
    /// The signature is not the payer's of this request: another key, round, gateway, escrow or amount.
    InvalidRequestSignature = 6054,
    /// A gateway's rotator is its authority, or the authority that is proposed: a thief of that key would keep the gateway.
    InvalidRotator = 6055,
    /// The deployment has a delay for this change: announce it first, with the same data and the same keys.
    NotAnnounced = 6056,
    /// The announced change was not made within 14 days of its time: announce it again.
    AnnouncementExpired = 6057,
    /// Nothing waits here: announce change_registry without emergency, update_config or propose_authority, where there is a delay.
    NotAnnounceable = 6058,
}

impl From<OracleError> for ProgramError {
    fn from(error: OracleError) -> Self {
        Self::Custom(error as u32)
    }
}

impl From<Refusal> for OracleError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::WrongOwner => Self::WrongOwner,
            Refusal::WrongAccount => Self::WrongAccountKind,
            Refusal::VersionExpired => Self::RegistryExpired,
            Refusal::BelowMinSigners => Self::QuorumOutOfRange,
            Refusal::InvalidBitmap => Self::InvalidBitmap,
            Refusal::WrongAggregateKey => Self::WrongAggregateKey,
            Refusal::WrongSlope => Self::WrongSlope,
            Refusal::WrongSignerSet => Self::WrongSignerSet,
            Refusal::MissingSignerSet => Self::WrongAccountCount,
            Refusal::InvalidAttestation => Self::InvalidAttestation,
        }
    }
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
