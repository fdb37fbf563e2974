"""Schnorr signatures over secp256k1, as one node or several of them make them (docs/protocol.md, "Aggregate signature").

Everything here is public, so nothing takes care of constant time.
"""

from __future__ import annotations

from importlib.util import find_spec

from ._keccak import keccak256

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

Point = tuple[int, int]
"""Affine x and y. The point at infinity is ``None``."""

GENERATOR: Point = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def is_on_curve(point: Point) -> bool:
    x, y = point
    return 0 <= x < FIELD and 0 <= y < FIELD and (y * y - x * x * x - 7) % FIELD == 0


def add_points(a: Point | None, b: Point | None) -> Point | None:
    """Returns the sum of two points of the curve."""
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % FIELD == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, FIELD) % FIELD
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, FIELD) % FIELD
    x = (slope * slope - a[0] - b[0]) % FIELD
    return x, (slope * (a[0] - x) - a[1]) % FIELD


_Jacobian = tuple[int, int, int]
_INFINITY: _Jacobian = (0, 1, 0)


def _doubled(point: _Jacobian) -> _Jacobian:
    x, y, z = point
    squared = y * y % FIELD
    s = 4 * x * squared % FIELD
    m = 3 * x * x % FIELD
    next_x = (m * m - 2 * s) % FIELD
    return next_x, (m * (s - next_x) - 8 * squared * squared) % FIELD, 2 * y * z % FIELD


def _plus(a: _Jacobian, b: Point) -> _Jacobian:
    if a[2] == 0:
        return b[0], b[1], 1
    x, y, z = a
    squared = z * z % FIELD
    h = (b[0] * squared - x) % FIELD
    r = (b[1] * squared * z - y) % FIELD
    if h == 0:
        return _doubled(a) if r == 0 else _INFINITY
    hh = h * h % FIELD
    hhh = h * hh % FIELD
    v = x * hh % FIELD
    next_x = (r * r - hhh - 2 * v) % FIELD
    return next_x, (r * (v - next_x) - y * hhh) % FIELD, z * h % FIELD


def multiply_point(scalar: int, point: Point) -> Point | None:
    """Returns the multiple of a point of the curve. ``scalar`` is not negative."""
    product = _INFINITY
    for bit in bin(scalar)[2:]:
        product = _doubled(product)
        if bit == "1":
            product = _plus(product, point)
    x, y, z = product
    if z == 0:
        return None
    inverse = pow(z, -1, FIELD)
    return x * inverse * inverse % FIELD, y * inverse * inverse * inverse % FIELD


def sum_in_python(scalar: int, factor: int, point: Point) -> Point | None:
    return add_points(multiply_point(scalar, GENERATOR), multiply_point(factor, point))


def sum_in_coincurve(scalar: int, factor: int, point: Point) -> Point | None:
    import coincurve

    one = coincurve.PublicKey.from_secret(scalar.to_bytes(32, "big"))
    other = coincurve.PublicKey.from_point(*point).multiply(factor.to_bytes(32, "big"))
    try:
        return coincurve.PublicKey.combine_keys([one, other]).point()
    except ValueError:
        # The sum is the point at infinity.
        return None


sum_of_multiples = sum_in_python if find_spec("coincurve") is None else sum_in_coincurve
"""Returns the sum of ``scalar`` times the generator and ``factor`` times a point. Both numbers are from 1 to the order, which is left out."""


def read_point(key: bytes) -> Point:
    """Reads x and y, 32 bytes each, big-endian. The point may be off the curve."""
    return int.from_bytes(key[:32], "big"), int.from_bytes(key[32:], "big")


def commitment_of(point: Point) -> bytes:
    """Returns the last 20 bytes of the hash of a point: the address that the EVM recovers."""
    return keccak256(point[0].to_bytes(32, "big"), point[1].to_bytes(32, "big"))[-20:]


def verify_signature(key: Point | None, message: bytes, s: bytes, commitment: bytes) -> bool:
    """Tells whether ``s`` (32 bytes) and ``commitment`` (20 bytes) sign the 32-byte message under a key."""
    scalar = int.from_bytes(s, "big")
    if key is None or not is_on_curve(key) or key[0] >= ORDER:
        return False
    if not 0 < scalar < ORDER or not any(commitment):
        return False
    hashed = keccak256(key[0].to_bytes(32, "big"), bytes([key[1] & 1]), message, commitment)
    challenge = int.from_bytes(hashed, "big") % ORDER
    if challenge == 0:
        return False
    nonce = sum_of_multiples(scalar, ORDER - challenge, key)
    return nonce is not None and commitment_of(nonce) == commitment
