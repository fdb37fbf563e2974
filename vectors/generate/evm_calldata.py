"""evm-calldata.json: a result and a registry snapshot as the arguments and calldata of the contracts under contracts/evm."""

import hashlib

import base58

from attested_result import NETWORK, NODES, REMOVED, VERSION, attest, secret_of
from registry_snapshots import DEPLOYMENT, KEYS, SECRETS, head, present, sign_together, snapshot
from schnorr_math import P, add, affine64, be32, bytes_from, hex0x, keccak256, multiply

ANSWER = "(bytes32,uint64,uint64,uint256,uint256,address,uint8)"
FEED = "(bytes32,bytes32,uint8)"
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


def of_result():
    program, owner = bytes_from(32, "attested result program"), bytes_from(32, "attested result owner")
    data = attest(program, owner, be32(6_462_831 * 10**16), SIGNERS)["data"]
    hint, parity = z_inverse([multiply(secret_of(index)) for index in SIGNERS])
    feed = [raw(data["feedId"]), raw(data["configHash"]), word(data["signaturesRequired"])]
    answer = [
        raw(data["valuePacked"]),
        word(data["timestamp"] * 1000),
        word(data["registryVersion"]),
        raw(data["signersBitmap"]),
        raw(data["s"]),
        word(raw(data["commitmentAddr"])),
        word(parity),
    ]
    deployment = keccak256(b"SVC_DEPLOYMENT_V1", program, hashlib.sha256(NETWORK.encode()).digest())
    keys = [None if index == REMOVED else affine64(multiply(secret_of(index))) for index in range(NODES)]
    first = snapshot(
        deploymentId=deployment, signerVersion=VERSION, version=VERSION, signedAtSeconds=data["timestamp"], keys=keys
    )
    calls = {
        "verify": call(f"verify({FEED},{ANSWER})", *feed, *answer),
        "verifyWithKeys": call(f"verifyWithKeys({FEED},{ANSWER},uint256)", *feed, *answer, word(hint)),
        "addSignerSet": call("addSignerSet(uint64,uint256,uint256)", word(VERSION), answer[3], word(hint)),
        "update": call(f"update({ANSWER})", *answer),
        "updateWithKeys": call(f"updateWithKeys({ANSWER},uint256)", *answer, word(hint)),
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
            "description": "The result of attested-result.json, and a signed registry snapshot, as calldata of the contracts under contracts/evm. `first` is the snapshot that such a contract holds before; zInverse is the hint for adding the signers' keys.",
            "result": of_result(),
            "snapshot": of_snapshot(),
        }
    }
