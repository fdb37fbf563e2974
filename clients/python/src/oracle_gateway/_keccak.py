"""keccak-256 as Ethereum uses it: Keccak[512] of FIPS 202 with the padding of the original submission. The standard library has SHA-3 only."""

_RATE = 136
_MASK = (1 << 64) - 1


def _round_constants() -> list[int]:
    constants = []
    register = 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << ((1 << power) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


def _lane_moves() -> list[tuple[int, int, int]]:
    """Rho and pi together: lane (of x + 5y) that is read, its rotation, and the lane that is written."""
    moves = [(0, 0, 0)]
    x, y = 1, 0
    for step in range(24):
        rotation = ((step + 1) * (step + 2) // 2) % 64
        moves.append((x + 5 * y, rotation, y + 5 * ((2 * x + 3 * y) % 5)))
        x, y = y, (2 * x + 3 * y) % 5
    return moves


_CONSTANTS = _round_constants()
_MOVES = _lane_moves()


def _rotated(lane: int, count: int) -> int:
    return ((lane << count) | (lane >> (64 - count))) & _MASK


def _permuted(lanes: list[int]) -> list[int]:
    for constant in _CONSTANTS:
        columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [columns[(x + 4) % 5] ^ _rotated(columns[(x + 1) % 5], 1) for x in range(5)]
        moved = [0] * 25
        for read, rotation, written in _MOVES:
            moved[written] = _rotated(lanes[read] ^ mixed[read % 5], rotation)
        lanes = [moved[at] ^ (~moved[at - at % 5 + (at + 1) % 5] & moved[at - at % 5 + (at + 2) % 5] & _MASK) for at in range(25)]
        lanes[0] ^= constant
    return lanes


def keccak256(*parts: bytes) -> bytes:
    """Returns the 32 bytes of the hash of all parts, one after the other."""
    padded = bytearray(b"".join(parts))
    padded.append(0x01)
    padded.extend(bytes(-len(padded) % _RATE))
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for at in range(_RATE // 8):
            offset = start + 8 * at
            lanes[at] ^= int.from_bytes(padded[offset : offset + 8], "little")
        lanes = _permuted(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])
