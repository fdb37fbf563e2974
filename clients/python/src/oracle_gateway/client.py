"""A client of one gateway for programs without asyncio."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypedDict

from ._account import Account, Settlement
from ._core import Core, Round, RoundOptions
from ._deprecation import DeprecationNotice
from ._ledger import Ledger
from ._public_feeds import HistoryRow, PublicFeed
from ._retries import RetryPolicy
from ._session import OpenSession
from ._simulation import Simulation
from ._sources import SourceInput
from ._transport import SyncIo
from ._usage import Usage
from .answer import Verified
from .attestation import KeptRegistry
from .subject import ApiConfig

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Unpack


class SimulateKeywords(TypedDict, total=False):
    """Keywords of dry runs."""

    quorum: int | None
    """Nodes that sign: a majority of the ledger's registry unless set. Another quorum is another feed."""
    secrets: Mapping[str, str] | None
    """Secrets by the name of their placeholder ``{{secret.<name>}}``, which are sealed for the nodes. The gateway cannot read them."""


class RoundKeywords(SimulateKeywords, total=False):
    """Keywords of rounds."""

    payment_id: str | None
    """``payment_id`` of an ``UnknownOutcomeError``: goes on with that payment instead of making another one."""
    on_idempotency_key: Callable[[str], object] | None
    """Hears a key of the round before it can be charged, to keep it. Where it fails, nothing is sent. The last key counts."""
    resume: str | None
    """A key that an earlier process kept. Its round is looked up and gone on with, and is charged once."""


class ListKeywords(RoundKeywords, total=False):
    """Keywords of lists."""

    min_values: int | None
    """Values that must be there; all unless set."""
    evidence: bool
    """Keeps what the nodes observed with the result."""


