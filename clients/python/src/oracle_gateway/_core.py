"""Every call of a client as a flow. ``Client`` runs them with threads, ``AsyncClient`` with asyncio."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import ceil, isfinite
from typing import Any
from urllib.parse import quote

from . import _public_feeds, _settlement, _simulation
from ._account import Account, Draft, Earned, Io, Settlement
from ._clock import Clock
from ._deprecation import OnDeprecated
from ._flow import Emit, Flow, pause, returned
from ._gateway import Gateway, ReadDeps, has_member, is_round_status, is_rounds_page, query_text, read_data
from ._json import member_of
from ._ledger import Ledger, OracleLedger, accepted_registry, address_in
from ._retries import RetryPolicy
from ._sealing import sealed_members
from ._seconds import Seconds
from ._sources import SourceInput, as_written, list_in, members_of_subject, quorum_in, required_quorum, source_in
from ._usage import Usage
from .answer import Expected, Verified, read_answer, verify_stated
from .attestation import KeptRegistry
from .errors import ClientUsageError, GatewayError, VerificationError
from .subject import ApiConfig, Subject

_SECRETS_LIFE_SECONDS = 900
"""Seconds for which sealed secrets serve: as long as a round may be retried, and clocks may differ."""
_PAYMENT_ID = re.compile(r"[\w-]{16,128}", re.ASCII)
_RESUME = re.compile(r"[\w-]{1,128}", re.ASCII)


@dataclass(frozen=True)
class Round(Verified):
    """A verified value, or those of a list, and the round that brought it."""

    round_id: str
    """Base58."""
    answer: Any = field(repr=False)
    """The gateway's answer as received: store it, and ``verify`` it again at any time."""
    earned: Earned = field(repr=False)


@dataclass(frozen=True)
class RoundOptions:
    """What a round is asked for with. ``Client.round`` explains each."""

    quorum: int | None = None
    secrets: Mapping[str, str] | None = field(default=None, repr=False)
    payment_id: str | None = None
    resume: str | None = None
    on_idempotency_key: Callable[[str], object] | None = None
    evidence: bool = False
    min_values: int | None = None
    """Of a list alone."""


