"""Edwards25519 from RFC 8032 section 5.1, with affine coordinates and no tricks, and the acceptance rule of docs/protocol.md#ed25519-acceptance."""

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1)


def add(a, b):
    product = D * a[0] * b[0] * a[1] * b[1] % P
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return (x % P, y % P)


def negate(point):
    return (-point[0] % P, point[1])


def multiply(scalar, point):
    result = IDENTITY
    for bit in bin(scalar)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def recover_x(y, sign):
    """The abscissa with this parity, or None when y belongs to no point."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * SQRT_MINUS_ONE % P
    if x * x % P != square:
        return None
    return x if x & 1 == sign else -x % P


def decode(data):
    """RFC 8032 section 5.1.3, strictly: None for y >= p and for x = 0 with its sign bit set."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    x = recover_x(y, sign) if y < P else None
    return None if x is None or (x == 0 and sign) else (x, y)


BASE = (recover_x(4 * pow(5, -1, P) % P, 0), 4 * pow(5, -1, P) % P)


def is_point(data):
    """What the ledger asks of an address: any encoding that its lenient decoder takes, y >= p and a signed zero included."""
    return recover_x((int.from_bytes(data, "little") & (2**255 - 1)) % P, 0) is not None


def has_small_order(point):
    return multiply(8, point) == IDENTITY


def challenge(encoded_r, encoded_a, message):
    return int.from_bytes(hashlib.sha512(encoded_r + encoded_a + message).digest(), "little") % ORDER


def expand(seed):
    """(scalar, nonce prefix) of a 32-byte secret key."""
    digest = bytearray(hashlib.sha512(seed).digest())
    digest[0] &= 248
    digest[31] = digest[31] & 127 | 64
    return int.from_bytes(digest[:32], "little"), bytes(digest[32:])


def public_key(seed):
    return encode(multiply(expand(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = expand(seed)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % ORDER
    encoded_r = encode(multiply(r, BASE))
    s = (r + challenge(encoded_r, public_key(seed), message) * scalar) % ORDER
    return encoded_r + s.to_bytes(32, "little")


def accepts(signature, message, key):
    """S < l; A and R decode and have no small order; encode([S]B - [k]A) is R byte for byte."""
    if len(signature) != 64 or len(key) != 32:
        return False
    encoded_r, s = signature[:32], int.from_bytes(signature[32:], "little")
    a, r = decode(key), decode(encoded_r)
    if s >= ORDER or a is None or r is None or has_small_order(a) or has_small_order(r):
        return False
    k = challenge(encoded_r, key, message)
    return encode(add(multiply(s, BASE), negate(multiply(k, a)))) == encoded_r
