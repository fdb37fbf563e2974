"""Bundles of sealed secrets (protocol, "Sealed secrets"): what a caller makes, and bundles that a node must not open."""

import hashlib
import json

from base58 import encode
from schnorr_math import bytes_from, hex0x
from sealed_math import BASE, chacha20_poly1305_seal, hkdf_sha256, x25519


def key(name, number, length=32):
    return bytes_from(length, "sealed", name, number)


def envelope(case, index, public, key_to_wrap, source, ciphertext):
    shared = x25519(case["ephemeral"], public)
    ephemeral_pub = x25519(case["ephemeral"], BASE)
    info = b"SVC_ENVELOPE_V1" + source + bytes([index]) + hashlib.sha256(case["nonce"] + ciphertext).digest()
    kek = hkdf_sha256(shared, ephemeral_pub + public, info)
    return chacha20_poly1305_seal(kek, bytes(12), key_to_wrap, b"")


def seal(number, nodes, plaintext):
    case = {"ephemeral": key("ephemeral", number), "k": key("k", number), "nonce": key("nonce", number, 12), "source": key("source", number)}
    ciphertext = chacha20_poly1305_seal(case["k"], case["nonce"], plaintext, b"SVC_SEALED_CONFIG_V1" + case["source"])
    envelopes = {
        str(index): hex0x(envelope(case, index, x25519(secret, BASE), case["k"], case["source"], ciphertext)) for index, secret in nodes
    }
    bundle = {
        "ephemeralPub": hex0x(x25519(case["ephemeral"], BASE)),
        "nonceSym": hex0x(case["nonce"]),
        "ciphertext": hex0x(ciphertext),
        "envelopes": envelopes,
    }
    return case, bundle


def node_secrets(indices):
    return [(index, key("node", index)) for index in indices]


def plaintext_of(secrets, not_after, owner=None):
    """The members in the order of the definition; a reader accepts any order and any white space."""
    members = {"secrets": secrets, "notAfter": not_after, **({} if owner is None else {"owner": owner})}
    return json.dumps(members, separators=(",", ":"), ensure_ascii=False).encode()


PLAINTEXTS = (
    ([0], {"key": "s3cr3t"}, 1_700_000_000, None),
    ([0, 1, 2, 3, 4], {"key": 'with "quotes" and \\', "other-name_2": "b" * 64}, 2_000_000_000, key("owner", 1)),
    ([5, 17, 63], {f"name{place}": f"value {place}" for place in range(20)}, 1, None),
    (list(range(64)), {"k": "x" * 4_000}, 4_000_000_000, key("owner", 3)),
)


def sealed(number):
    indices, secrets, not_after, owner = PLAINTEXTS[number]
    nodes = node_secrets(indices)
    owner_text = None if owner is None else encode(owner)
    plaintext = plaintext_of(secrets, not_after, owner_text)
    case, bundle = seal(number, nodes, plaintext)
    return {
        "sourceId": hex0x(case["source"]),
        "ephemeralSecret": hex0x(case["ephemeral"]),
        "k": hex0x(case["k"]),
        "nodes": [
            {"index": index, "secretKey": hex0x(secret), "encryptionPublicKey": hex0x(x25519(secret, BASE))} for index, secret in nodes
        ],
        "secrets": secrets,
        "notAfter": not_after,
        "owner": owner_text,
        "plaintext": plaintext.decode(),
        "encKeyBundle": bundle,
    }


def flipped(text):
    data = bytearray.fromhex(text[2:])
    data[-1] ^= 1
    return hex0x(bytes(data))


