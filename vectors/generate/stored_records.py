"""stored-record.json: the record of a round in every state, as Redis keeps it for a later process, and the dictionary that its body is deflated with."""

import json
import zlib

import api_examples
import base58
from schnorr_math import bytes_from, hex0x
from zlib_texts import deflate, text_of

VERSION = "4"
PIECE = 64
CREATED, UPDATED = 1_700_000_000_100, 1_700_000_002_200
TOKEN, CLAIM = "round-token", "claim-token"
SLOT, SEEN = 420_000_010, 420_000_012
# Another dictionary is another record version: a stored body is read with this one.
DICTIONARY = "".join(
    [
        '{"attestation":{"payload":{"value":"0x,"signature":{"signature":"0x","commitment":"0x","signersBitmap":"0x1a"}},"value":"","fresh":true,',
        '"configHash":"0x{"version":1,"messageHash":"0x","payer":"","payerTokenAccount":"","mint":"","payToTokenAccount":"","amountAtomic":"",',
        '"memo":"","feePayer":"","blockhash":"","earliestSlot":,"expiry":{"kind":"height","lastValidBlockHeight":},"facilitator":"remote"}',
        '"fresh":true}}"fresh":false"commitmentAddr":"0x"ryParity":0,"ryParity":1,"rx":"0x"configHash":"0x"timestamp":17"observedAt":17',
        '{"status":"completed","data":{"feedId":"0x","value":"","valuePacked":"0x0000000000000000000000000000000000000000000000',
        '","aggregateKey":"0x","commitment":"0x","signersBitmap":"0x00000000000000000000000000000000000000000000000000000000000000',
        '","registryVersion":"1","registryCount":","s":"0x","signaturesRequired":3,"timestampSeconds":17,"form":1,"observedAtMs":17',
        '{"kind":"escrow","payer":"","amountAtomic":"1000","requestSignature":"0x',
        '{"version":1,"charge":{"kind":"subscription","owner":"","consumer":""},"sourceId":"0x","value":"0x0000000000000000000000000000000000000000',
        '","message":"0x0123456789abcdef',
    ]
)


def sample(length, *words):
    return bytes_from(length, "stored record", *words)


def address(name):
    return base58.encode(sample(32, name))


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def signature(name):
    return base58.encode(sample(64, "signature", name))


# Members that may be long, and are given as a whole.
LONG = ("reason", "failure")


def pieces(name, text):
    cut = [text[at : at + PIECE] for at in range(0, len(text) + 1, PIECE)]
    return {f"{name}{place}": piece for place, piece in enumerate(cut)}


def body(payload, result):
    return pieces("b", text_of(deflate(f"{payload}\n{result}".encode(), DICTIONARY.encode())))


ADDRESSES = ("owner", "consumer", "payer", "payerTokenAccount", "mint", "payToTokenAccount", "feePayer")
SETTLEMENT_BYTES = {"sourceId": 32, "value": 32, "message": 32, "s": 32, "commitment": 20, "aggregateKey": 64, "signersBitmap": 32}


def settlement(charge, form=1):
    """A payload as it is stored."""
    data = {name: hex0x(sample(length, name)) for name, length in SETTLEMENT_BYTES.items()}
    numbers = {"signaturesRequired": 3, "timestampSeconds": 1_700_000_000, "registryVersion": "1", "registryCount": 5}
    numbers.update(form=form, observedAtMs=1_700_000_000_400)
    order = ["sourceId", "value", "message", "signaturesRequired", "timestampSeconds", "form", "observedAtMs", "registryVersion", "registryCount", "s", "commitment"]
    order += ["aggregateKey", "signersBitmap"]
    return {"version": 1, "charge": charge, **{name: {**data, **numbers}[name] for name in order}}


def payment(expiry, facilitator, earliest_slot=420_000_000):
    """A payment as it is stored."""
    accounts = {name: address(name) for name in ADDRESSES[2:]}
    return {
        "version": 1,
        "messageHash": hex0x(sample(32, "message hash")),
        "payer": accounts["payer"],
        "payerTokenAccount": accounts["payerTokenAccount"],
        "mint": accounts["mint"],
        "payToTokenAccount": accounts["payToTokenAccount"],
        "amountAtomic": "3000",
        "memo": "ab" * 16,
        "feePayer": accounts["feePayer"],
        "blockhash": address("blockhash"),
        "earliestSlot": earliest_slot,
        "expiry": expiry,
        "facilitator": facilitator,
    }


