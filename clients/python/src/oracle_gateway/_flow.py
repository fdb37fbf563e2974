"""Calls without input and output: a flow yields what is to be done, and goes on with its result. One runs it with threads, one with asyncio."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .errors import Peer

T = TypeVar("T")
Flow = Generator[Any, Any, T]
"""A call that yields effects and returns its result."""


@dataclass(frozen=True)
class Exchange:
    """One HTTP request. Its result is an :class:`Answer`, and its failure a ``TransportError``."""

    peer: Peer
    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    timeout_seconds: float = 40.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes


@dataclass(frozen=True)
class OpenStream:
    """Opens an answer that is read in parts. Its result is a :class:`Stream`."""

    exchange: Exchange
    silence_seconds: float


class Stream:
    """An answer whose body is read in parts."""

    def __init__(self, status: int, headers: Mapping[str, str], source: Any) -> None:
        self.status = status
        self.headers = headers
        self.source = source


@dataclass(frozen=True)
class ReadStream:
    """Reads the next part of a stream. Its result is ``None`` at the end."""

    stream: Stream


@dataclass(frozen=True)
class CloseStream:
    stream: Stream


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Call:
    """Runs a function of the caller, which may be a coroutine under asyncio."""

    function: Callable[[], object | Awaitable[object]]
    is_blocking: bool = False
    """Under asyncio it runs in a thread."""


@dataclass(frozen=True)
class Locked:
    """Runs a flow while no other flow of this client holds the lock of this name."""

    name: str
    flow: Flow[Any]


@dataclass(frozen=True)
class Emit:
    """Hands an item to the reader of an iteration."""

    item: object


def exchange(request: Exchange) -> Flow[Answer]:
    answer: Answer = yield request
    return answer


def pause(seconds: float) -> Flow[None]:
    yield Pause(seconds)


def call(function: Callable[[], object], *, is_blocking: bool = False) -> Flow[object]:
    result: object = yield Call(function, is_blocking)
    return result


def locked(name: str, flow: Flow[T]) -> Flow[T]:
    result: T = yield Locked(name, flow)
    return result


def returned(value: T) -> Flow[T]:
    """Returns a flow that has nothing to do."""
    return value
    yield
