"""secp256k1-curve.json: the operations that the forms of the curve offer, with the arguments at the edges of their ranges."""

from schnorr_math import N, P, G, add, affine64, be32, bytes_from, compressed33, hex0x, lift_x, multiply, negate, scalar_from
from schnorr_signature import key_with_x_from_n


def point64(point):
    return None if point is None else hex0x(affine64(point))


def no_abscissa(x):
    while lift_x(x, 0) is not None:
        x += 1
    return x


def first_abscissa():
    """The smallest x of the curve, so that x + p still fits 32 bytes."""
    x = 1
    while lift_x(x, 0) is None:
        x += 1
    return x


SECRETS = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("half of n, rounded down", N // 2),
    ("half of n, rounded up", N // 2 + 1),
    ("n - 2", N - 2),
    ("n - 1", N - 1),
    ("2^255", 2**255),
    ("short", 0xFF),
    ("some", scalar_from("operations", 1)),
    ("another", scalar_from("operations", 2)),
]
OUTSIDE = [("zero", 0), ("n", N), ("n + 1", N + 1), ("p", P), ("2^256 - 1", 2**256 - 1)]


def multiply_base():
    inside = [{"name": name, "secret": hex0x(be32(k)), "point": point64(multiply(k))} for name, k in SECRETS]
    return inside + [{"name": name, "secret": hex0x(be32(k)), "point": None} for name, k in OUTSIDE]


def reduce():
    some = [(f"some {i}", int.from_bytes(bytes_from(32, "hash", i), "big")) for i in range(4)]
    return [{"name": name, "hash": hex0x(be32(h)), "scalar": hex0x(be32(h % N))} for name, h in SECRETS + OUTSIDE + some]


def add_product():
    a, b, c = (scalar_from("product", i) for i in range(3))
    cases = [
        ("some", a, b, c),
        ("small", 1, 2, 3),
        ("an addend of zero", 0, b, c),
        ("a factor of zero", a, 0, c),
        ("addend and factor zero", 0, 0, c),
        ("a factor of one", a, 1, c),
        ("a factor of n - 1", a, N - 1, c),
        ("everything n - 1", N - 1, N - 1, N - 1),
        ("a sum of zero", -b * c % N, b, c),
        ("a sum of zero from a factor of n - 1", c, N - 1, c),
        ("a sum of one", (1 - b * c) % N, b, c),
        ("a sum of n - 1", (-1 - b * c) % N, b, c),
        ("addend and product equal", b * c % N, b, c),
    ]
    return [
        {
            "name": name,
            "addend": hex0x(be32(addend)),
            "factor": hex0x(be32(factor)),
            "secret": hex0x(be32(secret)),
            "sum": hex0x(be32((addend + factor * secret) % N)),
        }
        for name, addend, factor, secret in cases
    ]


def decode_compressed():
    some = multiply(scalar_from("decode", 1))
    small = first_abscissa()
    good = [("G", G), ("-G", negate(G)), ("some", some), ("its negative", negate(some)), ("n <= x < p", key_with_x_from_n())]
    good += [("the smallest x", lift_x(small, 0)), ("the smallest x, odd", lift_x(small, 1))]
    bad = [
        ("prefix 0", b"\x00" + be32(G[0])),
        ("prefix 1", b"\x01" + be32(G[0])),
        ("prefix of the uncompressed form", b"\x04" + be32(G[0])),
        ("prefix 5", b"\x05" + be32(G[0])),
        ("prefix of the hybrid form", b"\x06" + be32(G[0])),
        ("prefix 255", b"\xff" + be32(G[0])),
        ("zero bytes", bytes(33)),
        ("x = 0", b"\x02" + bytes(32)),
        ("x of no point", b"\x02" + be32(no_abscissa(small))),
        ("x = p", b"\x02" + be32(P)),
        ("the smallest x, plus p", b"\x02" + be32(P + small)),
        ("x = 2^256 - 1", b"\x03" + b"\xff" * 32),
        ("uncompressed", b"\x04" + affine64(G)),
        ("hybrid", bytes([6 + G[1] % 2]) + affine64(G)),
        ("32 bytes", compressed33(G)[:32]),
        ("34 bytes", compressed33(G) + b"\x00"),
        ("no bytes", b""),
    ]
    return [{"name": name, "bytes": hex0x(compressed33(point)), "point": point64(point)} for name, point in good] + [
        {"name": name, "bytes": hex0x(data), "point": None} for name, data in bad
    ]


def multiply_point():
    some, beyond = multiply(scalar_from("multiply", 1)), key_with_x_from_n()
    factors = [("zero", 0)] + SECRETS
    cases = [(f"some point by {name}", some, k) for name, k in factors]
    cases += [(f"G by {name}", G, k) for name, k in factors[:3]]
    cases += [(f"a point with n <= x < p by {name}", beyond, k) for name, k in factors]
    return [{"name": name, "point": point64(p), "factor": hex0x(be32(k)), "product": point64(multiply(k, p))} for name, p, k in cases]


def base_minus():
    secret, s, e = (scalar_from("base minus", i) for i in range(3))
    point, beyond = multiply(secret), key_with_x_from_n()
    cases = [
        ("some", s, e, point),
        ("s = 0", 0, e, point),
        ("e = 0", s, 0, point),
        ("s = e = 0", 0, 0, point),
        ("s = 1", 1, e, point),
        ("e = 1", s, 1, point),
        ("s = e = n - 1", N - 1, N - 1, point),
        ("infinity", e * secret % N, e, point),
        ("infinity of G itself", 7, 7, G),
        ("both halves equal: a doubling", -e * secret % N, e, point),
        ("G - (-G)", 1, 1, negate(G)),
        ("a high s' of the recovery", s, (N - 1) // 2 * pow(point[0], -1, N) % N, point),
        ("a low s' of the recovery", s, ((N - 1) // 2 + 1) * pow(point[0], -1, N) % N, point),
        ("a point with n <= x < p", s, e, beyond),
        ("a point with n <= x < p, s = 0", 0, e, beyond),
        ("a point with n <= x < p, e = 0", s, 0, beyond),
    ]
    return [
        {
            "name": name,
            "s": hex0x(be32(s)),
            "e": hex0x(be32(e)),
            "point": point64(p),
            "difference": point64(add(multiply(s), negate(multiply(e, p)))),
        }
        for name, s, e, p in cases
    ]


def generate():
    return {
        "secp256k1-curve.json": {
            "description": "Scalars and points of secp256k1; points are x || y in 64 bytes, null where there is none or the result is infinity.",
            "multiplyBase": multiply_base(),
            "reduce": reduce(),
            "addProduct": add_product(),
            "decodeCompressed": decode_compressed(),
            "multiply": multiply_point(),
            "baseMinus": base_minus(),
        }
    }
