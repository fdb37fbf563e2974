"""Streams to a node (protocol, "Stream to a node"): handshakes, the keys that follow, and sealed messages."""

import hashlib

from aes_math import aes128_gcm_seal
from schnorr_math import bytes_from, hex0x
from sealed_math import BASE, hkdf_sha256, x25519

# The first message of each direction, and a later one of each kind that has a layout of its own.
TO_NODE = (
    bytes([0, 1, 0, 0, 3]),
    bytes([2, 10, 0, 0]) + (1).to_bytes(4, "little") + bytes([1, 0]) + b'{"a"' + bytes([3, 4, 0, 0]) + (1).to_bytes(4, "little"),
)
TO_GATEWAY = (
    bytes([1, 2, 0, 0]) + (512).to_bytes(2, "little"),
    bytes([4, 14, 0, 0])
    + (1).to_bytes(4, "little")
    + (409).to_bytes(2, "little")
    + (1_790_000_000_000).to_bytes(6, "little")
    + b"{}"
    + bytes([5, 9, 0, 0, 1])
    + (7).to_bytes(8, "little"),
    bytes([6, 0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0]),
)


def key(name, number, length=32):
    return bytes_from(length, "stream", name, number)


def sealed(secret, messages):
    return [
        {"plain": hex0x(plain), "sealed": hex0x(aes128_gcm_seal(secret, bytes(4) + number.to_bytes(8, "little"), plain))}
        for number, plain in enumerate(messages)
    ]


def stream(number):
    versions = ((1,), (1, 2), (1, 7, 255), (1,))[number]
    is_named = number != 0
    gateway, node, encryption = (key(name, number) for name in ("gateway-fresh", "node-fresh", "encryption"))
    named = x25519(encryption, BASE) if is_named else bytes(32)
    handshake = bytes([len(versions), *versions]) + x25519(gateway, BASE) + named
    deployment, authority, signature = key("deployment", number), key("authority", number), key("signature", number, 64)
    index, version = (0, 1, 63, 5)[number], 1
    node_key = x25519(node, BASE)
    info = b"SVC_STREAM_V1" + deployment + bytes([index]) + authority + signature + bytes([version]) + node_key
    info += hashlib.sha256(handshake).digest()
    secret = x25519(gateway, node_key) + (x25519(gateway, named) if is_named else b"")
    keys = hkdf_sha256(secret, b"", info)
    return {
        "deploymentId": hex0x(deployment),
        "nodeIndex": index,
        "gatewayAuthority": hex0x(authority),
        "signature": hex0x(signature),
        "gatewayFreshSecret": hex0x(gateway),
        "nodeFreshSecret": hex0x(node),
        "encryptionSecret": hex0x(encryption) if is_named else None,
        "handshake": hex0x(handshake),
        "answer": hex0x(bytes([version]) + node_key),
        "toNode": {"key": hex0x(keys[:16]), "messages": sealed(keys[:16], TO_NODE)},
        "toGateway": {"key": hex0x(keys[16:]), "messages": sealed(keys[16:], TO_GATEWAY)},
    }


def generate():
    description = "Handshakes of streams to a node, their keys, and sealed messages of each direction (protocol, Stream to a node)"
    return {"node-stream.json": {"description": description, "vectors": [stream(number) for number in range(4)]}}
