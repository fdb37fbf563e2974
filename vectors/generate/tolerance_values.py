"""tolerance-value.json: decimals as int256 with the decimals of an aggregation, in exact rational arithmetic."""

from exact_values import Refused, parse, truncate
from schnorr_math import hex0x


def pack(number, decimals):
    integer = int(truncate(number, decimals) * 10**decimals)
    if not -(2**255) <= integer < 2**255:
        raise Refused("value: out_of_range")
    if integer == 0 and number != 0:
        raise Refused("value: loses_all_digits")
    return integer


def render(integer, decimals):
    whole, fraction = divmod(abs(integer), 10**decimals)
    digits = str(fraction).zfill(decimals).rstrip("0") if decimals else ""
    return ("-" if integer < 0 else "") + (f"{whole}.{digits}" if digits else str(whole))


def vector(text, decimals):
    case = {"text": text, "decimals": decimals, "packed": None, "rendered": None, "refused": None}
    try:
        integer = pack(parse(text), decimals)
        return {**case, "packed": hex0x(integer.to_bytes(32, "big", signed=True)), "rendered": render(integer, decimals)}
    except Refused as refusal:
        return {**case, "refused": str(refusal)}


LARGEST, SMALLEST = 2**255 - 1, -(2**255)

CASES = [
    ("0", 0),
    ("-0.0", 8),
    ("1", 0),
    ("-1", 0),
    ("1", 36),
    ("-1", 36),
    ("64628.31000000", 8),
    ("64628.31000000", 2),
    ("64628.31000000", 1),
    ("64628.31000000", 0),
    ("-64628.39", 1),
    ("-64628.39", 0),
    ("0.1", 0),
    ("-0.1", 0),
    ("-0.5", 1),
    ("0.5", 0),
    ("0.99", 0),
    ("1.99", 0),
    ("1e-36", 36),
    ("-9e-37", 36),
    ("1e-78", 36),
    ("-0.000000019", 8),
    ("-0.000000009", 8),
    ("1.5e3", 3),
    ("-1.5e-3", 3),
    ("100", 2),
    ("-120", 0),
    ("1e40", 36),
    ("1e41", 36),
    ("-1e41", 36),
    ("1e76", 0),
    ("1e77", 0),
    ("-1e78", 0),
    (str(LARGEST), 0),
    (str(LARGEST + 1), 0),
    (str(SMALLEST), 0),
    (str(SMALLEST - 1), 0),
    (render(LARGEST, 18), 18),
    (render(LARGEST + 1, 18), 18),
    (render(SMALLEST, 18) + "9", 18),
    (render(SMALLEST - 1, 18), 18),
]


def generate():
    return {
        "tolerance-value.json": {
            "description": "Decimal text as int256 of value x 10^decimals, truncated toward zero, in two's complement, and its rendering (docs/protocol.md#decimal-and-packing).",
            "vectors": [vector(text, decimals) for text, decimals in CASES],
        }
    }
