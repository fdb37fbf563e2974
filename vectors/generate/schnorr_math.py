"""secp256k1, keccak-256 and the Schnorr scheme of docs/protocol.md#aggregate-signature, written from their definitions.

Nothing here is shared with the TypeScript packages: textbook affine formulas, no tables, no tricks.
"""

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
INFINITY = None

ROUND_CONSTANTS = []
ROTATIONS = {}


def _fill_keccak_tables():
    register = 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant |= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        ROUND_CONSTANTS.append(constant)
    x, y = 1, 0
    for t in range(24):
        ROTATIONS[(x, y)] = ((t + 1) * (t + 2) // 2) % 64
        x, y = y, (2 * x + 3 * y) % 5
    ROTATIONS[(0, 0)] = 0


_fill_keccak_tables()


def _rotate(word, count):
    return ((word << count) | (word >> (64 - count))) & (2**64 - 1)


def _keccak_f(lanes):
    for constant in ROUND_CONSTANTS:
        columns = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        for x in range(5):
            mixed = columns[(x - 1) % 5] ^ _rotate(columns[(x + 1) % 5], 1)
            for y in range(5):
                lanes[x][y] ^= mixed
        moved = [[0] * 5 for _ in range(5)]
        for x in range(5):
            for y in range(5):
                moved[y][(2 * x + 3 * y) % 5] = _rotate(lanes[x][y], ROTATIONS[(x, y)])
        for x in range(5):
            for y in range(5):
                lanes[x][y] = moved[x][y] ^ (~moved[(x + 1) % 5][y] & moved[(x + 2) % 5][y])
        lanes[0][0] ^= constant


def keccak256(*parts):
    rate = 136
    message = b"".join(parts)
    padded = message + b"\x01" + bytes(rate - len(message) % rate - 1)
    padded = padded[:-1] + bytes([padded[-1] | 0x80])
    lanes = [[0] * 5 for _ in range(5)]
    for block in range(0, len(padded), rate):
        for i in range(rate // 8):
            lanes[i % 5][i // 5] ^= int.from_bytes(padded[block + 8 * i : block + 8 * i + 8], "little")
        _keccak_f(lanes)
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def add(a, b):
    if a is INFINITY:
        return b
    if b is INFINITY:
        return a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return INFINITY
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return (x, (slope * (a[0] - x) - a[1]) % P)


def negate(point):
    return INFINITY if point is INFINITY else (point[0], -point[1] % P)


def multiply(scalar, point=G):
    result = INFINITY
    for bit in bin(scalar % N)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def total(points):
    result = INFINITY
    for point in points:
        result = add(result, point)
    return result


def lift_x(x, parity):
    """The curve point with this abscissa and parity, or None."""
    square = (x * x * x + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return (x, y if y % 2 == parity else P - y)


def on_curve(x, y):
    return x < P and y < P and (y * y - x * x * x - 7) % P == 0


def be32(number):
    return number.to_bytes(32, "big")


def u64(number):
    return number.to_bytes(8, "little")


def affine64(point):
    return be32(point[0]) + be32(point[1])


def compressed33(point):
    return bytes([2 + point[1] % 2]) + be32(point[0])


def commitment_of(point):
    return keccak256(affine64(point))[-20:]


def challenge(key, message, commitment):
    return int.from_bytes(keccak256(be32(key[0]), bytes([key[1] % 2]), message, commitment), "big") % N


def verify(key64, message, s32, commitment):
    """The definition: every refusal of docs/protocol.md#aggregate-signature, then address([s]G - [e]P) == commitment."""
    x, y = int.from_bytes(key64[:32], "big"), int.from_bytes(key64[32:], "big")
    s = int.from_bytes(s32, "big")
    if not on_curve(x, y) or x >= N or s == 0 or s >= N or commitment == bytes(20):
        return False
    e = challenge((x, y), message, commitment)
    if e == 0:
        return False
    nonce_point = add(multiply(s), negate(multiply(e, (x, y))))
    return nonce_point is not INFINITY and commitment_of(nonce_point) == commitment


def sign(secret, message, nonce):
    """One signer with a given nonce: (s, commitment)."""
    commitment = commitment_of(multiply(nonce))
    return (nonce + challenge(multiply(secret), message, commitment) * secret) % N, commitment


def scalar_from(*words):
    """A reproducible scalar 1..n-1 named by words."""
    return int.from_bytes(keccak256("/".join(str(word) for word in words).encode()), "big") % (N - 1) + 1


def bytes_from(length, *words):
    """Reproducible bytes named by words."""
    stream = b""
    while len(stream) < length:
        stream += keccak256("/".join(str(word) for word in words).encode(), bytes([len(stream) // 32]))
    return stream[:length]


def hex0x(data):
    return "0x" + data.hex()


def bitmap_of(indices):
    return be32(sum(1 << index for index in indices))
