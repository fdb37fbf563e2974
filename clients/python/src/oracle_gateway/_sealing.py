"""Secrets of private sources, sealed for the nodes so that no party between reads them (docs/protocol.md, "Sealed secrets")."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from .errors import ClientUsageError
from .subject import SOURCE_FORM, ApiConfig, Subject, source_id

_PLACEHOLDER = re.compile(r"\{\{secret\.([A-Za-z0-9_-]{1,64})\}\}")
_MAX_PLAINTEXT_BYTES = 8_192


def sealed_members(subject: Subject, secrets: Mapping[str, str], *, nodes: Mapping[int, bytes], not_after: int, owner: str | None) -> dict[str, Any]:
    """Returns the member of a request that holds its secrets: each source gets those that its placeholders name.

    ``nodes`` has the encryption keys of the registry's nodes by index. Two hosts never get a secret of one name.
    """
    if subject.form == SOURCE_FORM:
        return {"encKeyBundle": seal(subject.sources[0], secrets, nodes=nodes, not_after=not_after, owner=owner)}
    hosts: dict[str, str] = {}
    bundles: list[Any] = []
    for source in subject.sources:
        asked = {name: secrets[name] for name in secret_names(source) if name in secrets}
        host = urlsplit(source["url"]).netloc
        for name in asked:
            # A source that another party describes must not get what is meant for another one.
            if hosts.setdefault(name, host) != host:
                raise ClientUsageError("secrets", f"sources of two hosts ask for {name!r}; name them apart")
        bundles.append(seal(source, asked, nodes=nodes, not_after=not_after, owner=owner) if asked else None)
    _require_used(secrets, hosts)
    return {"encKeyBundles": bundles}


def secret_names(source: ApiConfig) -> list[str]:
    """Returns the names in the placeholders of a source."""
    texts = [source["url"], source.get("body", ""), *source.get("headers", {}).values()]
    return list(dict.fromkeys(name for text in texts for name in _PLACEHOLDER.findall(text)))


def seal(
    source: ApiConfig,
    secrets: Mapping[str, str],
    *,
    nodes: Mapping[int, bytes],
    not_after: int,
    owner: str | None,
    random: Callable[[int], bytes] = os.urandom,
) -> dict[str, Any]:
    """Seals secrets for one source. ``random`` is cryptographic. Raises ``ClientUsageError`` where secrets and placeholders do not match."""
    names = secret_names(source)
    _require_used(secrets, names)
    if not names or any(not isinstance(secrets.get(name), str) for name in names):
        raise ClientUsageError("secrets", "must have a text for each placeholder of the source, and the source one at least")
    members: dict[str, Any] = {"secrets": dict(secrets), "notAfter": not_after}
    if owner is not None:
        members["owner"] = owner
    plaintext = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode()
    if len(plaintext) > _MAX_PLAINTEXT_BYTES:
        raise ClientUsageError("secrets", f"must have at most {_MAX_PLAINTEXT_BYTES} bytes as JSON")
    key, nonce, ephemeral = random(32), random(12), random(32)
    return seal_bytes(source_id(source), plaintext, nodes=nodes, key=key, nonce=nonce, ephemeral=ephemeral)


def seal_bytes(source: bytes, plaintext: bytes, *, nodes: Mapping[int, bytes], key: bytes, nonce: bytes, ephemeral: bytes) -> dict[str, Any]:
    """Returns the ``encKeyBundle`` of a plaintext. The last three are fresh and random: 32, 12 and 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    secret = X25519PrivateKey.from_private_bytes(ephemeral)
    public = secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    ciphertext = ChaCha20Poly1305(key).encrypt(nonce, plaintext, b"SVC_SEALED_CONFIG_V1" + source)
    bound = hashlib.sha256(nonce + ciphertext).digest()
    envelopes = {}
    for index, node in nodes.items():
        # It refuses a key of small order, whose shared secret any third party could compute.
        shared = secret.exchange(X25519PublicKey.from_public_bytes(node))
        info = b"SVC_ENVELOPE_V1" + source + bytes([index]) + bound
        kek = HKDF(SHA256(), 32, salt=public + node, info=info).derive(shared)
        envelopes[str(index)] = _hex(ChaCha20Poly1305(kek).encrypt(bytes(12), key, None))
    return {"ephemeralPub": _hex(public), "nonceSym": _hex(nonce), "ciphertext": _hex(ciphertext), "envelopes": envelopes}


def _require_used(secrets: Mapping[str, str], asked: Any) -> None:
    for name in secrets:
        if name not in asked:
            raise ClientUsageError("secrets", f"no placeholder of the source asks for {name!r}")


def _hex(data: bytes) -> str:
    return f"0x{data.hex()}"
