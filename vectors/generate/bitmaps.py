"""signers-bitmap.json: sets of node indices as 256-bit big-endian integers."""

from schnorr_math import bitmap_of, hex0x

SETS = [[], [0], [7], [8], [255], [0, 1, 2], [3, 64, 65, 200], list(range(0, 64, 3)), list(range(256))]


def generate():
    return {
        "signers-bitmap.json": {
            "description": "Bit 1 << i of the big-endian integer is node index i (docs/protocol.md#signers-bitmap).",
            "vectors": [{"indices": indices, "bitmap": hex0x(bitmap_of(indices))} for indices in SETS],
        }
    }
