"""api-config.json: configurations with their canonical form and source id, and the texts that must be refused with the member at fault."""

import json

from schnorr_math import hex0x, keccak256

BASE = {"url": "https://api.example.com/v1/price?symbol=BTC", "method": "GET"}
AGGREGATION = {
    "mode": "tolerance",
    "rule": "median",
    "maxDeviationBps": 50,
    "maxAgeMs": 2000,
    "numeric": {"type": "int256", "decimals": 8},
}

POST = {**BASE, "method": "POST", "headers": {"Content-Type": "application/json"}}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def canonical(value):
    """RFC 8785 for what a configuration may hold: objects, strings, small integers."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    assert isinstance(value, (str, int))
    return json.dumps(value, ensure_ascii=False)


def fetch_url(url):
    """Scheme and host in lower case, no default port, a path."""
    scheme, rest = url.split("://", 1)
    end = min((place for place in (rest.find("/"), rest.find("?")) if place >= 0), default=len(rest))
    scheme, host, rest = scheme.lower(), rest[:end].lower(), rest[end:]
    default = {"http": ":80", "https": ":443"}[scheme]
    if host.endswith(default):
        host = host[: -len(default)]
    return f"{scheme}://{host}{rest if rest.startswith('/') else '/' + rest}"


ACCEPTED = [
    ("only what is required", BASE),
    ("members in another order", dict(reversed(BASE.items()))),
    ("http, a port, an address and an empty query", {"url": "http://192.0.2.1:8080/?", "method": "HEAD"}),
    ("every method is hashed as sent", {**BASE, "method": "OPTIONS"}),
    ("at sign and percent signs behind the authority", {**BASE, "url": "https://a.example/u@v/%7Bx%7D?q=%20@"}),
    ("every character of RFC 3986", {**BASE, "url": "https://a.example:8443/-._~:@!$&'()*+,;=[]/%2F%2f//?-._~:/?@!$&()*+,;=[]%00"}),
    ("dots that are no segment", {**BASE, "url": "https://a.example/.a/..b/c./..."}),
    ("an IPv6 host", {**BASE, "url": "https://[2001:db8::1]:8443/"}),
    ("the other scheme's default port", {**BASE, "url": "https://a.example:80/"}),
    ("a host with an underscore, hyphens and a final dot", {**BASE, "url": "https://a_b.c--d.example./"}),
    (
        "headers sort by UTF-16 units",
        {**BASE, "headers": {"x-b": "2", "X-A": "1", "_": "", "accept": "application/json; q=0.5", "~": "tab\tinside"}},
    ),
    ("header names a prototype has", {**BASE, "headers": {"__proto__": "1", "constructor": "2", "toString": "3", "toJSON": "4"}}),
    ("no headers at all", {**BASE, "headers": {}}),
    (
        "placeholders",
        {**BASE, "headers": {"authorization": "Bearer {{secret.api-key}}", "x": "{{{secret.a}}}{{secret.B_2}} {", "y": "}}"}},
    ),
    ("a placeholder name of 64 characters", {**BASE, "headers": {"x": "{{secret." + "n" * 64 + "}}"}}),
    ("a placeholder in a segment of the path", {**BASE, "url": "https://a.example/v1/{{secret.key}}/price"}),
    ("a placeholder within a segment, and one behind a parameter", {**BASE, "url": "https://a.example/k-{{secret.a}}.json?x=1&key={{secret.B_2}}z"}),
    ("a placeholder without a path before the query", {**BASE, "url": "https://A.example?key={{secret.key}}"}),
    ("a placeholder beside dots", {**BASE, "url": "https://a.example/.{{secret.key}}"}),
    ("a body of JSON", {**POST, "body": '{"jsonrpc":"2.0","id":1,"method":"getSlot"}'}),
    ("a body before headers in the canonical form", {**POST, "aggregation": AGGREGATION, "body": "{}"}),
    ("a body with tab, CR, LF and text beyond ASCII", {**POST, "method": "PUT", "body": "\t\r\n\u20ac\U0001f600"}),
    ("a body of 8192 bytes", {**POST, "method": "PATCH", "body": "\u20ac" * 2730 + "xx"}),
    ("a body of another type", {**BASE, "method": "POST", "headers": {"content-TYPE": "text/plain"}, "body": "a}} {b"}),
    ("placeholders in a body of JSON", {**POST, "body": '{"key":"{{secret.key}}","again":"{{secret.key}}{{secret.b}}"}'}),
    (
        "placeholders in a body of a type of JSON with a parameter",
        {**BASE, "method": "POST", "headers": {"Content-Type": "Application/Vnd.api+JSON; charset=utf-8"}, "body": '["{{secret.a}}"]'},
    ),
    ("placeholders in a form", {**BASE, "method": "POST", "headers": FORM, "body": "a=1&key={{secret.key}}"}),
    ("a selector", {**BASE, "responseParser": "$.data[?@.symbol == 'BTC\\u20ac\"'].price"}),
    ("a selector beyond ASCII", {**BASE, "responseParser": "$.\u4fa1\u683c['\U0001f600']"}),
    ("a selector of 512 characters", {**BASE, "responseParser": "$." + "a" * 510}),
    ("a transform", {**BASE, "valueTransform": "multiply:1.50e+2|divide:3|invert|round:36"}),
    ("a transform of 1,024 characters", {**BASE, "valueTransform": "|".join([f"multiply:{'1' * 128}"] * 7 + [f"add:{'1' * 54}"])}),
    ("an aggregation", {**BASE, "aggregation": AGGREGATION}),
    (
        "an aggregation at its bounds",
        {
            **BASE,
            "aggregation": {**AGGREGATION, "maxDeviationBps": 10000, "maxAgeMs": 3600000, "numeric": {"type": "int256", "decimals": 36}},
        },
    ),
    ("the fewest bytes", {**BASE, "maxBytes": 1}),
    ("the most bytes", {**BASE, "maxBytes": 1_048_576}),
    ("one byte below the default", {**BASE, "maxBytes": 262_143}),
    ("one byte above the default", {**BASE, "maxBytes": 262_145}),
    ("bytes between headers and method in the canonical form", {**POST, "body": "{}", "maxBytes": 524_288, "aggregation": AGGREGATION}),
    ("a deviation by amount", {**BASE, "aggregation": {**AGGREGATION, "maxDeviation": "0.5"}}),
    ("a deviation by amount without a fraction", {**BASE, "aggregation": {**AGGREGATION, "maxDeviation": "100"}}),
    ("the smallest deviation by amount", {**BASE, "aggregation": {**AGGREGATION, "maxDeviation": "0.00000001"}}),
    (
        "the largest deviation by amount",
        {**BASE, "aggregation": {**AGGREGATION, "maxDeviation": str(2**255 - 1), "numeric": {"type": "int256", "decimals": 0}}},
    ),
    ("a url of 2048 characters", {**BASE, "url": "https://a.example/" + "p" * 2030}),
    ("an upper-case scheme", {**BASE, "url": "HTTPS://a.example/"}),
    ("an upper-case host, and a path that keeps its letters", {**BASE, "url": "https://API.Example.com/V1?Symbol=BTC"}),
    ("an IPv6 host in upper case", {**BASE, "url": "http://[2001:DB8::1]:80/"}),
    ("no path", {**BASE, "url": "https://a.example"}),
    ("no path behind a port", {**BASE, "url": "http://192.0.2.1:8080"}),
    ("no path before a query", {**BASE, "url": "https://a.example?B"}),
    ("no path before an empty query", {**BASE, "url": "https://a.example?"}),
    ("the default port", {**BASE, "url": "https://a.example:443/"}),
    ("the default port of http", {**BASE, "url": "http://a.example:80/a"}),
    ("all three rewrites", {**BASE, "url": "Http://A.Example:80?X=Y:80"}),
    ("the default port of https in a url of http", {**BASE, "url": "http://a.example:443/"}),
    ("a url of 2048 characters without a path", {**BASE, "url": "https://a.example?" + "q" * 2029}),
    ("dollar signs that name no variable", {**BASE, "url": "https://a.example/$filter/$KEYS?price=$100&symbol=$TSLA&key=$api_key", "headers": {"a": "$2b$10$KEY", "b": "${}", "c": "a$API_KEY"}}),
    ("32 headers", {**BASE, "headers": {f"h{i}": "v" for i in range(32)}}),
    ("8192 bytes of headers", {**BASE, "headers": {"h": "v" * 8191}}),
]


def config(**members):
    return json.dumps({**BASE, **members})


def post(**members):
    return json.dumps({**POST, **members})


def header(name, value="v"):
    return config(headers={name: value})


def aggregation(**members):
    return config(aggregation={name: value for name, value in {**AGGREGATION, **members}.items() if value != "absent"})


URL, METHOD, HEADERS, BODY, PARSER, TRANSFORM, RULE, BYTES = (
    f"apiConfig.{name}" for name in ("url", "method", "headers", "body", "responseParser", "valueTransform", "aggregation", "maxBytes")
)

REFUSED = [
    # (name, JSON text, member at fault; "JSON" when the text itself is refused)
    ("no object", "[]", "apiConfig"),
    ("null", "null", "apiConfig"),
    ("a string", '"https://a.example/"', "apiConfig"),
    ("a duplicate member", '{"url":"https://a.example/","method":"GET","method":"GET"}', "JSON"),
    ("a duplicate member, once escaped", '{"url":"https://a.example/","method":"GET","m\\u0065thod":"GET"}', "JSON"),
    ("a duplicate header", '{"url":"https://a.example/","method":"GET","headers":{"a":"1","a":"1"}}', "JSON"),
    ("an unknown member", config(payload="x"), "apiConfig.payload"),
    ("an unknown member of a prototype's name", '{"url":"https://a.example/","method":"GET","__proto__":{}}', 'apiConfig["__proto__"]'),
    ("no url", '{"method":"GET"}', URL),
    ("a null url", config(url=None), URL),
    ("an empty url", config(url=""), URL),
    ("another scheme", config(url="ftp://a.example/"), URL),
    ("one slash", config(url="https:/a.example/"), URL),
    ("no host", config(url="https://"), URL),
    ("no host before a path", config(url="https:///a.example"), URL),
    ("no host before a query", config(url="https://?a"), URL),
    ("a leading space", config(url=" https://a.example/"), URL),
    ("a space", config(url="https://a.example/ b"), URL),
    ("a line feed", config(url="https://a.example/\n"), URL),
    ("a tab inside the host", config(url="https://a.exa\tmple/"), URL),
    ("a backslash", config(url="https://a.example\\b"), URL),
    ("a fragment", config(url="https://a.example/#b"), URL),
    ("beyond ASCII", config(url="https://a.example/\u00e9"), URL),
    ("user information", config(url="https://user@a.example/"), URL),
    ("user information with a password", config(url="https://u:p@a.example/"), URL),
    ("a caret, which URL parsers encode or not", config(url="https://a.example/^"), URL),
    ("braces", config(url="https://a.example/{x}"), URL),
    ("a vertical bar", config(url="https://a.example/?a|b"), URL),
    ("a quotation mark", config(url='https://a.example/"'), URL),
    ("angle brackets", config(url="https://a.example/<>"), URL),
    ("a backtick", config(url="https://a.example/`"), URL),
    ("a percent sign alone", config(url="https://a.example/100%"), URL),
    ("a percent sign before one digit", config(url="https://a.example/%2"), URL),
    ("a percent sign before a letter that is no digit", config(url="https://a.example/%2g"), URL),
    ("an apostrophe in the query, which URL parsers encode", config(url="https://a.example/?'"), URL),
    ("a parent segment, which is hashed and not fetched", config(url="https://a.example/a/../b"), URL),
    ("a parent segment at the end", config(url="https://a.example/a/.."), URL),
    ("an encoded parent segment", config(url="https://a.example/a/%2e%2E/b"), URL),
    ("a segment of one dot", config(url="https://a.example/./b"), URL),
    ("an empty port", config(url="https://a.example:/"), URL),
    ("a port with a leading zero", config(url="https://a.example:08443/"), URL),
    ("an encoded host", config(url="https://%61.example/"), URL),
    ("an address in hexadecimal", config(url="https://0x7f.1/"), URL),
    ("an address as one number", config(url="https://2130706433/"), URL),
    ("an IPv6 address in full", config(url="https://[2001:db8:0:0:0:0:0:1]/"), URL),
    ("an internationalised label", config(url="https://xn--mnchen-3ya.de/"), URL),
    ("an internationalised label that is none", config(url="https://xn--a/"), URL),
    ("an internationalised label further on, in upper case", config(url="https://a.XN--a.example/"), URL),
    ("a port out of range", config(url="https://a.example:65536/"), URL),
    ("an open bracket", config(url="https://[::1/"), URL),
    ("2049 characters once it has a path", config(url="https://a.example?" + "q" * 2030), URL),
    ("the default port with a leading zero", config(url="https://a.example:0443/"), URL),
    ("an upper-case host and a parent segment", config(url="https://A.example/a/../b"), URL),
    ("user information before an upper-case host", config(url="HTTPS://user@A.example"), URL),
    ("2049 characters", config(url="https://a.example/" + "p" * 2031), URL),
    ("a placeholder for the host", config(url="https://{{secret.host}}/"), URL),
    ("a placeholder in the host", config(url="https://{{secret.host}}.example/"), URL),
    ("a placeholder for the port", config(url="https://a.example:{{secret.port}}/"), URL),
    ("a placeholder for the scheme", config(url="{{secret.scheme}}://a.example/"), URL),
    ("a placeholder for a parameter's name", config(url="https://a.example/?{{secret.name}}=1"), URL),
    ("a placeholder for a parameter without a value", config(url="https://a.example/?a=1&{{secret.name}}"), URL),
    ("a placeholder without a name in the url", config(url="https://a.example/?key={{secret.}}"), URL),
    ("another kind of placeholder in the url", config(url="https://a.example/?key={{key}}"), URL),
    ("a placeholder beside a parent segment", config(url="https://a.example/../{{secret.key}}"), URL),
    ("a body with GET", config(headers={"Content-Type": "text/plain"}, body="x"), BODY),
    ("a body with DELETE", config(method="DELETE", headers={"Content-Type": "text/plain"}, body="x"), BODY),
    ("a null body", post(body=None), BODY),
    ("a body that is no text", post(body={}), BODY),
    ("an empty body", post(body=""), BODY),
    ("a body of 8193 bytes", post(body="\u20ac" * 2731), BODY),
    ("a NUL in a body", post(body="\0"), BODY),
    ("a DEL in a body", post(body="\x7f"), BODY),
    ("a C1 control in a body", post(body="\x85"), BODY),
    ("a body without headers", json.dumps({**BASE, "method": "POST", "body": "x"}), BODY),
    ("a body without a type", post(headers={"Accept": "*/*"}, body="x"), BODY),
    ("a body whose type is a placeholder", post(headers={"Content-Type": "{{secret.type}}"}, body="x"), BODY),
    ("a mistyped placeholder in a body", post(body="{{ secret.key }}"), BODY),
    ("a placeholder in a body of text", post(headers={"Content-Type": "text/plain"}, body="{{secret.key}}"), BODY),
    ("a placeholder in a body of parts", post(headers={"Content-Type": "multipart/form-data"}, body="{{secret.key}}"), BODY),
    ("a placeholder in a body of lines of JSON", post(headers={"Content-Type": "application/jsonl"}, body="{{secret.key}}"), BODY),
    ("no method", '{"url":"https://a.example/"}', METHOD),
    ("a lower-case method", config(method="get"), METHOD),
    ("an unknown method", config(method="TRACE"), METHOD),
    ("a number for a method", config(method=1), METHOD),
    ("null headers", config(headers=None), HEADERS),
    ("a list of headers", config(headers=["a"]), HEADERS),
    ("33 headers", config(headers={f"h{i}": "v" for i in range(33)}), HEADERS),
    ("8193 bytes of headers", config(headers={"h": "v" * 8192}), HEADERS),
    ("a space in a header name", header("Foo Bar"), f'{HEADERS}["Foo Bar"]'),
    ("an empty header name", header(""), f'{HEADERS}[""]'),
    ("a colon in a header name", header("a:"), f'{HEADERS}["a:"]'),
    ("a header name beyond ASCII", header("\u00e9"), f'{HEADERS}["\u00e9"]'),
    ("a placeholder in a header name", header("{{secret.a}}"), f'{HEADERS}["{{{{secret.a}}}}"]'),
    ("two names that differ only in case", config(headers={"Accept": "a", "accept": "b"}), f'{HEADERS}["accept"]'),
    ("a number for a header", header("a", 1), f'{HEADERS}["a"]'),
    ("a null header", header("a", None), f'{HEADERS}["a"]'),
    ("a carriage return in a value", header("a", "b\rc"), f'{HEADERS}["a"]'),
    ("a line feed in a value", header("a", "b\nc: d"), f'{HEADERS}["a"]'),
    ("a NUL in a value", header("a", "b\0"), f'{HEADERS}["a"]'),
    ("a DEL in a value", header("a", "b\x7f"), f'{HEADERS}["a"]'),
    ("a value beyond ASCII", header("a", "\u00e9"), f'{HEADERS}["a"]'),
    ("a leading space in a value", header("a", " b"), f'{HEADERS}["a"]'),
    ("a trailing tab in a value", header("a", "b\t"), f'{HEADERS}["a"]'),
    ("an empty placeholder name", header("a", "{{secret.}}"), f'{HEADERS}["a"]'),
    ("a placeholder name of 65 characters", header("a", "{{secret." + "n" * 65 + "}}"), f'{HEADERS}["a"]'),
    ("a dot in a placeholder name", header("a", "{{secret.a.b}}"), f'{HEADERS}["a"]'),
    ("spaces in a placeholder", header("a", "{{ secret.a }}"), f'{HEADERS}["a"]'),
    ("another kind of placeholder", header("a", "{{env.a}}"), f'{HEADERS}["a"]'),
    ("an unclosed placeholder", header("a", "{{secret.a}"), f'{HEADERS}["a"]'),
    ("a variable in braces", header("a", "Bearer ${token}"), f'{HEADERS}["a"]'),
    ("a variable with dots", header("a", "${process.env.KEY}"), f'{HEADERS}["a"]'),
    ("a variable of a key", header("a", "$API_KEY"), f'{HEADERS}["a"]'),
    ("a variable of a token behind its scheme", header("a", "Bearer $GITHUB_TOKEN"), f'{HEADERS}["a"]'),
    ("a variable of a secret in a query", config(url="https://a.example/?a=$APP_SECRET&b=1"), URL),
    ("a variable of a password as a segment", config(url="https://a.example/$DB_PASSWORD/b"), URL),
    ("a null selector", config(responseParser=None), PARSER),
    ("an empty selector", config(responseParser=""), PARSER),
    ("a selector without $", config(responseParser="data.price"), PARSER),
    ("a selector with a syntax error", config(responseParser="$["), PARSER),
    ("a selector of 513 characters", config(responseParser="$." + "a" * 511), PARSER),
    ("a placeholder in a selector", config(responseParser="$['{{secret.a}}']"), PARSER),
    ("half a surrogate pair in a selector", '{"url":"https://a.example/","method":"GET","responseParser":"$[\'\\ud800\']"}', "JSON"),
    ("a null transform", config(valueTransform=None), TRANSFORM),
    ("an empty transform", config(valueTransform=""), TRANSFORM),
    ("an unknown step", config(valueTransform="power:1"), TRANSFORM),
    ("no operand", config(valueTransform="multiply"), TRANSFORM),
    ("an empty operand", config(valueTransform="multiply:"), TRANSFORM),
    ("white space", config(valueTransform="multiply: 2"), TRANSFORM),
    ("white space around the bar", config(valueTransform="multiply:2 | invert"), TRANSFORM),
    ("an upper-case step", config(valueTransform="MULTIPLY:2"), TRANSFORM),
    ("an empty step", config(valueTransform="multiply:2|"), TRANSFORM),
    ("an operand on invert", config(valueTransform="invert:2"), TRANSFORM),
    ("an operand that is no number", config(valueTransform="multiply:two"), TRANSFORM),
    ("division by zero", config(valueTransform="divide:0"), TRANSFORM),
    ("division by another zero", config(valueTransform="divide:-0.00e5"), TRANSFORM),
    ("37 places", config(valueTransform="round:37"), TRANSFORM),
    ("places with a leading zero", config(valueTransform="round:01"), TRANSFORM),
    ("negative places", config(valueTransform="round:-1"), TRANSFORM),
    ("places with a fraction", config(valueTransform="round:1.0"), TRANSFORM),
    ("a transform of 1,025 characters", config(valueTransform="|".join([f"multiply:{'1' * 128}"] * 7 + [f"add:{'1' * 55}"])), TRANSFORM),
    ("a null aggregation", config(aggregation=None), RULE),
    ("exact mode written out", aggregation(mode="exact"), f"{RULE}.mode"),
    ("another rule", aggregation(rule="mean"), f"{RULE}.rule"),
    ("no deviation", aggregation(maxDeviationBps="absent"), f"{RULE}.maxDeviationBps"),
    ("a negative deviation", aggregation(maxDeviationBps=-1), f"{RULE}.maxDeviationBps"),
    ("a deviation above all", aggregation(maxDeviationBps=10001), f"{RULE}.maxDeviationBps"),
    ("a deviation in text", aggregation(maxDeviationBps="50"), f"{RULE}.maxDeviationBps"),
    ("a deviation with a fraction", aggregation(maxDeviationBps=0.5), "JSON"),
    ("a deviation written 50.0", aggregation(maxDeviationBps=50.0), "JSON"),
    ("a null deviation by amount", aggregation(maxDeviation=None), f"{RULE}.maxDeviation"),
    ("a deviation by amount that is no text", aggregation(maxDeviation=1), f"{RULE}.maxDeviation"),
    ("an empty deviation by amount", aggregation(maxDeviation=""), f"{RULE}.maxDeviation"),
    ("a deviation by amount of zero", aggregation(maxDeviation="0"), f"{RULE}.maxDeviation"),
    ("a deviation by amount below zero", aggregation(maxDeviation="-1"), f"{RULE}.maxDeviation"),
    ("a deviation by amount with a needless zero", aggregation(maxDeviation="0.50"), f"{RULE}.maxDeviation"),
    ("a deviation by amount with a leading zero", aggregation(maxDeviation="01"), f"{RULE}.maxDeviation"),
    ("a deviation by amount without an integer", aggregation(maxDeviation=".5"), f"{RULE}.maxDeviation"),
    ("a deviation by amount with a point at its end", aggregation(maxDeviation="5."), f"{RULE}.maxDeviation"),
    ("a deviation by amount with an exponent", aggregation(maxDeviation="1e3"), f"{RULE}.maxDeviation"),
    ("a deviation by amount with more digits than decimals", aggregation(maxDeviation="0.000000001"), f"{RULE}.maxDeviation"),
    ("a deviation by amount beyond int256", aggregation(maxDeviation=str(2**255)), f"{RULE}.maxDeviation"),
    ("a deviation by amount of 129 characters", aggregation(maxDeviation="1" * 129), f"{RULE}.maxDeviation"),
    ("an age of zero", aggregation(maxAgeMs=0), f"{RULE}.maxAgeMs"),
    ("an age above an hour", aggregation(maxAgeMs=3600001), f"{RULE}.maxAgeMs"),
    ("no numeric", aggregation(numeric="absent"), f"{RULE}.numeric"),
    ("another numeric type", aggregation(numeric={"type": "uint256", "decimals": 8}), f"{RULE}.numeric.type"),
    ("37 decimals", aggregation(numeric={"type": "int256", "decimals": 37}), f"{RULE}.numeric.decimals"),
    ("minus zero decimals", aggregation(numeric={"type": "int256", "decimals": 8}).replace('"decimals": 8', '"decimals": -0'), "JSON"),
    ("an unknown numeric member", aggregation(numeric={"type": "int256", "decimals": 8, "scale": 1}), f"{RULE}.numeric.scale"),
    ("an unknown aggregation member", aggregation(weights=1), f"{RULE}.weights"),
    ("the default of bytes", config(maxBytes=262_144), BYTES),
    ("no bytes", config(maxBytes=0), BYTES),
    ("bytes below zero", config(maxBytes=-1), BYTES),
    ("one byte too many", config(maxBytes=1_048_577), BYTES),
    ("more bytes than JSON numbers count", config(maxBytes=2**53), "JSON"),
    ("null bytes", config(maxBytes=None), BYTES),
    ("bytes that are a text", config(maxBytes="1000"), BYTES),
    ("bytes that are true", config(maxBytes=True), BYTES),
    ("a fraction of a byte", config(maxBytes=1000.5), "JSON"),
    ("whole bytes that are written as a fraction", config(maxBytes=1000.0), "JSON"),
    ("bytes with an exponent", config(maxBytes=1).replace('"maxBytes": 1', '"maxBytes": 1e3'), "JSON"),
]


def accepted(name, value):
    form = canonical(value)
    return {
        "name": name,
        "json": json.dumps(value, ensure_ascii=False),
        "canonical": form,
        "sourceId": hex0x(keccak256(form.encode())),
        "fetchUrl": fetch_url(value["url"]),
    }


def generate():
    return {
        "api-config.json": {
            "description": "ApiConfig texts: canonical form (RFC 8785), source_id and the URL that is fetched, or the member at fault (docs/protocol.md#apiconfig).",
            "accepted": [accepted(name, value) for name, value in ACCEPTED],
            "refused": [{"name": name, "json": text, "field": field} for name, text, field in REFUSED],
        }
    }
