"""Runs flows over httpx with threads. What to ask and when is no affair of this file."""

from __future__ import annotations

import threading
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from ._flow import Answer, Call, CloseStream, Emit, Exchange, Flow, Locked, OpenStream, Pause, ReadStream, Stream
from .errors import ClientUsageError, OracleGatewayError, TransportError

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

_MAX_BODY_BYTES = 1024 * 1024


class SyncIo:
    def __init__(self, client: httpx.Client | None) -> None:
        import httpx

        self._owned = client is None
        self._client = client or httpx.Client()
        self._locks: dict[str, threading.RLock] = {}

    def close(self) -> None:
        if self._owned:
            self._client.close()

    def run(self, flow: Flow[T]) -> T:
        step = partial(next, flow)
        while True:
            try:
                effect = step()
            except StopIteration as end:
                result: T = end.value
                return result
            step = self._performed(flow, effect)

    def iterate(self, flow: Flow[None]) -> Iterator[Any]:
        """Yields what a flow emits. A reader that leaves closes its streams."""
        streams: list[Stream] = []
        step: partial[Any] = partial(next, flow)
        try:
            while True:
                try:
                    effect = step()
                except StopIteration:
                    return
                if isinstance(effect, Emit):
                    yield effect.item
                    step = partial(flow.send, None)
                else:
                    step = self._performed(flow, effect, streams)
        finally:
            for stream in streams:
                self._perform(CloseStream(stream))

    def _performed(self, flow: Flow[Any], effect: object, streams: list[Stream] | None = None) -> partial[Any]:
        """Returns the next step of a flow: with the result of an effect, or with its failure."""
        try:
            result = self._perform(effect)
        except BaseException as error:
            return partial(flow.throw, error)
        if isinstance(result, Stream) and streams is not None:
            streams.append(result)
        return partial(flow.send, result)

    def _perform(self, effect: object) -> object:
        match effect:
            case Exchange():
                return self._exchange(effect)
            case Pause(seconds):
                time.sleep(seconds)
                return None
            case Call(function):
                result = function()
                if isinstance(result, Coroutine):
                    result.close()
                    raise ClientUsageError("account", "must have no coroutines; AsyncClient takes them")
                return result
            case Locked(name, flow):
                with self._locks.setdefault(name, threading.RLock()):
                    return self.run(flow)
            case OpenStream(exchange, silence_seconds):
                return self._open(exchange, silence_seconds)
            case ReadStream(stream):
                try:
                    return next(stream.source[1], None)
                except Exception as error:
                    raise failure_of(OF_STREAM, error) from error
            case CloseStream(stream):
                return stream.source[0].close()
            case _:
                raise TypeError(f"{type(effect).__name__} is no effect of a flow that is run to its end")

    def _exchange(self, exchange: Exchange) -> Answer:
        ends_at = time.monotonic() + exchange.timeout_seconds
        try:
            with self._client.stream(**http_request(exchange), timeout=exchange.timeout_seconds, follow_redirects=False) as response:
                body = bytearray()
                for part in response.iter_bytes():
                    take_part(body, part, is_late=time.monotonic() > ends_at, exchange=exchange)
                return Answer(response.status_code, lower_names(response.headers), bytes(body))
        except OracleGatewayError:
            raise
        except Exception as error:
            raise failure_of(exchange, error) from error

    def _open(self, exchange: Exchange, silence_seconds: float) -> Stream:
        try:
            request = self._client.build_request(**http_request(exchange), timeout=silence_seconds)
            response = self._client.send(request, stream=True, follow_redirects=False)
        except Exception as error:
            raise failure_of(exchange, error) from error
        return Stream(response.status_code, lower_names(response.headers), (response, response.iter_bytes()))


OF_STREAM = Exchange("gateway", "GET", "")


def failure_of(exchange: Exchange, error: Exception) -> TransportError:
    """Tells a request that never left apart from one that may have arrived: only the latter leaves it unknown what became of it."""
    import httpx

    parts = urlsplit(exchange.url)
    place = f"the {exchange.peer}" + (f" at {parts.scheme}://{parts.netloc.rpartition('@')[2]}" if exchange.url else "")
    # A certificate is judged, and a connection is had, before the first byte of a request.
    before = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL, httpx.ProxyError)
    # A message that may hold a URL is not repeated, for a URL may hold a key.
    why = type(error).__name__ if "://" in str(error) or not str(error) else str(error)
    if isinstance(error, before):
        return TransportError(exchange.peer, f"cannot reach {place} ({why})", sent="nothing")
    return TransportError(exchange.peer, f"{place} gave no answer: {why}")


def http_request(exchange: Exchange) -> dict[str, Any]:
    return {"method": exchange.method, "url": exchange.url, "headers": dict(exchange.headers), "content": exchange.body}


def take_part(body: bytearray, part: bytes, *, is_late: bool, exchange: Exchange) -> None:
    body += part
    if is_late or len(body) > _MAX_BODY_BYTES:
        why = "its time is up" if is_late else f"it has more than {_MAX_BODY_BYTES} bytes"
        raise TransportError(exchange.peer, f"the answer of the {exchange.peer} was given up: {why}")


def lower_names(headers: httpx.Headers) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
