"""registry-snapshot.json: bytes and message; schnorr-registry-snapshot.json: snapshots judged against the version whose nodes sign."""

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
    sign,
    u64,
)
from schnorr_possession import possession_message

VERSION = 7
DEPLOYMENT = bytes_from(32, "snapshot deployment")
# Index 3 was removed: six keys, so five nodes are more than two thirds.
SECRETS = [None if index == 3 else scalar_from("snapshot node", index) for index in range(7)]
KEYS = [None if secret is None else affine64(multiply(secret)) for secret in SECRETS]
NEXT_KEYS = [*KEYS[:4], None, *KEYS[5:], affine64(multiply(scalar_from("snapshot node", 7)))]


def head(fields):
    return b"".join(
        [
            b"SVC_REGISTRY_V1",
            fields["deploymentId"],
            u64(fields["signerVersion"]),
            u64(fields["version"]),
            u64(fields["oldestAcceptedVersion"]),
            u64(fields["signedAtSeconds"]),
            bytes([fields["minSigners"]]),
            bitmap_of([index for index, key in enumerate(fields["keys"]) if key is not None]),
        ]
    )


def present(fields):
    return b"".join(key for key in fields["keys"] if key is not None)


def message_of(fields):
    return keccak256(head(fields), keccak256(present(fields)))


def plain(fields):
    """JSON form: bytes as hex, 64-bit integers as decimal text."""
    written = {}
    for name, value in fields.items():
        if name == "keys":
            written[name] = [None if key is None else hex0x(key) for key in value]
        elif name in ("signerVersion", "version", "oldestAcceptedVersion"):
            written[name] = str(value)
        else:
            written[name] = hex0x(value) if isinstance(value, bytes) else value
    return written


def snapshot(**changes):
    return {
        "deploymentId": DEPLOYMENT,
        "signerVersion": VERSION,
        "version": VERSION + 1,
        "oldestAcceptedVersion": 0,
        "signedAtSeconds": 1_763_683_200,
        "minSigners": 2,
        "keys": NEXT_KEYS,
        **changes,
    }


def encodings():
    many = [bytes_from(64, "snapshot key", index) for index in range(64)]
    for fields in (
        snapshot(),
        snapshot(version=VERSION, keys=KEYS),
        snapshot(oldestAcceptedVersion=VERSION + 1, minSigners=6),
        snapshot(signerVersion=1, version=1, signedAtSeconds=0, minSigners=1, keys=[many[0]]),
        snapshot(signerVersion=2**64 - 1, version=2**64 - 1, oldestAcceptedVersion=2**64 - 1, signedAtSeconds=2**53 - 1, keys=many, minSigners=64),
        snapshot(keys=[None] * 62 + many[62:], minSigners=2),
    ):
        yield {**plain(fields), "bytes": hex0x(head(fields) + present(fields)), "message": hex0x(message_of(fields))}


def not_snapshots():
    good = snapshot()
    whole = head(good) + present(good)
    yield "no bytes", b""
    yield "one byte less than the fields", head(good)[:-1]
    yield "no key", head({**good, "keys": []})
    yield "a key less", whole[:-64]
    yield "a byte less", whole[:-1]
    yield "a byte more", whole + b"\x00"
    yield "another label", b"SVC_REGISTRY_V2" + whole[15:]
    yield "smallest quorum zero", head({**good, "minSigners": 0}) + present(good)
    yield "smallest quorum above the keys", head({**good, "minSigners": 7}) + present(good)
    yield "signers of version zero", head({**good, "signerVersion": 0}) + present(good)
    yield "a version before its signers'", head({**good, "version": VERSION - 1}) + present(good)
    yield "an emergency after the version", head({**good, "oldestAcceptedVersion": VERSION + 2}) + present(good)
    yield "a time beyond 2^53 - 1", head({**good, "signedAtSeconds": 2**53}) + present(good)
    yield "a key at index 64", head({**good, "minSigners": 1, "keys": [None] * 64 + [KEYS[0]]}) + KEYS[0]
    yield "more than 64 keys", head({**good, "keys": [bytes_from(64, "many", i) for i in range(65)]}) + bytes(65 * 64)


def sign_together(fields, signers, name):
    secret = sum(SECRETS[index] for index in signers) % N
    nonce = scalar_from("snapshot nonce", name)
    commitment = commitment_of(multiply(nonce))
    s = (nonce + challenge(multiply(secret), message_of(fields), commitment) * secret) % N
    return {"signersBitmap": bitmap_of(signers), "s": be32(s), "commitment": commitment}


def case(name, fields, signature, refusal=None):
    return {"name": name, "snapshot": plain(fields), **{key: hex0x(value) for key, value in signature.items()}, "refusal": refusal}


