"""schnorr-possession.json: proofs of possession at registration, and the ones that must be refused."""

from schnorr_math import (
    add,
    affine64,
    be32,
    bytes_from,
    hex0x,
    keccak256,
    multiply,
    negate,
    scalar_from,
    sign,
    verify,
)


def possession_message(deployment_id, index, key64, encryption_key, operator, previous_registered_at, endpoint):
    return keccak256(
        b"SVC_NODE_POP_V2",
        deployment_id,
        bytes([index]),
        key64,
        encryption_key,
        operator,
        previous_registered_at.to_bytes(8, "little", signed=True),
        bytes([len(endpoint)]),
        endpoint,
    )


def generate():
    deployment_id = bytes_from(32, "possession deployment")
    encryption_key = bytes_from(32, "possession encryption key")
    operator = bytes_from(32, "possession operator")
    index, previous, endpoint = 5, 1_700_000_000, "https://node.example:8443"
    secret = scalar_from("possession")
    key64 = affine64(multiply(secret))
    message = possession_message(deployment_id, index, key64, encryption_key, operator, previous, endpoint.encode("ascii"))
    s, commitment = sign(secret, message, scalar_from("possession nonce"))

    # A rogue key that cancels the honest one: the sum of both is a key whose secret the attacker chose.
    chosen = scalar_from("rogue")
    rogue_point = add(multiply(chosen), negate(multiply(secret)))
    rogue64 = affine64(rogue_point)

    def case(
        name,
        registered64,
        proof_s,
        proof_commitment,
        deployment=deployment_id,
        place=index,
        encryption=encryption_key,
        owner=operator,
        replaced=previous,
        url=endpoint,
    ):
        rebuilt = possession_message(deployment, place, registered64, encryption, owner, replaced, url.encode("ascii"))
        return {
            "name": name,
            "deploymentId": hex0x(deployment),
            "index": place,
            "publicKey": hex0x(registered64),
            "encryptionKey": hex0x(encryption),
            "operator": hex0x(owner),
            "previousRegisteredAt": str(replaced),
            "endpoint": url,
            "message": hex0x(rebuilt),
            "s": hex0x(be32(proof_s)),
            "commitment": hex0x(proof_commitment),
            "valid": verify(registered64, rebuilt, be32(proof_s), proof_commitment),
        }

    rogue_message = possession_message(
        deployment_id, index, rogue64, encryption_key, operator, previous, endpoint.encode("ascii")
    )
    by_chosen = sign(chosen, rogue_message, scalar_from("rogue nonce"))
    cases = [
        case("honest", key64, s, commitment),
        case("replayed in another deployment", key64, s, commitment, deployment=bytes_from(32, "another deployment")),
        case("replayed with another encryption key", key64, s, commitment, encryption=bytes_from(32, "another encryption key")),
        case("replayed by another operator", key64, s, commitment, owner=bytes_from(32, "another operator")),
        case("replayed at another index", key64, s, commitment, place=6),
        case("replayed over a later registration", key64, s, commitment, replaced=1_700_000_001),
        case("replayed over no registration", key64, s, commitment, replaced=0),
        case("replayed with another endpoint", key64, s, commitment, url="https://node.example:8444"),
        case("the honest proof moved to the rogue key", rogue64, s, commitment),
        case("the rogue key proven with the secret of the sum", rogue64, *by_chosen),
        case("the honest proof for the negated key", affine64(negate(multiply(secret))), s, commitment),
    ]
    assert [one["valid"] for one in cases] == [True] + [False] * 10

    # The proof prevents this forgery: without it, the sum key of honest + rogue signs with the attacker's secret alone.
    forged_message = bytes_from(32, "forged message")
    forged_s, forged_commitment = sign(chosen, forged_message, scalar_from("forged nonce"))
    assert verify(affine64(multiply(chosen)), forged_message, be32(forged_s), forged_commitment)
    return {
        "schnorr-possession.json": {
            "description": "Proofs of possession over keccak256(SVC_NODE_POP_V2 || deployment_id || index || Px || Py || x25519 || operator || i64 LE registered_at of the registration that it replaces || length || endpoint), and the forgery that they prevent: honest + rogue is a key with a known secret.",
            "vectors": cases,
            "rogueSum": {
                "honest": hex0x(key64),
                "rogue": hex0x(rogue64),
                "message": hex0x(forged_message),
                "s": hex0x(be32(forged_s)),
                "commitment": hex0x(forged_commitment),
            },
        }
    }
