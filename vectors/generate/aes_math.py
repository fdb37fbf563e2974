"""AES-128 (FIPS 197) in Galois counter mode (NIST SP 800-38D), written from their definitions."""


def _times(a, b):
    product = 0
    for _ in range(8):
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _substitute(byte):
    inverse = next((other for other in range(256) if _times(byte, other) == 1), 0)
    bits = 0x63
    for shift in range(5):
        bits ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
    return bits


SUBSTITUTES = [_substitute(byte) for byte in range(256)]


def _round_keys(key):
    words = [list(key[at : at + 4]) for at in range(0, 16, 4)]
    constant = 1
    for place in range(4, 44):
        word = words[-1]
        if place % 4 == 0:
            word = [SUBSTITUTES[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _times(constant, 2)
        words.append([a ^ b for a, b in zip(words[-4], word)])
    return [sum(words[at : at + 4], []) for at in range(0, 44, 4)]


def _mixed(column):
    return [_times(column[i], 2) ^ _times(column[(i + 1) % 4], 3) ^ column[(i + 2) % 4] ^ column[(i + 3) % 4] for i in range(4)]


def aes128(key, block):
    keys = _round_keys(key)
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number in range(1, 11):
        state = [SUBSTITUTES[byte] for byte in state]
        state = [state[(place + 4 * (place % 4)) % 16] for place in range(16)]
        if number < 10:
            state = sum((_mixed(state[at : at + 4]) for at in range(0, 16, 4)), [])
        state = [a ^ b for a, b in zip(state, keys[number])]
    return bytes(state)


def _galois_times(x, y):
    product = 0
    for place in range(127, -1, -1):
        if y >> place & 1:
            product ^= x
        x = (x >> 1) ^ (0xE1 << 120 if x & 1 else 0)
    return product


def _padded(data):
    return data + bytes(-len(data) % 16)


def aes128_gcm_seal(key, nonce, plaintext):
    """Ciphertext, then the tag of 16 bytes; the nonce has 12 bytes, and there is no additional data."""
    counters = range(2, 2 + (len(plaintext) + 15) // 16)
    stream = b"".join(aes128(key, nonce + counter.to_bytes(4, "big")) for counter in counters)
    ciphertext = bytes(a ^ b for a, b in zip(plaintext, stream))
    subkey = int.from_bytes(aes128(key, bytes(16)), "big")
    total = 0
    hashed = _padded(ciphertext) + bytes(8) + (8 * len(ciphertext)).to_bytes(8, "big")
    for at in range(0, len(hashed), 16):
        total = _galois_times(total ^ int.from_bytes(hashed[at : at + 16], "big"), subkey)
    mask = int.from_bytes(aes128(key, nonce + b"\x00\x00\x00\x01"), "big")
    return ciphertext + (total ^ mask).to_bytes(16, "big")
