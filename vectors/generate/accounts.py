"""account.json: accounts of the program packed field by field from the tables of docs/protocol.md, and damaged ones."""

import struct

from schnorr_math import bytes_from, hex0x

CURRENT = 2**63 - 1


def key(name, length=32):
    return bytes_from(length, "account", name)


def plain(value):
    """Integers of 64 bits as decimal text, bytes as hex."""
    if isinstance(value, bytes):
        return hex0x(value)
    if isinstance(value, Wide):
        return str(value)
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    return value


class Wide(int):
    """A field of eight bytes."""


def u64(number):
    return struct.pack("<Q", number)


def i64(number):
    return struct.pack("<q", number)


def config(pending, oldest, floor, delay=0, guardian=None):
    wide = {
        "registryVersion": Wide(3),
        "versionGraceSeconds": Wide(43200),
        "settleWindowSeconds": Wide(21600),
        "withdrawDelaySeconds": Wide(2**64 - 1),
    }
    prices = {
        "x402RoundBase": Wide(1000),
        "rewardPerSignature": Wide(200),
        "agentRoundBase": Wide(1001),
        "agentRoundPerSig": Wide(201),
        "subscriptionRoundBase": Wide(1002),
        "subscriptionRoundPerSig": Wide(202),
    }
    data = b"SVC_CFG1" + bytes([254, 3]) + bytes(6) + key("deployment") + key("authority") + (pending or bytes(32)) + key("mint")
    data += b"".join(u64(number) for number in [*wide.values(), *prices.values(), oldest]) + i64(floor)
    data += u64(delay) + (guardian or bytes(32))
    fields = {
        "minSigners": 3,
        "deploymentId": key("deployment"),
        "authority": key("authority"),
        "pendingAuthority": pending,
        "mint": key("mint"),
        **wide,
        "prices": prices,
        "oldestAcceptedVersion": Wide(oldest),
        "settleFloor": Wide(floor),
        "additionsDelaySeconds": Wide(delay),
        "guardian": guardian,
    }
    return data, fields


def registry(keys, accept_until):
    active = sum(one is not None for one in keys)
    data = b"SVC_REG1" + bytes([253, len(keys), 1, 3, active]) + bytes(3) + u64(7) + i64(1_700_000_000) + i64(accept_until)
    data += b"".join(one or bytes(64) for one in keys)
    fields = {
        "version": Wide(7),
        "redundancyBuffer": 1,
        "minSigners": 3,
        "active": active,
        "createdAt": Wide(1_700_000_000),
        "acceptUntil": Wide(accept_until),
        "keys": keys,
    }
    return data, fields


def node(endpoint, previous, replaced=None):
    """`replaced`: endpoint of the node with the key before, and when it was replaced."""
    earlier, changed_at = replaced or ("", 0)
    earlier_key = key("previous public", 64) if replaced else None
    data = b"SVC_NOD1" + bytes([252, 5]) + bytes(6) + key("public", 64) + key("operator") + key("encryption") + (previous or bytes(32))
    data += i64(1_700_000_100) + i64(1_700_000_000) + bytes([len(endpoint)]) + endpoint.encode().ljust(127, b"\0")
    data += (earlier_key or bytes(64)) + i64(changed_at) + bytes([len(earlier)]) + earlier.encode().ljust(127, b"\0")
    fields = {
        "index": 5,
        "publicKey": key("public", 64),
        "operator": key("operator"),
        "encryptionKey": key("encryption"),
        "previousEncryptionKey": previous,
        "encryptionKeyChangedAt": Wide(1_700_000_100),
        "registeredAt": Wide(1_700_000_000),
        "endpoint": endpoint,
        "previousPublicKey": earlier_key,
        "publicKeyChangedAt": Wide(changed_at),
        "previousEndpoint": earlier,
    }
    return data, fields


def gateway(deactivated, reactivated, pending=None, rotator=None):
    data = b"SVC_GWY1" + bytes([251]) + bytes(7) + key("id") + key("authority") + (pending or bytes(32)) + (rotator or bytes(32))
    data += key("rent") + i64(1_700_000_000) + i64(deactivated) + i64(reactivated)
    fields = {
        "id": key("id"),
        "authority": key("authority"),
        "pendingAuthority": pending,
        "rotator": rotator,
        "rentTo": key("rent"),
        "registeredAt": Wide(1_700_000_000),
        "deactivatedAt": Wide(deactivated),
        "reactivatedAt": Wide(reactivated),
    }
    return data, fields


