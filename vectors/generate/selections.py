"""selection.json: bodies, selectors and the number they yield, judged by hand from RFC 9535 and docs/protocol.md#selection. The order of
numbers in filters is computed with decimals of any size."""

from decimal import Decimal


REFUSED_EXPRESSIONS = [
    "",
    " $.a",
    "$.a ",
    "a",
    "@.a",
    "$.",
    "$..",
    "$[]",
    "$[01]",
    "$[-0]",
    "$[9007199254740992]",
    "$['a]",
    "$[?]",
    "$[?@.a = 1]",
    "$[?@.a == ]",
    "$[?(@.a == 1]",
    "$[?@.a === 1]",
    "$.a~",
    "$[?#.a == 1]",
    # A shorthand name holds no hyphen, and a number no leading zero, open fraction or open exponent.
    "$.a-b",
    "$..a-b",
    "$.-a",
    "$[?@.a-b == 1]",
    "$[?@.a == 01]",
    "$[?@.a == -01]",
    "$[?@.a == 00.5]",
    "$[?@.a == .5]",
    "$[?@.a == 1.]",
    "$[?@.a == 0.-5]",
    "$[?@.a == 1e]",
    "$[?@.a == +1]",
    # Functions that are not linear.
    "$[?match(@.a, 'x')]",
    "$[?search(@.a, 'x')]",
    "$[?count(@.a) > 1]",
    "$[?count($..*) > 1]",
    "$[?value(@.a) == 1]",
    "$[?length(value(@.a)) == 1]",
    "$[?unknown(@.a) == 1]",
    "$[?length(@.a, @.b) == 1]",
    "$[?length(@.a)]",
    "$[?@.b && length(@.a)]",
    # Queries inside a filter that can select more than one node.
    "$[?@.*]",
    "$[?@..a]",
    "$[?@.a.*]",
    "$[?$..a]",
    "$[?@[0, 1]]",
    "$[?@[0:1]]",
    "$[?@[?@.a]]",
    "$[?length(@.*) == 1]",
    "$[?@.a == @.*]",
    "$[?!@.*]",
    # More than one descendant segment.
    "$..a..b",
    "$..*..*",
    "$..[0]..a",
]


PRICES = (
    '{"data":[{"symbol":"BTC","price":64628.31000000,"ok":true},{"symbol":"ETH","price":"3120.5","ok":false}],'
    '"n":1,"big":123456789012345678901234567890.5,"tiny":1e-30,"huge":1e400,"text":"abc","none":null,"empty":[],"name":"BTC"}'
)
# `$`, 2 times `[0]`, 10 times `[0,0]` and a union of 8 absent names, over 13 arrays in one another: the single indices cost 2 steps, the
# double ones 2 + 4 + ... + 1024 = 2046, the names 8 each for 1024 arrays. Together 10,240 steps, which is the limit for 24 values.
EXACT_STEPS = "$" + "[0]" * 2 + "[0,0]" * 10 + "[" + ",".join(["'x'"] * 8) + "]"
THIRTEEN_ARRAYS = "[" * 13 + "]" * 12


