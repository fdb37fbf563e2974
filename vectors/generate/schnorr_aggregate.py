"""schnorr-aggregate.json: plain sums of public keys, with the sums that must be refused."""

from schnorr_math import INFINITY, P, add, affine64, be32, hex0x, multiply, negate, scalar_from, total


def slopes_of(points):
    """The slope of each addition, first to last; None where a partial sum and the next key have the same x, or a sum is infinity."""
    slopes = []
    partial = points[0]
    for point in points[1:]:
        if partial is INFINITY or partial[0] == point[0]:
            return None
        slopes.append(be32((point[1] - partial[1]) * pow(point[0] - partial[0], -1, P) % P))
        partial = add(partial, point)
    return slopes


def square_root(value):
    root = pow(value, (P + 1) // 4, P)
    return root if root * root % P == value % P else None


def second_on_line(point, slope):
    """Another point of the curve on the line of this slope through the point; None without one."""
    x, y = point
    constant = (y - slope * x) % P
    # The x of the three points on the line are the roots of x^3 - slope^2 x^2 - 2 slope constant x + 7 - constant^2.
    their_sum = (slope * slope - x) % P
    their_product = (constant * constant - 7) * pow(x, -1, P) % P
    root = square_root(their_sum * their_sum - 4 * their_product)
    if root is None:
        return None
    other = (their_sum + root) * pow(2, -1, P) % P
    return (other, (slope * other + constant) % P)


def keys_of_small_slope(first):
    """Two keys whose slope has a second form below 2^256: slope + p."""
    for slope in range(1, 1000):
        second = second_on_line(first, slope)
        if second is not None:
            return [first, second]
    raise AssertionError("no such slope")


def sum_case(name, points):
    result = total(points)
    slopes = slopes_of(points)
    return {
        "name": name,
        "keys": [hex0x(affine64(point)) for point in points],
        "sum": None if result is INFINITY else hex0x(affine64(result)),
        "slopes": None if slopes is None else [hex0x(slope) for slope in slopes],
    }


def generate():
    keys = [multiply(scalar_from("aggregate", i)) for i in range(20)]
    first, second = keys[0], keys[1]
    sums = [sum_case(f"{count} keys", keys[:count]) for count in (1, 2, 3, 5, 13, 20)]
    sums += [
        sum_case("the same keys in another order", keys[4::-1]),
        sum_case("two keys of a slope below 2^256 - p", keys_of_small_slope(first)),
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
            "description": "Plain sums of 64-byte keys Px || Py (docs/protocol.md#aggregate-signature); a null sum is infinity and must be refused, as must any key off the curve. Slopes are those of the additions in the order of the keys, null where one has none.",
            "sums": sums,
            "offCurve": off_curve,
        }
    }