def subscription(pending, proposed, paused, resumed):
    data = b"SVC_SUB1" + bytes([250, 9]) + bytes(6) + key("owner") + key("gateway") + (pending or bytes(32))
    data += i64(5) + u64(2**64 - 1) + i64(1_800_000_000) + i64(paused) + i64(resumed) + i64(1_600_000_000) + i64(proposed)
    fields = {
        "maxSignatures": 9,
        "owner": key("owner"),
        "gateway": key("gateway"),
        "pendingGateway": pending,
        "gatewayFrom": Wide(5),
        "roundsLeft": Wide(2**64 - 1),
        "expiresAt": Wide(1_800_000_000),
        "pausedAt": Wide(paused),
        "resumedAt": Wide(resumed),
        "openedAt": Wide(1_600_000_000),
        "changeProposedAt": Wide(proposed),
    }
    return data, fields


def delegate(lowered, revoked, settled):
    earlier_max, earlier_rounds = (60, 2**64 - 1) if lowered else (0, 0)
    data = b"SVC_DLG1" + bytes([249, 7, earlier_max]) + bytes(5) + key("subscription") + key("delegate")
    data += u64(2**64 - 2) + u64(earlier_rounds) + u64(settled) + i64(lowered) + i64(1_800_000_001) + i64(revoked) + i64(1_600_000_001)
    fields = {
        "maxSignatures": 7,
        "subscription": key("subscription"),
        "authority": key("delegate"),
        "rounds": Wide(2**64 - 2),
        "roundsSettled": Wide(settled),
        "loweredAt": Wide(lowered),
        "earlierMaxSignatures": earlier_max,
        "earlierRounds": Wide(earlier_rounds),
        "expiresAt": Wide(1_800_000_001),
        "revokedAt": Wide(revoked),
        "addedAt": Wide(1_600_000_001),
    }
    return data, fields


def feed(mode, decimals, owner, form=1, observed_at=1_700_000_000_456):
    data = b"SVC_FED1" + bytes([248, [None, "exact", "tolerance"].index(mode), decimals or 0, 5, form]) + bytes(3) + key("feed")
    data += (owner or bytes(32)) + key("source") + key("value") + u64(1_700_000_000_123) + u64(observed_at) + u64(4) + u64(2**63 + 1)
    fields = {
        "mode": mode,
        "decimals": decimals,
        "signaturesRequired": 5,
        "form": form,
        "feedId": key("feed"),
        "owner": owner,
        "sourceId": key("source"),
        "value": key("value"),
        "timestampMs": Wide(1_700_000_000_123),
        "observedAtMs": Wide(observed_at),
        "registryVersion": Wide(4),
        "slot": Wide(2**63 + 1),
    }
    return data, fields


def pending_change(change):
    data = b"SVC_PCH1" + bytes([247]) + bytes(7) + key("digest") + i64(1_700_000_000) + i64(1_700_604_800) + change
    fields = {
        "digest": key("digest"),
        "announcedAt": Wide(1_700_000_000),
        "effectiveAt": Wide(1_700_604_800),
        "change": change,
    }
    return data, fields


def receipt():
    data = b"SVC_RCT1" + key("message") + key("gateway") + u64(1_700_000_000)
    return data, {"message": key("message"), "gateway": key("gateway"), "timestamp": Wide(1_700_000_000)}


def signer_set(signers):
    data = b"SVC_SST1" + bytes([249, 253, bin(signers).count("1")]) + bytes(5) + u64(7) + signers.to_bytes(32, "big") + key("payer") + key("sum", 64)
    fields = {
        "signatures": bin(signers).count("1"),
        "registryVersion": Wide(7),
        "signers": signers.to_bytes(32, "big"),
        "payer": key("payer"),
        "aggregateKey": key("sum", 64),
    }
    return data, fields


def agent_escrow(paused, resumed, requested, withdrawable):
    data = b"SVC_ESC1" + bytes([249, 248]) + bytes(6) + key("payer") + key("gateway")
    data += i64(paused) + i64(resumed) + i64(requested) + i64(withdrawable)
    fields = {
        "authority": key("payer"),
        "gateway": key("gateway"),
        "pausedAt": Wide(paused),
        "resumedAt": Wide(resumed),
        "withdrawRequestedAt": Wide(requested),
        "withdrawableAt": Wide(withdrawable),
    }
    return data, fields


def agent_round():
    data = b"SVC_AGR1" + key("message") + key("gateway") + u64(1_700_000_000)
    return data, {"message": key("message"), "gateway": key("gateway"), "timestamp": Wide(1_700_000_000)}


KEYS = [key("first", 64), None, key("third", 64), key("fourth", 64)]

