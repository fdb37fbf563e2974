"""One file for each hash of the protocol that is not a signature: label, then fixed-width fields, then keccak256 or sha256."""

import hashlib

from schnorr_math import bytes_from, hex0x, keccak256, u64


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def key(name, number, length=32):
    return bytes_from(length, "identity", name, number)


def plain(value):
    """JSON form of an input: bytes as hex, integers that a double cannot hold as decimal text."""
    if isinstance(value, bytes):
        return hex0x(value)
    return str(value) if isinstance(value, int) and value >= 2**53 else value


def vector(digest, **fields):
    return {**{name: plain(value) for name, value in fields.items()}, "hash": hex0x(digest)}


def feed_id(number):
    owner = bytes(32) if number == 3 else key("owner", number)
    source, quorum = key("source", number), (1, 3, 255, 5)[number]
    return vector(keccak256(b"SVC_JOB_V1", owner, source, bytes([quorum])), owner=owner, sourceId=source, signaturesRequired=quorum)


def request_auth(number):
    feed, timestamp = key("feed", number), (0, 1, 1_700_000_000, 2**53 - 1)[number]
    return vector(sha256(b"SVC_REQAUTH_V1", feed, u64(timestamp)), feedId=feed, timestampSeconds=timestamp)


def agent_request_auth(number):
    """The borsh encoding of five fields of fixed width is their concatenation, integers little-endian."""
    escrow, gateway, payer, source = (key(name, number) for name in ("escrow", "gateway", "payer", "source"))
    quorum, timestamp, amount = (1, 3, 255, 5)[number], (0, 1, 1_700_000_000, 2**53 - 1)[number], (0, 4_200, 2**53 + 1, 2**64 - 1)[number]
    feed = keccak256(b"SVC_JOB_V1", payer, source, bytes([quorum]))
    digest = sha256(b"SVC_AGENT_REQAUTH_V1", escrow, gateway, feed, u64(timestamp), u64(amount))
    return vector(
        digest,
        escrow=escrow,
        gateway=gateway,
        payer=payer,
        sourceId=source,
        signaturesRequired=quorum,
        feedId=feed,
        canonicalTimestampSeconds=timestamp,
        amount=str(amount),
    )


def simulate_auth(number):
    """The owner is another key in every other vector: a delegate's."""
    deployment, gateway, source, signer = (key(name, number) for name in ("deployment", "gateway", "source", "caller"))
    owner = key("owner", number) if number % 2 else signer
    timestamp = (0, 1, 1_700_000_000, 2**53 - 1)[number]
    digest = sha256(b"SVC_SIMULATE_V1", deployment, gateway, source, signer, owner, u64(timestamp))
    return vector(
        digest, deploymentId=deployment, gateway=gateway, sourceId=source, key=signer, owner=owner, timestampSeconds=timestamp
    )


def deployment_id(number):
    program = key("program", number)
    network = (
        "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
        "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
        "solana:localnet",
    )[number]
    digest = keccak256(b"SVC_DEPLOYMENT_V1", program, sha256(network.encode()))
    return vector(digest, programId=program, network=network)


def attestation_message(number):
    deployment, feed, value, source = (key(name, number) for name in ("deployment", "feed", "value", "source"))
    version, quorum, time = (1, 7, 2**64 - 1, 2**40)[number], (1, 3, 255, 9)[number], (0, 1_700_000_000_000, 2**53 - 1, 123)[number]
    form, observed_at = (1, 32, 128 + 32, 128 + 2)[number], (1, 1_699_999_999_900, 2**53 - 1, 2**40)[number]
    digest = keccak256(
        b"SVC_ATTESTATION_V2", deployment, feed, value, source, u64(version), bytes([quorum, form]), u64(time), u64(observed_at)
    )
    return vector(
        digest,
        deploymentId=deployment,
        feedId=feed,
        value=value,
        sourceId=source,
        registryVersion=str(version),
        signaturesRequired=quorum,
        form=form,
        timestampMs=time,
        observedAtMs=observed_at,
    )


def possession_message(number):
    deployment, public, encryption, operator = (
        key("deployment", number),
        key("public", number, 64),
        key("encryption", number),
        key("operator", number),
    )
    index, previous = (0, 1, 63, 7)[number], (0, 1_700_000_000, 2**63 - 1, 256)[number]
    endpoint = ("https://node.example:8443", "http://127.0.0.1:8101", "https://" + 119 * "n", "")[number]
    digest = keccak256(
        b"SVC_NODE_POP_V2",
        deployment,
        bytes([index]),
        public,
        encryption,
        operator,
        previous.to_bytes(8, "little", signed=True),
        bytes([len(endpoint)]),
        endpoint.encode("ascii"),
    )
    return vector(
        digest,
        deploymentId=deployment,
        index=index,
        publicKey=public,
        encryptionKey=encryption,
        operator=operator,
        previousRegisteredAt=str(previous),
        endpoint=endpoint,
    )