def refused_bundles():
    """Each opened by node 1 of source 8, which refuses: because it has no key for the envelope, or because of what the envelope hides."""
    nodes = node_secrets([0, 1])
    good = plaintext_of({"key": "s3cr3t"}, 2_000_000_000)
    case, bundle = seal(8, nodes, good)
    own = {**{name: bundle[name] for name in ("ephemeralPub", "nonceSym", "ciphertext")}, "envelope": bundle["envelopes"]["1"]}

    def refused(name, reason, **changes):
        return {"name": name, "reason": reason, "sealed": {**own, **changes}}

    _, elsewhere = seal(9, nodes, good)
    rows = [
        refused("the envelope of another node", "undecryptable", envelope=bundle["envelopes"]["0"]),
        refused("a bundle for another source", "undecryptable", **{**elsewhere_of(elsewhere), "envelope": elsewhere["envelopes"]["1"]}),
        refused("a changed envelope", "undecryptable", envelope=flipped(own["envelope"])),
        refused("a changed ciphertext", "undecryptable", ciphertext=flipped(own["ciphertext"])),
        refused("a changed nonce", "undecryptable", nonceSym=flipped(own["nonceSym"])),
        refused("another ephemeral key", "undecryptable", ephemeralPub=hex0x(x25519(key("ephemeral", 77), BASE))),
    ]
    for name, point in (("zero", bytes(32)), ("one", (1).to_bytes(32, "little"))):
        rows.append(refused(f"an ephemeral key of small order, {name}", "undecryptable", **of_small_order(case, point, good)))
    wrong_aad = chacha20_poly1305_seal(case["k"], case["nonce"], good, b"SVC_SEALED_CONFIG_V1" + key("source", 9))
    rows.append(refused("a ciphertext of another source in envelopes of this one", "malformed", **rewrapped(case, wrong_aad)))
    for name, text in MALFORMED:
        case, broken = seal(8, nodes, text.encode())
        rows.append(refused(name, "malformed", **elsewhere_of(broken), envelope=broken["envelopes"]["1"]))
    return rows


def elsewhere_of(bundle):
    return {name: bundle[name] for name in ("ephemeralPub", "nonceSym", "ciphertext")}


def rewrapped(case, ciphertext):
    public = x25519(key("node", 1), BASE)
    return {"ciphertext": hex0x(ciphertext), "envelope": hex0x(envelope(case, 1, public, case["k"], case["source"], ciphertext))}


def of_small_order(case, point, plaintext):
    """A bundle whose shared secret is zero for every node: a party that knows that opens it without a key."""
    public = x25519(key("node", 1), BASE)
    ciphertext = chacha20_poly1305_seal(case["k"], case["nonce"], plaintext, b"SVC_SEALED_CONFIG_V1" + case["source"])
    info = b"SVC_ENVELOPE_V1" + case["source"] + bytes([1]) + hashlib.sha256(case["nonce"] + ciphertext).digest()
    kek = hkdf_sha256(bytes(32), point + public, info)
    wrapped = chacha20_poly1305_seal(kek, bytes(12), case["k"], b"")
    return {"ephemeralPub": hex0x(point), "ciphertext": hex0x(ciphertext), "envelope": hex0x(wrapped)}


MALFORMED = (
    ("no JSON", '{"secrets":'),
    ("no object", '["s3cr3t"]'),
    ("no secrets", '{"notAfter":2000000000}'),
    ("secrets that are no object", '{"secrets":["s3cr3t"],"notAfter":2000000000}'),
    ("a secret that is no text", '{"secrets":{"key":7},"notAfter":2000000000}'),
    ("a secret of an illegal name", '{"secrets":{"a key":"s3cr3t"},"notAfter":2000000000}'),
    ("a secret twice", '{"secrets":{"key":"a","key":"b"},"notAfter":2000000000}'),
    ("no notAfter", '{"secrets":{"key":"s3cr3t"}}'),
    ("a notAfter that is no integer", '{"secrets":{"key":"s3cr3t"},"notAfter":"2000000000"}'),
    ("a negative notAfter", '{"secrets":{"key":"s3cr3t"},"notAfter":-1}'),
    ("an owner that is no address", '{"secrets":{"key":"s3cr3t"},"notAfter":2000000000,"owner":"me"}'),
    ("an owner that is null", '{"secrets":{"key":"s3cr3t"},"notAfter":2000000000,"owner":null}'),
    ("an unknown member", '{"secrets":{"key":"s3cr3t"},"notAfter":2000000000,"url":"https://b.example/"}'),
)


def generate():
    return {
        "sealed-secrets.json": {
            "description": "Sealed secrets: bundles made of given keys, and what node 1 refuses to open for source 8 (protocol, Sealed secrets)",
            "vectors": [sealed(number) for number in range(len(PLAINTEXTS))],
            "opener": {"index": 1, "sourceId": hex0x(key("source", 8)), "secretKey": hex0x(key("node", 1))},
            "refused": refused_bundles(),
        }
    }
