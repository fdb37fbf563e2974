//! Instruction data: one tag byte, then fixed fields, little-endian (docs/protocol.md). Parsing is closed: it refuses
//! trailing bytes, and unknown flags and operations.
use crate::{
    accounts::{config::Settings, delegate::Bounds, node::MAX_ENDPOINT_LENGTH},
    ed25519,
    error::OracleError,
};
use oracle_gateway_attestation::{
    aggregate::PointBytes,
    fields::Fields,
    form,
    proof::{read_bitmap, Proof},
    schnorr::Signature,
    ListSubmission, Submission,
};

#[derive(Debug, PartialEq, Eq)]
pub enum Instruction<'a> {
    Initialise { network_hash: &'a [u8; 32], settings: Settings },
    UpdateConfig(Settings),
    ProposeAuthority { new_authority: &'a [u8; 32] },
    AcceptAuthority,
    WithdrawTreasury { amount: u64 },
    RegisterNode(Registration<'a>),
    ChangeRegistry(RegistryChange<'a>),
    RegisterGateway(GatewayKeys<'a>),
    SetGatewayStatus(GatewayStatus),
    OpenSubscription { max_signatures: u8, rounds: u64, expires_at: i64, max_amount: u64 },
    RenewSubscription { rounds: u64, expires_at: i64, max_amount: u64 },
    PauseSubscription,
    ResumeSubscription,
    ChangeSubscriptionGateway,
    SettleRound(Settlement<'a>),
    ConfirmSubscriptionGateway,
    UpgradeSubscription { max_signatures: u8, max_amount: u64 },
    AddDelegate { authority: &'a [u8; 32], bounds: Bounds },
    BoundDelegate(Bounds),
    RevokeDelegate,
    CloseDelegate,
    SettleAgentRound(AgentSettlement<'a>),
    PauseEscrow,
    ResumeEscrow,
    RequestWithdraw,
    WithdrawEscrow { amount: u64 },
    Submit(Submission<'a>),
    CreateSignerSet(SignerSetKeys<'a>),
    CloseRound,
    CloseRegistry,
    CloseSignerSet,
    UpdateGateway { rotator: &'a [u8; 32], rent_to: &'a [u8; 32] },
    ProposeGatewayAuthority { new_authority: &'a [u8; 32] },
    AcceptGatewayAuthority,
    AnnounceChange { change: &'a [u8] },
    CancelChange,
    ShowSource(ShownSource<'a>),
    SubmitMany(ListSubmission<'a>),
}

/// Status that `set_gateway_status` gives a gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayStatus {
    Inactive,
    Active,
    /// Inactive at once, even if the account then loses an earlier deactivation.
    StoppedInEmergency,
}

/// Data of `register_gateway`.
#[derive(Debug, PartialEq, Eq)]
pub struct GatewayKeys<'a> {
    /// The first authority, which is the account's id for good.
    pub authority: &'a [u8; 32],
    pub rotator: &'a [u8; 32],
    pub rent_to: &'a [u8; 32],
}

/// Data of `register_node`.
#[derive(Debug, PartialEq, Eq)]
pub struct Registration<'a> {
    pub index: u8,
    pub public_key: &'a PointBytes,
    pub encryption_key: &'a [u8; 32],
    pub operator: &'a [u8; 32],
    pub proof: Signature<'a>,
    pub endpoint: &'a [u8],
}

/// Data of `change_registry`.
#[derive(Debug, PartialEq, Eq)]
pub struct RegistryChange<'a> {
    pub redundancy_buffer: u8,
    pub emergency: bool,
    changes: &'a [[u8; 2]],
}

/// Change of one slot of a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotChange {
    Set { index: u8 },
    Remove { index: u8 },
}

impl<'a> RegistryChange<'a> {
    /// Number of slots that are set.
    pub fn slots_set(&self) -> usize {
        self.slots().filter(|slot| matches!(slot, SlotChange::Set { .. })).count()
    }

    /// The changes in the order given.
    pub fn slots(&self) -> impl Iterator<Item = SlotChange> + use<'a> {
        self.changes.iter().map(|[op, index]| match *op {
            SET => SlotChange::Set { index: *index },
            _ => SlotChange::Remove { index: *index },
        })
    }
}

/// The claim of a settlement: the round that was served.
#[derive(Debug, PartialEq, Eq)]
pub struct ServedRound<'a> {
    pub source_id: &'a [u8; 32],
    pub value: &'a [u8; 32],
    pub signatures_required: u8,
    /// A valid form of the attestation: its units are what the round is charged by.
    pub form: u8,
    pub timestamp_seconds: u64,
    pub observed_at_ms: u64,
}

/// Data of `settle_round`.
#[derive(Debug, PartialEq, Eq)]
pub struct Settlement<'a> {
    pub round: ServedRound<'a>,
    pub proof: Proof<'a>,
}

/// Data of `settle_agent_round`.
#[derive(Debug, PartialEq, Eq)]
pub struct AgentSettlement<'a> {
    pub round: ServedRound<'a>,
    /// Atomic units, as the payer signed them.
    pub amount: u64,
    /// The payer's signature of AgentRequestAuth.
    pub request_signature: &'a ed25519::Signature,
    pub proof: Proof<'a>,
}

/// Data of `create_signer_set`.
#[derive(Debug, PartialEq, Eq)]
pub struct SignerSetKeys<'a> {
    /// Sum of the signers' keys: a hint, checked against the registry.
    pub aggregate_key: &'a PointBytes,
    /// The last ⌈count / 8⌉ bytes of the signers bitmap.
    pub bitmap: &'a [u8],
}

/// Data of `show_source`.
#[derive(Debug, PartialEq, Eq)]
pub struct ShownSource<'a> {
    /// Owner of the feed.
    pub owner: &'a [u8; 32],
    pub signatures_required: u8,
    /// Its hash is the id of the source.
    pub text: &'a [u8],
}

const SET: u8 = 0;
const REMOVE: u8 = 1;

impl<'a> Instruction<'a> {
    /// # Errors
    /// `InvalidInstruction` unless the data is exactly one instruction.
    pub fn parse(data: &'a [u8]) -> Result<Self, OracleError> {
        let mut fields = Fields::new(data);
        Self::read(&mut fields).filter(|_| fields.is_empty()).ok_or(OracleError::InvalidInstruction)
    }

    fn read(fields: &mut Fields<'a>) -> Option<Self> {
        Some(match fields.u8()? {
            0 => Self::Initialise { network_hash: fields.array()?, settings: settings(fields)? },
            1 => Self::UpdateConfig(settings(fields)?),
            2 => Self::ProposeAuthority { new_authority: fields.array()? },
            3 => Self::AcceptAuthority,
            4 => Self::WithdrawTreasury { amount: fields.u64()? },
            5 => Self::RegisterNode(registration(fields)?),
            6 => Self::ChangeRegistry(registry_change(fields)?),
            7 => Self::RegisterGateway(GatewayKeys {
                authority: fields.array()?,
                rotator: fields.array()?,
                rent_to: fields.array()?,
            }),
            8 => Self::SetGatewayStatus(gateway_status(fields)?),
            9 => Self::OpenSubscription {
                max_signatures: fields.u8()?,
                rounds: fields.u64()?,
                expires_at: fields.i64()?,
                max_amount: fields.u64()?,
            },
            10 => {
                Self::RenewSubscription { rounds: fields.u64()?, expires_at: fields.i64()?, max_amount: fields.u64()? }
            }
            11 => Self::PauseSubscription,
            12 => Self::ResumeSubscription,
            13 => Self::ChangeSubscriptionGateway,
            14 => Self::SettleRound(settlement(fields)?),
            15 => Self::ConfirmSubscriptionGateway,
            16 => Self::UpgradeSubscription { max_signatures: fields.u8()?, max_amount: fields.u64()? },
            17 => Self::AddDelegate { authority: fields.array()?, bounds: bounds(fields)? },
            18 => Self::BoundDelegate(bounds(fields)?),
            19 => Self::RevokeDelegate,
            20 => Self::CloseDelegate,
            21 => Self::SettleAgentRound(agent_settlement(fields)?),
            22 => Self::PauseEscrow,
            23 => Self::ResumeEscrow,
            24 => Self::RequestWithdraw,
            25 => Self::WithdrawEscrow { amount: fields.u64()? },
            26 => Self::Submit(Submission::parse_fields(fields.rest())?),
            27 => Self::CreateSignerSet(SignerSetKeys { aggregate_key: fields.array()?, bitmap: read_bitmap(fields)? }),
            28 => Self::CloseRound,
            29 => Self::CloseRegistry,
            30 => Self::CloseSignerSet,
            31 => Self::UpdateGateway { rotator: fields.array()?, rent_to: fields.array()? },
            32 => Self::ProposeGatewayAuthority { new_authority: fields.array()? },
            33 => Self::AcceptGatewayAuthority,
            34 => Self::AnnounceChange { change: fields.rest() },
            35 => Self::CancelChange,
            36 => Self::ShowSource(shown_source(fields)?),
            37 => Self::SubmitMany(ListSubmission::parse_fields(fields.rest())?),
            _ => return None,
        })
    }
}

fn flag(fields: &mut Fields) -> Option<bool> {
    match fields.u8()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn gateway_status(fields: &mut Fields) -> Option<GatewayStatus> {
    match fields.u8()? {
        0 => Some(GatewayStatus::Inactive),
        1 => Some(GatewayStatus::Active),
        2 => Some(GatewayStatus::StoppedInEmergency),
        _ => None,
    }
}

fn settings(fields: &mut Fields) -> Option<Settings> {
    Some(Settings {
        min_signers: fields.u8()?,
        version_grace_seconds: fields.u64()?,
        settle_window_seconds: fields.u64()?,
        withdraw_delay_seconds: fields.u64()?,
        x402_round_base: fields.u64()?,
        reward_per_signature: fields.u64()?,
        agent_round_base: fields.u64()?,
        agent_round_per_sig: fields.u64()?,
        subscription_round_base: fields.u64()?,
        subscription_round_per_sig: fields.u64()?,
        additions_delay_seconds: fields.u64()?,
        guardian: *fields.array()?,
    })
}

fn bounds(fields: &mut Fields) -> Option<Bounds> {
    Some(Bounds { rounds: fields.u64()?, max_signatures: fields.u8()?, expires_at: fields.i64()? })
}

fn registration<'a>(fields: &mut Fields<'a>) -> Option<Registration<'a>> {
    Some(Registration {
        index: fields.u8()?,
        public_key: fields.array()?,
        encryption_key: fields.array()?,
        operator: fields.array()?,
        proof: Signature::read(fields)?,
        endpoint: {
            let length = usize::from(fields.u8()?);
            fields.slice(length).filter(|_| length <= MAX_ENDPOINT_LENGTH)?
        },
    })
}

fn registry_change<'a>(fields: &mut Fields<'a>) -> Option<RegistryChange<'a>> {
    Some(RegistryChange {
        redundancy_buffer: fields.u8()?,
        emergency: flag(fields)?,
        changes: {
            let count = usize::from(fields.u8()?);
            let (changes, _) = fields.slice(2 * count)?.as_chunks();
            let known = |[op, _]: &[u8; 2]| matches!(*op, SET | REMOVE);
            changes.iter().all(known).then_some(changes)?
        },
    })
    // An emergency adds no key: nothing that could forge values passes the delay by.
    .filter(|change: &RegistryChange| !change.emergency || change.slots_set() == 0)
}

