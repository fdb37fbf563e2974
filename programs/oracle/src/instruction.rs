//! Instruction data: one tag byte, then fixed fields, little-endian (docs/protocol.md). Parsing is closed: it refuses
//! trailing bytes, and unknown flags and operations.
use crate::{
    accounts::{config::Settings, delegate::Bounds, node::MAX_ENDPOINT_LENGTH},
    aggregate::PointBytes,
    ed25519,
    error::OracleError,
    proof::{Claim, KeyForm, Proof},
    schnorr::Signature,
    slopes::SlopeBytes,
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
    RegisterGateway { authority: &'a [u8; 32] },
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
}

/// Status that `set_gateway_status` gives a gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayStatus {
    Inactive,
    Active,
    /// Inactive at once, even if the account then loses an earlier deactivation.
    StoppedInEmergency,
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
    /// The changes in the order given.
    pub fn slots(&self) -> impl Iterator<Item = SlotChange> + use<'a> {
        self.changes.iter().map(|[op, index]| match *op {
            SET => SlotChange::Set { index: *index },
            _ => SlotChange::Remove { index: *index },
        })
    }
}

/// Data of `settle_round`.
#[derive(Debug, PartialEq, Eq)]
pub struct Settlement<'a> {
    pub api_config_hash: &'a [u8; 32],
    pub value: &'a [u8; 32],
    pub signatures_required: u8,
    pub timestamp_seconds: u64,
    pub proof: Proof<'a>,
}

/// Data of `settle_agent_round`.
#[derive(Debug, PartialEq, Eq)]
pub struct AgentSettlement<'a> {
    pub api_config_hash: &'a [u8; 32],
    pub value: &'a [u8; 32],
    pub signatures_required: u8,
    pub timestamp_seconds: u64,
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

/// Data of `submit`.
#[derive(Debug, PartialEq, Eq)]
pub struct Submission<'a> {
    pub claim: Claim<'a>,
    /// The source's canonical ApiConfig, if given.
    pub text: Option<&'a [u8]>,
    pub proof: Proof<'a>,
}

const SET: u8 = 0;
const REMOVE: u8 = 1;

/// The longest bitmap, of 64 slots.
const MAX_BITMAP_LENGTH: usize = 8;

impl<'a> Instruction<'a> {
    /// # Errors
    /// `InvalidInstruction` unless the data is exactly one instruction.
    pub fn parse(data: &'a [u8]) -> Result<Self, OracleError> {
        let mut fields = Fields(data);
        Self::read(&mut fields).filter(|_| fields.0.is_empty()).ok_or(OracleError::InvalidInstruction)
    }

    fn read(fields: &mut Fields<'a>) -> Option<Self> {
        Some(match fields.u8()? {
            0 => Self::Initialise { network_hash: fields.array()?, settings: fields.settings()? },
            1 => Self::UpdateConfig(fields.settings()?),
            2 => Self::ProposeAuthority { new_authority: fields.array()? },
            3 => Self::AcceptAuthority,
            4 => Self::WithdrawTreasury { amount: fields.u64()? },
            5 => Self::RegisterNode(fields.registration()?),
            6 => Self::ChangeRegistry(fields.registry_change()?),
            7 => Self::RegisterGateway { authority: fields.array()? },
            8 => Self::SetGatewayStatus(fields.gateway_status()?),
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
            14 => Self::SettleRound(fields.settlement()?),
            15 => Self::ConfirmSubscriptionGateway,
            16 => Self::UpgradeSubscription { max_signatures: fields.u8()?, max_amount: fields.u64()? },
            17 => Self::AddDelegate { authority: fields.array()?, bounds: fields.bounds()? },
            18 => Self::BoundDelegate(fields.bounds()?),
            19 => Self::RevokeDelegate,
            20 => Self::CloseDelegate,
            21 => Self::SettleAgentRound(fields.agent_settlement()?),
            22 => Self::PauseEscrow,
            23 => Self::ResumeEscrow,
            24 => Self::RequestWithdraw,
            25 => Self::WithdrawEscrow { amount: fields.u64()? },
            26 => Self::Submit(fields.submission()?),
            27 => Self::CreateSignerSet(SignerSetKeys { aggregate_key: fields.array()?, bitmap: fields.bitmap()? }),
            28 => Self::CloseRound,
            29 => Self::CloseRegistry,
            30 => Self::CloseSignerSet,
            _ => return None,
        })
    }
}

