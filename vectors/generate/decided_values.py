"""decided-values.json: what a set of observations decides for a source, an index and lists (protocol, "What a node signs")."""

from collections import Counter

from lists import list_value, source_id
from medians import int256
from medians import rule as median_rule
from schnorr_math import hex0x

FIXED_AT_MS = 1_700_000_000_000
EXACT = None


def tolerance(max_deviation_bps=100, max_age_ms=15_000, **amount):
    return {"maxDeviationBps": max_deviation_bps, "maxAgeMs": max_age_ms, **amount}


def member(seen, one_rule, quorum):
    """Value and survivors of (index, number, age) or None."""
    if one_rule is not EXACT:
        return median_rule(seen, one_rule["maxAgeMs"], one_rule["maxDeviationBps"], quorum, one_rule.get("maxDeviation"))
    for number, times in Counter(number for _, number, _ in seen).items():
        if times >= quorum:
            return number, [index for index, one, _ in seen if one == number]
    return None


def decided(form, ids, rules, min_values, quorum, observations):
    """The 32 bytes, the value of each place, and who may sign."""
    members = [
        member([(index, *numbers[place]) for index, numbers in observations if numbers[place] is not None], one_rule, quorum)
        for place, one_rule in enumerate(rules)
    ]
    if sum(one is not None for one in members) < min_values:
        return None
    values = [None if one is None else int256(one[0]) for one in members]
    if form > 128:
        return list_value(ids, values), values, [index for index, _ in observations]
    return values[0], values, members[0][1]


def vector(name, rules, *seen, form=None, min_values=None, quorum=3):
    """`seen` has for each node (index, numbers): a number, or a number and its age, or None where the node has none."""
    count = len(rules)
    form = form or (1 if count == 1 else 128 + count)
    min_values = min_values or count
    ids = [source_id("decided", place) for place in range(count if form > 128 else form)]
    aged = [(index, [one if one is None or isinstance(one, tuple) else (one, 10) for one in numbers]) for index, numbers in seen]
    outcome = decided(form, ids, rules, min_values, quorum, aged)
    return {
        "name": name,
        "form": form,
        "sourceIds": [hex0x(one) for one in ids],
        "rules": rules,
        "minValues": min_values,
        "quorum": quorum,
        "fixedAtMs": FIXED_AT_MS,
        "observations": [
            {
                "index": index,
                "values": [
                    None if one is None else {"value": hex0x(int256(one[0])), "receivedAtMs": FIXED_AT_MS - one[1]} for one in numbers
                ],
            }
            for index, numbers in aged
        ],
        "value": None if outcome is None else hex0x(outcome[0]),
        "values": None if outcome is None else [None if one is None else hex0x(one) for one in outcome[1]],
        "survivors": None if outcome is None else outcome[2],
    }


def generate():
    two = [EXACT, EXACT]
    mixed = [EXACT, tolerance()]
    cases = [
        vector("a source in exact mode: the value of a quorum", [EXACT], (0, [5]), (1, [5]), (4, [6]), (5, [5])),
        vector("a source in exact mode: no value of a quorum", [EXACT], (0, [5]), (1, [5]), (4, [6]), (5, [6])),
        vector("a source in exact mode: no observation", [EXACT]),
        vector("a source in tolerance mode: the median", [tolerance()], (0, [1_000]), (1, [1_001]), (2, [1_002]), (3, [5_000])),
        vector("a source in tolerance mode: too few survivors", [tolerance()], (0, [1_000]), (1, [1_001]), (2, [5_000])),
        vector("a source in tolerance mode: an amount around zero", [tolerance(0, maxDeviation="2")], (0, [-2]), (1, [0]), (2, [2]), (3, [3])),
        vector("an index: the median, and one value", [tolerance(50, 2_000)], (0, [1_000]), (1, [1_001]), (2, [1_002]), form=3),
        vector("an index: an old value takes no part", [tolerance(50, 2_000)], (0, [1_000]), (1, [1_001]), (2, [(1_002, 2_001)]), form=3),
        vector("a list: each source by itself", two, (0, [5, 8]), (1, [5, 8]), (2, [5, 8])),
        vector("a list of quorum 2", two, (0, [5, 8]), (9, [5, 8]), quorum=2),
        vector("a list of quorum 1", two, (63, [5, 8]), quorum=1),
        vector("a list: the quorums of two sources are different nodes", two, (0, [5, 7]), (1, [5, 8]), (2, [5, 8]), (3, [6, 8])),
        vector("a list: a source without a quorum is absent", two, (0, [5, 7]), (1, [5, 8]), (2, [5, 9]), min_values=1),
        vector("a list: the last source is absent for all nodes", two, (0, [5, None]), (1, [5, None]), (2, [5, None]), min_values=1),
        vector("a list: fewer sources than it needs", two, (0, [5, 7]), (1, [5, 8]), (2, [5, 9])),
        vector("a list: nodes that have different sources are a quorum of none", two, (0, [5, None]), (1, [5, 8]), (2, [None, 8]), min_values=1),
        vector("a list: zero is a value", two, (0, [0, None]), (1, [0, None]), (2, [0, 1]), min_values=1),
        vector("a list: below zero in exact mode is only bytes", two, (0, [-1, 8]), (1, [-1, 8]), (2, [-1, 8])),
        vector("a list: an exact and a tolerance source", mixed, (0, [5, 1_000]), (1, [5, 1_001]), (2, [5, 1_002])),
        vector("a list: an observer of no survivor may sign", mixed, (0, [5, 1_000]), (1, [5, 1_001]), (2, [5, 1_002]), (3, [5, 9_000])),
        vector("a list: an observer of one source may sign", mixed, (0, [5, 1_000]), (1, [5, 1_001]), (2, [None, 1_002]), (3, [5, None])),
        vector(
            "a list: a value that is old counts for an exact source alone",
            mixed,
            (0, [(5, 20_000), (1_000, 15_001)]),
            (1, [5, (1_001, 15_000)]),
            (2, [5, 1_002]),
            min_values=1,
        ),
        vector(
            "a list: rules of their own",
            [tolerance(100), tolerance(0), tolerance(100, 20_000)],
            (0, [1_000, 1_000, (1_000, 20_000)]),
            (1, [1_005, 1_005, (1_005, 20_000)]),
            (2, [1_010, 1_010, 1_010]),
            min_values=2,
        ),
        vector(
            "a list: an amount of one source alone",
            [tolerance(0), tolerance(0, maxDeviation="1")],
            (0, [-1, -1]),
            (1, [0, 0]),
            (2, [1, 1]),
            min_values=1,
        ),
        vector(
            "a list: a quorum of five of seven",
            [EXACT, tolerance()],
            *((index, [1 if index in (0, 9) else 2, 1_000 + index]) for index in (0, 3, 5, 9, 11, 40, 63)),
            quorum=5,
            min_values=1,
        ),
        vector(
            "the longest list",
            [EXACT if place % 2 else tolerance() for place in range(32)],
            *((index, [None if (place + index) % 7 == 0 else 1_000 + place for place in range(32)]) for index in range(5)),
            min_values=20,
        ),
    ]
    return {
        "decided-values.json": {
            "description": "What a set of observations decides (protocol, section Signing session): of a source, an index (one value) or a list. null is an absent value, and no decision",
            "vectors": cases,
        }
    }