VALID = [
    ("Config", "without pending authority", config(None, 0, 0)),
    ("Config", "with pending authority, after an emergency", config(key("pending"), 2, 1_700_000_000)),
    ("Config", "with a delay and a guardian", config(None, 0, 0, 30 * 86_400, key("guardian"))),
    ("Registry", "current, one key removed", registry(KEYS, CURRENT)),
    ("Registry", "superseded", registry(KEYS[2:], 1_700_050_000)),
    ("Registry", "empty", registry([], CURRENT)),
    ("Registry", "full", registry([key(f"node {i}", 64) for i in range(64)], CURRENT)),
    ("Node", "plain", node("https://node-5.example:8443/base", None)),
    ("Node", "with a previous key and the longest endpoint", node("https://" + "n" * 119, key("previous"))),
    ("Node", "without endpoint", node("", None)),
    ("Node", "with a key before this one", node("https://n", None, ("http://127.0.0.1:8101", 1_700_000_050))),
    ("Gateway", "active", gateway(0, 0)),
    ("Gateway", "with a rotator and a proposed authority", gateway(0, 0, key("next"), key("rotator"))),
    ("Gateway", "times before 1970", gateway(-1, -(2**63))),
    ("Subscription", "fresh", subscription(None, 0, 0, 0)),
    ("Subscription", "changing its gateway, paused and resumed", subscription(key("next gateway"), 1_650_000_000, 10, 20)),
    ("Delegate", "fresh", delegate(0, 0, 0)),
    ("Delegate", "lowered and revoked", delegate(1_650_000_001, 1_660_000_001, 17)),
    ("RoundReceipt", "plain", receipt()),
    ("SignerSet", "three signers", signer_set(0b1011)),
    ("SignerSet", "all 64", signer_set(2**64 - 1)),
    ("Feed", "without mode, of nobody", feed(None, None, None)),
    ("Feed", "exact", feed("exact", 18, key("owner"))),
    ("Feed", "tolerance, without decimals", feed("tolerance", 0, key("owner"))),
    ("Feed", "tolerance, of the most decimals", feed("tolerance", 36, key("owner"))),
    ("Feed", "an index of three", feed("tolerance", 8, key("owner"), form=3)),
    ("Feed", "shown, without a value", feed("exact", 18, None, observed_at=0)),
    ("PendingChange", "without keys", pending_change(bytes([2]) + key("next administrator"))),
    ("PendingChange", "with a key", pending_change(bytes([6, 1, 0, 1, 0, 5]) + key("new", 64))),
    ("AgentEscrow", "fresh", agent_escrow(0, 0, 0, 0)),
    ("AgentEscrow", "paused again, a withdrawal requested", agent_escrow(30, 20, 40, 21_640)),
    ("AgentRound", "plain", agent_round()),
]


def put(data, offset, value):
    return data[:offset] + value + data[offset + len(value) :]


def damaged():
    last_of_kind = {kind: (name, data) for kind, name, (data, _) in VALID}
    for kind, (name, data) in last_of_kind.items():
        # The change of a pending one has any length.
        if kind != "PendingChange":
            yield kind, f"{name}: a byte short", data[:-1]
            yield kind, f"{name}: a byte long", data + b"\0"
        yield kind, f"{name}: another discriminator", put(data, 7, b"9")
        yield kind, f"{name}: discriminator only", data[:8]
        yield kind, f"{name}: nothing", b""
    plain_registry, plain_node = registry(KEYS, CURRENT)[0], node("https://n", None)[0]
    yield "Registry", "count above the keys", put(plain_registry, 9, b"\x05")
    yield "Registry", "count below the keys", put(plain_registry, 9, b"\x03")
    yield "Registry", "65 keys", put(registry([], CURRENT)[0], 9, b"\x41") + bytes(64 * 65)
    yield "Registry", "active does not count the keys", put(plain_registry, 12, b"\x04")
    plain_feed = feed("exact", 18, None)[0]
    yield "Feed", "mode 3", put(plain_feed, 9, b"\x03")
    yield "Feed", "37 decimals", put(plain_feed, 10, b"\x25")
    yield "Node", "endpoint length above its field", put(plain_node, 192, b"\x80")
    yield "Node", "endpoint length beyond the text", put(plain_node, 192, b"\x0a")
    yield "Node", "endpoint beyond ASCII", put(plain_node, 193, b"\xc3\xa9")
    yield "Node", "endpoint with a space", put(plain_node, 193, b" ")


def generate():
    return {
        "account.json": {
            "description": "Accounts of the program (protocol, tables of accounts); 64-bit integers are decimal text, null keys are removed ones.",
            "valid": [
                {"account": kind, "name": name, "data": hex0x(data), "fields": plain(fields)} for kind, name, (data, fields) in VALID
            ],
            "invalid": [{"account": kind, "name": name, "data": hex0x(data)} for kind, name, data in damaged()],
        }
    }
