"""schnorr-signature.json: single signatures and every refusal of docs/protocol.md#aggregate-signature, judged by the definition."""

from schnorr_math import (
    N,
    P,
    affine64,
    be32,
    bytes_from,
    challenge,
    commitment_of,
    compressed33,
    hex0x,
    keccak256,
    lift_x,
    multiply,
    negate,
    scalar_from,
    sign,
    verify,
)


def case(name, key64, message, s32, commitment):
    return {
        "name": name,
        "publicKey": hex0x(key64),
        "message": hex0x(message),
        "s": hex0x(s32),
        "commitment": hex0x(commitment),
        "valid": verify(key64, message, s32, commitment),
    }


def accepted():
    secrets = [1, 2, N - 1, N // 2, N // 2 + 1] + [scalar_from("signature", i) for i in range(11)]
    for number, secret in enumerate(secrets):
        message = bytes_from(32, "signature message", number)
        s, commitment = sign(secret, message, scalar_from("signature nonce", number))
        yield case(f"honest {number}", affine64(multiply(secret)), message, be32(s), commitment)
    for name, message in (("all-zero message", bytes(32)), ("all-one message", b"\xff" * 32)):
        s, commitment = sign(secrets[6], message, scalar_from(name))
        yield case(name, affine64(multiply(secrets[6])), message, be32(s), commitment)


def key_with_x_from_n():
    """A curve point with n <= x < p: a valid key that recovery cannot express, because r must be below n."""
    for x in range(N, N + 1000):
        point = lift_x(x, 0)
        if point is not None:
            return point
    raise AssertionError("no such point near n")


def refused():
    secret = scalar_from("refused")
    message = bytes_from(32, "refused message")
    key = multiply(secret)
    s, commitment = sign(secret, message, scalar_from("refused nonce"))
    honest = (affine64(key), message, be32(s), commitment)

    def changed(name, **parts):
        key64, m, s32, c = honest
        return case(name, parts.get("key64", key64), parts.get("m", m), parts.get("s32", s32), parts.get("c", c))

    yield changed("honest baseline")
    yield changed("s = 0", s32=bytes(32))
    yield changed("s = n", s32=be32(N))
    yield changed("s = 2^256 - 1", s32=b"\xff" * 32)
    yield changed("s negated", s32=be32(N - s))
    yield changed("s + 1", s32=be32((s + 1) % N))
    yield changed("commitment = 0", c=bytes(20))
    yield changed("key is 64 zero bytes", key64=bytes(64))
    yield changed("key negated", key64=affine64(negate(key)))
    yield changed("key off the curve: y + 1", key64=be32(key[0]) + be32((key[1] + 1) % P))
    yield changed("key with x = p", key64=be32(P) + be32(key[1]))
    yield changed("key with y = p", key64=be32(key[0]) + be32(P))
    yield changed("key's coordinates exchanged", key64=be32(key[1]) + be32(key[0]))
    yield changed("key of somebody else", key64=affine64(multiply(scalar_from("somebody else"))))
    yield changed("message of another round", m=bytes_from(32, "another round"))
    # n + a small abscissa: the key is on the curve, but its x is no scalar.
    big_x = key_with_x_from_n()
    yield changed("key on the curve with n <= x < p", key64=affine64(big_x))
    # Result at infinity: s = e*x gives [s]G - [e]P = O, whose "address" an attacker would have to name in advance.
    c = bytes_from(20, "infinity")
    at_infinity = challenge(key, message, c) * secret % N
    yield changed("result at infinity", s32=be32(at_infinity), c=c)
    for bit in (0, 7, 100, 255):
        flipped = bytearray(message)
        flipped[bit // 8] ^= 1 << bit % 8
        yield changed(f"message bit {bit} flipped", m=bytes(flipped))
    for bit in (0, 80, 159):
        flipped = bytearray(commitment)
        flipped[bit // 8] ^= 1 << bit % 8
        yield changed(f"commitment bit {bit} flipped", c=bytes(flipped))
    yield from dialects(secret, message)


def dialects(secret, message):
    """Honest signatures of look-alike schemes, which must not verify here."""
    key, nonce = multiply(secret), scalar_from("dialect nonce")
    point = multiply(nonce)
    commitment = commitment_of(point)
    parity = bytes([key[1] % 2])
    transcripts = {
        "commitment first": (commitment, be32(key[0]), parity, message),
        "parity as 27 + parity": (be32(key[0]), bytes([27 + key[1] % 2]), message, commitment),
        "compressed key": (compressed33(key), message, commitment),
        "whole nonce point": (be32(key[0]), parity, message, affine64(point)),
        "no commitment": (be32(key[0]), parity, message),
        "tagged": (b"SVC_ATTESTATION_V2", be32(key[0]), parity, message, commitment),
    }
    for name, transcript in transcripts.items():
        e = int.from_bytes(keccak256(*transcript), "big") % N
        yield case(f"challenge dialect: {name}", affine64(key), message, be32((nonce + e * secret) % N), commitment)
    e = challenge(key, message, commitment)
    yield case("s = k - e*x", affine64(key), message, be32((nonce - e * secret) % N), commitment)


def generate():
    valid, invalid = list(accepted()), list(refused())
    assert all(item["valid"] for item in valid)
    assert [item["name"] for item in invalid if item["valid"]] == ["honest baseline"]
    return {
        "schnorr-signature.json": {
            "description": "Single signatures of docs/protocol.md#aggregate-signature. e = keccak256(Px || u8 parity || m || commitment) mod n; valid when address([s]G - [e]P) == commitment.",
            "vectors": valid + invalid,
        }
    }
