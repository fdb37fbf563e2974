"""step.json: bodies, steps of valueTransform, and the number or the failure that comes of them. Written from docs/protocol.md#steps-of-valuetransform alone."""

import csv
import datetime
import io
import json
import re
from fractions import Fraction

from exact_values import Refused, parse, quotient, round_half_away, truncate


class Number(str):
    """The text of a number, where a text is a str."""


class Failed(Exception):
    def __init__(self, rule):
        super().__init__(rule)
        self.rule = rule


SPACES = " \t\r\n"


def escaped(text, own=""):
    """Text behind escapes."""
    stands = {"|": "|", "\\": "\\", "n": "\n", "r": "\r", "t": "\t", **{mark: mark for mark in own}}
    return re.sub(r"\\(.)", lambda match: stands[match[1]], text)


def split(text, mark):
    """At marks without a backslash before them."""
    return re.findall(r"(?:^|(?<=\x00))((?:\\.|[^\x00])*)", re.sub(r"(\\.)|" + re.escape(mark), lambda m: m[1] or "\x00", text))


def text_only(item):
    if type(item) is not str:
        raise Failed("wrong_kind")
    return item


def at(item, operand):
    parts = text_only(item).split(operand)
    # Overlapping places count as well.
    places = [place for place in range(len(item)) if item.startswith(operand, place)]
    if len(places) != 1:
        raise Failed("several_found" if places else "not_found")
    return parts[1].strip(SPACES)


def after(item, operand):
    _, found, rest = text_only(item).partition(operand)
    if not found:
        raise Failed("not_found")
    return rest.strip(SPACES)


def before(item, operand):
    rest, found, _ = text_only(item).partition(operand)
    if not found:
        raise Failed("not_found")
    return rest.strip(SPACES)


def strip(item, operand):
    if text_only(item).startswith(operand):
        return item[len(operand) :].strip(SPACES)
    if item.endswith(operand):
        return item[: -len(operand)].strip(SPACES)
    raise Failed("not_found")


def cell(item, operand):
    parts = [escaped(part, ",") for part in split(operand, ",")]
    row, column, separator = [*parts, ","][:3]
    try:
        # A row without a character is one empty cell.
        rows = [row or [""] for row in csv.reader(io.StringIO(text_only(item) or "\n", newline=""), delimiter=separator, strict=True)]
    except csv.Error as error:
        raise Failed("not_csv") from error
    if re.fullmatch("0|-?[1-9][0-9]*", column):
        place = int(column)
    else:
        places = [place for place, name in enumerate(rows[0]) if name == column]
        if len(places) != 1:
            raise Failed("several_found" if places else "not_found")
        place = places[0]
    try:
        return rows[int(row)][place]
    except IndexError as error:
        raise Failed("not_found") from error


def word(item, operand):
    found = re.fullmatch("(?:0x)?((?:[0-9a-fA-F]{64})+)", text_only(item))
    if found is None:
        raise Failed("not_hex")
    words = re.findall(".{64}", found[1])
    try:
        return words[int(operand)]
    except IndexError as error:
        raise Failed("not_found") from error


def hexadecimal(item, _):
    if not re.fullmatch("(0x)?[0-9a-fA-F]{1,64}", text_only(item)):
        raise Failed("not_hex")
    return Number(int(item, 16))


RFC_3339 = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))", re.ASCII
)
EPOCH = datetime.datetime(1970, 1, 1)


def decimal_text(number):
    """A fraction of a power of ten, in plain notation."""
    whole = abs(number) * 10**36
    assert whole.denominator == 1
    integer, rest = divmod(whole.numerator, 10**36)
    digits = str(rest).zfill(36).rstrip("0")
    return ("-" if number < 0 else "") + str(integer) + ("." + digits if digits else "")


