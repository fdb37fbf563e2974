"""api-examples.json: one round on each path, a list and an index, with good signatures of caller and nodes: the examples of the OpenAPI document."""

import hashlib
import json

import base58
import ed25519_math
from attested_result import API_CONFIG, NETWORK, OBSERVED_AT_MS, TIMESTAMP, VERSION, attest, attest_source
from lists import list_id, list_value
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


def source(url, parser):
    return {"method": "GET", "responseParser": parser, "url": url}


def id_of(config):
    return keccak256(json.dumps(config, sort_keys=True, separators=(",", ":")).encode())


LIST_SOURCES = [
    API_CONFIG,
    source("https://api.coinbase.com/v2/prices/ETH-USD/spot", "$.data.amount"),
    source("https://api.coinbase.com/v2/prices/SOL-USD/spot", "$.data.amount"),
]
LIST_VALUES = [("64628.31", VALUE), ("3018.42", be32(301_842 * 10**16)), None]
MIN_VALUES = 2
REASON = {
    "code": "upstream_failure",
    "detail": "the source answered with status 503",
    "step": "fetch",
    "upstreamStatus": 503,
}
INDEX_SOURCES = [
    API_CONFIG,
    source("https://api.kraken.com/0/public/Ticker?pair=XBTUSD", "$.result.XXBTZUSD.c[0]"),
    source("https://www.bitstamp.net/api/v2/ticker/btcusd", "$.last"),
]
COMBINE = {"rule": "median", "minSources": 2, "maxDeviationBps": 50, "maxAgeMs": 15_000, "decimals": 8}


def index_id(configs, combine):
    ids = sorted(id_of(config) for config in configs)
    numbers = bytes([len(ids), combine["minSources"]]) + combine["maxDeviationBps"].to_bytes(2, "little") + be32(0)
    tail = combine["maxAgeMs"].to_bytes(4, "little") + bytes([combine["decimals"]])
    return keccak256(b"SVC_INDEX_V1" + numbers + tail + b"".join(ids))


def of_many(program, source_id, form, value, shown, nonce_name, members):
    """A round of several sources; its answer is as of one source."""
    owner, sign = caller("owner")
    answer = attest_source(program, owner, source_id, form, value, shown, SIGNERS, nonce_name)
    feed_id = bytes.fromhex(answer["data"]["feedId"][2:])
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
            **members,
        },
        "answer": answer,
    }


def list_round(program):
    """The last source has no value."""
    owner, _ = caller("owner")
    ids = [id_of(config) for config in LIST_SOURCES]
    value = list_value(ids, [None if one is None else one[1] for one in LIST_VALUES])
    members = {"apiConfigs": LIST_SOURCES, "minValues": MIN_VALUES}
    example = of_many(program, list_id(ids, MIN_VALUES), 128 + len(ids), value, hex0x(value), "api example list nonce", members)
    example["answer"]["data"]["values"] = [
        {
            "sourceId": hex0x(one_id),
            "feedId": hex0x(keccak256(b"SVC_JOB_V1", owner, one_id, bytes([QUORUM]))),
            **({"reason": REASON} if one is None else {"value": one[0], "valuePacked": hex0x(one[1])}),
        }
        for one_id, one in zip(ids, LIST_VALUES)
    ]
    return example


def index_round(program):
    value = be32(6_462_831 * 10**6)
    members = {"apiConfigs": INDEX_SOURCES, "combine": COMBINE}
    return of_many(program, index_id(INDEX_SOURCES, COMBINE), len(INDEX_SOURCES), value, "64628.31", "api example index nonce", members)


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


def publication(gateway):
    """Opens the feed of the subscription's round to every reader."""
    owner, sign = caller("owner")
    feed_id = keccak256(b"SVC_JOB_V1", owner, id_of(API_CONFIG), bytes([QUORUM]))
    text = f"Oracle Gateway: publish feed {hex0x(feed_id)} open at {TIMESTAMP} through {base58.encode(gateway)}"
    return {
        "action": "open",
        "owner": base58.encode(owner),
        "signaturesRequired": QUORUM,
        "apiConfig": API_CONFIG,
        "timestamp": TIMESTAMP,
        "signature": sign(text.encode()),
    }


def generate():
    program = bytes_from(32, "attested result program")
    gateway = bytes_from(32, "api example", "gateway")
    return {
        "api-examples.json": {
            "description": "One round on each path, a list and an index: the request with the caller's signature, and the answer that the nodes of attested-result.json signed.",
            "programId": base58.encode(program),
            "network": NETWORK,
            "deploymentId": hex0x(keccak256(b"SVC_DEPLOYMENT_V1", program, hashlib.sha256(NETWORK.encode()).digest())),
            "gateway": base58.encode(gateway),
            "subscription": subscription_round(program),
            "agent": agent_round(program, gateway),
            "x402": paid_round(program),
            "list": list_round(program),
            "index": index_round(program),
            "publication": publication(gateway),
        }
    }