def cases():
    five = [0, 1, 2, 4, 5]
    good = snapshot()
    signed = sign_together(good, five, "good")
    yield case("the next version, by five of six", good, signed)
    yield case("the next version, by all", good, sign_together(good, [*five, 6], "all"))
    again = snapshot(version=VERSION, keys=KEYS)
    yield case("the signers' own version again", again, sign_together(again, five, "again"))
    emergency = snapshot(oldestAcceptedVersion=VERSION + 1)
    yield case("a version that an emergency made", emergency, sign_together(emergency, five, "emergency"))
    later = snapshot(version=VERSION + 5, oldestAcceptedVersion=VERSION + 2)
    yield case("a version far ahead", later, sign_together(later, five, "later"))

    elsewhere = snapshot(deploymentId=bytes_from(32, "another snapshot deployment"))
    yield case("of another deployment", elsewhere, sign_together(elsewhere, five, "elsewhere"), "deployment")
    mixed = snapshot(signerVersion=VERSION - 1)
    yield case("signed as an earlier version's nodes", mixed, sign_together(mixed, five, "mixed"), "signer_version")
    four = [0, 1, 2, 4]
    yield case("four of six, which is two thirds", good, sign_together(good, four, "four"), "too_few_signers")
    yield case("no signers", good, {**signed, "signersBitmap": bytes(32)}, "too_few_signers")
    yield case("a bit of a removed node", good, {**signed, "signersBitmap": bitmap_of([*five, 3])}, "unknown_signer")
    yield case("a bit outside the version", good, {**signed, "signersBitmap": bitmap_of([*five, 7])}, "unknown_signer")
    yield case("the highest bit", good, {**signed, "signersBitmap": bitmap_of([*five, 255])}, "unknown_signer")
    yield case("signed by four, claimed by five", good, {**sign_together(good, four, "claim"), "signersBitmap": bitmap_of(five)}, "signature")
    yield case("signed by five, claimed by others", good, {**signed, "signersBitmap": bitmap_of([0, 1, 2, 4, 6])}, "signature")
    yield case("s = 0", good, {**signed, "s": bytes(32)}, "signature")
    yield case("commitment = 0", good, {**signed, "commitment": bytes(20)}, "signature")
    for name, change in (
        ("version", {"version": VERSION + 2}),
        ("oldestAcceptedVersion", {"oldestAcceptedVersion": VERSION + 1}),
        ("signedAtSeconds", {"signedAtSeconds": good["signedAtSeconds"] + 1}),
        ("minSigners", {"minSigners": 1}),
        ("a key", {"keys": [*NEXT_KEYS[:-1], affine64(multiply(scalar_from("snapshot node", 8)))]}),
        ("a removed key", {"keys": NEXT_KEYS[:-1]}),
        ("a key's place", {"keys": [*NEXT_KEYS[:3], NEXT_KEYS[5], None, None, *NEXT_KEYS[6:]]}),
    ):
        yield case(f"{name} changed after signing", {**good, **change}, signed, "signature")


def proofs():
    """Each key's proof of possession, by which another chain checks the first version that it is given."""
    for index, secret in enumerate(SECRETS):
        if secret is None:
            continue
        encryption, operator = bytes_from(32, "snapshot encryption", index), bytes_from(32, "snapshot operator", index)
        previous, endpoint = 1_700_000_000 * (index % 2), f"https://node-{index}.example"
        message = possession_message(DEPLOYMENT, index, KEYS[index], encryption, operator, previous, endpoint.encode("ascii"))
        s, commitment = sign(secret, message, scalar_from("snapshot possession", index))
        yield {
            "index": index,
            "encryptionKey": hex0x(encryption),
            "operator": hex0x(operator),
            "previousRegisteredAt": str(previous),
            "endpoint": endpoint,
            "s": hex0x(be32(s)),
            "commitment": hex0x(commitment),
        }


def generate():
    return {
        "registry-snapshot.json": {
            "description": "Bytes of a registry snapshot and the message that nodes sign over it (a null key is no key), and bytes that it refuses; versions are decimal text.",
            "vectors": list(encodings()),
            "refused": [{"name": name, "bytes": hex0x(data)} for name, data in not_snapshots()],
        },
        "schnorr-registry-snapshot.json": {
            "description": "Registry snapshots judged against the version whose nodes sign (a null key is a removed node); refusal null means accepted, otherwise it names the first rule broken. The proofs are of the keys' possession.",
            "deploymentId": hex0x(DEPLOYMENT),
            "registry": {"version": VERSION, "minSigners": 2, "keys": [None if key is None else hex0x(key) for key in KEYS]},
            "proofs": list(proofs()),
            "vectors": list(cases()),
        },
    }
