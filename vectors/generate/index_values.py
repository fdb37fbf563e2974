"""index-value.json: one value of several sources at one node, in exact rational arithmetic (protocol, "Index")."""

from statistics import median_low

from exact_values import Refused, parse
from medians import within
from schnorr_math import hex0x
from tolerance_values import pack

RECEIVED_AT_MS = 1_700_000_000_000


def combined(numbers, decimals, min_sources, max_deviation_bps, max_deviation):
    """Value and time of (text, time) of each source, or None; None among them is a source without a number."""
    scaled = []
    for number in numbers:
        try:
            if number is not None:
                scaled.append((pack(parse(number[0]), decimals), number[1]))
        except Refused:
            pass
    if not scaled:
        return None
    centre = median_low([value for value, _ in scaled])
    kept = [(value, time) for value, time in scaled if within(value, centre, max_deviation_bps, max_deviation, decimals)]
    if len(kept) < min_sources:
        return None
    return median_low([value for value, _ in kept]), min(time for _, time in kept)


def vector(name, texts, min_sources=2, max_deviation_bps=100, decimals=2, ages_ms=None, max_deviation=None):
    ages_ms = ages_ms or [10 * place for place in range(len(texts))]
    numbers = [None if text is None else (text, RECEIVED_AT_MS - age) for text, age in zip(texts, ages_ms)]
    outcome = combined(numbers, decimals, min_sources, max_deviation_bps, max_deviation)
    return {
        "name": name,
        "minSources": min_sources,
        "maxDeviationBps": max_deviation_bps,
        "maxDeviation": max_deviation,
        "decimals": decimals,
        "numbers": [None if one is None else {"text": one[0], "receivedAtMs": one[1]} for one in numbers],
        "value": None if outcome is None else hex0x(outcome[0].to_bytes(32, "big", signed=True)),
        "receivedAtMs": None if outcome is None else outcome[1],
    }


LARGEST = 2**255 - 1


def generate():
    cases = [
        vector("three sources: the one in the middle", ["100.10", "100.00", "100.05"]),
        vector("two sources: the lower one", ["100.10", "100.00"]),
        vector("four sources: the lower of the two in the middle", ["100", "101", "102", "103"], max_deviation_bps=1_000),
        vector("each is scaled and truncated before they are compared", ["1.019", "1.010", "1.0199"], max_deviation_bps=0),
        vector("digits beyond the decimals are cut off toward zero below zero too", ["-1.019", "-1.01", "-1.0101"], max_deviation_bps=0),
        vector("no decimals", ["7.9", "7.1", "7"], max_deviation_bps=0, decimals=0),
        vector("36 decimals", ["1e-36", "1e-36", "2e-36"], max_deviation_bps=0, decimals=36),
        vector("a failed source is left out", ["100.00", None, "100.50"]),
        vector("a number that would be packed as zero is left out", ["0.001", "0", "0"]),
        vector("a number beyond int256 is left out", [str(LARGEST), str(LARGEST + 1), str(LARGEST)], decimals=0),
        vector("numbers that cannot be packed leave too few", ["0.001", "0.002", "1"]),
        vector("all failed", [None, None, None]),
        vector("one is left", ["100", None, None]),
        vector("deviation at the boundary is kept, above and below", ["99.00", "100.00", "101.00"], min_sources=3),
        vector("deviation one beyond the boundary is not", ["98.99", "100.00", "101.01"], min_sources=2),
        vector("the value is the lower median of those kept, not of all", ["100.00", "100.01", "100.02", "100.03", "200.00"], min_sources=3),
        vector("one of three far above", ["100.00", "100.50", "900.00"]),
        vector("one of three far below", ["100.00", "100.50", "0.01"]),
        vector("a majority far away wins", ["100", "500", "501"]),
        vector("sources of two camps leave too few", ["100", "101", "500", "501"], min_sources=3),
        vector("fewer than the sources that must agree", ["100", "100", "100", "200", "300"], min_sources=4),
        vector("median of zero keeps zeros only", ["0", "0", "0.01"], max_deviation_bps=10_000),
        vector("below zero", ["-100.10", "-100.00", "-100.05"]),
        vector("time of the oldest of those kept", ["100.00", "100.01", "100.02"], ages_ms=[5, 4_000, 7]),
        vector("time of one that is left out does not count", ["100.00", "900.00", "100.02"], ages_ms=[5, 4_000, 7]),
        vector("an amount around zero", ["0", "-0.01", "0.01"], min_sources=3, max_deviation="0.01"),
        vector("one beyond the amount, and beyond the share", ["0", "-0.01", "0.02"], min_sources=3, max_deviation="0.01"),
        vector("the share suffices where the amount is smaller", ["99.00", "100.00", "101.00"], min_sources=3, max_deviation="0.5"),
        vector("the amount suffices where the share is smaller", ["98.50", "100.00", "101.50"], min_sources=3, max_deviation="1.5"),
        vector("32 sources", [f"100.{place:02}" for place in range(32)], min_sources=17),
    ]
    return {
        "index-value.json": {
            "description": "Value of an index at one node (protocol, Index): numbers of its sources in, int256 and time out; null is a source without a number, and no value",
            "vectors": cases,
        }
    }
