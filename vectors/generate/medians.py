"""median.json: the rule of tolerance mode over observations, by the standard library's low median and in exact fractions."""

from fractions import Fraction
from statistics import median_low

from schnorr_math import hex0x

AHEAD_MS = 2_000
FIXED_AT_MS = 1_700_000_000_000


def int256(number):
    return number.to_bytes(32, "big", signed=True)


def within(number, centre, max_deviation_bps, max_deviation=None, decimals=0):
    """Whether the deviation from the median is allowed, as a fraction of it or as an amount in units of the value."""
    if max_deviation is not None and Fraction(abs(number - centre), 10**decimals) <= Fraction(max_deviation):
        return True
    if centre == 0:
        return number == 0
    return Fraction(abs(number - centre), abs(centre)) <= Fraction(max_deviation_bps, 10_000)


def rule(observations, max_age_ms, max_deviation_bps, quorum, max_deviation=None, decimals=0):
    """Value and surviving indices, or None."""
    fresh = [(index, number) for index, number, age_ms in observations if -AHEAD_MS <= age_ms <= max_age_ms]
    if not fresh:
        return None
    centre = median_low([number for _, number in fresh])
    survivors = [(index, number) for index, number in fresh if within(number, centre, max_deviation_bps, max_deviation, decimals)]
    if len(survivors) < quorum:
        return None
    return median_low([number for _, number in survivors]), [index for index, _ in survivors]


def vector(
    name, numbers, max_deviation_bps=100, max_age_ms=5_000, quorum=3, ages_ms=None, indices=None, max_deviation=None, decimals=0
):
    indices = indices or range(len(numbers))
    ages_ms = ages_ms or [10 * place for place in range(len(numbers))]
    observations = list(zip(indices, numbers, ages_ms))
    outcome = rule(observations, max_age_ms, max_deviation_bps, quorum, max_deviation, decimals)
    return {
        "name": name,
        "fixedAtMs": FIXED_AT_MS,
        "maxAgeMs": max_age_ms,
        "maxDeviationBps": max_deviation_bps,
        "maxDeviation": max_deviation,
        "decimals": decimals,
        "quorum": quorum,
        "observations": [
            {"index": index, "value": hex0x(int256(number)), "receivedAtMs": FIXED_AT_MS - age_ms} for index, number, age_ms in observations
        ],
        "value": None if outcome is None else hex0x(int256(outcome[0])),
        "survivors": None if outcome is None else outcome[1],
    }


LARGEST, SMALLEST = 2**255 - 1, -(2**255)


def generate():
    cases = [
        vector("three alike", [500, 500, 500]),
        vector("three of an odd count", [503, 500, 501]),
        vector("the lower of the two in the middle of an even count", [500, 501, 502, 503]),
        vector("survivors of an even count", [10_000, 10_001, 10_002, 10_003, 90_000]),
        vector("deviation at the boundary survives, above and below", [9_900, 10_000, 10_100]),
        vector("deviation one beyond the boundary does not", [9_899, 10_000, 10_000, 10_000, 10_101]),
        vector("boundary that is no integer: 1 % of 150", [149, 150, 151]),
        vector("boundary that is no integer: 2 is beyond 1 % of 150", [148, 150, 150, 150, 152]),
        vector("no deviation allowed", [7, 7, 7, 8], max_deviation_bps=0),
        vector("no deviation allowed, too few alike", [6, 7, 8], max_deviation_bps=0),
        vector("everything up to twice the median allowed", [0, 1, 2], max_deviation_bps=10_000),
        vector("one beyond twice the median", [1, 2, 3, 2, 5], max_deviation_bps=10_000),
        vector("below zero", [-10_100, -10_000, -9_900]),
        vector("below zero, an outlier", [-10_101, -10_000, -10_000, -9_900]),
        vector("another sign is beyond every deviation", [-1, 1, 1, 2], max_deviation_bps=10_000),
        vector("median of zero keeps zeros only", [0, 0, 0, 1, -1], max_deviation_bps=10_000),
        vector("median of zero, too few zeros", [-1, 0, 1], max_deviation_bps=10_000),
        vector("outliers move the first median, not the rest", [1_000, 1_001, 1_002, 5_000, 5_001]),
        vector("a majority far away wins", [1_000, 1_001, 5_000, 5_001, 5_002]),
        vector("two camps leave too few", [1_000, 1_001, 5_000, 5_001]),
        vector("the largest and the smallest number", [LARGEST, LARGEST, LARGEST, SMALLEST], max_deviation_bps=10_000),
        vector("the smallest number", [SMALLEST, SMALLEST, SMALLEST, LARGEST], max_deviation_bps=10_000),
        vector("age of nothing", [5, 5, 5], ages_ms=[0, 0, 0]),
        vector("age at the boundary is fresh", [5, 5, 5], ages_ms=[5_000, 5_000, 5_000]),
        vector("age one beyond the boundary is not", [5, 5, 5], ages_ms=[5_001, 0, 0]),
        vector("an old one is dropped before the median", [900, 1_000, 1_000, 1_001, 1_002], ages_ms=[5_001, 0, 0, 0, 5_000]),
        vector("two seconds ahead count as now", [5, 5, 5], ages_ms=[-2_000, -1, 0], max_age_ms=1),
        vector("more than two seconds ahead are dropped", [5, 5, 5], ages_ms=[-2_001, 0, 0]),
        vector("nothing is fresh", [5, 5, 5], ages_ms=[6_000, 6_000, -3_000]),
        vector("no observation", []),
        vector("fewer than the quorum", [5, 5, 5], quorum=4),
        vector("a quorum of five of seven", [998, 1_000, 1_001, 1_003, 1_004, 800, 1_200], quorum=5, indices=[0, 3, 5, 11, 40, 62, 63]),
        vector("indices with gaps, not in the order of the values", [1_005, 1_001, 1_003], indices=[2, 9, 61]),
        vector("an amount around zero: -0.01, 0 and 0.01", [-1, 0, 1], max_deviation_bps=0, max_deviation="0.01", decimals=2),
        vector("an amount around zero, one beyond it", [-1, 0, 1, 2], max_deviation_bps=0, max_deviation="0.01", decimals=2),
        vector("an amount at its boundary, above and below", [985, 1_000, 1_015], max_deviation="1.5", decimals=1),
        vector("one beyond the amount, and beyond the share", [984, 1_000, 1_000, 1_000, 1_016], max_deviation="1.5", decimals=1),
        vector("the share suffices where the amount is smaller", [9_900, 10_000, 10_100], max_deviation="1"),
        vector("the amount suffices where the share is smaller", [99, 100, 104], max_deviation="4"),
        vector("an amount below zero", [-104, -100, -97], max_deviation="4"),
        vector("an amount of the smallest digit", [2, 3, 4], max_deviation_bps=0, max_deviation="0." + "0" * 35 + "1", decimals=36),
        vector("an amount may leave too few", [1, 5, 9], max_deviation="3"),
        vector("the largest amount", [LARGEST, 0, 0, SMALLEST], max_deviation=str(LARGEST), quorum=3),
    ]
    return {
        "median.json": {
            "description": "The median of tolerance mode (docs/protocol.md#median-of-tolerance-mode): observations in, value and indices of the survivors out, null when fewer than a quorum survive.",
            "vectors": cases,
        }
    }
