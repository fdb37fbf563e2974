"""Runs flows over httpx with asyncio. What to ask and when is no affair of this file."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ._flow import Answer, Call, CloseStream, Emit, Exchange, Flow, Locked, OpenStream, Pause, ReadStream, Stream
from ._transport import OF_STREAM, failure_of, http_request, lower_names, take_part
from .errors import OracleGatewayError

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")


class AsyncIo:
    def __init__(self, client: httpx.AsyncClient | None) -> None:
        import httpx

        self._owned = client is None
        self._client = client or httpx.AsyncClient()
        self._locks: dict[str, asyncio.Lock] = {}

    async def close(self) -> None:
        if self._owned:
            await self._client.aclose()

    async def run(self, flow: Flow[T]) -> T:
        step = partial(next, flow)
        while True:
            try:
                effect = step()
            except StopIteration as end:
                result: T = end.value
                return result
            step = await self._performed(flow, effect)

    async def iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
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
                    step = await self._performed(flow, effect, streams)
        finally:
            for stream in streams:
                await self._perform(CloseStream(stream))

    async def _performed(self, flow: Flow[Any], effect: object, streams: list[Stream] | None = None) -> partial[Any]:
        try:
            result = await self._perform(effect)
        except BaseException as error:
            return partial(flow.throw, error)
        if isinstance(result, Stream) and streams is not None:
            streams.append(result)
        return partial(flow.send, result)

    async def _perform(self, effect: object) -> object:
        match effect:
            case Exchange():
                return await self._exchange(effect)
            case Pause(seconds):
                await asyncio.sleep(seconds)
                return None
            case Call(function, is_blocking):
                result = await asyncio.to_thread(function) if is_blocking else function()
                return await result if inspect.isawaitable(result) else result
            case Locked(name, flow):
                async with self._locks.setdefault(name, asyncio.Lock()):
                    return await self.run(flow)
            case OpenStream(exchange, silence_seconds):
                return await self._open(exchange, silence_seconds)
            case ReadStream(stream):
                try:
                    return await anext(stream.source[1], None)
                except Exception as error:
                    raise failure_of(OF_STREAM, error) from error
            case CloseStream(stream):
                return await stream.source[0].aclose()
            case _:
                raise TypeError(f"{type(effect).__name__} is no effect of a flow that is run to its end")

    async def _exchange(self, exchange: Exchange) -> Answer:
        try:
            return await asyncio.wait_for(self._whole(exchange), exchange.timeout_seconds)
        except OracleGatewayError:
            raise
        except Exception as error:
            raise failure_of(exchange, error) from error

    async def _whole(self, exchange: Exchange) -> Answer:
        async with self._client.stream(**http_request(exchange), timeout=exchange.timeout_seconds, follow_redirects=False) as response:
            body = bytearray()
            async for part in response.aiter_bytes():
                take_part(body, part, is_late=False, exchange=exchange)
            return Answer(response.status_code, lower_names(response.headers), bytes(body))

    async def _open(self, exchange: Exchange, silence_seconds: float) -> Stream:
        try:
            request = self._client.build_request(**http_request(exchange), timeout=silence_seconds)
            response = await self._client.send(request, stream=True, follow_redirects=False)
        except Exception as error:
            raise failure_of(exchange, error) from error
        return Stream(response.status_code, lower_names(response.headers), (response, response.aiter_bytes()))
