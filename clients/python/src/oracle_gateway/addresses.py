"""Addresses of the ledger: their base58 form, and those that a program derives (docs/protocol.md, "Program-derived addresses")."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_MARKER = b"ProgramDerivedAddress"
_FIELD = 2**255 - 19
_D = -121665 * pow(121666, -1, _FIELD) % _FIELD

TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"


def base58(data: bytes) -> str:
    """Returns the base58 form of bytes."""
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, digit = divmod(number, 58)
        text = _ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def address(text: str) -> bytes:
    """Reads a key of 32 bytes in base58. Raises ``ValueError`` for another text."""
    number = 0
    for character in text[:44]:
        number = number * 58 + _ALPHABET.index(character)
    zeros = len(text) - len(text.lstrip("1"))
    key = bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(text) > 44 or len(key) != 32:
        raise ValueError(f"{text[:44]}: must be 32 bytes in base58")
    return key


def program_address(seeds: Sequence[bytes], program_id: bytes) -> bytes:
    """Returns the address that a program derives from seeds, by the largest bump that leads off the curve."""
    for bump in range(255, -1, -1):
        candidate = hashlib.sha256(b"".join((*seeds, bytes([bump]), program_id, _MARKER))).digest()
        if not _is_on_edwards25519(candidate):
            return candidate
    raise ValueError("seeds: must have an address that a program derives")


def _is_on_edwards25519(key: bytes) -> bool:
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    squared = y * y % _FIELD
    over, under = (squared - 1) % _FIELD, (_D * squared + 1) % _FIELD
    # The square of x is over / under. A number is a square where its power is 0 or 1; over × under is one where the quotient is.
    return pow(over * under, (_FIELD - 1) // 2, _FIELD) in (0, 1)


def config_address(program_id: bytes) -> bytes:
    return program_address([b"config"], program_id)


def registry_address(program_id: bytes, version: int) -> bytes:
    return program_address([b"registry", version.to_bytes(8, "little")], program_id)


def node_address(program_id: bytes, index: int) -> bytes:
    return program_address([b"node", bytes([index])], program_id)


def round_address(program_id: bytes, feed_owner: bytes, source_id: bytes, quorum: int, second: int) -> bytes:
    """Returns the address of a round's receipt. Its base58 form is the id of the round."""
    return program_address([b"round", feed_owner, source_id, bytes([quorum]), second.to_bytes(8, "little")], program_id)


def agent_round_address(program_id: bytes, payer: bytes, gateway: bytes, source_id: bytes, quorum: int, second: int) -> bytes:
    """Returns the address of the receipt of an agent's round. Its base58 form is the id of the round."""
    seeds = [b"agent_round", payer, gateway, source_id, bytes([quorum]), second.to_bytes(8, "little")]
    return program_address(seeds, program_id)


def escrow_address(program_id: bytes, payer: bytes, gateway: bytes) -> bytes:
    return program_address([b"escrow", payer, gateway], program_id)


def associated_token_address(owner: bytes, mint: bytes) -> bytes:
    return program_address([owner, address(TOKEN_PROGRAM), mint], address(ASSOCIATED_TOKEN_PROGRAM))