def session_id(number):
    deployment, gateway, feed, source = (key(name, number) for name in ("deployment", "gateway", "feed", "source"))
    nonce = key("nonce", number, 16)
    quorum, version, time = (1, 3, 3, 40)[number], (1, 7, 2**64 - 1, 9)[number], (0, 1_700_000_000_000, 2**53 - 1, 5)[number]
    form, observed_at = (1, 3, 128 + 32, 128 + 2)[number], (1, 1_699_999_999_900, 2**53 - 1, 2**40)[number]
    eligible = ([0], [0, 2, 5, 6], [61, 62, 63], list(range(64)))[number]
    digest = keccak256(
        b"SVC_SESSION_V2",
        deployment,
        gateway,
        feed,
        source,
        bytes([quorum]),
        u64(version),
        u64(time),
        bytes([form]),
        u64(observed_at),
        bytes([len(eligible)]),
        bytes(eligible),
        nonce,
    )
    return vector(
        digest,
        deploymentId=deployment,
        gateway=gateway,
        feedId=feed,
        sourceId=source,
        signaturesRequired=quorum,
        registryVersion=str(version),
        timestampMs=time,
        form=form,
        observedAtMs=observed_at,
        eligible=eligible,
        gatewayNonce=nonce,
    )


def node_request(number):
    deployment, gateway = key("deployment", number), key("gateway", number)
    index, time = (0, 1, 63, 255)[number], (0, 1_700_000_000_000, 2**53 - 1, 77)[number]
    path, body = ("/v1/observe", "/v1/sign", "/v1/release", "/health")[number], (b"{}", b'{"a":1}', key("body", 0, 300), b"")[number]
    digest = sha256(b"SVC_NODE_REQUEST_V2", deployment, gateway, bytes([index]), u64(time), path.encode(), sha256(body))
    return vector(digest, deploymentId=deployment, gateway=gateway, nodeIndex=index, timeMs=time, path=path, body=body)


def x402_request_memo(number):
    """Half of the digest, in hex: a wallet's fixed compute limit pays for 32 characters of memo, not for 64."""
    program, gateway, source = (key(name, number) for name in ("program", "gateway", "source"))
    quorum, version = (1, 3, 255, 5)[number], (1, 7, 2**64 - 1, 2**53)[number]
    digest = sha256(b"SVC_X402_REQUEST_V1", program, gateway, source, bytes([quorum]), u64(version))
    fields = vector(digest, programId=program, gateway=gateway, sourceId=source, signaturesRequired=quorum)
    return {**fields, "registryVersion": str(version), "memo": digest.hex()[:32]}


def x402_authorization_key(number):
    """Of a message's bytes alone: the signatures beside it can be altered by any party."""
    message = key("message", number, (1, 64, 230, 1_200)[number])
    return vector(sha256(message), message=message)


def observed(number, place):
    """An observation: index, int256 below and above zero, milliseconds."""
    return {
        "index": (0, 7, 63, 255)[number] - (place if number else -place),
        "value": key(f"observed {place}", number),
        "receivedAtMs": (0, 1_700_000_000_000, 2**53 - 1, 77)[number] - (place if number != 0 else -place),
    }


def observation_bytes(one):
    return bytes([one["index"]]) + one["value"] + u64(one["receivedAtMs"])


def observation_message(number):
    session, one = key("session", number), observed(number, 0)
    return vector(keccak256(b"SVC_OBSERVATION_V1", session, observation_bytes(one)), sessionId=session, **one)


def observation_set(number):
    fixed_at = (0, 1_700_000_000_123, 2**53 - 1, 1)[number]
    listed = sorted((observed(number, place) for place in range((1, 3, 5, 8)[number])), key=lambda one: one["index"])
    digest = keccak256(b"SVC_OBSERVATION_SET_V1", u64(fixed_at), bytes([len(listed)]), *(observation_bytes(one) for one in listed))
    plain_list = [{name: plain(value) for name, value in one.items()} for one in listed]
    return {"fixedAtMs": fixed_at, "observations": plain_list, "hash": hex0x(digest)}


FILES = {
    "feed-id.json": (feed_id, "feed_id (docs/protocol.md#feed_id)"),
    "request-auth.json": (request_auth, "RequestAuth hash (docs/protocol.md#requestauth)"),
    "agent-request-auth.json": (
        agent_request_auth,
        "AgentRequestAuth hash (docs/protocol.md#agentrequestauth); amount is decimal text",
    ),
    "simulate-auth.json": (simulate_auth, "Hash that the caller of a dry run signs (docs/protocol.md#simulateauth)"),
    "deployment-id.json": (deployment_id, "deployment_id (docs/protocol.md#deployment_id)"),
    "attestation-message.json": (attestation_message, "Attestation message m (docs/protocol.md#message-m); registryVersion is decimal text"),
    "possession-message.json": (possession_message, "Message of a node's proof of possession (docs/protocol.md#proof-of-possession); previousRegisteredAt is decimal text"),
    "session-id.json": (session_id, "session_id (docs/protocol.md#session_id); registryVersion is decimal text"),
    "x402-memo.json": (x402_request_memo, "Memo of a paid request (docs/protocol.md#payment-on-the-pay-per-request-path); registryVersion is decimal text"),
    "x402-authorization-key.json": (x402_authorization_key, "Key of a payment authorization (docs/protocol.md#payment-on-the-pay-per-request-path)"),
    "observation-message.json": (observation_message, "Message that an observer signs in tolerance mode (docs/protocol.md#observation)"),
    "observation-set.json": (observation_set, "set_hash of tolerance mode (docs/protocol.md#set_hash)"),
    "node-request.json": (node_request, "Hash a gateway signs on a request to a node (docs/protocol.md#request-to-a-node)"),
}


def generate():
    return {
        name: {"description": description, "vectors": [derive(number) for number in range(4)]}
        for name, (derive, description) in FILES.items()
    }
