"""X25519 (RFC 7748), HKDF-SHA256 (RFC 5869) and ChaCha20-Poly1305 (RFC 8439), written from their definitions."""

import hashlib
import hmac
import struct

P = 2**255 - 19
A24 = 121665
BASE = (9).to_bytes(32, "little")


def x25519(scalar, point):
    k = int.from_bytes(scalar, "little")
    k = (k & ~7 & ~(1 << 255)) | 1 << 254
    u = int.from_bytes(point, "little") & (2**255 - 1)
    x1, x2, z2, x3, z3, swapped = u % P, 1, 0, u % P, 1, 0
    for place in reversed(range(255)):
        bit = k >> place & 1
        if swapped != bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swapped = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        e = a * a - b * b
        x3, z3 = pow(d * a + c * b, 2, P), x1 * pow(d * a - c * b, 2, P) % P
        x2, z2 = a * a * b * b % P, e * (a * a + A24 * e) % P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def hkdf_sha256(secret, salt, info, length=32):
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    output, block = b"", b""
    while len(output) < length:
        block = hmac.new(extracted, block + info + bytes([len(output) // 32 + 1]), hashlib.sha256).digest()
        output += block
    return output[:length]


def _rotate(word, count):
    return (word << count | word >> (32 - count)) & 0xFFFFFFFF


def _quarter_round(state, a, b, c, d):
    for x, y, z, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[x] = (state[x] + state[y]) & 0xFFFFFFFF
        state[z] = _rotate(state[z] ^ state[x], count)


def _chacha20_block(key, counter, nonce):
    initial = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    state = initial[:]
    for _ in range(10):
        for column in range(4):
            _quarter_round(state, column, column + 4, column + 8, column + 12)
        for row in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            _quarter_round(state, *row)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(state, initial)))


def _poly1305(key, message):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for start in range(0, len(message), 16):
        total = (total + int.from_bytes(message[start : start + 16] + b"\x01", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def _padded(data):
    return data + bytes(-len(data) % 16)


def chacha20_poly1305_seal(key, nonce, plaintext, aad):
    """Ciphertext, then the tag of 16 bytes."""
    blocks = range(0, len(plaintext), 64)
    stream = b"".join(_chacha20_block(key, 1 + start // 64, nonce) for start in blocks)
    ciphertext = bytes(a ^ b for a, b in zip(plaintext, stream))
    lengths = struct.pack("<QQ", len(aad), len(ciphertext))
    return ciphertext + _poly1305(_chacha20_block(key, 0, nonce)[:32], _padded(aad) + _padded(ciphertext) + lengths)


def _check_against_the_rfcs():
    """RFC 7748 section 5.2, RFC 5869 appendix A.1, RFC 8439 section 2.8.2."""
    shared = x25519(
        bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
    )
    derived = hkdf_sha256(b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42)
    sealed = chacha20_poly1305_seal(
        bytes(range(0x80, 0xA0)),
        bytes.fromhex("070000004041424344454647"),
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
        bytes.fromhex("50515253c0c1c2c3c4c5c6c7"),
    )
    assert shared.hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    assert derived.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    assert sealed[-16:].hex() == "1ae10b594f09e26a7e902ecbd0600691"


_check_against_the_rfcs()
