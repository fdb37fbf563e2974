"""Asks an Oracle Gateway for values, and verifies each of them with the keys of the ledger before it returns it."""

from typing import TYPE_CHECKING

from ._account import Account, Settlement
from ._agent import EscrowTerms, agent
from ._core import Round
from ._deprecation import DeprecationNotice, GatewayDeprecationWarning
from ._ledger import Ledger
from ._public_feeds import HistoryRow, PublicFeed
from ._retries import RetryPolicy
from ._session import OpenSession, session
from ._simulation import Simulation
from ._sources import SourceInput
from ._stamps import LastStamps, StampsInMemory, take_newer
from ._subscribed import delegate, owner
from ._usage import Usage, UsageOfDay
from .addresses import address
from .answer import Verified, decode_value, verify
from .attestation import (
    NO_OWNER,
    Attestation,
    KeptRegistry,
    Registry,
    attestation_message,
    deployment_id,
    feed_id,
    kept_registry,
    read_registry,
    verify_attestation,
)
from .client import Client
from .errors import (
    ClientUsageError,
    GatewayError,
    NotSettledError,
    OracleGatewayError,
    SpendingLimitError,
    TransportError,
    UnknownOutcomeError,
    VerificationError,
)
from .localnet import Localnet
from .signer import Signer, keypair_signer
from .subject import ApiConfig, Subject, index_subject, list_subject, source_id, source_subject

if TYPE_CHECKING:
    from .async_client import AsyncClient


def __getattr__(name: str) -> object:
    # A program without asyncio does not wait for it.
    if name == "AsyncClient":
        from .async_client import AsyncClient

        return AsyncClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "NO_OWNER",
    "Account",
    "ApiConfig",
    "AsyncClient",
    "Attestation",
    "Client",
    "ClientUsageError",
    "DeprecationNotice",
    "EscrowTerms",
    "GatewayDeprecationWarning",
    "GatewayError",
    "HistoryRow",
    "KeptRegistry",
    "LastStamps",
    "Ledger",
    "Localnet",
    "NotSettledError",
    "OpenSession",
    "OracleGatewayError",
    "PublicFeed",
    "Registry",
    "RetryPolicy",
    "Round",
    "Settlement",
    "Signer",
    "Simulation",
    "SourceInput",
    "SpendingLimitError",
    "StampsInMemory",
    "Subject",
    "TransportError",
    "UnknownOutcomeError",
    "Usage",
    "UsageOfDay",
    "VerificationError",
    "Verified",
    "address",
    "agent",
    "attestation_message",
    "decode_value",
    "delegate",
    "deployment_id",
    "feed_id",
    "index_subject",
    "kept_registry",
    "keypair_signer",
    "list_subject",
    "owner",
    "read_registry",
    "session",
    "source_id",
    "source_subject",
    "take_newer",
    "verify",
    "verify_attestation",
]
