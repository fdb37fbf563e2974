"""evm-calldata.json: a result and a registry snapshot as the arguments and calldata of the contracts under contracts/evm."""

import hashlib

import base58

from attested_result import NETWORK, NODES, OBSERVED_AT_MS, REMOVED, VERSION, attest, attest_source, secret_of
from lists import entry, groups_of, list_id, list_value, source_id, value_of
from registry_snapshots import DEPLOYMENT, KEYS, SECRETS, head, present, sign_together, snapshot
from schnorr_math import P, add, affine64, be32, bytes_from, hex0x, keccak256, multiply

ANSWER = "(bytes32,uint64,uint64,uint64,uint256,uint256,address,uint8)"
FEED = "(bytes32,bytes32,uint8,uint8)"
LIST = "(bytes32,uint8,uint8,bytes)"
SINGLE = 1
SIGNERS = [0, 2, 4]


def z_inverse(points):
    """1/Z after adding affine points one by one in Jacobian coordinates: each addition makes Z^3 (x - x of the sum so far)."""
    z, sum_ = 1, points[0]
    for point in points[1:]:
        z = z**3 * (point[0] - sum_[0]) % P
        sum_ = add(sum_, point)
    return pow(z, -1, P), sum_[1] % 2


def word(value):
    """An integer, or bytes that fill a word from its right, as the ABI has addresses."""
    return be32(value) if isinstance(value, int) else value.rjust(32, b"\x00")


def call(signature, *parts):
    return keccak256(signature.encode())[:4] + b"".join(parts)


def dynamic(data):
    return word(len(data)) + data + bytes(-len(data) % 32)


def raw(text):
    return bytes.fromhex(text[2:])


def answer_of(data, parity):
    return [
        raw(data["valuePacked"]),
        word(data["timestamp"] * 1000),
        word(data["observedAt"]),
        word(data["registryVersion"]),
        raw(data["signersBitmap"]),
        raw(data["s"]),
        word(raw(data["commitmentAddr"])),
        word(parity),
    ]


def of_result():
    program, owner = bytes_from(32, "attested result program"), bytes_from(32, "attested result owner")
    data = attest(program, owner, be32(6_462_831 * 10**16), SIGNERS)["data"]
    hint, parity = z_inverse([multiply(secret_of(index)) for index in SIGNERS])
    feed = [raw(data["feedId"]), raw(data["configHash"]), word(data["signaturesRequired"]), word(SINGLE)]
    answer = answer_of(data, parity)
    deployment = keccak256(b"SVC_DEPLOYMENT_V1", program, hashlib.sha256(NETWORK.encode()).digest())
    keys = [None if index == REMOVED else affine64(multiply(secret_of(index))) for index in range(NODES)]
    first = snapshot(
        deploymentId=deployment, signerVersion=VERSION, version=VERSION, signedAtSeconds=data["timestamp"], keys=keys
    )
    calls = {
        "verify": call(f"verify({FEED},{ANSWER})", *feed, *answer),
        "verifyWithKeys": call(f"verifyWithKeys({FEED},{ANSWER},uint256)", *feed, *answer, word(hint)),
        "addSignerSet": call("addSignerSet(uint64,uint256,uint256)", word(VERSION), raw(data["signersBitmap"]), word(hint)),
        "update": call(f"update({ANSWER})", *answer),
        "updateWithKeys": call(f"updateWithKeys({ANSWER},uint256)", *answer, word(hint)),
        "updateOne": call(f"updateOne(bytes32,uint8,{ANSWER})", raw(data["configHash"]), word(SINGLE), *answer),
        "updateOneWithKeys": call(f"updateOneWithKeys(bytes32,uint8,{ANSWER},uint256)", raw(data["configHash"]), word(SINGLE), *answer, word(hint)),
        "fulfillOracleQuery": call("fulfillOracleQuery(bytes)", word(32), dynamic(b"".join([*answer, word(hint)]))),
        "fulfillOracleQueryBySet": call("fulfillOracleQuery(bytes)", word(32), dynamic(b"".join([*answer, word(0)]))),
    }
    return {
        "programId": base58.encode(program),
        "first": hex0x(head(first) + present(first)),
        "feedId": data["feedId"],
        "sourceId": data["configHash"],
        "signaturesRequired": data["signaturesRequired"],
        "timestamp": data["timestamp"],
        "zInverse": hex0x(be32(hint)),
        "parity": parity,
        "calls": {name: hex0x(data) for name, data in calls.items()},
    }


