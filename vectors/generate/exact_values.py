"""value.json: from a decimal text through a transform to 32 bytes and their rendering, in exact rational arithmetic."""

import re
from fractions import Fraction

from schnorr_math import be32, hex0x

GRAMMAR = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)


class Refused(Exception):
    pass


def parse(text):
    match = GRAMMAR.fullmatch(text)
    if match is None:
        raise Refused("decimal: not_a_number")
    if len(text) > 128:
        raise Refused("decimal: too_long")
    if abs(int((match[3] or "e0")[1:])) > 78:
        raise Refused("decimal: exponent")
    return Fraction(text)


def truncate(number, places):
    """Toward zero, at this many fractional digits."""
    scaled = abs(number) * 10**places
    whole = Fraction(scaled.numerator // scaled.denominator, 10**places)
    return -whole if number < 0 else whole


def quotient(number):
    """Of a division: 36 fractional digits. Not zero without a digit among them is refused."""
    cut = truncate(number, 36)
    if cut == 0 and number != 0:
        raise Refused("transform: loses_all_digits")
    return cut


def round_half_away(number, places):
    return truncate(number + Fraction(1 if number >= 0 else -1, 2 * 10**places), places)


def apply(transform, number):
    for step in transform.split("|"):
        verb, _, operand = step.partition(":")
        if verb == "multiply":
            number *= parse(operand)
        elif verb == "divide":
            number = quotient(number / parse(operand))
        elif verb == "invert":
            if number == 0:
                raise Refused("transform: division_by_zero")
            number = quotient(1 / number)
        elif verb == "round":
            number = round_half_away(number, int(operand))
    return number


def pack(number):
    if number < 0:
        raise Refused("value: negative")
    scaled = number * 10**18
    integer = scaled.numerator // scaled.denominator
    if integer >= 2**256:
        raise Refused("value: out_of_range")
    if integer == 0 and number != 0:
        raise Refused("value: loses_all_digits")
    return integer


def render(integer):
    whole, fraction = divmod(integer, 10**18)
    digits = str(fraction).zfill(18).rstrip("0")
    return f"{whole}.{digits}" if digits else str(whole)


def vector(text, transform=None):
    case = {"text": text, "transform": transform, "packed": None, "rendered": None, "refused": None}
    try:
        number = parse(text)
        integer = pack(number if transform is None else apply(transform, number))
        return {**case, "packed": hex0x(be32(integer)), "rendered": render(integer)}
    except Refused as refusal:
        return {**case, "refused": str(refusal)}


MAX = 2**256 - 1

TEXTS = [
    "0",
    "-0",
    "-0.000",
    "0e78",
    "1",
    "10",
    "64628.31000000",
    "0.1",
    "0.000000000000000001",
    "0.0000000000000000019",
    "0.0000000000000000009",
    "8.4e-20",
    "0.000000000000000000999999999999999999999999999999999999999",
    "0e-78",
    "123456789012345678901234567890.123456789012345678901234567890",
    "9007199254740993",
    "1E5",
    "1e+5",
    "1e-5",
    "1.5e3",
    "100e-2",
    "1e58",
    "1e59",
    "1e60",
    "1e78",
    "1e-78",
    "1e0000078",
    render(MAX),
    render(MAX) + "9",
    render(MAX + 1),
    str(MAX // 10**18 + 1),
    "9" * 128,
    "0." + "1" * 126,
    # Refused: below zero, however small.
    "-1",
    "-1e-78",
    # Refused: not the grammar, or beyond its bounds.
    "",
    " 1",
    "1 ",
    "+1",
    "01",
    "-01",
    ".5",
    "5.",
    "1e",
    "1e+",
    "--1",
    "1,000",
    "1_000",
    "0x10",
    "NaN",
    "Infinity",
    "\u0661",
    "1e79",
    "1e-79",
    "1e400",
    "9" * 129,
]

TRANSFORMS = [
    ("2", "multiply:3"),
    ("0.1", "multiply:0.1"),
    ("1", "multiply:1e78|multiply:1e-78"),
    ("3", "multiply:-1|multiply:-2"),
    ("3", "multiply:-1"),
    ("1", "divide:3"),
    ("2", "divide:3"),
    ("-2", "divide:3|multiply:-1"),
    ("1", "divide:3|multiply:3"),
    ("1", "divide:1e36"),
    ("1", "divide:1e37"),
    ("1e-30", "divide:1e-30"),
    ("3", "invert"),
    ("0.25", "invert"),
    ("1e37", "invert"),
    ("0", "invert"),
    ("0.0", "invert"),
    ("1e37", "invert|invert"),
    ("1e36", "invert|invert"),
    ("1e37", "invert|round:0"),
    ("0", "divide:1e37"),
    ("-1", "divide:1e37|multiply:-1"),
    ("1", "divide:1e36|multiply:1e36"),
    ("1", "divide:1e18"),
    ("1", "divide:1e19"),
    ("1", "divide:1e19|multiply:1e19"),
    ("1", "divide:1e19|round:18"),
    ("5", "divide:1e19|round:18"),
    ("5", "multiply:0"),
    ("2.5", "round:0"),
    ("2.4999", "round:0"),
    ("3.5", "round:0"),
    ("-2.5", "round:0|multiply:-1"),
    ("-2.4", "round:0|multiply:-1"),
    ("1.005", "round:2"),
    ("1.0049999999999999999999999999", "round:2"),
    ("5", "round:36"),
    ("1e10", "round:3"),
    ("0.4", "round:0"),
    ("0.5", "round:0"),
    ("1e-40", "round:36"),
    ("64628.31", "multiply:100|round:0"),
    ("1.1", "divide:7|round:6|invert|multiply:1000"),
]


def generate():
    return {
        "value.json": {
            "description": "Decimal text, transform, 32 packed bytes (value x 10^18, truncated) and their rendering (docs/protocol.md#decimal-and-packing).",
            "vectors": [vector(text) for text in TEXTS] + [vector(text, transform) for text, transform in TRANSFORMS],
        }
    }