# (name, expression or None, body, decimal or None, refusal or None)
VALUES = [
    ("a number keeps its source text", "$.data[0].price", PRICES, "64628.31000000", None),
    ("a string may hold a decimal", "$.data[1].price", PRICES, "3120.5", None),
    ("true is one", "$.data[0].ok", PRICES, "1", None),
    ("false is zero", "$.data[1].ok", PRICES, "0", None),
    ("a number beyond a double", "$.big", PRICES, "123456789012345678901234567890.5", None),
    ("an exponent", "$.tiny", PRICES, "1e-30", None),
    ("an exponent beyond bounds", "$.huge", PRICES, None, "exponent"),
    ("an exponent at the bound", "$.a", '{"a":1e78}', "1e78", None),
    ("a text with an exponent just beyond the bound", "$.a", '{"a":"1e-79"}', None, "exponent"),
    ("a number of 128 characters", "$.a", '{"a":%s}' % ("9" * 128), "9" * 128, None),
    ("a number of 129 characters", "$.a", '{"a":%s}' % ("9" * 129), None, "too_long"),
    ("a long number with an exponent beyond bounds", "$.a", '{"a":%se400}' % ("9" * 129), None, "too_long"),
    ("a long text that is no number", "$.a", '{"a":"%sx"}' % ("9" * 129), None, "not_a_number"),
    ("without selector, a number of 129 characters", None, "0." + "1" * 127, None, "too_long"),
    ("a text that is no decimal", "$.text", PRICES, None, "not_a_number"),
    ("null is no number", "$.none", PRICES, None, "not_a_number"),
    ("an array is no number", "$.empty", PRICES, None, "not_a_number"),
    ("the whole document may be selected", "$", " 42 ", "42", None),
    ("an object is no number", "$", "{}", None, "not_a_number"),
    ("nothing selected", "$.absent", PRICES, None, "nothing_selected"),
    ("an index beyond the end", "$.data[2].price", PRICES, None, "nothing_selected"),
    ("several selected", "$.data[*].price", PRICES, None, "several_selected"),
    ("the same node twice is two nodes", "$['n','n']", PRICES, None, "several_selected"),
    ("a union of which one is there", "$['absent','n']", PRICES, "1", None),
    ("an index from the end", "$.data[-1].price", PRICES, "3120.5", None),
    ("an index before the start", "$.data[-3].price", PRICES, None, "nothing_selected"),
    ("a slice of one", "$.data[1:].price", PRICES, "3120.5", None),
    ("a slice backwards", "$[::-2]", "[1,2]", "2", None),
    ("a slice of step zero is empty", "$[::0]", "[1]", None, "nothing_selected"),
    ("a slice from before the start", "$[-9:1]", "[7,8]", "7", None),
    ("a slice backwards from the second", "$[1:0:-1]", "[7,8,9]", "8", None),
    ("a wildcard over one", "$.*", '{"a":5}', "5", None),
    ("a filter by text", "$.data[?@.symbol == 'ETH'].price", PRICES, "3120.5", None),
    ("a filter in parentheses", "$.data[?(@.symbol == 'BTC')].price", PRICES, "64628.31000000", None),
    ("a filter by another part of the document", "$.data[?@.symbol == $.name].price", PRICES, "64628.31000000", None),
    ("a filter by existence", "$[?@.x].v", '[{"v":1},{"v":2,"x":null}]', "2", None),
    ("existence holds for false", "$[?@.x].v", '[{"v":1},{"v":2,"x":false}]', "2", None),
    ("not", "$[?!@.x].v", '[{"v":1},{"v":2,"x":0}]', "1", None),
    ("and binds tighter than or", "$[?@.a == 1 || @.a == 2 && @.b == 9].v", '[{"a":1,"v":1},{"a":2,"b":8,"v":2}]', "1", None),
    ("an id beyond a double is another id", "$[?@.id == 9007199254740993].v", '[{"id":9007199254740992,"v":1}]', None, "nothing_selected"),
    (
        "an id of 19 digits is not its double",
        "$.data[?@.id==1234567890123456789].v",
        '{"data":[{"id":1234567890123456768,"v":666}]}',
        None,
        "nothing_selected",
    ),
    (
        "of two ids beyond a double, one is meant",
        "$.data[?@.id==9007199254740993].v",
        '{"data":[{"id":9007199254740993,"v":1},{"id":9007199254740992,"v":2}]}',
        "1",
        None,
    ),
    ("numbers of a document compare alike", "$[?@.id == $[0].id].v", '[{"id":1e400,"v":1},{"id":1e500,"v":2}]', "1", None),
    ("numbers within a value compare alike", "$[?@.a == @.b].v", '[{"a":[0.30000000000000004],"b":[0.30000000000000003],"v":1}]', None, "nothing_selected"),
    ("one written otherwise is equal", "$[?@.id == 1].v", '[{"id":1.0e0,"v":7}]', "7", None),
    ("minus zero is zero", "$[?@.id == 0].v", '[{"id":-0.0,"v":7}]', "7", None),
    ("text is never equal to a number", "$[?@.id == 1].v", '[{"id":"1","v":7}]', None, "nothing_selected"),
    ("absent equals absent", "$[?@.p == @.q].v", '[{"v":3}]', "3", None),
    ("absent is not null", "$[?@.p == null].v", '[{"v":3},{"p":null,"v":4}]', "4", None),
    ("absent has no order", "$[?@.p <= 1].v", '[{"v":3}]', None, "nothing_selected"),
    ("absent is at most absent", "$[?@.p <= @.q].v", '[{"v":3}]', "3", None),
    ("objects are equal in any order", "$[?@.a == @.b].v", '[{"a":{"x":1,"y":[2]},"b":{"y":[2],"x":1},"v":3}]', "3", None),
    ("arrays are equal in order only", "$[?@.a == @.b].v", '[{"a":[1,2],"b":[2,1],"v":3}]', None, "nothing_selected"),
    ("objects with another name differ", "$[?@.a == @.b].v", '[{"a":{"x":1},"b":{"z":1},"v":3}]', None, "nothing_selected"),
    ("an object is not equal to one with more", "$[?@.a == @.b].v", '[{"a":{"x":1},"b":{"x":1,"y":2},"v":3}]', None, "nothing_selected"),
    ("text in order", "$[?@.s < 'b'].v", '[{"s":"a","v":1},{"s":"b","v":2}]', "1", None),
    ("a prefix comes first", "$[?@.s < 'ab'].v", '[{"s":"a","v":1},{"s":"ab","v":2}]', "1", None),
    ("text in the order of code points", "$[?@.s > '\uffff'].v", '[{"s":"\U0001f600","v":1}]', "1", None),
    ("length counts characters", "$[?length(@.s) == 2].v", '[{"s":"\U0001f600x","v":1}]', "1", None),
    ("length of an array", "$[?length(@.s) == 2].v", '[{"s":[1,2],"v":1}]', "1", None),
    ("length of an object", "$[?length(@.s) == 1].v", '[{"s":{"a":1},"v":1}]', "1", None),
    ("length of a number is nothing", "$[?length(@.s) == @.absent].v", '[{"s":5,"v":1}]', "1", None),
    ("one descendant segment", "$..price", '{"a":{"b":[{"price":9.50}]}}', "9.50", None),
    ("a descendant segment meets several", "$..v", '[{"v":1},{"v":2}]', None, "several_selected"),
    ("a descendant filter", "$..[?@.id == 'x'].v", '{"a":[{"id":"y","v":1},{"b":{"id":"x","v":2}}]}', "2", None),
    ("a quoted name", "$['a.b'][\"c'd\"]", '{"a.b":{"c\'d":1.25}}', "1.25", None),
    ("an escaped name", "$['\\u0061\\n']", '{"a\\n":1}', "1", None),
    ("a name beyond ASCII", "$.\u4fa1\u683c", '{"\u4fa1\u683c":12}', "12", None),
    ("a name of a prototype is absent", "$.constructor", "{}", None, "nothing_selected"),
    ("__proto__ is a name", "$.__proto__.x", '{"__proto__":{"x":4}}', "4", None),
    ("an index is no name", "$['0']", "[1]", None, "nothing_selected"),
    ("a name is no index", "$[0]", '{"0":1}', None, "nothing_selected"),
    ("length is no member of an array", "$.length", "[1]", None, "nothing_selected"),
    ("text has no members", "$.a[0]", '{"a":"12"}', None, "nothing_selected"),
    ("the last of duplicate members wins", "$.a", '{"a":1,"a":2}', "2", None),
    ("a body of another kind", "$.a", "<html>", None, "body_not_json"),
    ("an empty body", "$.a", "", None, "body_not_json"),
    ("two documents", "$", "1 2", None, "body_not_json"),
    ("one byte order mark is skipped", "$.v", '\ufeff{"v":42.5}', "42.5", None),
    ("of two byte order marks the second is not", "$", "\ufeff\ufeff1", None, "body_not_json"),
    ("a byte order mark after the beginning", "$", " \ufeff1", None, "body_not_json"),
    ("a byte order mark and nothing", "$", "\ufeff", None, "body_not_json"),
    ("64 levels", "$" + "[0]" * 64, "[" * 64 + "5" + "]" * 64, "5", None),
    ("65 levels", "$" + "[0]" * 65, "[" * 65 + "5" + "]" * 65, None, "body_not_json"),
    ("without selector, the whole body", None, "64628.31000000", "64628.31000000", None),
    ("without selector, trimmed", None, "\r\n\t 1.50 \t\r\n", "1.50", None),
    ("without selector, no other white space", None, "\u00a01", None, "not_a_number"),
    ("without selector, one byte order mark is skipped", None, "\ufeff 42.5\r\n", "42.5", None),
    ("without selector, of two byte order marks the second is not", None, "\ufeff\ufeff42.5", None, "not_a_number"),
    ("without selector, a byte order mark after the beginning", None, " \ufeff42.5", None, "not_a_number"),
    ("without selector, no quotes", None, '"1"', None, "not_a_number"),
    ("without selector, no booleans", None, "true", None, "not_a_number"),
    ("without selector, empty", None, "", None, "not_a_number"),
    ("without selector, blank", None, " \n", None, "not_a_number"),
    ("text is not trimmed", "$.a", '{"a":" 1"}', None, "not_a_number"),
    ("empty text", "$.a", '{"a":""}', None, "not_a_number"),
    ("hexadecimal text", "$.a", '{"a":"0x10"}', None, "not_a_number"),
    ("a filter with a fraction below one", "$[?@.f == 0.5].p", '[{"f":0.25,"p":1},{"f":0.50,"p":2}]', "2", None),
    ("a filter with a negative fraction below one", "$[?@.f < -0.5].p", '[{"f":-0.25,"p":1},{"f":-0.75,"p":2}]', "2", None),
    ("a filter with a zero and an exponent", "$[?@.f > 0e1].p", '[{"f":0,"p":1},{"f":1e-9,"p":2}]', "2", None),
    ("a filter with minus zero", "$[?@.f == -0].p", '[{"f":1,"p":1},{"f":0,"p":2}]', "2", None),
    ("a name with a hyphen is written in brackets", "$['a-b']", '{"a-b":3}', "3", None),
    ("2^40 paths of unions end at the step limit", "$" + "[0,0]" * 40 + ".x", "[" * 60 + "]" * 60, None, "too_costly"),
    ("a small body has few steps: unions of wildcards", "$" + "[*,*]" * 30, "[" * 27 + '["a","b"]' + "]" * 27, None, "too_costly"),
    ("as many steps as the limit of 24 values", EXACT_STEPS, THIRTEEN_ARRAYS + ",1" * 11 + "]", None, "nothing_selected"),
    ("a step more than the limit of 23 values", EXACT_STEPS, THIRTEEN_ARRAYS + ",1" * 10 + "]", None, "too_costly"),
    (
        "values count as written, the first of duplicate members too",
        EXACT_STEPS,
        THIRTEEN_ARRAYS + ',{"a":1,"a":2' + ',"a":3' * 8 + "}]",
        None,
        "nothing_selected",
    ),
]


