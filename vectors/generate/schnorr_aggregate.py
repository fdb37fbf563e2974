"""schnorr-aggregate.json: plain sums of public keys, with the sums that must be refused."""

from schnorr_math import INFINITY, P, affine64, be32, hex0x, multiply, negate, scalar_from, total


def sum_case(name, points):
    result = total(points)
    return {
        "name": name,
        "keys": [hex0x(affine64(point)) for point in points],
        "sum": None if result is INFINITY else hex0x(affine64(result)),
    }


def generate():
    keys = [multiply(scalar_from("aggregate", i)) for i in range(20)]
    first, second = keys[0], keys[1]
    sums = [sum_case(f"{count} keys", keys[:count]) for count in (1, 2, 3, 5, 13, 20)]
    sums += [
        sum_case("the same keys in another order", keys[4::-1]),
        sum_case("a key twice is doubled", [first, first]),
        sum_case("the running sum equals the next key", [first, second, total([first, second])]),
        sum_case("a key and its negative are infinity", [first, negate(first)]),
        sum_case("infinity on the way is not the end", [first, negate(first), second]),
        sum_case("three keys that cancel", [first, second, negate(total([first, second]))]),
    ]
    off_curve = [
        {"name": "zero bytes", "key": hex0x(bytes(64))},
        {"name": "y + 1", "key": hex0x(be32(first[0]) + be32((first[1] + 1) % P))},
        {"name": "x = p", "key": hex0x(be32(P) + be32(first[1]))},
        {"name": "y = p", "key": hex0x(be32(first[0]) + be32(P))},
        {"name": "all ones", "key": hex0x(b"\xff" * 64)},
    ]
    return {
        "schnorr-aggregate.json": {
            "description": "Plain sums of 64-byte keys Px || Py (protocol section 4); a null sum is infinity and must be refused, as must any key off the curve.",
            "sums": sums,
            "offCurve": off_curve,
        }
    }
