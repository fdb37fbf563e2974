"""A client of one gateway for programs with asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ._account import Account, Settlement
from ._async_transport import AsyncIo
from ._core import Core, Round, RoundOptions
from ._deprecation import DeprecationNotice
from ._ledger import Ledger
from ._public_feeds import HistoryRow, PublicFeed
from ._retries import RetryPolicy
from ._session import OpenSession
from ._simulation import Simulation
from ._sources import SourceInput
from ._usage import Usage
from .answer import Verified
from .attestation import KeptRegistry
from .client import ListKeywords, RoundKeywords, SimulateKeywords
from .subject import ApiConfig

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack


class AsyncClient:
    """:class:`Client` for asyncio: the same calls with the same meaning.

    ``http_client`` is an ``httpx.AsyncClient`` of yours, which you close. ``clock`` returns unix milliseconds.
    ``on_deprecated`` hears of each answer of an operation that the gateway ends, and the call raises what it raises. Without it, Python warns
    with a ``GatewayDeprecationWarning``.
    Cancel the task to end a call. Signers and other functions of the caller may be coroutines.
    """

    def __init__(
        self,
        gateway: str,
        ledger: Ledger | None = None,
        account: Account | None = None,
        *,
        retry: RetryPolicy | None = None,
        timeout_seconds: float = 40.0,
        clock: Callable[[], float] | None = None,
        on_deprecated: Callable[[DeprecationNotice], object] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._core = Core(gateway, ledger, account, retry=retry, timeout_seconds=timeout_seconds, clock=clock, on_deprecated=on_deprecated)
        self._io = AsyncIo(http_client)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections of the client."""
        await self._io.close()

    async def round(self, source: SourceInput, **options: Unpack[RoundKeywords]) -> Round:
        """Asks for one value, and returns it verified.

        Raises ``GatewayError``, ``VerificationError``, ``SpendingLimitError`` before anything is signed, or ``UnknownOutcomeError`` where it is
        not known whether the round is charged.
        """
        return await self._io.run(self._core.round(source, RoundOptions(**options)))

    async def values(self, sources: Sequence[ApiConfig], **options: Unpack[ListKeywords]) -> Round:
        """Asks for the values of 2 to 32 sources in one round: one payment, one signature. ``values`` has one for each, or ``None``."""
        return await self._io.run(self._core.values(sources, RoundOptions(**options)))

    def watch(self, source: SourceInput, *, every_seconds: float, **options: Unpack[SimulateKeywords]) -> AsyncIterator[Round]:
        """Yields a round every so often, one at a time, without drift. A failure is raised, and ends it."""
        return self._io.iterate(self._core.watch(source, every_seconds, RoundOptions(**options)))

    async def settled(self, asked: Round, *, timeout_seconds: float = 120.0) -> Settlement:
        """Waits until a round is settled on the ledger, or its payment has landed there.

        Raises ``NotSettledError``, ``UnknownOutcomeError`` when the time is up, or ``VerificationError`` where the ledger contradicts the gateway.
        """
        return await self._io.run(self._core.settled(asked, timeout_seconds))

    def follow(self, round_id: str, *, timeout_seconds: float = 600.0) -> AsyncIterator[Mapping[str, Any]]:
        """Yields the states of a round as they come: the gateway's word. ``settled`` believes the ledger alone."""
        return self._io.iterate(self._core.follow(round_id, timeout_seconds))

    async def simulate(self, source: SourceInput, **options: Unpack[SimulateKeywords]) -> Simulation:
        """Tries a source: nodes observe it, no node signs, nothing is paid. The values are the gateway's word."""
        return await self._io.run(self._core.simulate(source, RoundOptions(**options)))

    async def simulate_values(
        self, sources: Sequence[ApiConfig], *, min_values: int | None = None, **options: Unpack[SimulateKeywords]
    ) -> Simulation:
        """Tries a list of sources likewise."""
        return await self._io.run(self._core.simulate_values(sources, RoundOptions(**options, min_values=min_values)))

    async def default_quorum(self, source: SourceInput) -> int:
        """Returns the quorum of a round that names none."""
        return await self._io.run(self._core.default_quorum(source))

    async def verify(self, answer: object, source: SourceInput, *, quorum: int, owner: str | None = None) -> Verified:
        """Verifies a stored answer against the ledger. ``owner`` of the feed is that of the account unless set. Compare ``observed_at_ms``."""
        return await self._io.run(self._core.verify(answer, source, quorum, owner))

    async def keep_registry(self, version: int) -> KeptRegistry:
        """Reads a registry version from the ledger, to keep it beside its answers: ``verify`` of the module needs no network then."""
        return await self._io.run(self._core.keep_registry(version))

    async def verify_values(
        self, answer: object, sources: Sequence[ApiConfig], *, quorum: int, min_values: int | None = None, owner: str | None = None
    ) -> Verified:
        """Verifies a stored answer of a list likewise."""
        return await self._io.run(self._core.verify_values(answer, sources, min_values, quorum, owner))

    async def latest(self, feed: PublicFeed) -> Verified | None:
        """Returns the latest value of a public feed, verified; ``None`` where the gateway keeps none. It needs no account."""
        return await self._io.run(self._core.latest(feed))

    def stream(self, feed: PublicFeed) -> AsyncIterator[Verified]:
        """Yields each value of a public feed as it comes, verified."""
        return self._io.iterate(self._core.stream(feed))

    async def feeds(self) -> list[PublicFeed]:
        """Returns the public feeds: the gateway's word."""
        return await self._io.run(self._core.feeds())

    async def history(
        self, feed: PublicFeed | str, *, start: datetime | None = None, end: datetime | None = None, step_seconds: int | None = None
    ) -> list[HistoryRow]:
        """Returns rows of a span, oldest first: the gateway's word. ``oracle_gateway.pandas.frame`` makes a data frame of them."""
        return await self._io.run(self._core.history(feed, start, end, step_seconds))

    async def round_status(self, round_id: str) -> Mapping[str, Any]:
        """Returns the state of a round by the gateway's record. Its ``result`` is not verified."""
        status: Mapping[str, Any] = await self._io.run(self._core.round_status(round_id))
        return status

    async def info(self) -> Mapping[str, Any]:
        """Returns the gateway's description of itself."""
        info: Mapping[str, Any] = await self._io.run(self._core.info())
        return info

    async def nodes(self) -> Sequence[Mapping[str, Any]]:
        """Returns the nodes, by the gateway's word."""
        nodes: Sequence[Mapping[str, Any]] = await self._io.run(self._core.nodes())
        return nodes

    async def providers(self) -> Sequence[Mapping[str, Any]]:
        """Returns the data providers with ready-made sources."""
        providers: Sequence[Mapping[str, Any]] = await self._io.run(self._core.providers())
        return providers

    async def provider(self, provider_id: str) -> Mapping[str, Any]:
        """Returns one of them: ``apiConfig`` of a feed is a source for ``round``."""
        provider: Mapping[str, Any] = await self._io.run(self._core.provider(provider_id))
        return provider

    async def rounds(self, *, limit: int | None = None, before: str | None = None) -> Mapping[str, Any]:
        """Returns the rounds of the account, newest first. ``before`` is ``next`` of the page before."""
        page: Mapping[str, Any] = await self._io.run(self._core.rounds(limit, before))
        return page

    async def feed_rounds(self, feed_id: str, *, limit: int | None = None, before: str | None = None) -> Mapping[str, Any]:
        """Returns the rounds of a feed of the last hour, newest first. ``feed_id``: 32 bytes in hex with ``0x``."""
        page: Mapping[str, Any] = await self._io.run(self._core.feed_rounds(feed_id, limit, before))
        return page

    async def quota(self) -> Mapping[str, Any]:
        """Returns what is left of the account: rounds of a subscription, or the balance of an escrow."""
        quota: Mapping[str, Any] = await self._io.run(self._core.quota())
        return quota

    async def usage(self, *, month: str | None = None) -> Usage:
        """Returns what the account was charged in a month such as ``2026-11``, by day, path and delegate: the gateway's word."""
        return await self._io.run(self._core.usage(month))

    async def sign_in(self) -> OpenSession:
        """Opens the session of a ``session`` account, or returns the open one, to be kept."""
        session: OpenSession = await self._io.run(self._core.sign_in())
        return session

    async def sign_out(self) -> None:
        """Ends the session."""
        await self._io.run(self._core.sign_out())
