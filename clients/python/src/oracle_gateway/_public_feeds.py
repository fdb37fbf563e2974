"""Public feeds: their latest values, verified against the ledger alone, and their history, which is the gateway's word."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal, InvalidOperation
from typing import Any

from ._account import Io
from ._flow import Emit, Flow, pause
from ._gateway import ReadDeps, is_passing, query_text, read_data
from ._json import integer_of, member_of, members_of, text_of
from ._ledger import accepted_registry
from ._retries import Retries
from ._sources import SourceInput, as_written, required_quorum, source_in
from .answer import Expected, Verified, attestation_of, decimal_text, decode_value, read_answer, verify_stated
from .attestation import NO_OWNER, attestation_message, feed_id, verify_attestation
from .errors import ClientUsageError, GatewayError, TransportError, VerificationError
from .subject import list_value

_STREAM_SECONDS = 330.0
"""A little longer than a gateway keeps a stream open."""


@dataclass(frozen=True)
class PublicFeed:
    """A public feed, as its reader knows it. Of one that a gateway told, source and quorum are the gateway's word: compare them."""

    feed_id: str
    """32 bytes in hex with ``0x``."""
    source: SourceInput
    quorum: int
    name: str | None = None
    """Such as ``coinbase/btc-usd``, for a feed of the catalogue."""
    told_value: Decimal | None = None
    """Latest value by the gateway's word."""


@dataclass(frozen=True)
class HistoryRow:
    """A row of the history of a feed, by the gateway's word: no signature covers it."""

    at: datetime
    value: Decimal
    low: Decimal
    high: Decimal
    told: Mapping[str, Any]
    """The row as received."""


def feeds(deps: ReadDeps) -> Flow[list[PublicFeed]]:
    data = yield from read_data(deps, "/v1/feeds", lambda data: isinstance(member_of(data, "feeds"), list))
    return [_public_feed(one) for one in data["feeds"]]


def history(deps: ReadDeps, feed: PublicFeed | str, start: datetime | None, end: datetime | None, step_seconds: int | None) -> Flow[list[HistoryRow]]:
    query = query_text(**{"from": _seconds(start), "to": _seconds(end), "step": step_seconds})
    path = f"{_path_of(feed)}/history{query}"
    data = yield from read_data(deps, path, lambda data: isinstance(member_of(data, "rows"), list))
    return [_row(one) for one in data["rows"]]


def latest(io: Io, feed: PublicFeed) -> Flow[Verified | None]:
    """Returns the latest value of a feed, verified; ``None`` where the gateway keeps none."""
    data = yield from read_data(io, _path_of(feed), lambda data: "latest" in members_of(data))
    return None if data["latest"] is None else (yield from verify_told(io, feed, data["latest"]))


def stream(io: Io, feed: PublicFeed) -> Flow[None]:
    """Emits each value of a feed as it comes, verified. It opens the stream again where one ends."""
    last_id: str | None = None
    retries = Retries(io.retry, io.clock, io.random)
    while True:
        events = io.gateway.events(f"{_path_of(feed)}/stream", last_id=last_id, life_seconds=_STREAM_SECONDS, now=io.clock.now)
        try:
            while (event := (yield from events.next())) is not None:
                retries = Retries(io.retry, io.clock, io.random)
                last_id = event.id or last_id
                told = _json_of(event.data)
                if told is not None:
                    yield Emit((yield from verify_told(io, feed, told)))
        except (GatewayError, TransportError) as error:
            if not is_passing(error) or not (yield from retries.again()):
                raise
        else:
            yield from pause(io.random())
        yield from events.close()