SUBSCRIPTION = {"kind": "subscription", "owner": address("owner"), "consumer": address("consumer")}
ESCROW = {"kind": "escrow", "payer": address("payer"), "amountAtomic": "2500", "requestSignature": hex0x(sample(64, "request"))}
HEIGHT = {"kind": "height", "lastValidBlockHeight": 400_000_150}
TIME = {"kind": "time", "afterMs": 1_700_000_120_000}
REMOTE, LOCAL = payment(HEIGHT, "remote"), payment(TIME, "local", None)

OWNER_HOLD = f"subscription:{SUBSCRIPTION['owner']} 1 sl"
FEE_HOLD = f"fee-balance:{address('gateway')} 1672080 sl"
PAYER_HOLD = f"payer:{REMOTE['payer']} 1 sf"
PLACE_HOLD = "payments 1 af"
MEANINGS = {"s": "settled", "a": "answered", "l": "ledger", "f": "fixed"}


def hold(line):
    key, units, (until, basis) = line.split(" ")
    return {"quotaKey": key, "units": int(units), "until": MEANINGS[until], "basis": MEANINGS[basis]}


def evidence():
    return {
        "gateway": address("gateway"),
        "feedId": hex0x(sample(32, "feed")),
        "sourceId": hex0x(sample(32, "sourceId")),
        "signaturesRequired": 3,
        "registryVersion": 1,
        "timestampMs": 1_700_000_000_000,
        "observedAtMs": 1_700_000_000_400,
        "eligible": [0, 1, 2, 4],
        "gatewayNonce": hex0x(sample(16, "nonce")),
        "attempt": 0,
        "fixedAtMs": 1_700_000_000_900,
        "observations": [
            {
                "index": index,
                "values": [{"value": hex0x(sample(32, "observed", index)), "receivedAtMs": 1_700_000_000_500 + index}],
                "signature": {"s": hex0x(sample(32, "s", index)), "commitment": hex0x(sample(20, "commitment", index))},
            }
            for index in (0, 2, 4)
        ],
        "survivors": [0, 2, 4],
        "signers": [{"index": index, "d": hex0x(sample(33, "d", index)), "e": hex0x(sample(33, "e", index))} for index in (0, 2, 4)],
        "value": hex0x(sample(32, "value")),
        "s": hex0x(sample(32, "s")),
        "commitment": hex0x(sample(20, "commitment")),
    }


SOURCE_STEPS = ["fetch", "select", "transform", "pack"]


def list_entry(told):
    """A source of a list in exact mode: id, 254 and the value; without a value 255, step, status and code."""
    source_id = bytes.fromhex(told["sourceId"][2:])
    if "reason" not in told:
        return source_id + bytes([254]) + bytes.fromhex(told["valuePacked"][2:])
    reason = told["reason"]
    step = SOURCE_STEPS.index(reason["step"]) + 1 if "step" in reason else 0
    words = bytes([step]) + reason.get("upstreamStatus", 0).to_bytes(2, "little") + reason["code"].encode("ascii")
    return source_id + bytes([255]) + words.ljust(32, b"\0")


def of_list(answer, owner):
    """The values of a list stand beside its result: the owner of the feeds, and 65 bytes a source."""
    told = answer["data"]["values"]
    data = {name: value for name, value in answer["data"].items() if name != "values"}
    packed = owner + b"".join(list_entry(each) for each in told)
    assert len(packed) == 32 + 65 * len(told)
    return {**answer, "data": data, "list": base64_of(packed)}


def results():
    examples = api_examples.generate()["api-examples.json"]
    listed = of_list(examples["list"]["answer"], api_examples.caller("owner")[0])
    flat, nested = examples["subscription"]["answer"], examples["x402"]["answer"]
    return {
        "flat": compact(flat),
        "flat with readers": compact({**flat, "readers": [address("owner"), address("consumer")]}),
        "nested": compact(nested),
        "nested with evidence": compact({**nested, "evidence": evidence()}),
        "flat of a list": compact(listed),
    }


