"""attested-result.json: a flat result (docs/api.md#post-v1roundexecute) with the registry account that proves it, for verification from outside."""

import base64
import hashlib
import json

import base58
from program_addresses import find
from schnorr_math import (
    N,
    affine64,
    be32,
    bitmap_of,
    bytes_from,
    challenge,
    commitment_of,
    hex0x,
    keccak256,
    multiply,
    scalar_from,
    u64,
)

NETWORK = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
VERSION = 3
TIMESTAMP = 1_763_683_200
OBSERVED_AT_MS = 1_763_683_200_400
SINGLE = 1
FOREVER = 2**63 - 1
NODES = 5
REMOVED = 3
API_CONFIG = {
    "method": "GET",
    "responseParser": "$.data.amount",
    "url": "https://api.coinbase.com/v2/prices/BTC-USD/spot",
}


def secret_of(index):
    return scalar_from("attested result node", index)


def registry_account():
    keys = [bytes(64) if index == REMOVED else affine64(multiply(secret_of(index))) for index in range(NODES)]
    header = b"SVC_REG1" + bytes([255, NODES, 1, 2, NODES - 1]) + bytes(3)
    return header + u64(VERSION) + u64(TIMESTAMP - 86_400) + u64(FOREVER) + b"".join(keys)


def attest(program, owner, value, signers):
    canonical = json.dumps(API_CONFIG, sort_keys=True, separators=(",", ":")).encode()
    return attest_source(program, owner, keccak256(canonical), SINGLE, value, "64628.31", signers, "attested result nonce")


def attest_source(program, owner, source_id, form, value, shown, signers, nonce_name):
    quorum = bytes([len(signers)])
    feed_id = keccak256(b"SVC_JOB_V1", owner, source_id, quorum)
    deployment_id = keccak256(b"SVC_DEPLOYMENT_V1", program, hashlib.sha256(NETWORK.encode()).digest())
    times = u64(TIMESTAMP * 1000) + u64(OBSERVED_AT_MS)
    message = keccak256(
        b"SVC_ATTESTATION_V2", deployment_id, feed_id, value, source_id, u64(VERSION), quorum, bytes([form]), times
    )
    secret = sum(secret_of(index) for index in signers) % N
    nonce = scalar_from(nonce_name)
    nonce_point = multiply(nonce)
    commitment = commitment_of(nonce_point)
    s = (nonce + challenge(multiply(secret), message, commitment) * secret) % N
    return {
        "status": "completed",
        "data": {
            "feedId": hex0x(feed_id),
            "value": shown,
            "valuePacked": hex0x(value),
            "timestamp": TIMESTAMP,
            "observedAt": OBSERVED_AT_MS,
            "registryVersion": VERSION,
            "signaturesRequired": len(signers),
            "configHash": hex0x(source_id),
            "signersBitmap": hex0x(bitmap_of(signers)),
            "s": hex0x(be32(s)),
            "rx": hex0x(be32(nonce_point[0])),
            "ryParity": nonce_point[1] % 2,
            "commitmentAddr": hex0x(commitment),
            "fresh": True,
        },
    }


def generate():
    program = bytes_from(32, "attested result program")
    owner = bytes_from(32, "attested result owner")
    return {
        "attested-result.json": {
            "description": "A flat result of three of five nodes (one removed) and the registry account, as a ledger's RPC gives it, that an outsider needs to verify it.",
            "programId": base58.encode(program),
            "network": NETWORK,
            "owner": base58.encode(owner),
            "apiConfig": API_CONFIG,
            "registryAddress": base58.encode(find(program, b"registry", u64(VERSION))[0]),
            "registryAccount": base64.b64encode(registry_account()).decode(),
            "signers": [0, 2, 4],
            "result": attest(program, owner, be32(6_462_831 * 10**16), [0, 2, 4]),
        }
    }
