"""api-examples.json: one round on each path, with good signatures of caller and nodes: the examples of the OpenAPI document."""

import hashlib

import base58
import ed25519_math
from attested_result import API_CONFIG, NETWORK, OBSERVED_AT_MS, TIMESTAMP, VERSION, attest
from program_addresses import find
from schnorr_math import be32, bytes_from, hex0x, keccak256, u64

QUORUM = 3
SIGNERS = [0, 2, 4]
VALUE = be32(6_462_831 * 10**16)
AGENT_PRICE = 2_500


def caller(name):
    seed = bytes_from(32, "api example", name)
    return ed25519_math.public_key(seed), lambda message: hex0x(ed25519_math.sign(seed, message))


def subscription_round(program):
    owner, sign = caller("owner")
    answer = attest(program, owner, VALUE, SIGNERS)
    feed_id, source_id = (bytes.fromhex(answer["data"][name][2:]) for name in ("feedId", "configHash"))
    text = base58.encode(owner)
    return {
        "roundId": base58.encode(find(program, b"round", owner, source_id, bytes([QUORUM]), u64(TIMESTAMP))[0]),
        "request": {
            "subscriptionOwner": text,
            "consumerAuthority": text,
            "signaturesRequired": QUORUM,
            "timestamp": TIMESTAMP,
            "registryVersion": VERSION,
            "authSig": sign(hashlib.sha256(b"SVC_REQAUTH_V1" + feed_id + u64(TIMESTAMP)).digest()),
            "apiConfig": API_CONFIG,
        },
        "answer": answer,
    }


def agent_round(program, gateway):
    payer, sign = caller("payer")
    escrow = find(program, b"escrow", payer, gateway)[0]
    answer = attest(program, payer, VALUE, SIGNERS)
    feed_id, source_id = (bytes.fromhex(answer["data"][name][2:]) for name in ("feedId", "configHash"))
    message = b"SVC_AGENT_REQAUTH_V1" + escrow + gateway + feed_id + u64(TIMESTAMP) + u64(AGENT_PRICE)
    return {
        "roundId": base58.encode(find(program, b"agent_round", payer, gateway, source_id, bytes([QUORUM]), u64(TIMESTAMP))[0]),
        "escrow": base58.encode(escrow),
        "request": {
            "payer": base58.encode(payer),
            "canonical_timestamp": TIMESTAMP,
            "signatures_required": QUORUM,
            "amount": AGENT_PRICE,
            "registry_version": VERSION,
            "agent_request_auth_sig": sign(hashlib.sha256(message).digest()),
            "apiConfig": API_CONFIG,
        },
        "answer": answer,
    }


def paid_round(program):
    """A paid round has no feed owner; its result is nested."""
    flat = attest(program, bytes(32), VALUE, SIGNERS)["data"]
    source_id = flat["configHash"]
    return {
        "request": {"signatures_required": QUORUM, "registry_version": VERSION, "apiConfig": API_CONFIG},
        "answer": {
            "status": "completed",
            "data": {
                "attestation": {
                    "payload": {
                        "value": flat["valuePacked"],
                        "sourceId": source_id,
                        "registryVersion": VERSION,
                        "signaturesRequired": QUORUM,
                        "timestamp": TIMESTAMP * 1_000,
                        "observedAt": OBSERVED_AT_MS,
                    },
                    "signature": {
                        "signature": flat["s"],
                        "commitment": flat["commitmentAddr"],
                        "signersBitmap": flat["signersBitmap"],
                    },
                },
                "value": flat["value"],
                "fresh": True,
                "configHash": source_id,
            },
        },
    }


def generate():
    program = bytes_from(32, "attested result program")
    gateway = bytes_from(32, "api example", "gateway")
    return {
        "api-examples.json": {
            "description": "One round on each path: the request with the caller's signature, and the answer that the nodes of attested-result.json signed.",
            "programId": base58.encode(program),
            "network": NETWORK,
            "deploymentId": hex0x(keccak256(b"SVC_DEPLOYMENT_V1", program, hashlib.sha256(NETWORK.encode()).digest())),
            "gateway": base58.encode(gateway),
            "subscription": subscription_round(program),
            "agent": agent_round(program, gateway),
            "x402": paid_round(program),
        }
    }
