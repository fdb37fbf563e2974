"""Keys that sign."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

from .addresses import base58
from .errors import ClientUsageError

SIGNATURE_BYTES = 64


class Signer(Protocol):
    """An Ed25519 key that signs bytes: of a wallet or a key service. The key itself never comes here.

    ``sign`` of a signer for :class:`AsyncClient` may be a coroutine.
    """

    @property
    def address(self) -> str:
        """The public key in base58."""

    def sign(self, message: bytes, /) -> bytes | Awaitable[bytes]:
        """Returns the 64 bytes of a signature of the message, which is not hashed before."""


class KeypairSigner:
    """A signer of a key that is at hand. Make it with :func:`keypair_signer`."""

    def __init__(self, secret_key: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        if len(secret_key) != 64:
            raise ClientUsageError("secret_key", "must have 64 bytes, as a key file of the Solana CLI")
        self._key = Ed25519PrivateKey.from_private_bytes(secret_key[:32])
        public_key = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        if public_key != secret_key[32:]:
            raise ClientUsageError("secret_key", "must end with the public key of its first 32 bytes")
        self._address = base58(public_key)

    @property
    def address(self) -> str:
        return self._address

    def sign(self, message: bytes, /) -> bytes:
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"KeypairSigner({self._address})"


def keypair_signer(secret_key: bytes | Sequence[int]) -> KeypairSigner:
    """Makes a signer of the 64 bytes of a key file of the Solana CLI: ``keypair_signer(json.load(open("id.json")))``."""
    return KeypairSigner(bytes(secret_key))
