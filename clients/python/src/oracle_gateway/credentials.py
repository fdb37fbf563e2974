"""What a caller signs, and the credentials that come of it (docs/protocol.md, "Identities")."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from .addresses import base58


def request_auth(feed_id: bytes, second: int) -> bytes:
    """Returns the 32 bytes that the owner of a subscription or a delegate signs for one round."""
    return hashlib.sha256(b"SVC_REQAUTH_V1" + feed_id + _u64(second)).digest()


def agent_request_auth(escrow: bytes, gateway: bytes, feed_id: bytes, second: int, amount: int) -> bytes:
    """Returns the 32 bytes that an agent signs for one round and its exact price."""
    return hashlib.sha256(b"SVC_AGENT_REQAUTH_V1" + escrow + gateway + feed_id + _u64(second) + _u64(amount)).digest()


def simulate_auth(deployment_id: bytes, gateway: bytes, source_id: bytes, key: bytes, owner: bytes, second: int) -> bytes:
    """Returns the 32 bytes that a key signs for a dry run at one gateway. They order no round."""
    return hashlib.sha256(b"SVC_SIMULATE_V1" + deployment_id + gateway + source_id + key + owner + _u64(second)).digest()


def round_read_text(round_id: str, second: int) -> bytes:
    """Returns the text that a requester signs to read what is private of a round."""
    return f"Oracle Gateway: read round {round_id} at {second}".encode()


def usage_read_text(gateway: bytes, second: int) -> bytes:
    """Returns the text that a key signs to read what one gateway charged it."""
    return f"Oracle Gateway: read usage at {base58(gateway)} at {second}".encode()


def payment_memo(program_id: bytes, gateway: bytes, source_id: bytes, quorum: int, registry_version: int) -> str:
    """Returns the memo that binds a payment to its request."""
    fields = program_id + gateway + source_id + bytes([quorum]) + _u64(registry_version)
    return hashlib.sha256(b"SVC_X402_REQUEST_V1" + fields).digest()[:16].hex()


@dataclass(frozen=True)
class SignIn:
    """The members of a sign-in, which a wallet shows as a text (CAIP-122)."""

    domain: str
    address: str
    uri: str
    chain_id: str
    nonce: str
    issued_at: str
    """ISO 8601."""
    resources: Sequence[str] = ()

    def text(self) -> bytes:
        lines = [
            f"{self.domain} wants you to sign in with your Solana account:",
            self.address,
            "",
            f"URI: {self.uri}",
            "Version: 1",
            f"Chain ID: {self.chain_id.partition(':')[2]}",
            f"Nonce: {self.nonce}",
            f"Issued At: {self.issued_at}",
        ]
        if self.resources:
            lines += ["Resources:", *(f"- {one}" for one in self.resources)]
        return "\n".join(lines).encode()

    def header(self, signature: str) -> str:
        """Returns the value of ``SIGN-IN-WITH-X``. ``signature`` is in hex or base58."""
        members: dict[str, object] = {
            "domain": self.domain,
            "address": self.address,
            "uri": self.uri,
            "version": "1",
            "chainId": self.chain_id,
            "type": "ed25519",
            "nonce": self.nonce,
            "issuedAt": self.issued_at,
        }
        if self.resources:
            members["resources"] = list(self.resources)
        members["signature"] = signature
        return base64.b64encode(json.dumps(members, separators=(",", ":")).encode()).decode()


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "little")