class Core:
    def __init__(
        self,
        gateway: str,
        ledger: Ledger | None,
        account: Account | None,
        *,
        retry: RetryPolicy | None = None,
        timeout_seconds: float = 40.0,
        clock: Callable[[], float] | None = None,
        uniform: Callable[[], float] | None = None,
        on_deprecated: OnDeprecated | None = None,
    ) -> None:
        now = clock or _unix_ms
        uniform = uniform or random.random
        self._account = account
        self._gateway = Gateway(gateway, timeout_seconds, on_deprecated)
        self._ledger = None if ledger is None else OracleLedger(ledger, timeout_seconds=timeout_seconds, now=now)
        own = self._ledger
        self._clock = Clock(now, (lambda: returned(None)) if own is None else own.now_ms)
        self._retry = retry or RetryPolicy()
        self._seconds = Seconds(uniform)
        self._random = uniform
        self._now = now

    @property
    def io(self) -> Io:
        if self._ledger is None:
            raise ClientUsageError("ledger", "is required: whom to trust is the caller's own knowledge")
        return Io(self._gateway, self._clock, self._retry, self._random, self._ledger, self._seconds)

    def now(self) -> int:
        return self._clock.now()

    def round(self, source: SourceInput, options: RoundOptions) -> Flow[Round]:
        return (yield from self._served(source_in(source), options))

    def values(self, sources: Sequence[ApiConfig], options: RoundOptions) -> Flow[Round]:
        return (yield from self._served(list_in(sources, options.min_values), options))

    def watch(self, source: SourceInput, every_seconds: float, options: RoundOptions) -> Flow[None]:
        """Emits a round every so often, without drift. A reader that is busy is waited for."""
        if not isfinite(every_seconds) or every_seconds <= 0:
            raise ClientUsageError("every_seconds", "must be a positive number of seconds")
        start_ms, beat = self._now(), 0
        while True:
            yield Emit((yield from self.round(source, options)))
            passed_seconds = (self._now() - start_ms) / 1_000
            # A clock that was set back must not hold the next one back for longer than one beat.
            beat = max(beat + 1, ceil(passed_seconds / every_seconds))
            left_seconds = min(every_seconds, beat * every_seconds - passed_seconds)
            if left_seconds > 0:
                yield from pause(left_seconds)

    def settled(self, asked: Round, timeout_seconds: float) -> Flow[Settlement]:
        end_ms = self.now() + int(timeout_seconds * 1_000)
        return (
            yield from _settlement.wait_for_settlement(
                asked.round_id,
                end_ms,
                self.io,
                read_status=lambda: self._open_status(asked.round_id),
                is_on_ledger=lambda settlement: asked.earned.is_on_ledger(settlement, asked.message),
            )
        )

    def follow(self, round_id: str, timeout_seconds: float) -> Flow[None]:
        yield from _settlement.follow(quote(round_id, safe=""), self.now() + int(timeout_seconds * 1_000), self.io)

    def simulate(self, source: SourceInput, options: RoundOptions) -> Flow[_simulation.Simulation]:
        draft = yield from self._draft(source_in(source), options)
        return (yield from _simulation.simulate(self._account, draft, self.io))

    def simulate_values(self, sources: Sequence[ApiConfig], options: RoundOptions) -> Flow[_simulation.Simulation]:
        draft = yield from self._draft(list_in(sources, options.min_values), options)
        return (yield from _simulation.simulate(self._account, draft, self.io))

    def default_quorum(self, source: SourceInput) -> Flow[int]:
        _, registry = yield from self.io.ledger.current()
        return quorum_in(None, registry, source_in(source))

    def keep_registry(self, version: int) -> Flow[KeptRegistry]:
        return (yield from self.io.ledger.kept(version))

    def verify(self, answer: object, source: SourceInput, quorum: int, owner: str | None) -> Flow[Verified]:
        # A stored answer may be of a round that another program asked for, in the text of its caller.
        return (yield from self._verified(answer, (source_in(source), source_in(source, as_written)), quorum, owner))

    def verify_values(self, answer: object, sources: Sequence[ApiConfig], min_values: int | None, quorum: int, owner: str | None) -> Flow[Verified]:
        subjects = (list_in(sources, min_values), list_in(sources, min_values, as_written))
        return (yield from self._verified(answer, subjects, quorum, owner))

    def round_status(self, round_id: str) -> Flow[Any]:
        status = yield from self._open_status(round_id)
        if member_of(status, "private") is not True or self._account is None:
            return status
        authorization = yield from self._account.authorize_read(round_id, self.io)
        return status if authorization is None else (yield from self._open_status(round_id, {"authorization": authorization}))

    def info(self) -> Flow[Any]:
        return (yield from self._data("/v1/info", has_member("gatewayPda", str)))

    def nodes(self) -> Flow[Any]:
        return (yield from self._data("/v1/nodes", has_member("nodes", list)))["nodes"]

    def providers(self) -> Flow[Any]:
        return (yield from self._data("/v1/providers", has_member("providers", list)))["providers"]

    def provider(self, provider_id: str) -> Flow[Any]:
        return (yield from self._data(f"/v1/providers/{quote(provider_id, safe='')}", has_member("flows", list)))

    def feed_rounds(self, feed_id: str, limit: int | None, before: str | None) -> Flow[Any]:
        query = query_text(limit=limit, before=before)
        return (yield from self._data(f"/v1/feeds/{quote(feed_id, safe='')}/rounds{query}", is_rounds_page))

    def rounds(self, limit: int | None, before: str | None) -> Flow[Any]:
        return (yield from self._required_account().rounds(self.io, limit, before))

    def quota(self) -> Flow[Any]:
        return (yield from self._required_account().quota(self.io))

    def usage(self, month: str | None) -> Flow[Usage]:
        usage: Usage = yield from self._required_account().usage(self.io, month)
        return usage

    def sign_in(self) -> Flow[Any]:
        return (yield from self._required_account().sign_in(self.io))

    def sign_out(self) -> Flow[None]:
        yield from self._required_account().sign_out(self.io)

    def feeds(self) -> Flow[list[_public_feeds.PublicFeed]]:
        return (yield from _public_feeds.feeds(self._deps()))

    def history(self, feed: Any, start: Any, end: Any, step_seconds: int | None) -> Flow[list[_public_feeds.HistoryRow]]:
        return (yield from _public_feeds.history(self._deps(), feed, start, end, step_seconds))

    def latest(self, feed: _public_feeds.PublicFeed) -> Flow[Verified | None]:
        return (yield from _public_feeds.latest(self.io, feed))

    def stream(self, feed: _public_feeds.PublicFeed) -> Flow[None]:
        yield from _public_feeds.stream(self.io, feed)

    def _required_account(self) -> Account:
        if self._account is None:
            raise ClientUsageError("account", "is required to ask for a round")
        return self._account

    def _served(self, subject: Subject, options: RoundOptions) -> Flow[Round]:
        account = self._required_account()
        draft = yield from self._draft(subject, options)
        try:
            earned = yield from account.earn(draft, self.io)
        except GatewayError as error:
            if error.code != "envelope_undecryptable":
                raise
            # A node has changed its key. The round was not served; the ledger has the new key.
            draft = yield from self._draft(subject, options)
            earned = yield from account.earn(draft, self.io)
        verified = yield from self._verify_earned(earned, draft)
        members = {one.name: getattr(verified, one.name) for one in fields(Verified)}
        return Round(**members, round_id=earned.round_id, answer=earned.answer, earned=earned)

    def _draft(self, subject: Subject, options: RoundOptions) -> Flow[Draft]:
        if options.payment_id is not None and not _PAYMENT_ID.fullmatch(options.payment_id):
            raise ClientUsageError("payment_id", "must have 16 to 128 characters of A-Z, a-z, 0-9, _ and -")
        if options.resume is not None and not _RESUME.fullmatch(options.resume):
            raise ClientUsageError("resume", "must be an idempotency key of the account")
        _, registry = yield from self.io.ledger.current()
        members = {**members_of_subject(subject), **({"evidence": True} if options.evidence else {})}
        if options.secrets is not None:
            members |= sealed_members(
                subject,
                options.secrets,
                nodes=(yield from self.io.ledger.node_keys(registry)),
                not_after=self.now() // 1_000 + _SECRETS_LIFE_SECONDS,
                owner=None if self._account is None else self._account.secrets_owner,
            )
        quorum = quorum_in(options.quorum, registry, subject)
        return Draft(subject, quorum, members, options.payment_id, options.resume, options.on_idempotency_key)

    def _verify_earned(self, earned: Earned, draft: Draft) -> Flow[Verified]:
        """Time decides whether an answer is an old one, so that a clock that is wrong is corrected before an answer is refused for it."""
        expected = Expected(
            (draft.subject,),
            draft.quorum,
            earned.feed_owner,
            timestamp_ms=earned.timestamp_ms,
            observed_from_ms=earned.observed_from_ms,
            observed_to_ms=earned.observed_to_ms,
        )
        try:
            return (yield from self._held(earned.answer, expected))
        except VerificationError as error:
            shift_ms = (yield from self._clock.correct()) if error.reason == "other_time" else 0
            if shift_ms == 0:
                raise
        shifted = replace(
            expected,
            observed_from_ms=earned.observed_from_ms + shift_ms,
            observed_to_ms=earned.observed_to_ms + shift_ms,
        )
        return (yield from self._held(earned.answer, shifted))

    def _verified(self, answer: object, subjects: tuple[Subject, ...], quorum: int, owner: str | None) -> Flow[Verified]:
        if owner is not None:
            expected = Expected(subjects, required_quorum(quorum), address_in("owner", owner))
        elif self._account is not None:
            expected = Expected(subjects, required_quorum(quorum), self._account.feed_owner)
        else:
            expected = Expected(subjects, required_quorum(quorum))
        return (yield from self._held(answer, expected))

    def _held(self, answer: object, expected: Expected) -> Flow[Verified]:
        """Holds an answer against the registry version that it names, as the ledger has it now."""
        stated = read_answer(answer)
        view = yield from self.io.ledger.view(stated.registry_version)
        registry = accepted_registry(view, self.now())
        return verify_stated(stated, expected, registry=registry, deployment_id=self.io.ledger.deployment_id)

    def _open_status(self, round_id: str, headers: Mapping[str, str] | None = None) -> Flow[Any]:
        path = f"/v1/rounds/{quote(round_id, safe='')}"
        return (yield from read_data(self._deps(), path, is_round_status, headers=headers))

    def _data(self, path: str, is_data: Callable[[Any], bool]) -> Flow[Any]:
        return (yield from read_data(self._deps(), path, is_data))

    def _deps(self) -> ReadDeps:
        """What is the gateway's word can be read without a ledger."""
        return ReadDeps(self._gateway, self._clock, self._retry, self._random)


def _unix_ms() -> float:
    return time.time() * 1_000