def date(item, _):
    match = RFC_3339.fullmatch(text_only(item))
    try:
        if match is None:
            moment = datetime.datetime.strptime(item, "%a, %d %b %Y %H:%M:%S GMT")
            if moment.strftime("%a, %d %b %Y %H:%M:%S GMT") != item:
                raise ValueError
            return Number((moment - EPOCH) // datetime.timedelta(seconds=1))
        seconds = (datetime.datetime(*(int(part) for part in match.groups()[:6])) - EPOCH) // datetime.timedelta(seconds=1)
        zone = datetime.time(int(match[9] or 0), int(match[10] or 0))
    except ValueError as error:
        raise Failed("not_a_date") from error
    offset = (zone.hour * 60 + zone.minute) * (-60 if match[8] == "-" else 60)
    return Number(decimal_text(Fraction(seconds - offset) + Fraction(int((match[7] or "0").ljust(9, "0")), 10**9)))


def separated(item, group, point):
    mark = None if group is None else re.escape(group)
    integer = "[0-9]+" if group is None else "[0-9]{1,3}(?:%s[0-9]{3})*" % mark
    fraction = "" if point == group else "(?:%s([0-9]+))?" % re.escape(point)
    found = re.fullmatch("(-?)(%s)%s" % (integer, fraction), item)
    if found is None:
        raise Failed("not_grouped")
    plain = found[1] + (found[2] if group is None else found[2].replace(group, ""))
    if fraction and found[3]:
        plain += "." + found[3]
    try:
        parse(plain)
    except Refused as refusal:
        raise Failed("not_grouped") from refusal
    return plain


def is_same(item, text):
    if item is None or isinstance(item, (list, dict)):
        raise Failed("wrong_kind")
    if isinstance(item, bool):
        return text == ("true" if item else "false")
    if isinstance(item, Number):
        try:
            return Fraction(str(item)) == parse(text)
        except Refused:
            return False
    return item == text


def equals(item, operand):
    return Number(1 if is_same(item, operand) else 0)


def mapped(item, operand):
    for pair in split(operand, ","):
        text, number = split(pair, "=")
        if is_same(item, escaped(text, ",=")):
            return Number(number)
    raise Failed("not_mapped")


def number_of(item):
    if isinstance(item, bool):
        return Fraction(int(item))
    if not isinstance(item, str):
        raise Failed("not_a_number")
    try:
        return parse(str(item))
    except Refused as refusal:
        raise Failed(str(refusal).removeprefix("decimal: ")) from refusal


def some(items):
    if not items:
        raise Failed("nothing_selected")
    return items


def numbers(items):
    return [number_of(item) for item in some(items)]


def nonzero_quotient(number):
    try:
        return quotient(number)
    except Refused as refusal:
        raise Failed("loses_all_digits") from refusal


def inverted(number):
    if number == 0:
        raise Failed("division_by_zero")
    return nonzero_quotient(1 / number)


READ = {
    "at": at,
    "after": after,
    "before": before,
    "strip": strip,
    "word": word,
    "hex": hexadecimal,
    "date": date,
    "equals": equals,
}
CHOOSE = {
    "first": lambda items: number_of(some(items)[0]),
    "last": lambda items: number_of(some(items)[-1]),
    "least": lambda items: min(numbers(items)),
    "greatest": lambda items: max(numbers(items)),
    "sum": lambda items: sum(numbers(items), Fraction(0)),
    "mean": lambda items: nonzero_quotient(sum(numbers(items), Fraction(0)) / len(items)),
    "median": lambda items: sorted(numbers(items))[(len(items) - 1) // 2],
}
ARITHMETIC = {
    "add": lambda number, operand: number + parse(operand),
    "subtract": lambda number, operand: number - parse(operand),
    "multiply": lambda number, operand: number * parse(operand),
    "divide": lambda number, operand: nonzero_quotient(number / parse(operand)),
    "abs": lambda number, _: abs(number),
    "invert": lambda number, _: inverted(number),
    "round": lambda number, operand: round_half_away(number, int(operand)),
}


def guard(name, operand, packed):
    if name == "min" and packed < parse(operand):
        raise Failed("below_min")
    if name == "max" and packed > parse(operand):
        raise Failed("above_max")
    if name == "nonzero" and packed == 0:
        raise Failed("zero")


def document(text):
    """JSON with the texts of its numbers. Of a member named twice the first place and the last value count."""
    try:
        return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=lambda _: 1 / 0)
    except (ValueError, ZeroDivisionError) as error:
        raise Failed("body_not_json") from error


def nodes(root, path):
    """Names and [*] and [n] only, which is all that these cases have. Also the nodes before the last segment."""
    found, shorter = [root], []
    for segment in re.findall(r"\.(\w+)|\[(\*|-?\d+)\]", path):
        shorter, name, place = found, segment[0], segment[1]
        found = []
        for node in shorter:
            if name and isinstance(node, dict) and name in node:
                found.append(node[name])
            elif place == "*" and isinstance(node, (list, dict)):
                found += node if isinstance(node, list) else node.values()
            elif place and place != "*" and isinstance(node, list) and -len(node) <= int(place) < len(node):
                found.append(node[int(place)])
    return found, shorter


def read_all(items, name, operand, chooses):
    """The items of a step, and whether each query that selected nothing selects something without its last segment."""
    if name != "json":
        step = {"csv": cell, "map": mapped}.get(name, READ.get(name))
        plain = operand if name in ("csv", "map") else escaped(operand)
        return [step(item, plain) for item in items], True
    found, known = [], True
    for item in items:
        selected, shorter = nodes(document(text_only(item)), escaped(operand))
        found += selected
        known = known and (bool(selected) or bool(shorter))
    return one(found, chooses), known


def one(items, chooses):
    if not chooses and len(items) != 1:
        raise Failed("several_selected" if items else "nothing_selected")
    return items


def run(body, path, transform, decimals):
    steps = [(part.partition(":")[0], part.partition(":")[2]) for part in split(transform, "|")]
    chooses = any(name in CHOOSE or name == "count" for name, _ in steps)
    text = body[1:] if body.startswith("\ufeff") else body
    items, known = [text.strip(SPACES)], True
    if path is not None:
        items, shorter = nodes(document(text), path)
        known = bool(items) or bool(shorter)
        one(items, chooses)
    number, place = None, 0
    while place < len(steps):
        name, operand = steps[place]
        if name in ("group", "point"):
            form = {name: escaped(operand)}
            if place + 1 < len(steps) and steps[place + 1][0] in ("group", "point"):
                place += 1
                form[steps[place][0]] = escaped(steps[place][1])
            items = [separated(text_only(item), form.get("group"), form.get("point", ".")) for item in items]
        elif name in READ or name in ("csv", "map", "json"):
            items, is_known = read_all(items, name, operand, chooses)
            known = known and is_known
        elif name == "count":
            if not items and not known:
                raise Failed("nothing_selected")
            number = Fraction(len(items))
        elif name in CHOOSE:
            number = CHOOSE[name](items)
        else:
            number = number_of(one(items, False)[0]) if number is None else number
            if name in ARITHMETIC:
                number = ARITHMETIC[name](number, operand)
            else:
                guard(name, operand, truncate(number, decimals))
        place += 1
    return number_of(one(items, False)[0]) if number is None else number


def vector(body, path, transform, decimals=18):
    case = {"body": body, "responseParser": path, "valueTransform": transform, "decimals": decimals, "numerator": None, "denominator": None}
    try:
        number = run(body, path, transform, decimals)
        return {**case, "numerator": str(number.numerator), "denominator": str(number.denominator), "rule": None}
    except Failed as failure:
        return {**case, "rule": failure.rule}


PAGE = '<b id="p"> 205.10 USD</b><i>7</i>'
TABLE = 'DATE,OPEN,CLOSE,"a ""b"", c"\r\n2024-11-13,1,2.5,3\r\n2024-11-14,4,"5.5",6\r\n'
ROWS = '{"rows":[{"p":"3"},{"p":1},{"p":"2.5"},{"p":-4e-1},{"p":true}],"none":[],"deep":{"b":2,"a":1,"b":3}}'
SPREAD = '{"v":[1e78,-1e-78,123456789012345678901234567890.5,1e-40]}'
STRINGS = json.dumps({"v": '["0.615", "0.385"]', "w": ['{"a":[1,2]}', '{"a":[]}'], "x": ['{"a":[1]}', '{"b":1}'], "bad": "{]"})

BODIES = [
    (PAGE, None, ['at:id="p">|before:USD', 'at:"p">|before: ', "after:<i>|before:<", "at:<", "at:x", "after:x", "before:x", "before:<", "at:<i>7</i>"]),
    ("aaa", None, ["at:aa", "after:aa", "before:aa", "at:aaa"]),
    ("a|b\\c\td\ne 5", None, ["at:e", r"at:a\|b\\c\td\ne", r"after:\\c\td", "after:|b".replace("|", r"\|")]),
    ("\ufeff  0x1F \r\n", None, ["hex", "strip:0x".replace("0", "x")]),
    *[(text, None, ["hex"]) for text in ["0x0", "ff", "FfFf", "f" * 64, "0x" + "f" * 64, "f" * 65, "0x", "", "0X1f", "-0x1", "1g", "1 2", "+1", "1.5"]],
    *[
        (text, None, ["word:0|hex", "word:1|hex", "word:-1|hex", "word:-2|hex", "word:0|word:0|hex"])
        for text in ["0x" + "0" * 63 + "7" + "f" * 64, "A" * 64, "0x" + "1" * 63, "1" * 129, "0x", "", "g" * 64, "0X" + "1" * 64]
    ],
    (TABLE, None, ["csv:1,2", "csv:-1,CLOSE", "csv:-1,-1", r'csv:2,a "b"\, c', "csv:0,0", "csv:3,0", "csv:1,4", "csv:1,-5", "csv:1,x", "csv:-3,OPEN", "csv:-4,OPEN"]),
    ("a;b\n1;2\n", None, ["csv:1,b,;", "csv:1,b", "csv:1,1,;", "csv:-1,0,;"]),
    ("a\tb\n1\t2,5", None, [r"csv:1,0,\t", r"csv:1,1,\t|point:,", r"csv:1,a,\t|add:1"]),
    ("a,a\n1,2", None, ["csv:1,a", "csv:1,0"]),
    ('a,b\n"1', None, ["csv:0,0"]),
    ('a,b\n"1"2,3', None, ["csv:1,1"]),
    ("a,b\n1,2\n\n3,4", None, ["csv:3,b", "csv:2,0"]),
    ('"multi\nline",x\n7,8', None, ["csv:1,0", "csv:1,x"]),
    ("", None, ["csv:0,0", "at:x", "equals:x"]),
    *[
        (text, None, ["date"])
        for text in [
            "2024-11-14T12:00:00Z", "2024-11-14t12:00:00z", "2024-11-14T12:00:00.123456789+05:30", "2024-11-14T12:00:00.1234567890Z",
            "1969-12-31T23:59:59.5Z", "0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2024-02-29T00:00:00Z",
            "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2024-11-14T23:59:60Z", "2024-11-14T24:00:00Z",
            "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-11-00T00:00:00Z", "2024-11-31T00:00:00Z", "2024-11-14T12:60:00Z",
            "2024-11-14T12:00:00", "2024-11-14", "2024-11-14 12:00:00Z", "2024-11-14T12:00:00+24:00", "2024-11-14T12:00:00+00:60",
            "2024-11-14T12:00:00-00:00", "2024-11-14T12:00:00.Z", "1700000000", "Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
            "Fri, 29 Feb 2024 00:00:00 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "sun, 06 nov 1994 08:49:37 gmt", "2024-1-1T00:00:00Z", "",
        ]
    ],
    *[
        (json.dumps(text, ensure_ascii=False), "$", ["strip:$", "strip: °C", "strip:%|strip:~", "strip:°C"])
        for text in ["$228.22", "228.22$", "$5$", "21.3 °C", "21.3", "5%~", "~5%", "$", " $5"]
    ],
    *[
        (json.dumps(text, ensure_ascii=False), "$", ["group:,", "point:,", "group:.|point:,", "point:,|group:.", "group:'", "group: |point:,", "group:.", "point:."])
        for text in [
            "64,628.3100", "1,234,567", "1234", "123", "12,34", "1,23", ",123", "1,", "1.234,56", "1.234.567", "5,0533", "-1.234,5", "+1,234", "0,123",
            "1'234'567.5", "1 234,5", "1,234,56", "1234,567", "1e3", "1.", ".5", "",
        ]
    ],
    (json.dumps("1\u202f234\u00a0567"), "$", ["group:\u202f", "group:\u00a0"]),
    (json.dumps("1\u2019234.5"), "$", ["group:\u2019", "group:'"]),
    *[
        (body, "$.v", ["equals:true", "equals:1", "equals:1.0", "equals:yes", r"map:yes=1,no=0,true=2,1=3.5,a\,b=4,c\=d=-1e2"])
        for body in ['{"v":%s}' % item for item in ["true", "false", '"true"', '"yes"', '"Yes"', "1", "1.0", "10e-1", '"1.0"', "null", "[]", '"a,b"', '"c=d"', "1e400"]]
    ],
    (ROWS, "$.rows[*].p", ["first", "last", "least", "greatest", "sum", "mean", "median", "count", "sum|multiply:2|add:-1|round:0", "equals:3|sum", "first|min:3|max:3", "strip:x|sum"]),
    (ROWS, "$.rows[*]", ["first", "last", "sum", "median", "count"]),
    (ROWS, "$.none[*]", ["first", "last", "least", "greatest", "sum", "mean", "median", "count"]),
    (ROWS, "$.nothing[*]", ["count", "first"]),
    (ROWS, "$.rows[7]", ["count"]),
    (ROWS, "$.deep[*]", ["first", "last", "sum", "count"]),
    (ROWS, "$.rows[*].p", ["add:1"]),
    (SPREAD, "$.v[*]", ["sum", "mean", "median", "least", "greatest"]),
    (SPREAD, "$.v[3]", ["mean", "divide:10", "multiply:1e40"]),
    (STRINGS, "$.v", ["json:$[0]", "json:$[*]|sum", "json:$[*]", "json:$[7]", "json:$[7]|count", "json:$.x|count", "json:$"]),
    (STRINGS, "$.w[*]", ["json:$.a[*]|sum", "json:$.a[*]|count", "json:$.b|count", "json:$.a[*]"]),
    (STRINGS, "$.x[*]", ["json:$.a[*]|count", "json:$.c[*]|count", "json:$.c|count", "json:$.c|first"]),
    (STRINGS, "$.bad", ["json:$.a", "json:$|count"]),
    (json.dumps(json.dumps(json.dumps({"a": 5}))), None, ["json:$|json:$"]),
    (json.dumps(json.dumps({"a": 5})), None, ["json:$|json:$.a", "json:$.a"]),
    ('{"v":294.45}', "$.v", ["subtract:273.15", "add:-273.15", "subtract:294.45", "abs", "multiply:-1|abs", "multiply:-1|abs|invert", "multiply:0", "strip:x", "hex", "word:0", "date", "group:,"]),
    ('{"v":0}', "$.v", ["nonzero", "min:0", "max:0|min:0", "min:1", "invert", "add:1e-30|nonzero", "add:1e-30"]),
    ('{"v":1.7}', "$.v", ["min:1.7|max:1.7", "min:1.8", "max:1.6", "multiply:1e-19|min:0", "multiply:-1|min:-1.7", "nonzero"]),
    ('{"v":1.0000000000000000009}', "$.v", ["max:1", "min:1.0000000000000000001", "add:1e-18|max:1"]),
    ('{"v":"x"}', "$.v", ["min:1", "add:1", "at:x", "first"]),
]


def generate():
    vectors = [vector(body, path, transform) for body, path, transforms in BODIES for transform in transforms]
    # The places of tolerance mode, which guards judge by.
    vectors += [vector('{"v":1.7}', "$.v", "min:1.5", 0), vector('{"v":-1.7}', "$.v", "min:-1", 0), vector('{"v":0.4}', "$.v", "nonzero", 0)]
    return {
        "step.json": {
            "description": "A body, its responseParser, steps, and the places that guards judge by: the number as a fraction, or the rule that fails (docs/protocol.md#steps-of-valuetransform).",
            "vectors": vectors,
        }
    }
