"""schnorr-observation.json: observations signed by their observers (docs/protocol.md#observation), and what their signatures do not cover."""

from schnorr_math import N, affine64, be32, bytes_from, hex0x, keccak256, multiply, scalar_from, sign, u64, verify


def observation_message(session_id, index, value, received_at_ms):
    return keccak256(b"SVC_OBSERVATION_V1", session_id, bytes([index]), value, u64(received_at_ms))


def signed(name, index, value, received_at_ms):
    """An honest observation and what makes it: the nonce is a hash of key, random bytes and message."""
    secret, random = scalar_from("observer", name), bytes_from(32, "observer random", name)
    session_id = bytes_from(32, "observed session", name)
    message = observation_message(session_id, index, value, received_at_ms)
    nonce = int.from_bytes(keccak256(be32(secret), random, message), "big") % N
    s, commitment = sign(secret, message, nonce)
    return {
        "name": name,
        "secretKey": hex0x(be32(secret)),
        "random": hex0x(random),
        **judged(affine64(multiply(secret)), session_id, index, value, received_at_ms, be32(s), commitment),
    }


def judged(key64, session_id, index, value, received_at_ms, s32, commitment):
    message = observation_message(session_id, index, value, received_at_ms)
    return {
        "sessionId": hex0x(session_id),
        "index": index,
        "value": hex0x(value),
        "receivedAtMs": received_at_ms,
        "publicKey": hex0x(key64),
        "message": hex0x(message),
        "s": hex0x(s32),
        "commitment": hex0x(commitment),
        "valid": verify(key64, message, s32, commitment),
    }


def generate():
    honest = [
        signed("a price", 0, (6_462_831_000_000).to_bytes(32, "big"), 1_700_000_000_000),
        signed("below zero, the highest index", 63, (-1).to_bytes(32, "big", signed=True), 2**53 - 1),
        signed("nothing at the beginning of time", 7, bytes(32), 0),
    ]
    secret = scalar_from("observer", "moved")
    session_id, value, time = bytes_from(32, "moved session"), bytes_from(32, "moved value"), 1_700_000_000_000
    message = observation_message(session_id, 3, value, time)
    s, commitment = sign(secret, message, scalar_from("moved nonce"))
    key64, s32 = affine64(multiply(secret)), be32(s)
    another = affine64(multiply(scalar_from("observer", "another")))
    refused = [
        ("another session", judged(key64, bytes_from(32, "another session"), 3, value, time, s32, commitment)),
        ("another index", judged(key64, session_id, 4, value, time, s32, commitment)),
        ("another value", judged(key64, session_id, 3, bytes_from(32, "another value"), time, s32, commitment)),
        ("another time", judged(key64, session_id, 3, value, time + 1, s32, commitment)),
        ("another key", judged(another, session_id, 3, value, time, s32, commitment)),
        ("another s", judged(key64, session_id, 3, value, time, be32((s + 1) % N), commitment)),
    ]
    assert all(one["valid"] for one in honest) and not any(one["valid"] for _, one in refused)
    return {
        "schnorr-observation.json": {
            "description": "Observations and the signatures of their observers: hedged nonces keccak256(x || random || m) mod n. The secrets are published here and must never be used.",
            "vectors": honest,
            "refused": [{"name": name, **one} for name, one in refused],
        }
    }