def read_settlement(stored):
    """What a reader makes of a stored payload: bytes as hex, 64-bit integers as decimals."""
    charge = stored["charge"]
    read = {"kind": charge["kind"]}
    if charge["kind"] == "subscription":
        read.update(subscriptionOwner=hex0x(sample(32, "owner")), feedOwner=hex0x(sample(32, "consumer")))
    else:
        read.update(payer=hex0x(sample(32, "payer")), amountAtomic=charge["amountAtomic"], requestSignature=charge["requestSignature"])
    return {"charge": read, **{name: value for name, value in stored.items() if name not in ("version", "charge")}}


def read_payment(stored):
    read = {name: value for name, value in stored.items() if name != "version"}
    return {**read, **{name: hex0x(sample(32, name)) for name in ADDRESSES[2:]}}


def fields(path, state, holds, **more):
    return {
        "version": VERSION,
        "state": state,
        "token": TOKEN,
        "path": path,
        "createdAtMs": str(CREATED),
        "createdBy": "gateway-1",
        **pieces("holds", "\n".join(holds)),
        **{name: piece for member, text in more.items() for name, piece in (pieces(member, text) if member in LONG else {member: text}).items()},
    }


def facts(path, state, holds, **more):
    return {
        "path": path,
        "parked": False,
        "holds": [hold(line) for line in holds],
        "createdAtMs": CREATED,
        "createdBy": "gateway-1",
        "attempts": 0,
        "broadcasts": [],
        "state": state,
        **more,
    }


def sized(data):
    """A length, and the bytes without the zeros that lead."""
    short = bytes(data).lstrip(b"\0")
    return bytes([len(short)]) + short


def booked(round_bytes, owner, delegate, amount, signed):
    """What the books will say of a round: units and whether there is a delegate, length and bytes of the round's name, owner, delegate, price, registry version, signers."""
    form, version, bitmap = signed
    units = (1 if form == 1 else form & 63) | (128 if delegate else 0)
    numbers = sized(int(amount).to_bytes(16, "big")) + sized(int(version).to_bytes(16, "big"))
    return text_of(bytes([units, len(round_bytes)]) + round_bytes + sample(32, owner) + (sample(32, delegate) if delegate else b"") + numbers + sized(bitmap))


def booked_settlement(name, payload):
    charge, signed = payload["charge"], (payload["form"], payload["registryVersion"], bytes.fromhex(payload["signersBitmap"][2:]))
    receipt = sample(32, f"round {name}")
    if charge["kind"] == "escrow":
        return booked(receipt, "payer", None, charge["amountAtomic"], signed)
    return booked(receipt, "owner", "consumer", 0, signed)


SIGNED = (1, 1, bytes([0xAB] * 32))


def booked_payment(name, stored_payment):
    return pieces("entry", booked(sample(32, f"round {name}"), "payer", None, stored_payment["amountAtomic"], SIGNED))


def settled_by_program(name, state, charge, result, more, read, form=1):
    path = {"subscription": "subscription", "escrow": "agent"}[charge["kind"]]
    payload = settlement(charge, form)
    holds = [OWNER_HOLD, FEE_HOLD] if path == "subscription" else [FEE_HOLD]
    stored = fields(path, state, holds, **body(compact(payload), result), **pieces("entry", booked_settlement(name, payload)), timestamp="1700000000", **more)
    return entry(name, stored, facts(path, state, holds, payload=read_settlement(payload), result=result, **read))


def paid_per_request(name, state, stored_payment, result, more, read):
    holds = [PAYER_HOLD] if state == "payment_unknown" else [PAYER_HOLD, PLACE_HOLD]
    stored = fields("x402", state, holds, **body(compact(stored_payment), result), **booked_payment(name, stored_payment), **more)
    known = {"payment": read_payment(stored_payment)}
    if state == "paid":
        known["result"] = result
    return entry(name, stored, facts("x402", state, holds, **known, **read))


def entry(name, stored, record):
    round_id = address(f"round {name}")
    return {"name": name, "roundId": round_id, "fields": stored, "record": {"roundId": round_id, **record}}


