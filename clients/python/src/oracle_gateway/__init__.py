"""Verify answers of an Oracle Gateway, from the answer and the keys on the ledger alone."""

from .answer import Verified, decode_value, verify
from .attestation import (
    NO_OWNER,
    Attestation,
    Registry,
    VerificationError,
    address,
    attestation_message,
    deployment_id,
    feed_id,
    read_registry,
    verify_attestation,
)
from .subject import Subject, index_subject, list_subject, source_id, source_subject

__all__ = [
    "NO_OWNER",
    "Attestation",
    "Registry",
    "Subject",
    "VerificationError",
    "Verified",
    "address",
    "attestation_message",
    "decode_value",
    "deployment_id",
    "feed_id",
    "index_subject",
    "list_subject",
    "read_registry",
    "source_id",
    "source_subject",
    "verify",
    "verify_attestation",
]