def verify_told(io: Io, feed: PublicFeed, told: object) -> Flow[Verified]:
    """Verifies an answer of a public feed: of its own round, or of its place in a list. Its owner is not known."""
    subjects = (source_in(feed.source), source_in(feed.source, as_written))
    expected = Expected(subjects, required_quorum(feed.quorum), feed_id=_feed_id_in(feed.feed_id))
    place = integer_of(member_of(told, "place"))
    stated = read_answer(member_of(told, "result"))
    view = yield from io.ledger.view(stated.registry_version)
    registry = accepted_registry(view, io.clock.now())
    deployment = io.ledger.deployment_id
    if place is None:
        return verify_stated(stated, expected, registry=registry, deployment_id=deployment)
    # The signed value of a list is a hash over each source with its value. One of them can therefore be verified by itself.
    listed = stated.values or []
    if not 2 <= len(listed) <= 32 or place >= len(listed):
        raise VerificationError("inconsistent", "the list has no value at this place")
    sources = [_bytes_in(one, "sourceId") for one in listed]
    packed = [_bytes_in(one, "valuePacked") if "valuePacked" in members_of(one) else None for one in listed]
    subject = next((one for one in subjects if one.source_id == sources[place]), None)
    own = packed[place]
    if subject is None:
        raise VerificationError("other_source", "the value is of another source than asked for")
    if own is None or _bytes_in(listed[place], "feedId") != expected.feed_id:
        raise VerificationError("inconsistent", "the value is of another feed than asked for")
    if stated.quorum != expected.quorum:
        raise VerificationError("other_quorum", "the answer is of another quorum than asked for")
    value = decode_value(own, subject.decimals[0])
    if member_of(listed[place], "value") != decimal_text(value):
        raise VerificationError("inconsistent", "the value is not what its packed value says")
    if list_value(sources, packed) != stated.value_packed:
        raise VerificationError("inconsistent", "values are not those that were signed")
    list_feed = stated.feed_id or feed_id(NO_OWNER, stated.source_id, stated.quorum)
    signed = attestation_of(stated, feed=list_feed, source=stated.source_id, form=128 + len(listed), deployment_id=deployment)
    return Verified(
        value=value,
        values=(value,),
        feed_ids=(expected.feed_id or b"",),
        reasons=(None,),
        feed_id=expected.feed_id or b"",
        source_id=subject.source_id,
        timestamp_ms=stated.timestamp_ms,
        observed_at_ms=stated.observed_at_ms,
        signers=tuple(verify_attestation(signed, registry)),
        quorum=stated.quorum,
        registry_version=stated.registry_version,
        message=attestation_message(signed),
    )


def _public_feed(told: object) -> PublicFeed:
    members = members_of(told)
    identity, quorum = text_of(members.get("feedId")), integer_of(members.get("signaturesRequired"))
    source = members if "apiConfigs" in members else members.get("apiConfig")
    if identity is None or quorum is None or not isinstance(source, Mapping):
        raise TransportError("gateway", "the gateway told a feed without its id, its source or its quorum")
    if source is members:
        source = {"apiConfigs": members["apiConfigs"], "combine": members.get("combine")}
    value = text_of(member_of(told, "latest", "value"))
    return PublicFeed(identity, source, quorum, text_of(members.get("feed")), None if value is None else _decimal(value))


def _row(told: object) -> HistoryRow:
    members = members_of(told)
    at = integer_of(members.get("at"))
    if at is None:
        raise TransportError("gateway", "the gateway told a row of a history without its time")
    value, low, high = (_decimal(text_of(members.get(name))) for name in ("value", "low", "high"))
    return HistoryRow(datetime.fromtimestamp(at, timezone.utc), value, low, high, members)


def _decimal(text: str | None) -> Decimal:
    try:
        value = Decimal(text if text is not None and len(text) <= 200 else "")
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite():
        raise TransportError("gateway", "the gateway told a value that is no decimal")
    return value


def _path_of(feed: PublicFeed | str) -> str:
    identity = feed if isinstance(feed, str) else feed.feed_id
    return f"/v1/feeds/0x{_feed_id_in(identity).hex()}"


def _feed_id_in(text: str) -> bytes:
    if not isinstance(text, str) or not re.fullmatch(r"0x[0-9a-fA-F]{64}", text):
        raise ClientUsageError("feed_id", "must be 32 bytes in hex with 0x")
    return bytes.fromhex(text[2:])


def _bytes_in(members: object, name: str) -> bytes:
    text = text_of(member_of(members, name)) or ""
    if not re.fullmatch(r"0x[0-9a-f]{64}", text):
        raise VerificationError("malformed", f"{name}: must be 32 bytes in hex")
    return bytes.fromhex(text[2:])


def _json_of(data: str) -> object:
    try:
        parsed: object = json.loads(data)
    except (ValueError, RecursionError):
        raise TransportError("gateway", "the gateway told an event that is not JSON") from None
    return parsed


def _seconds(time: datetime | None) -> int | None:
    return None if time is None else int(time.timestamp())