def signed_number(value):
    number = int.from_bytes(value, "big")
    return number - 2**256 if number >= 2**255 else number


def of_list(name, count, min_values, absent, shown):
    """A list's result, the calls that show some of its groups, and what a contract then has stored."""
    program, owner = bytes_from(32, "attested result program"), bytes_from(32, "attested result owner")
    kind = f"calldata {count}"
    ids = [source_id(kind, place) for place in range(count)]
    values = [None if place in absent else value_of(kind, place) for place in range(count)]
    identity, value = list_id(ids, min_values), list_value(ids, values)
    result = attest_source(program, owner, identity, 128 + count, value, hex0x(value), SIGNERS, f"calldata {name} nonce")
    result["data"]["values"] = [
        {
            "sourceId": hex0x(one_id),
            "feedId": hex0x(keccak256(b"SVC_JOB_V1", owner, one_id, bytes([len(SIGNERS)]))),
            **({"reason": "timed_out"} if one is None else {"value": str(signed_number(one)), "valuePacked": hex0x(one)}),
        }
        for one_id, one in zip(ids, values)
    ]
    hint, parity = z_inverse([multiply(secret_of(index)) for index in SIGNERS])
    groups = groups_of([entry(one_id, one) for one_id, one in zip(ids, values)])
    brought = b"".join(group if place in shown else keccak256(group) for place, group in enumerate(groups))
    bits = sum(1 << place for place in shown)
    answer = answer_of(result["data"], parity)
    listed = [identity, word(count), word(bits), word(128), dynamic(brought)]
    # The list has no fixed width, so the answer comes first, and in the list's place is its offset.
    by_set = [word(32 * 9), *answer, *listed]
    by_keys = [word(32 * 10), *answer, word(hint), *listed]
    written = [place for place in range(count) if place // 4 in shown and place not in absent]
    return {
        "name": name,
        "owner": hex0x(owner),
        "minValues": min_values,
        "result": result,
        "shown": shown,
        "groups": hex0x(brought),
        "written": sum(1 << place for place in written),
        "stored": [{"sourceId": hex0x(ids[place]), "value": str(signed_number(values[place]))} for place in written],
        "observedAtMs": OBSERVED_AT_MS,
        "calls": {
            "updateMany": hex0x(call(f"updateMany({LIST},{ANSWER})", *by_set)),
            "updateManyWithKeys": hex0x(call(f"updateManyWithKeys({LIST},{ANSWER},uint256)", *by_keys)),
        },
    }


def of_snapshot():
    signers = [0, 1, 2, 4, 5]
    next_version = snapshot()
    signed = sign_together(next_version, signers, "calldata")
    hint, _ = z_inverse([multiply(SECRETS[index]) for index in signers])
    data = head(next_version) + present(next_version)
    vouch = [signed["signersBitmap"], word(hint), signed["s"], word(signed["commitment"])]
    first = snapshot(version=next_version["signerVersion"], keys=KEYS)
    accept = call("acceptSnapshot(bytes,(uint256,uint256,uint256,address))", word(160), *vouch, dynamic(data))
    return {
        "deploymentId": hex0x(DEPLOYMENT),
        "first": hex0x(head(first) + present(first)),
        "snapshot": hex0x(data),
        "signersBitmap": hex0x(signed["signersBitmap"]),
        "s": hex0x(signed["s"]),
        "commitment": hex0x(signed["commitment"]),
        "zInverse": hex0x(be32(hint)),
        "calls": {"acceptSnapshot": hex0x(accept)},
    }


def generate():
    return {
        "evm-calldata.json": {
            "description": "The result of attested-result.json, results of lists by the same nodes, and a signed registry snapshot, as calldata of the contracts under contracts/evm. `first` is the snapshot that such a contract holds before; zInverse is the hint for adding the signers' keys. Of a list, `shown` has the groups that the call shows, and `stored` what a contract without values then has.",
            "result": of_result(),
            "lists": [
                of_list("two", 2, 2, [], [0]),
                of_list("four", 4, 4, [], [0]),
                of_list("five, one absent", 5, 3, [1], [0, 1]),
                of_list("32", 32, 32, [], list(range(8))),
                of_list("32, two groups of eight shown", 32, 30, [5, 31], [1, 7]),
            ],
            "snapshot": of_snapshot(),
        }
    }
