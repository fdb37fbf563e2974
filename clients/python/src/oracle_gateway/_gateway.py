"""One gateway over HTTP: its answers, its refusals, its data and its events."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit

from ._clock import Clock
from ._deprecation import OnDeprecated, tell_deprecation
from ._flow import Answer, CloseStream, Exchange, Flow, OpenStream, ReadStream, Stream, exchange
from ._json import integer_of, member_of, members_of, read_json, text_of
from ._retries import Retries, RetryPolicy
from .errors import ClientUsageError, GatewayError, TransportError

_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}")
_FIELD = re.compile(r"validation failed: ([\w.\[\]\"-]+): ")
_DOC_URL = re.compile(r"(https?://[\w.:\[\]-]+)?(/docs/errors/\w+)")
_MAX_EVENT_BYTES = 262_144
_MAX_STREAM_BYTES = 4 * 1024 * 1024
_SILENCE_SECONDS = 45.0
"""Three of the gateway's heartbeats."""


@dataclass(frozen=True)
class JsonAnswer:
    headers: Mapping[str, str]
    body: object


@dataclass(frozen=True)
class Event:
    id: str
    data: str


class Gateway:
    def __init__(self, base_url: str, timeout_seconds: float, on_deprecated: OnDeprecated | None = None) -> None:
        parts = urlsplit(base_url) if isinstance(base_url, str) else None
        if parts is None or parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ClientUsageError("gateway", "must be the http or https URL of a gateway")
        self.base_url = base_url.rstrip("/")
        self.host = parts.netloc
        self.pda: bytes | None = None
        """The Gateway account, once the gateway has named it."""
        self._timeout_seconds = timeout_seconds
        self._on_deprecated = on_deprecated

    def ask(self, method: str, path: str, *, body: object = None, headers: Mapping[str, str] | None = None) -> Flow[JsonAnswer]:
        """Asks once. Raises ``GatewayError`` for a refusal, and ``TransportError`` without an answer of a gateway."""
        sent = None if body is None else json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        all_headers = {**({} if sent is None else {"content-type": "application/json"}), **(headers or {})}
        request = Exchange("gateway", method, self.base_url + path, all_headers, sent, self._timeout_seconds)
        answer = yield from exchange(request)
        try:
            parsed = read_json(answer.body)
        except ValueError:
            raise TransportError("gateway", f"the gateway gave no JSON answer: status {answer.status}") from None
        yield from self._told_deprecation(method, path, answer.headers)
        if 200 <= answer.status < 300:
            return JsonAnswer(answer.headers, parsed)
        raise self._refusal_in(answer, parsed)

    def _refusal_in(self, answer: Answer, parsed: object) -> GatewayError | TransportError:
        """A body without a code is not a gateway's: a proxy before it answered."""
        body = members_of(parsed)
        code, message = text_of(body.get("code")), text_of(body.get("error"))
        if code is None or message is None or not _CODE.fullmatch(code):
            return TransportError("gateway", f"the gateway gave no answer of its contract: status {answer.status}")
        seconds = answer.headers.get("retry-after", "")
        field, doc = _FIELD.match(message), _DOC_URL.fullmatch(text_of(body.get("docUrl")) or "")
        return GatewayError(
            code,
            message,
            status=answer.status,
            body=body,
            retry_after_ms=int(seconds) * 1_000 if re.fullmatch(r"[0-9]{1,9}", seconds) else None,
            round_id=answer.headers.get("x-round-id") or text_of(body.get("roundId")),
            request_id=answer.headers.get("x-request-id"),
            field=None if field is None else field[1],
            doc_url=None if doc is None else (doc[1] or self.base_url) + doc[2],
        )

    def _told_deprecation(self, method: str, path: str, headers: Mapping[str, str]) -> Flow[None]:
        # User and password of a URL are repeated nowhere.
        yield from tell_deprecation(self._on_deprecated, self.host.rpartition("@")[2], method, path, headers)

    def events(self, path: str, *, last_id: str | None, life_seconds: float, now: Callable[[], int]) -> Events:
        headers = {"accept": "text/event-stream", **({} if last_id is None else {"last-event-id": last_id})}
        request = Exchange("gateway", "GET", self.base_url + path, headers, None, min(life_seconds, _SILENCE_SECONDS))
        hear = partial(self._told_deprecation, "GET", path)
        return Events(request, end_ms=now() + life_seconds * 1_000, now=now, hear=hear)


