"""schnorr-session.json: whole signing sessions (docs/protocol.md#nonce-binding-b) from fixed secrets and nonces."""

from schnorr_math import (
    N,
    add,
    affine64,
    be32,
    bytes_from,
    challenge,
    commitment_of,
    compressed33,
    hex0x,
    keccak256,
    multiply,
    scalar_from,
    total,
    verify,
)


HIDING_ROLE, BINDING_ROLE = 0, 1
IN_ADVANCE = 2


def hedged_nonce(x, random, context):
    return int.from_bytes(keccak256(be32(x), random, context), "big") % N


def batch_of(name, index):
    # A number of its own for each signer: a pair's place in a batch has nothing to do with its signer's index.
    return {
        "gateway": bytes_from(32, name, "gateway"),
        "gatewayNonce": bytes_from(16, name, "gateway nonce", index),
        "timeMs": 1_795_000_000_000 + index,
        "number": (7 * index + 3) % 256,
    }


def context_of(session_id, attempt, batch, role):
    if attempt != IN_ADVANCE:
        return session_id + bytes([attempt, role])
    return batch["gateway"] + batch["gatewayNonce"] + batch["timeMs"].to_bytes(8, "little") + bytes([batch["number"], role])


def shown_batch(batch):
    return {**batch, "gateway": hex0x(batch["gateway"]), "gatewayNonce": hex0x(batch["gatewayNonce"])}


def run_session(name, indices, attempt, set_hash):
    session_id = bytes_from(32, name, "session id")
    message = bytes_from(32, name, "message")
    signers = []
    for index in indices:
        x = scalar_from(name, "x", index)
        one = {"index": index, "x": x, "P": multiply(x), "batch": batch_of(name, index)}
        for word, role, commitment in (("hiding", HIDING_ROLE, "D"), ("binding", BINDING_ROLE, "E")):
            one[f"{word}Random"] = bytes_from(32, name, word, "random", index)
            one[word] = hedged_nonce(x, one[f"{word}Random"], context_of(session_id, attempt, one["batch"], role))
            one[commitment] = multiply(one[word])
        signers.append(one)

    listed = b"".join(
        bytes([one["index"]]) + compressed33(one["P"]) + compressed33(one["D"]) + compressed33(one["E"]) for one in signers
    )
    preimage = b"SVC_NONCE_BIND_V1" + session_id + bytes([attempt]) + message + set_hash + bytes([len(signers)]) + listed
    b = int.from_bytes(keccak256(preimage), "big") % N
    nonce_point = total(add(one["D"], multiply(b, one["E"])) for one in signers)
    key = total(one["P"] for one in signers)
    commitment = commitment_of(nonce_point)
    e = challenge(key, message, commitment)
    partials = [(one["hiding"] + b * one["binding"] + e * one["x"]) % N for one in signers]
    s = sum(partials) % N
    assert verify(affine64(key), message, be32(s), commitment)
    return {
        "name": name,
        "sessionId": hex0x(session_id),
        "attempt": attempt,
        "message": hex0x(message),
        "setHash": hex0x(set_hash),
        "signers": [
            {
                "index": one["index"],
                "secretKey": hex0x(be32(one["x"])),
                "hidingRandom": hex0x(one["hidingRandom"]),
                "bindingRandom": hex0x(one["bindingRandom"]),
                "hiding": hex0x(be32(one["hiding"])),
                "binding": hex0x(be32(one["binding"])),
                "publicKey": hex0x(affine64(one["P"])),
                "D": hex0x(compressed33(one["D"])),
                "E": hex0x(compressed33(one["E"])),
                "partial": hex0x(be32(partial)),
                **({"batch": shown_batch(one["batch"])} if attempt == IN_ADVANCE else {}),
            }
            for one, partial in zip(signers, partials)
        ],
        "bindingFactor": hex0x(be32(b)),
        "challenge": hex0x(be32(e)),
        "aggregateKey": hex0x(affine64(key)),
        "s": hex0x(be32(s)),
        "commitment": hex0x(commitment),
        "rx": hex0x(be32(nonce_point[0])),
        "ryParity": nonce_point[1] % 2,
    }


def generate():
    exact = bytes(32)
    observed = bytes_from(32, "observation set")
    sessions = [
        run_session("one signer", [0], 0, exact),
        run_session("two signers", [0, 1], 0, exact),
        run_session("two signers, second attempt", [0, 1], 1, exact),
        run_session("three signers with gaps", [2, 7, 63], 0, exact),
        run_session("three signers over an observation set", [1, 2, 4], 0, observed),
        run_session("five signers, second attempt, observation set", [0, 3, 4, 8, 9], 1, observed),
        run_session("thirteen signers", list(range(3, 16)), 0, exact),
        run_session("the highest index", [0, 255], 0, exact),
        run_session("two signers, pairs made in advance", [0, 1], IN_ADVANCE, exact),
        run_session("five signers with gaps, pairs made in advance", [0, 3, 4, 8, 63], IN_ADVANCE, exact),
    ]
    return {
        "schnorr-session.json": {
            "description": "Signing sessions: hedged nonces from a key and random bytes (attempt 2: made in advance, in a batch of a gateway), b over all commitments, partial signatures s_i = hiding_i + b*binding_i + e*x_i, and their sum. The secrets are published here and must never be used.",
            "vectors": sessions,
        }
    }