fn served_round<'a>(fields: &mut Fields<'a>) -> Option<ServedRound<'a>> {
    Some(ServedRound {
        source_id: fields.array()?,
        value: fields.array()?,
        signatures_required: fields.u8()?,
        form: fields.u8().filter(|form| form::is_valid(*form))?,
        timestamp_seconds: fields.u64()?,
        observed_at_ms: fields.u64()?,
    })
}

fn settlement<'a>(fields: &mut Fields<'a>) -> Option<Settlement<'a>> {
    let round = served_round(fields)?;
    let proof = Proof::parse(fields.rest(), round.signatures_required)?;
    Some(Settlement { round, proof })
}

fn agent_settlement<'a>(fields: &mut Fields<'a>) -> Option<AgentSettlement<'a>> {
    let round = served_round(fields)?;
    let (amount, request_signature) = (fields.u64()?, fields.array()?);
    let proof = Proof::parse(fields.rest(), round.signatures_required)?;
    Some(AgentSettlement { round, amount, request_signature, proof })
}

fn shown_source<'a>(fields: &mut Fields<'a>) -> Option<ShownSource<'a>> {
    Some(ShownSource { owner: fields.array()?, signatures_required: fields.u8()?, text: fields.rest() })
}

#[cfg(test)]
#[path = "instruction_tests.rs"]
mod tests;
