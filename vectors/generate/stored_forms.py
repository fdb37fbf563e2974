"""stored-form.json: what else outlives a process, in a file or in Redis, apart from the records of rounds."""

import base58
from registry_snapshots import DEPLOYMENT, KEYS, NEXT_KEYS, head, message_of, present
from schnorr_math import bitmap_of, bytes_from, hex0x
from stored_records import compact


def sample(length, *words):
    return bytes_from(length, "stored form", *words)


def address(name):
    return base58.encode(sample(32, name))


def form(description, stored, read):
    """A text of version 1 with what a reader makes of it, and the same text of versions that no reader knows."""
    others = [{**stored, "version": version} for version in (2, 0, "1", None)]
    without = {name: value for name, value in stored.items() if name != "version"}
    return {"description": description, "stored": compact(stored), "read": read, "otherVersions": [compact(other) for other in [*others, without]]}


def mark():
    counts = {"pending": 1_234, "settling": 56}
    stored = {"version": 1, "gateway": address("gateway"), **counts}
    return {"gateway": address("gateway"), **form("The file of outbox.mark_path.", stored, counts)}


def gateway_session():
    session = {
        "sessionId": "c2Vzc2lvbi1pZA",
        "authority": address("authority"),
        "owner": address("owner"),
        "role": "delegate",
        "issuedAt": 1_700_000_000,
        "expiresAt": 1_700_003_600,
    }
    return form("A session of a caller, in the gateway's Redis.", {"version": 1, **session}, session)


def caller_session():
    session = {
        "gateway": "https://gateway.example",
        "token": "dG9rZW4tb2YtYS1zZXNzaW9u",
        "address": address("authority"),
        "subscriptionOwner": address("owner"),
        "expiresAtSeconds": 1_700_003_600,
    }
    return form("A session in the file of the caller who signed in.", {"version": 1, **session}, session)


SIGNATURE = {
    "signersBitmap": hex0x(bitmap_of([0, 1, 2, 4, 5])),
    "s": hex0x(sample(32, "s")),
    "commitment": hex0x(sample(20, "commitment")),
}


def snapshot_fields():
    return {
        "deploymentId": DEPLOYMENT,
        "signerVersion": 7,
        "version": 8,
        "oldestAcceptedVersion": 6,
        "signedAtSeconds": 1_763_683_200,
        "minSigners": 2,
        "keys": NEXT_KEYS,
    }


def kept_snapshot():
    fields = snapshot_fields()
    stored = {
        "version": 1,
        "snapshot": hex0x(head(fields) + present(fields)),
        **SIGNATURE,
        "signerKeys": [None if key is None else hex0x(key) for key in KEYS],
        "signersQuorum": 2,
    }
    keys = [None if key is None else hex0x(key) for key in NEXT_KEYS]
    versions = {"signerVersion": "7", "version": "8", "oldestAcceptedVersion": "6"}
    snapshot = {"deploymentId": hex0x(DEPLOYMENT), **versions, "signedAtSeconds": 1_763_683_200, "minSigners": 2, "keys": keys}
    signers = {"version": "7", "keys": stored["signerKeys"], "minSigners": 2}
    return form("A registry snapshot in the gateway's Redis.", stored, {"signed": {"snapshot": snapshot, **SIGNATURE}, "signers": signers}) | {"bytes": stored["snapshot"]}


def snapshot_file():
    """Its version is the tag that the bytes of the snapshot begin with; `version` is the registry's."""
    fields = snapshot_fields()
    return {
        "description": "A registry snapshot as JSON: the answer of the gateway, and the file of oracle-gateway-admin registry-snapshot.",
        "signers": [0, 1, 2, 4, 5],
        "bytes": hex0x(head(fields) + present(fields)),
        **SIGNATURE,
        "stored": compact(
            {
                "signerVersion": 7,
                "version": 8,
                "oldestAcceptedVersion": 6,
                "signedAt": 1_763_683_200,
                "minSigners": 2,
                "snapshot": hex0x(head(fields) + present(fields)),
                "message": hex0x(message_of(fields)),
                "signers": [0, 1, 2, 4, 5],
                **SIGNATURE,
            }
        ),
    }


def spending_line(total):
    line = {"id": sample(12, "spent").hex(), "atMs": 1_700_000_000_000, "amount": "3000", "perDay": "100000", "total": total}
    return form("A line of the file in which the MCP server keeps what was spent.", {"version": 1, **line}, line)


def keeper_state():
    """A hash in Redis, whose fields are texts."""
    fields = {
        "version": "1",
        "token": "keeper-token",
        "until": "1700000030000",
        "idempotencyKey": "round-key",
        "since": "1700000000500",
        "answer": compact({"status": "completed"}),
        "reserved": "3000",
        "failures": "2",
        "notBefore": "1700000001000",
        "written": "1699999990000",
        "writtenAt": "1699999991000",
        "day": "19675",
        "spent": "6000",
    }
    return {
        "description": "What keepers know of a feed, in Redis; read at nowMs.",
        "nowMs": 1_700_000_001_000,
        "fields": fields,
        "read": {
            "isOpen": True,
            "leader": None,
            "list": None,
            "idempotencyKey": "round-key",
            "openSinceMs": 1_700_000_000_500,
            "answer": '{"status":"completed"}',
            "failures": 2,
            "notBeforeMs": 1_700_000_001_000,
            "writtenMs": 1_699_999_990_000,
            "writtenAtMs": 1_699_999_991_000,
            "spentToday": "6000",
        },
        "list": {
            "description": "Fields that the purchase of a list adds: to the feed that leads it, and to each of the others.",
            "sources": [{"url": "https://one.example/", "method": "GET"}, {"url": "https://two.example/", "method": "GET"}],
            "leads": {"list": compact([{"url": "https://one.example/", "method": "GET"}, {"url": "https://two.example/", "method": "GET"}])},
            "other": {"leader": "0a" * 32},
        },
        "otherVersions": ["2", "0", ""],
    }


def signer_set():
    bitmap = hex0x(bitmap_of([0, 2, 4]))
    return {"registryVersion": "7", "signersBitmap": bitmap, "stored": f"7/{bitmap}"}


def settlement_job():
    rounds = [address(f"round {place}") for place in range(3)]
    return {"rounds": rounds, "id": f"s-{rounds[0][:22]}", "stored": {"roundId": rounds[0], "others": rounds[1:]}}


def generate():
    return {
        "stored-form.json": {
            "description": "Texts of files and of Redis that a later process reads, and the same of versions that it refuses.",
            "mark": mark(),
            "gatewaySession": gateway_session(),
            "callerSession": caller_session(),
            "keptSnapshot": kept_snapshot(),
            "snapshotFile": snapshot_file(),
            "spendingLines": [spending_line("5000000"), spending_line(None)],
            "keeperState": keeper_state(),
            "signerSet": signer_set(),
            "settlementJob": settlement_job(),
        }
    }