# Numbers by size; those of one line are equal.
NUMBERS = [
    ["-1e401"],
    ["-1e400", "-10e399"],
    ["-1234567890123456789"],
    ["-1234567890123456768"],
    ["-0.30000000000000004"],
    ["-0.30000000000000003", "-30000000000000003e-17"],
    ["-1e-400"],
    ["0", "-0", "0.000", "-0e1", "0e400", "0.0e-400"],
    ["1e-401"],
    ["1e-400", "0.001e-397", "100e-402"],
    ["0.30000000000000003", "3.0000000000000003e-1"],
    ["0.30000000000000004", "0.300000000000000040"],
    ["1", "1.0", "1.0e0", "10e-1", "0.1e1", "1E+00"],
    ["1.0000000000000000000000000000000001"],
    ["9007199254740992"],
    ["9007199254740993", "9007199254740993.0", "9007199254740993e0", "900719925474099300e-2"],
    ["1234567890123456768"],
    ["1234567890123456789", "1.234567890123456789e18"],
    ["100000000000000000000", "1e20", "1e0000020"],
    ["100000000000000000001"],
    ["1" + "0" * 200, "1e200", "0." + "0" * 100 + "1e301"],
    ["1" + "0" * 199 + "1"],
    ["1e400"],
    ["1e500"],
    ["1e999999999999999000", "10e999999999999998999"],
]


def comparisons():
    """Each number with those of its line and with the first of the next two lines, in both orders."""
    pairs = []
    for place, line in enumerate(NUMBERS):
        others = line + [later[0] for later in NUMBERS[place + 1 : place + 3]]
        for left in line:
            for right in others:
                pairs.append((left, right))
                if right not in line:
                    pairs.append((right, left))
    return [
        {"left": left, "right": right, "order": (Decimal(left) > Decimal(right)) - (Decimal(left) < Decimal(right))}
        for left, right in pairs
    ]


def generate():
    values = [
        {"name": name, "expression": expression, "body": body, "decimal": decimal, "refused": refused}
        for name, expression, body, decimal, refused in VALUES
    ]
    return {
        "selection.json": {
            "description": "responseParser (docs/protocol.md#selection): expressions refused by syntax or fence, bodies with the decimal selected (null expression = none given); and how two numbers compare in a filter (-1 less, 0 equal, 1 greater).",
            "refusedExpressions": REFUSED_EXPRESSIONS,
            "values": values,
            "comparisons": comparisons(),
        }
    }
