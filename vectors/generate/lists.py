"""Hashes of lists and indices (protocol, "Lists" and "Index"): ids, values, observations, sets."""

from schnorr_math import be32, bytes_from, hex0x, keccak256, u64

GROUP = 4


def source_id(name, place):
    return bytes_from(32, "list", name, "source", place)


def ascending_ids(name, count):
    return sorted(source_id(name, place) for place in range(count))


def value_of(name, place):
    """Every third is below zero, as int256 has it."""
    number = int.from_bytes(bytes_from(9, "list", name, "value", place), "big")
    return be32(2**256 - number if place % 3 == 2 else number)


def list_id(ids, min_values):
    return keccak256(b"SVC_LIST_V1", bytes([len(ids), min_values]), *ids)


def entry(one_id, value):
    return one_id + (b"\x00" * 33 if value is None else b"\x01" + value)


def groups_of(entries):
    return [b"".join(entries[at : at + GROUP]) for at in range(0, len(entries), GROUP)]


def list_value(ids, values):
    """The value that nodes sign of a list; None is an absent value."""
    entries = [entry(one_id, value) for one_id, value in zip(ids, values)]
    hashes = [keccak256(group) for group in groups_of(entries)]
    return keccak256(b"SVC_VALUES_V1", bytes([len(ids)]), *hashes)


def shown(value):
    return None if value is None else hex0x(value)


def id_vector(count, min_values):
    ids = [source_id("id", place) for place in range(count)]
    return {"sourceIds": [hex0x(one) for one in ids], "minValues": min_values, "hash": hex0x(list_id(ids, min_values))}


def value_vector(name, count, absent=()):
    ids = [source_id(name, place) for place in range(count)]
    values = [None if place in absent else value_of(name, place) for place in range(count)]
    entries = [entry(one_id, value) for one_id, value in zip(ids, values)]
    return {
        "name": name,
        "sourceIds": [hex0x(one) for one in ids],
        "values": [shown(value) for value in values],
        "groups": [hex0x(keccak256(group)) for group in groups_of(entries)],
        "value": hex0x(list_value(ids, values)),
    }


def seen_by(node, count, absent=()):
    """A node's vector: for each source its value and the time of its last byte; None is absent."""
    return [
        None
        if place in absent
        else {"value": value_of(f"node {node}", place), "receivedAtMs": 1_700_000_000_000 + 17 * node + place}
        for place in range(count)
    ]


def vector_bytes(vector):
    return b"".join(bytes(41) if one is None else b"\x01" + one["value"] + u64(one["receivedAtMs"]) for one in vector)


def shown_vector(vector):
    return [None if one is None else {**one, "value": hex0x(one["value"])} for one in vector]


def observation_vector(number, index, count, absent=()):
    session = bytes_from(32, "list", "session", number)
    vector = seen_by(index, count, absent)
    digest = keccak256(b"SVC_LIST_OBSERVATION_V1", session, bytes([index, count]), vector_bytes(vector))
    return {"sessionId": hex0x(session), "index": index, "vector": shown_vector(vector), "hash": hex0x(digest)}


def set_vector(fixed_at, count, indices):
    listed = [(index, seen_by(index, count, (index % count,))) for index in indices]
    parts = [bytes([index]) + vector_bytes(vector) for index, vector in listed]
    digest = keccak256(b"SVC_LIST_SET_V1", u64(fixed_at), bytes([count, len(listed)]), *parts)
    observations = [{"index": index, "vector": shown_vector(vector)} for index, vector in listed]
    return {"fixedAtMs": fixed_at, "count": count, "observations": observations, "hash": hex0x(digest)}


def index_vector(count, min_sources, bps, max_age_ms, decimals, max_deviation=0, text=None):
    ids = ascending_ids("index", count)
    numbers = bytes([count, min_sources]) + bps.to_bytes(2, "little") + be32(max_deviation)
    preimage = b"SVC_INDEX_V1" + numbers + max_age_ms.to_bytes(4, "little") + bytes([decimals]) + b"".join(ids)
    assert len(preimage) == 53 + 32 * count
    return {
        "sourceIds": [hex0x(one) for one in ids],
        "minSources": min_sources,
        "maxDeviationBps": bps,
        "maxDeviation": text,
        "maxAgeMs": max_age_ms,
        "decimals": decimals,
        "preimage": hex0x(preimage),
        "hash": hex0x(keccak256(preimage)),
    }


def generate():
    def described(description, *vectors):
        return {"description": description, "vectors": list(vectors)}

    return {
        "list-id.json": described(
            "source_id of a list (protocol, Lists): its sources in their order, and how many values it needs",
            id_vector(2, 2),
            id_vector(2, 1),
            id_vector(5, 4),
            id_vector(32, 32),
        ),
        "list-value.json": described(
            "Value that nodes sign of a list (protocol, Lists): entries, hashed in groups of four, and the hash of these; null is an absent value",
            value_vector("two", 2),
            value_vector("one group", 4),
            value_vector("a group and one", 5, absent=(1,)),
            value_vector("eight, all of a group absent", 8, absent=(4, 5, 6, 7)),
            value_vector("seven", 7, absent=(6,)),
            value_vector("the longest", 32, absent=(0, 9, 31)),
        ),
        "list-observation-message.json": described(
            "Message that an observer of a list signs (protocol, Lists); null is an absent value",
            observation_vector(0, 0, 2),
            observation_vector(1, 7, 5, absent=(0, 3)),
            observation_vector(2, 63, 32, absent=(31,)),
        ),
        "list-observation-set.json": described(
            "set_hash of a list (protocol, Lists): vectors by ascending index of their observers; null is an absent value",
            set_vector(1_700_000_000_123, 2, [0, 2, 4]),
            set_vector(0, 5, [1]),
            set_vector(2**53 - 1, 32, [3, 60, 61, 62, 63]),
        ),
        "index-id.json": described(
            "source_id of an index (protocol, Index) and the preimage that show_source takes; maxDeviation is null without one",
            index_vector(2, 2, 50, 2_000, 8),
            index_vector(3, 3, 10_000, 3_600_000, 36),
            index_vector(32, 17, 0, 1, 0),
            index_vector(3, 2, 0, 3_600_000, 0, max_deviation=2**200, text=str(2**200)),
            index_vector(32, 17, 10_000, 1, 36, max_deviation=1, text="0." + "0" * 35 + "1"),
            index_vector(2, 2, 50, 2_000, 8, max_deviation=150_000_000, text="1.5"),
        ),
    }