class Client:
    """Asks an Oracle Gateway for values, and returns what it has verified with the keys of the ledger. The gateway is trusted with nothing.

    Without a ledger, only what the gateway tells can be read. Without an account, no round can be asked for.
    ``http_client`` is an ``httpx.Client`` of yours, which you close. ``clock`` returns unix milliseconds.
    ``on_deprecated`` hears of each answer of an operation that the gateway ends, and the call raises what it raises. Without it, Python warns
    with a ``GatewayDeprecationWarning``.
    A client may be used by several threads.
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
        http_client: httpx.Client | None = None,
    ) -> None:
        self._core = Core(gateway, ledger, account, retry=retry, timeout_seconds=timeout_seconds, clock=clock, on_deprecated=on_deprecated)
        self._io = SyncIo(http_client)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections of the client."""
        self._io.close()

    def round(self, source: SourceInput, **options: Unpack[RoundKeywords]) -> Round:
        """Asks for one value, and returns it verified.

        Raises ``GatewayError``, ``VerificationError``, ``SpendingLimitError`` before anything is signed, or ``UnknownOutcomeError`` where it is
        not known whether the round is charged.
        """
        return self._io.run(self._core.round(source, RoundOptions(**options)))

    def values(self, sources: Sequence[ApiConfig], **options: Unpack[ListKeywords]) -> Round:
        """Asks for the values of 2 to 32 sources in one round: one payment, one signature. ``values`` has one for each, or ``None``."""
        return self._io.run(self._core.values(sources, RoundOptions(**options)))

    def watch(self, source: SourceInput, *, every_seconds: float, **options: Unpack[SimulateKeywords]) -> Iterator[Round]:
        """Yields a round every so often, one at a time, without drift. A failure is raised, and ends it."""
        return self._io.iterate(self._core.watch(source, every_seconds, RoundOptions(**options)))

    def settled(self, asked: Round, *, timeout_seconds: float = 120.0) -> Settlement:
        """Waits until a round is settled on the ledger, or its payment has landed there.

        Raises ``NotSettledError``, ``UnknownOutcomeError`` when the time is up, or ``VerificationError`` where the ledger contradicts the gateway.
        """
        return self._io.run(self._core.settled(asked, timeout_seconds))

    def follow(self, round_id: str, *, timeout_seconds: float = 600.0) -> Iterator[Mapping[str, Any]]:
        """Yields the states of a round as they come: the gateway's word. ``settled`` believes the ledger alone."""
        return self._io.iterate(self._core.follow(round_id, timeout_seconds))

    def simulate(self, source: SourceInput, **options: Unpack[SimulateKeywords]) -> Simulation:
        """Tries a source: nodes observe it, no node signs, nothing is paid. The values are the gateway's word."""
        return self._io.run(self._core.simulate(source, RoundOptions(**options)))

    def simulate_values(self, sources: Sequence[ApiConfig], *, min_values: int | None = None, **options: Unpack[SimulateKeywords]) -> Simulation:
        """Tries a list of sources likewise."""
        return self._io.run(self._core.simulate_values(sources, RoundOptions(**options, min_values=min_values)))

    def default_quorum(self, source: SourceInput) -> int:
        """Returns the quorum of a round that names none."""
        return self._io.run(self._core.default_quorum(source))

    def verify(self, answer: object, source: SourceInput, *, quorum: int, owner: str | None = None) -> Verified:
        """Verifies a stored answer against the ledger. ``owner`` of the feed is that of the account unless set. Compare ``observed_at_ms``."""
        return self._io.run(self._core.verify(answer, source, quorum, owner))

    def keep_registry(self, version: int) -> KeptRegistry:
        """Reads a registry version from the ledger, to keep it beside its answers: ``verify`` of the module needs no network then."""
        return self._io.run(self._core.keep_registry(version))

    def verify_values(
        self, answer: object, sources: Sequence[ApiConfig], *, quorum: int, min_values: int | None = None, owner: str | None = None
    ) -> Verified:
        """Verifies a stored answer of a list likewise."""
        return self._io.run(self._core.verify_values(answer, sources, min_values, quorum, owner))

    def latest(self, feed: PublicFeed) -> Verified | None:
        """Returns the latest value of a public feed, verified; ``None`` where the gateway keeps none. It needs no account."""
        return self._io.run(self._core.latest(feed))

    def stream(self, feed: PublicFeed) -> Iterator[Verified]:
        """Yields each value of a public feed as it comes, verified."""
        return self._io.iterate(self._core.stream(feed))

    def feeds(self) -> list[PublicFeed]:
        """Returns the public feeds: the gateway's word."""
        return self._io.run(self._core.feeds())

    def history(
        self, feed: PublicFeed | str, *, start: datetime | None = None, end: datetime | None = None, step_seconds: int | None = None
    ) -> list[HistoryRow]:
        """Returns rows of a span, oldest first: the gateway's word. ``oracle_gateway.pandas.frame`` makes a data frame of them."""
        return self._io.run(self._core.history(feed, start, end, step_seconds))

    def round_status(self, round_id: str) -> Mapping[str, Any]:
        """Returns the state of a round by the gateway's record. Its ``result`` is not verified."""
        status: Mapping[str, Any] = self._io.run(self._core.round_status(round_id))
        return status

    def info(self) -> Mapping[str, Any]:
        """Returns the gateway's description of itself."""
        info: Mapping[str, Any] = self._io.run(self._core.info())
        return info

    def nodes(self) -> Sequence[Mapping[str, Any]]:
        """Returns the nodes, by the gateway's word."""
        nodes: Sequence[Mapping[str, Any]] = self._io.run(self._core.nodes())
        return nodes

    def providers(self) -> Sequence[Mapping[str, Any]]:
        """Returns the data providers with ready-made sources."""
        providers: Sequence[Mapping[str, Any]] = self._io.run(self._core.providers())
        return providers

    def provider(self, provider_id: str) -> Mapping[str, Any]:
        """Returns one of them: ``apiConfig`` of a feed is a source for ``round``."""
        provider: Mapping[str, Any] = self._io.run(self._core.provider(provider_id))
        return provider

    def rounds(self, *, limit: int | None = None, before: str | None = None) -> Mapping[str, Any]:
        """Returns the rounds of the account, newest first. ``before`` is ``next`` of the page before."""
        page: Mapping[str, Any] = self._io.run(self._core.rounds(limit, before))
        return page

    def feed_rounds(self, feed_id: str, *, limit: int | None = None, before: str | None = None) -> Mapping[str, Any]:
        """Returns the rounds of a feed of the last hour, newest first. ``feed_id``: 32 bytes in hex with ``0x``."""
        page: Mapping[str, Any] = self._io.run(self._core.feed_rounds(feed_id, limit, before))
        return page

    def quota(self) -> Mapping[str, Any]:
        """Returns what is left of the account: rounds of a subscription, or the balance of an escrow."""
        quota: Mapping[str, Any] = self._io.run(self._core.quota())
        return quota

    def usage(self, *, month: str | None = None) -> Usage:
        """Returns what the account was charged in a month such as ``2026-11``, by day, path and delegate: the gateway's word."""
        return self._io.run(self._core.usage(month))

    def sign_in(self) -> OpenSession:
        """Opens the session of a ``session`` account, or returns the open one, to be kept."""
        session: OpenSession = self._io.run(self._core.sign_in())
        return session

    def sign_out(self) -> None:
        """Ends the session."""
        self._io.run(self._core.sign_out())
