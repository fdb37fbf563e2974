"""ed25519.json: signatures that libraries judge differently, judged by the one rule of docs/protocol.md#ed25519-acceptance."""

from ed25519_math import (
    BASE,
    IDENTITY,
    ORDER,
    P,
    accepts,
    add,
    challenge,
    decode,
    encode,
    expand,
    multiply,
    negate,
    public_key,
    sign,
)
from schnorr_math import bytes_from, hex0x

# A generator of the eight points of small order.
T8 = decode(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))

# RFC 8032 section 7.1: secret key, public key, message, signature.
RFC_8032 = [
    (
        "RFC 8032 7.1 test 1",
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "RFC 8032 7.1 test 2",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]

SEED = bytes_from(32, "ed25519 secret")
SCALAR = expand(SEED)[0] % ORDER
KEY = multiply(SCALAR, BASE)
MESSAGE = bytes_from(32, "ed25519 message")


def nonce(number):
    return int.from_bytes(bytes_from(64, "ed25519 nonce", number), "big") % ORDER


def crafted(key_point, torsion, number, scalar):
    """A signature by `scalar` whose key and nonce points are given: R = [r]B + torsion, S = r + k * scalar."""
    r = nonce(number)
    encoded_r, key = encode(add(multiply(r, BASE), torsion)), encode(key_point)
    s = (r + challenge(encoded_r, key, MESSAGE) * scalar) % ORDER
    return key, encoded_r + s.to_bytes(32, "little")


def crafted_with(key_point, scalar, wanted):
    """The first crafted signature whose challenge is (or is not) a multiple of eight: then the torsion of the key vanishes."""
    for number in range(1000):
        key, signature = crafted(key_point, IDENTITY, number, scalar)
        if (challenge(signature[:32], key, MESSAGE) % 8 == 0) == wanted:
            return key, signature
    raise AssertionError("no such challenge")


def identity_nonce():
    """R = O and S = k * a: a signature without a nonce."""
    key, encoded_r = encode(KEY), encode(IDENTITY)
    return key, encoded_r + (challenge(encoded_r, key, MESSAGE) * SCALAR % ORDER).to_bytes(32, "little")


def non_canonical(number):
    """y + p, which a lenient decoder takes for the point with ordinate y."""
    return (number + P).to_bytes(32, "little")


def torsion(multiple):
    return multiply(multiple, T8)


def with_torsions(key_multiple, nonce_multiple, wanted):
    """Torsion on both points, with a challenge for which the two cancel each other out (or do not): [S]B - [k]A is R, or another point."""
    key = add(KEY, torsion(key_multiple))
    for number in range(1000):
        encoded_key, signature = crafted(key, torsion(nonce_multiple), number, SCALAR)
        k = challenge(signature[:32], encoded_key, MESSAGE)
        if ((k * key_multiple + nonce_multiple) % 8 == 0) == wanted:
            return encoded_key, signature
    raise AssertionError("no such challenge")


def small_order_nonce(multiple):
    """R of small order and S = k * a + 0: only the order of R speaks against it where no torsion is left over."""
    key, encoded_r = encode(KEY), encode(torsion(multiple))
    return key, encoded_r + (challenge(encoded_r, key, MESSAGE) * SCALAR % ORDER).to_bytes(32, "little")


def not_canonical_encodings():
    """Every encoding with y >= p, and the two with a signed zero: what a lenient decoder takes for another one of the same point."""
    both_signs = [sign << 255 | y for y in range(P, 2**255) for sign in (0, 1)]
    return [number.to_bytes(32, "little") for number in [*both_signs, 1 << 255 | 1, 1 << 255 | P - 1]]


def edge_cases():
    honest = sign(SEED, MESSAGE)
    key, s = encode(KEY), int.from_bytes(honest[32:], "little")
    for multiple in range(1, 8):
        yield f"nonce point plus {multiple} x torsion", with_torsions(0, multiple, False), False
        yield f"key plus {multiple} x torsion, which is left over", with_torsions(multiple, 0, False), False
        yield f"key plus {multiple} x torsion, which vanishes", with_torsions(multiple, 0, True), True
    for key_multiple, nonce_multiple in [(1, 1), (1, 7), (2, 4), (3, 5), (4, 4), (6, 2), (7, 3)]:
        name = f"key plus {key_multiple} x and nonce point plus {nonce_multiple} x torsion"
        yield f"{name}, which cancel out", with_torsions(key_multiple, nonce_multiple, True), True
        yield f"{name}, which do not", with_torsions(key_multiple, nonce_multiple, False), False
    for multiple in range(8):
        yield f"key is {multiple} x torsion", crafted_with(torsion(multiple), 0, True), False
        yield f"nonce point is {multiple} x torsion", small_order_nonce(multiple), False
    for encoding in not_canonical_encodings():
        yield f"key is the encoding {encoding.hex()}", (encoding, honest), False
        yield f"nonce point is the encoding {encoding.hex()}", (key, encoding + honest[32:]), False
    for times in range(2, 16):
        yield f"S plus {times} x the group order", (key, honest[:32] + (s + times * ORDER).to_bytes(32, "little")), False
    for bit in range(253, 256):
        yield f"S with bit {bit} set", (key, honest[:32] + (s | 1 << bit).to_bytes(32, "little")), False
    yield "S is the group order less one", (key, honest[:32] + (ORDER - 1).to_bytes(32, "little")), False
    yield "the negated S", (key, honest[:32] + (ORDER - s).to_bytes(32, "little")), False


def case(name, key, message, signature, expected):
    verdict = accepts(signature, message, key)
    assert verdict == expected, name
    return {"name": name, "publicKey": hex0x(key), "message": hex0x(message), "signature": hex0x(signature), "accepted": verdict}


def changed(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def generate():
    for name, seed, key, message, signature in RFC_8032:
        assert public_key(bytes.fromhex(seed)).hex() == key, name
        assert sign(bytes.fromhex(seed), bytes.fromhex(message)).hex() == signature, name
    rfc = [
        case(name, bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature), True)
        for name, _, key, message, signature in RFC_8032
    ]

    honest = sign(SEED, MESSAGE)
    key = encode(KEY)
    torsion_key = add(KEY, T8)
    s_plus_order = (int.from_bytes(honest[32:], "little") + ORDER).to_bytes(32, "little")
    crafted_cases = [
        ("honest", (key, honest), True),
        ("nonce point plus torsion", crafted(KEY, T8, 1, SCALAR), False),
        ("key plus torsion, challenge not a multiple of 8", crafted_with(torsion_key, SCALAR, False), False),
        ("key plus torsion, challenge a multiple of 8", crafted_with(torsion_key, SCALAR, True), True),
        ("key is the identity", crafted(IDENTITY, IDENTITY, 2, 0), False),
        ("key of order 8, challenge a multiple of 8", crafted_with(T8, 0, True), False),
        ("nonce point is the identity", identity_nonce(), False),
        ("S plus the group order", (key, honest[:32] + s_plus_order), False),
        ("S is the group order", (key, honest[:32] + ORDER.to_bytes(32, "little")), False),
        ("S is zero", (key, honest[:32] + bytes(32)), False),
        ("key with y = p + 3, not canonical", (non_canonical(3), honest), False),
        ("nonce point with y = p + 1, not canonical", (key, non_canonical(1) + honest[32:]), False),
        ("key is the identity with its sign bit set", (changed_sign(encode(IDENTITY)), honest), False),
        ("key that is no point", (encode_no_point(), honest), False),
        ("a changed S", (key, changed(honest, 32)), False),
        ("a changed R", (key, changed(honest, 0)), False),
        ("the negated key", (encode(negate(KEY)), honest), False),
        ("a signature of 63 bytes", (key, honest[:63]), False),
        ("a signature of 65 bytes", (key, honest + b"\0"), False),
        ("a key of 31 bytes", (key[:31], honest), False),
    ]
    cases = [case(name, used_key, MESSAGE, signature, expected) for name, (used_key, signature), expected in crafted_cases]
    cases.append(case("a changed message", key, changed(MESSAGE, 0), honest, False))
    cases.extend(case(name, used_key, MESSAGE, signature, expected) for name, (used_key, signature), expected in edge_cases())
    return {
        "ed25519.json": {
            "description": "Ed25519 verdicts of docs/protocol.md#ed25519-acceptance: cofactorless, no small order, S < l, byte-exact R.",
            "vectors": rfc + cases,
        }
    }


def changed_sign(data):
    return data[:31] + bytes([data[31] ^ 0x80])


def encode_no_point():
    y = 2
    while decode(y.to_bytes(32, "little")) is not None:
        y += 1
    return y.to_bytes(32, "little")
