"""A zlib stream with a preset dictionary (RFC 1950), and its bytes as text.

The deflating is written here from RFC 1951 §3.2.6, greedy and with fixed Huffman codes, so that every version of zlib leaves the same bytes in the
vectors. Python's own zlib must read them back.
"""

import zlib

LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258]
LENGTH_BITS = [0] * 8 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [0]
DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145]
DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11]
WINDOW_BITS = 13
SHORTEST, LONGEST = 3, 258


def deflate(text, dictionary):
    """A zlib stream whose back references reach into the dictionary."""
    whole = dictionary + text
    # Back references stay within the window that the header names.
    assert len(whole) <= 1 << WINDOW_BITS
    bits = Bits()
    bits.add(1, 1)
    bits.add(1, 2)
    known = {}
    for at in range(len(dictionary)):
        known.setdefault(whole[at : at + SHORTEST], []).append(at)
    at = len(dictionary)
    while at < len(whole):
        length, back = longest_match(whole, at, known)
        step = max(length, 1)
        if length < SHORTEST:
            add_symbol(bits, whole[at])
            step = 1
        else:
            add_match(bits, length, back)
        for place in range(at, at + step):
            known.setdefault(whole[place : place + SHORTEST], []).append(place)
        at += step
    add_symbol(bits, 256)
    method = ((WINDOW_BITS - 8) << 4) | 8
    flags = 0x20
    flags += 31 - (method * 256 + flags) % 31
    head = bytes([method, flags]) + zlib.adler32(dictionary).to_bytes(4, "big")
    stream = head + bits.end() + zlib.adler32(text).to_bytes(4, "big")
    assert zlib.decompressobj(WINDOW_BITS, zdict=dictionary).decompress(stream) == text
    return stream


def longest_match(whole, at, known):
    best = (0, 0)
    for start in known.get(whole[at : at + SHORTEST], []):
        length = 0
        while length < LONGEST and at + length < len(whole) and whole[start + length] == whole[at + length]:
            length += 1
        if length >= best[0]:
            best = (length, at - start)
    return best


class Bits:
    def __init__(self):
        self.value, self.count = 0, 0

    def add(self, value, width):
        self.value |= value << self.count
        self.count += width

    def end(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def add_code(bits, code, width):
    """A Huffman code begins with its highest bit."""
    for place in reversed(range(width)):
        bits.add((code >> place) & 1, 1)


def add_symbol(bits, symbol):
    if symbol < 144:
        add_code(bits, 0x30 + symbol, 8)
    elif symbol < 256:
        add_code(bits, 0x190 + symbol - 144, 9)
    elif symbol < 280:
        add_code(bits, symbol - 256, 7)
    else:
        add_code(bits, 0xC0 + symbol - 280, 8)


def add_match(bits, length, back):
    place = max(i for i, least in enumerate(LENGTHS) if least <= length)
    add_symbol(bits, 257 + place)
    bits.add(length - LENGTHS[place], LENGTH_BITS[place])
    place = max(i for i, least in enumerate(DISTANCES) if least <= back)
    add_code(bits, place, 5)
    bits.add(back - DISTANCES[place], DISTANCE_BITS[place])


def text_of(data):
    """A character for each byte."""
    return data.decode("latin-1")
