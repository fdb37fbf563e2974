"""schnorr-attestation.json: attestations judged against a registry version (docs/protocol.md#message-m)."""

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
    negate,
    scalar_from,
    total,
    u64,
)

VERSION = 7
# Index 3 was removed, 6 holds the negative of 5's key: a registry that broke its own rule.
SECRETS = [scalar_from("attestation node", i) for i in range(7)]
POINTS = [None if i == 3 else multiply(secret) for i, secret in enumerate(SECRETS)]
POINTS[6] = negate(POINTS[5])


def message_of(fields):
    return keccak256(
        b"SVC_ATTESTATION_V2",
        fields["deploymentId"],
        fields["feedId"],
        fields["value"],
        fields["sourceId"],
        u64(fields["registryVersion"]),
        bytes([fields["signaturesRequired"], fields["form"]]),
        u64(fields["timestampMs"]),
        u64(fields["observedAtMs"]),
    )


def attest(name, signers, **overrides):
    fields = {
        "deploymentId": bytes_from(32, "attestation deployment"),
        "feedId": bytes_from(32, "attestation feed"),
        "sourceId": bytes_from(32, "attestation source"),
        "value": be32(64_628_310_000_000_000_000_000),
        "registryVersion": VERSION,
        "signaturesRequired": len(signers),
        "form": 1,
        "timestampMs": 1_763_683_200_000,
        "observedAtMs": 1_763_683_199_900,
        **overrides,
    }
    secret = sum(SECRETS[index] for index in signers) % N
    key = multiply(secret)
    nonce = scalar_from(name, "nonce")
    commitment = commitment_of(multiply(nonce))
    message = message_of(fields)
    s = (nonce + challenge(key, message, commitment) * secret) % N
    return {**fields, "message": message, "signersBitmap": bitmap_of(signers), "s": be32(s), "commitment": commitment}


def case(name, attestation, refusal=None):
    written = {key: hex0x(value) if isinstance(value, bytes) else value for key, value in attestation.items()}
    return {"name": name, **written, "refusal": refusal}


def cases():
    honest = attest("honest", [0, 2, 4])
    yield case("three of seven", honest)
    yield case("two signers", attest("two", [1, 2]))
    yield case("five signers", attest("five", [0, 1, 2, 4, 5]))
    yield case("negative value of tolerance mode", attest("negative", [0, 1, 2], value=b"\xff" * 31 + b"\x9c"))
    yield case("an index of two sources", attest("index", [0, 2, 4], form=2))
    yield case("an index of 32 sources", attest("largest index", [0, 2, 4], form=32))
    yield case("a list of two", attest("list", [0, 2, 4], form=128 + 2))
    yield case("a list of 32", attest("largest list", [0, 2, 4], form=128 + 32))
    yield case("asked for before its timestamp", attest("early", [0, 2, 4], observedAtMs=1))

    # Each is signed as it stands.
    for form in (0, 33, 127, 128, 129, 128 + 33, 255):
        yield case(f"form {form}", attest(f"form {form}", [0, 2, 4], form=form), "form")

    yield case("another registry version", attest("version", [0, 1], registryVersion=VERSION + 1), "registry_version")
    yield case("a quorum below the registry's", attest("alone", [0]), "below_min_signers")
    yield case("no quorum at all", attest("nobody", [0, 1], signaturesRequired=0), "below_min_signers")
    yield case("fewer signers than the quorum says", attest("fewer", [0, 1], signaturesRequired=3), "signer_count")
    yield case("more signers than the quorum says", attest("more", [0, 1, 2], signaturesRequired=2), "signer_count")
    yield case("an empty bitmap", {**honest, "signersBitmap": bytes(32)}, "signer_count")
    yield case("a bit of a removed node", {**honest, "signersBitmap": bitmap_of([0, 2, 3])}, "unknown_signer")
    yield case("a bit outside the registry version", {**honest, "signersBitmap": bitmap_of([0, 2, 7])}, "unknown_signer")
    yield case("the highest bit", {**honest, "signersBitmap": bitmap_of([0, 2, 255])}, "unknown_signer")
    cancelling = {**attest("cancel", [0, 1]), "signersBitmap": bitmap_of([5, 6])}
    yield case("keys that cancel", cancelling, "infinity")

    yield case("another set of signers", {**honest, "signersBitmap": bitmap_of([0, 2, 5])}, "signature")
    yield case("s = 0", {**honest, "s": bytes(32)}, "signature")
    yield case("commitment = 0", {**honest, "commitment": bytes(20)}, "signature")
    for field in ("timestampMs", "observedAtMs"):
        yield case(f"{field} changed after signing", {**honest, field: honest[field] + 1}, "signature")
    for form in (2, 128 + 2):
        yield case(f"form changed to {form} after signing", {**honest, "form": form}, "signature")
    listed = attest("listed", [0, 2, 4], form=128 + 3)
    yield case("a list presented as a single value", {**listed, "form": 1}, "signature")
    yield case("a list presented as an index", {**listed, "form": 3}, "signature")
    for field in ("deploymentId", "feedId", "value", "sourceId"):
        changed = honest[field][:-1] + bytes([honest[field][-1] ^ 1])
        yield case(f"{field} changed after signing", {**honest, field: changed}, "signature")
    other_version = {**attest("resigned", [0, 2, 4], registryVersion=VERSION + 1), "registryVersion": VERSION}
    yield case("signed for another registry version", other_version, "signature")
    other_quorum = {**attest("requorum", [0, 2, 4], signaturesRequired=2), "signaturesRequired": 3}
    yield case("signed for another quorum", other_quorum, "signature")


def generate():
    assert total(POINTS[5:7]) is None
    return {
        "schnorr-attestation.json": {
            "description": "Attestations against one registry version (a null key is a removed node); refusal null means accepted, otherwise it names the first rule broken.",
            "registry": {
                "version": VERSION,
                "minSigners": 2,
                "keys": [None if point is None else hex0x(affine64(point)) for point in POINTS],
            },
            "vectors": list(cases()),
        }
    }