/// The bytes that have not been read yet.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn array<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(array)
    }

    fn slice(&mut self, length: usize) -> Option<&'a [u8]> {
        let (slice, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(slice)
    }

    fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| *byte)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(|bytes| u16::from_le_bytes(*bytes))
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(|bytes| u64::from_le_bytes(*bytes))
    }

    fn i64(&mut self) -> Option<i64> {
        self.array().map(|bytes| i64::from_le_bytes(*bytes))
    }

    fn flag(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn gateway_status(&mut self) -> Option<GatewayStatus> {
        match self.u8()? {
            0 => Some(GatewayStatus::Inactive),
            1 => Some(GatewayStatus::Active),
            2 => Some(GatewayStatus::StoppedInEmergency),
            _ => None,
        }
    }

    fn signature(&mut self) -> Option<Signature<'a>> {
        Some(Signature { s: self.array()?, commitment: self.array()? })
    }

    fn settings(&mut self) -> Option<Settings> {
        Some(Settings {
            min_signers: self.u8()?,
            version_grace_seconds: self.u64()?,
            settle_window_seconds: self.u64()?,
            withdraw_delay_seconds: self.u64()?,
            x402_round_base: self.u64()?,
            reward_per_signature: self.u64()?,
            agent_round_base: self.u64()?,
            agent_round_per_sig: self.u64()?,
            subscription_round_base: self.u64()?,
            subscription_round_per_sig: self.u64()?,
        })
    }

    fn bounds(&mut self) -> Option<Bounds> {
        Some(Bounds { rounds: self.u64()?, max_signatures: self.u8()?, expires_at: self.i64()? })
    }

    fn registration(&mut self) -> Option<Registration<'a>> {
        Some(Registration {
            index: self.u8()?,
            public_key: self.array()?,
            encryption_key: self.array()?,
            operator: self.array()?,
            proof: self.signature()?,
            endpoint: {
                let length = usize::from(self.u8()?);
                self.slice(length).filter(|_| length <= MAX_ENDPOINT_LENGTH)?
            },
        })
    }

    fn registry_change(&mut self) -> Option<RegistryChange<'a>> {
        Some(RegistryChange {
            redundancy_buffer: self.u8()?,
            emergency: self.flag()?,
            changes: {
                let count = usize::from(self.u8()?);
                let (changes, _) = self.slice(2 * count)?.as_chunks();
                let known = |[op, _]: &[u8; 2]| matches!(*op, SET | REMOVE);
                changes.iter().all(known).then_some(changes)?
            },
        })
    }

    fn settlement(&mut self) -> Option<Settlement<'a>> {
        let (api_config_hash, value) = (self.array()?, self.array()?);
        let (signatures_required, timestamp_seconds) = (self.u8()?, self.u64()?);
        let proof = self.proof(signatures_required)?;
        Some(Settlement { api_config_hash, value, signatures_required, timestamp_seconds, proof })
    }

    fn agent_settlement(&mut self) -> Option<AgentSettlement<'a>> {
        let (api_config_hash, value) = (self.array()?, self.array()?);
        let (signatures_required, timestamp_seconds) = (self.u8()?, self.u64()?);
        let (amount, request_signature) = (self.u64()?, self.array()?);
        let proof = self.proof(signatures_required)?;
        Some(AgentSettlement {
            api_config_hash,
            value,
            signatures_required,
            timestamp_seconds,
            amount,
            request_signature,
            proof,
        })
    }

    fn submission(&mut self) -> Option<Submission<'a>> {
        let claim = Claim {
            owner: self.array()?,
            source_id: self.array()?,
            value: self.array()?,
            signatures_required: self.u8()?,
            timestamp_ms: self.u64()?,
        };
        let length = usize::from(self.u16()?);
        let text = self.slice(length)?;
        let proof = self.proof(claim.signatures_required)?;
        Some(Submission { claim, text: (!text.is_empty()).then_some(text), proof })
    }

    /// The end of every instruction that brings an attestation.
    fn proof(&mut self, signatures_required: u8) -> Option<Proof<'a>> {
        Some(Proof {
            signature: self.signature()?,
            key_form: self.key_form(signatures_required)?,
            bitmap: self.bitmap()?,
        })
    }

    /// The rest of the data.
    fn bitmap(&mut self) -> Option<&'a [u8]> {
        self.slice(self.0.len()).filter(|rest| rest.len() <= MAX_BITMAP_LENGTH)
    }

    fn key_form(&mut self, signatures_required: u8) -> Option<KeyForm<'a>> {
        match self.u8()? {
            0 => Some(KeyForm::Sum(self.array()?)),
            1 => {
                let additions = usize::from(signatures_required.checked_sub(1)?);
                let (slopes, _) = self.slice(size_of::<SlopeBytes>() * additions)?.as_chunks();
                Some(KeyForm::Slopes(slopes))
            }
            2 => Some(KeyForm::SignerSet),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "instruction_tests.rs"]
mod tests;