class Events:
    """Server-sent events of one answer, bounded in their time, their bytes, and the silence between two."""

    def __init__(self, request: Exchange, *, end_ms: float, now: Callable[[], int], hear: Callable[[Mapping[str, str]], Flow[None]]) -> None:
        self._request = request
        self._hear = hear
        """Takes the headers of the stream."""
        self._end_ms = end_ms
        self._now = now
        self._stream: Stream | None = None
        self._parser = EventParser()
        self._waiting: list[Event] = []
        self._bytes = 0

    def next(self) -> Flow[Event | None]:
        """Returns the next event; ``None`` at the end of the stream or of its time. A stream that fails is closed."""
        try:
            return (yield from self._next())
        except Exception:
            yield from self.close()
            raise

    def _next(self) -> Flow[Event | None]:
        if self._stream is None:
            stream: Stream = yield OpenStream(self._request, _SILENCE_SECONDS)
            self._stream = stream
            yield from self._hear(stream.headers)
            if stream.status == 204:
                return None
            if stream.status != 200 or not stream.headers.get("content-type", "").startswith("text/event-stream"):
                raise TransportError("gateway", f"the gateway gave no events: status {stream.status}")
        while not self._waiting:
            if self._now() > self._end_ms:
                return None
            part: bytes | None = yield ReadStream(self._stream)
            if part is None:
                return None
            self._bytes += len(part)
            if self._bytes > _MAX_STREAM_BYTES:
                raise TransportError("gateway", f"the stream has more than {_MAX_STREAM_BYTES} bytes")
            self._waiting += self._parser.feed(part)
        return self._waiting.pop(0)

    def close(self) -> Flow[None]:
        if self._stream is not None:
            yield CloseStream(self._stream)


class EventParser:
    """Reads server-sent events out of the parts of a body, however they are cut."""

    def __init__(self) -> None:
        self._rest = b""
        self._id = ""
        self._data: list[str] = []
        self._unended = 0

    def feed(self, part: bytes) -> list[Event]:
        text = self._rest + part
        # A CR at the end may be the first half of a CRLF.
        held = text.endswith(b"\r")
        lines = (text[:-1] if held else text).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = lines.pop() + (b"\r" if held else b"")
        events = []
        for line in lines:
            self._unended += len(line)
            event = self._line(line.decode(errors="replace"))
            if event is not None:
                events.append(event)
        if self._unended + len(self._rest) > _MAX_EVENT_BYTES:
            raise TransportError("gateway", f"an event has more than {_MAX_EVENT_BYTES} bytes")
        return events

    def _line(self, line: str) -> Event | None:
        if line == "":
            data, self._data, self._unended = self._data, [], 0
            return Event(self._id, "\n".join(data)) if data else None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "" and not self._data:
            self._unended = 0
        return None


def is_passing(error: Exception) -> bool:
    """Tells whether the same question may be answered later."""
    return isinstance(error, TransportError) or (isinstance(error, GatewayError) and error.status in (429, 503))


def query_text(**parameters: object) -> str:
    """Returns ``?`` and the parameters that have a value; nothing without any."""
    given = {name: value for name, value in parameters.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def read_data(
    deps: ReadDeps,
    path: str,
    is_data: Callable[[Any], bool],
    *,
    method: str = "GET",
    body: object = None,
    headers: Mapping[str, str] | None = None,
    has_no_envelope: bool = False,
) -> Flow[Any]:
    """Returns the data of an endpoint that changes nothing: the gateway's word. It is asked again while the gateway cannot answer."""
    retries = Retries(deps.retry, deps.clock, deps.random)
    while True:
        try:
            answer = yield from deps.gateway.ask(method, path, body=body, headers=headers)
            data = answer.body if has_no_envelope else member_of(answer.body, "data")
            if is_data(data):
                return data
            raise TransportError("gateway", f"the gateway answered {path.partition('?')[0]} without data")
        except (GatewayError, TransportError) as error:
            if not is_passing(error):
                raise
            if isinstance(error, TransportError):
                is_allowed = yield from (retries.unsent() if error.sent == "nothing" else retries.again())
            else:
                is_allowed = yield from retries.again(error.retry_after_ms)
            if not is_allowed:
                raise


@dataclass(frozen=True)
class ReadDeps:
    """What every call that reads from the gateway needs."""

    gateway: Gateway
    clock: Clock
    retry: RetryPolicy
    random: Callable[[], float]


def has_member(name: str, kind: type) -> Callable[[Any], bool]:
    return lambda data: isinstance(member_of(data, name), kind)


def is_object(data: Any) -> bool:
    return isinstance(data, dict)


def is_rounds_page(data: Any) -> bool:
    """Tells whether data is a page of rounds, each with its id, its state and its time."""
    rounds, following = member_of(data, "rounds"), member_of(data, "next")
    return (
        isinstance(rounds, list)
        and len(rounds) <= 100
        and (following is None or isinstance(following, str))
        and all(is_round_status(one) and integer_of(member_of(one, "createdAt")) is not None for one in rounds)
    )


def is_round_status(data: Any) -> bool:
    return isinstance(member_of(data, "roundId"), str) and isinstance(member_of(data, "state"), str)