def broadcasts():
    lines = [(signature("first"), 400_000_100), (signature("second"), 400_000_260)]
    text = "\n".join(f"{name} {height}" for name, height in lines)
    return pieces("broadcasts", text), [{"signature": name, "lastValidBlockHeight": height} for name, height in lines]


def base64_of(data):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 6)
    text = "".join(letters[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    return text + "=" * (-len(text) % 4)


def ended_by(command):
    """A claim that a command of its holder has ended."""
    return {"claim": "", "endedClaim": command}


def records():
    result = results()
    sent, seen = broadcasts()
    ended = ended_by(f"settle {CLAIM}")
    claimed = {"claim": f"{CLAIM} 1700000030000 worker"}
    settled = {**ended, **pieces("signature", signature("second")), "slot": str(SLOT), "seenAtSlot": str(SEEN)}
    landed = {"signature": signature("second"), "slot": SLOT}
    yield entry(
        "reserved",
        fields("subscription", "reserved", [OWNER_HOLD, FEE_HOLD]),
        facts("subscription", "reserved", [OWNER_HOLD, FEE_HOLD]),
    )
    yield entry(
        "failed",
        fields("subscription", "failed", [OWNER_HOLD], reason="nodes_unavailable"),
        facts("subscription", "failed", [OWNER_HOLD], reason="nodes_unavailable"),
    )
    yield entry(
        "failed with its authorization unused",
        fields("subscription", "failed", [OWNER_HOLD], reason="node_share_used", unused="1"),
        facts("subscription", "failed", [OWNER_HOLD], reason="node_share_used"),
    )
    failure = compact(
        {
            "readers": [address("owner"), address("delegate")],
            "step": "select",
            "rule": "nothing_selected",
            "hint": "nothing_selected",
            "nodes": {"agree": 4, "failed": 4},
            "matched": "$.data",
        }
    )
    yield entry(
        "failed at its source",
        fields("subscription", "failed", [OWNER_HOLD], reason="upstream_failure", failure=failure),
        facts("subscription", "failed", [OWNER_HOLD], reason="upstream_failure", failure=failure),
    )
    yield entry(
        "expired",
        fields("x402", "expired", [PAYER_HOLD], reason="reservation_expired"),
        facts("x402", "expired", [PAYER_HOLD], reason="reservation_expired"),
    )
    yield settled_by_program("pending, of a subscription", "pending", SUBSCRIPTION, result["flat"], {}, {})
    yield settled_by_program("pending, of an escrow, of a private source", "pending", ESCROW, result["flat with readers"], {}, {})
    yield settled_by_program("pending, of a list", "pending", SUBSCRIPTION, result["flat of a list"], {}, {}, form=131)
    yield settled_by_program(
        "pending, held", "pending", SUBSCRIPTION, result["flat"], {"parkedAtMs": str(UPDATED), "held": "1"}, {"held": True}
    )
    yield settled_by_program(
        "pending, claimed and sent twice",
        "pending",
        SUBSCRIPTION,
        result["flat"],
        {**claimed, **sent},
        {"claimedBy": "worker", "claimUntilMs": 1_700_000_030_000, "broadcasts": seen},
    )
    parked = {"attempts": "3", "nextAttemptMs": "1700000090000", "reason": "InvalidPrice"}
    yield settled_by_program(
        "pending, parked",
        "pending",
        SUBSCRIPTION,
        result["flat"],
        {**parked, "parkedAtMs": str(UPDATED), **ended_by(f"refuse {CLAIM}")},
        {"parked": True, "attempts": 3, "nextAttemptMs": 1_700_000_090_000, "reason": "InvalidPrice"},
    )
    yield settled_by_program(
        "pending, rolled back",
        "pending",
        SUBSCRIPTION,
        result["flat"],
        {**sent, "claim": "", "reason": "receipt_lost", "nextAttemptMs": str(UPDATED), "rollbacks": "1"},
        {"reason": "receipt_lost", "nextAttemptMs": UPDATED, "rollbacks": 1, "broadcasts": seen},
    )
    yield settled_by_program(
        "settled, not final",
        "settled",
        SUBSCRIPTION,
        result["flat"],
        {**settled, **sent},
        {"settlement": {**landed, "final": False}, "broadcasts": seen},
    )
    yield settled_by_program(
        "settled, final",
        "settled",
        ESCROW,
        result["flat"],
        {**settled, **sent, "finalAtMs": str(UPDATED)},
        {"settlement": {**landed, "final": True}, "broadcasts": seen},
    )
    yield settled_by_program(
        "settled, by an unknown transaction",
        "settled",
        SUBSCRIPTION,
        result["flat"],
        {**ended, "signature0": "", "slot": "", "seenAtSlot": str(SEEN)},
        {"settlement": {"signature": None, "slot": None, "final": False}},
    )
    yield settled_by_program(
        "lapsed",
        "lapsed",
        SUBSCRIPTION,
        result["flat"],
        {**ended_by(f"lapse {CLAIM}"), "reason": "settlement_window_passed"},
        {"reason": "settlement_window_passed"},
    )
    own = {"claim": f"{TOKEN} 1700000030000 "}
    read_own = {"claimUntilMs": 1_700_000_030_000}
    noted = pieces("signature", signature("payment"))
    yield paid_per_request("settling", "settling", REMOTE, result["nested"], own, read_own)
    yield paid_per_request(
        "settling, with its signature", "settling", LOCAL, result["nested"], {**own, **noted}, {**read_own, "signature": signature("payment")}
    )
    yield paid_per_request(
        "payment unknown",
        "payment_unknown",
        REMOTE,
        result["nested"],
        {**ended_by(f"doubt {TOKEN}"), "reason": "no answer"},
        {"reason": "no answer"},
    )
    yield paid_per_request(
        "unpaid",
        "unpaid",
        REMOTE,
        result["nested"],
        {**ended_by(f"refuse {TOKEN}"), "reason": "expired"},
        {"reason": "expired"},
    )
    receipt = {"signature": signature("payment"), "slot": SLOT, "text": "eyJzdWNjZXNzIjp0cnVlfQ=="}
    yield paid_per_request(
        "paid",
        "paid",
        REMOTE,
        result["nested with evidence"],
        {**ended_by(f"pay {TOKEN}"), **noted, **pieces("receipt", receipt["text"]), "slot": str(SLOT)},
        {"receipt": receipt},
    )
    yield paid_per_request(
        "paid, seen later",
        "paid",
        LOCAL,
        result["nested"],
        {"claim": "", **noted, "receipt0": "", "slot": ""},
        {"receipt": {**receipt, "slot": None, "text": None}},
    )


def other_keys():
    """The keys beside two records of one payer, the first of them paid: a text, the fields of a hash, the members of a sorted set, or
    the rows of a stream."""
    paid, open_ = address("round of the keys, paid"), address("round of the keys, open")
    return {
        "rounds": [paid, open_],
        "signature": signature("payment"),
        "tickMs": 60_000,
        "payer": address("payer"),
        "keys": {
            "account:subscription:any": {"available": "5", "slot": "7", "readingAtMs": "<time>", "committed": "2", "endsAtMs": "<time>"},
            "holds:subscription:any": [f"2:{open_}"],
            "exclusive:authorization": open_,
            "exclusive:tick": f"{open_} <tick>",
            "listed:payer": [paid, open_],
            f"payment:{signature('payment')[:22]}": paid,
            "books": [
                {
                    "id": "0-1",
                    "row": f"p <time> x402  {signature('payment')} {booked(sample(32, 'round of the keys, paid'), 'payer', None, 12_345, SIGNED)}",
                }
            ],
            "books-head": {"marker": "<marker>"},
            f"usage:{address('payer')}": {"<day> x402 -": "1", "<day> x402 -$": "12345", "day": "<day>"},
            "reserved": [open_],
            "totals": {"settling": "1", "paid": "1"},
        },
    }


def generate():
    return {
        "stored-record.json": {
            "description": "Records of rounds in Redis: the fields of each, and what a reader makes of them. Bytes are hex, 64-bit integers decimals.",
            "version": VERSION,
            "dictionary": DICTIONARY,
            "dictionaryId": zlib.adler32(DICTIONARY.encode()),
            "results": results(),
            "records": list(records()),
            "others": other_keys(),
        }
    }
