"""program-address.json: every address the program derives, with the canonical bump."""

import hashlib

import base58
from ed25519_math import is_point
from schnorr_math import bytes_from, hex0x, u64

TOKEN_PROGRAM = base58.decode("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
ASSOCIATED_TOKEN_PROGRAM = base58.decode("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")


def find(program, *seeds):
    """The largest bump whose hash is no point of the curve."""
    for bump in range(255, -1, -1):
        candidate = hashlib.sha256(b"".join(seeds) + bytes([bump]) + program + b"ProgramDerivedAddress").digest()
        if not is_point(candidate):
            return candidate, bump
    raise AssertionError("no address")


def plain(value):
    return hex0x(value) if isinstance(value, bytes) else value


def case(kind, program, seeds, **fields):
    address, bump = find(program, *seeds)
    return {
        "kind": kind,
        "programId": base58.encode(program),
        **{name: plain(value) for name, value in fields.items()},
        "seeds": [hex0x(seed) for seed in seeds],
        "bump": bump,
        "address": base58.encode(address),
    }


def cases_of(round_number):
    def key(name):
        return bytes_from(32, "program address", name, round_number)

    program, authority, owner, mint, source = (key(name) for name in ("program", "authority", "owner", "mint", "source"))
    gateway, payer = key("gateway account"), key("payer")
    version, index, quorum, timestamp = 1 + 255 * round_number, 7 * round_number, 3 + round_number, 1_700_000_000 + round_number
    signers = (0b1011 << 9 * round_number).to_bytes(32, "big")
    subscription = find(program, b"subscription", owner)[0]
    token, token_bump = find(ASSOCIATED_TOKEN_PROGRAM, owner, TOKEN_PROGRAM, mint)
    return [
        case("config", program, [b"config"]),
        case("registry", program, [b"registry", u64(version)], version=version),
        case("node", program, [b"node", bytes([index])], index=index),
        case("gateway", program, [b"gateway", authority], authority=authority),
        case("subscription", program, [b"subscription", owner], owner=owner),
        case("signerSet", program, [b"signer_set", u64(version), signers], version=version, signersBitmap=signers),
        case("delegate", program, [b"delegate", subscription, authority], subscription=subscription, authority=authority),
        case("feed", program, [b"feed", source], feedId=source),
        case(
            "round",
            program,
            [b"round", owner, source, bytes([quorum]), u64(timestamp)],
            consumerAuthority=owner,
            sourceId=source,
            signaturesRequired=quorum,
            timestampSeconds=timestamp,
        ),
        case("escrow", program, [b"escrow", payer, gateway], payer=payer, gateway=gateway),
        case(
            "agentRound",
            program,
            [b"agent_round", payer, gateway, source, bytes([quorum]), u64(timestamp)],
            payer=payer,
            gateway=gateway,
            sourceId=source,
            signaturesRequired=quorum,
            timestampSeconds=timestamp,
        ),
        {
            "kind": "associatedToken",
            "owner": hex0x(owner),
            "mint": hex0x(mint),
            "bump": token_bump,
            "address": base58.encode(token),
        },
    ]


def generate():
    return {
        "program-address.json": {
            "description": "Program-derived addresses (docs/protocol.md#program-derived-addresses) and associated token accounts; bumps are canonical.",
            "vectors": [case for round_number in range(4) for case in cases_of(round_number)],
        }
    }
