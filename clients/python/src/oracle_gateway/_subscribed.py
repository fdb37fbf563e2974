"""Rounds that a subscription pays for: of its owner, of a delegate, and of a session of either (docs/api.md, POST /v1/round/execute)."""

from __future__ import annotations

from typing import Any

from ._account import Account, Draft, Earned, Io, read_authorization, signed, simulate_authorization
from ._flat_round import FlatPath, earn_flat_round
from ._flow import Flow
from ._gateway import JsonAnswer, is_rounds_page, query_text, read_data
from ._json import member_of
from ._ledger import address_in
from ._usage import Usage, read_usage, usage_authorization
from .addresses import base58, round_address
from .attestation import feed_id
from .credentials import request_auth
from .signer import Signer
from .subject import Subject

_PATH = "/v1/round/execute"
_MAX_EMPTY_PAGES = 10
"""Pages that are read until one has a round: the gateway leaves out rounds of others after it has counted them."""


class Subscriber(Account):
    """The asking key on the subscription path. How a request is authorized is its subclasses' affair."""

    def __init__(self, key: str, subscription_owner: str) -> None:
        self.feed_owner = address_in("signer.address", key)
        address_in("subscription_owner", subscription_owner)
        self.key = key
        self.secrets_owner: str = subscription_owner

    def prepare(self, io: Io) -> Flow[None]:
        """Does what has to be done before a request may be lost."""
        return None
        yield

    def send(self, body: dict[str, Any], feed: bytes, io: Io) -> Flow[JsonAnswer]:
        raise NotImplementedError

    def earn(self, draft: Draft, io: Io) -> Flow[Earned]:
        yield from self.prepare(io)
        return (yield from earn_flat_round(_SubscribedPath(self, draft, io), draft, io))

    def rounds(self, io: Io, limit: int | None, before: str | None) -> Flow[Any]:
        for _ in range(_MAX_EMPTY_PAGES):
            query = query_text(limit=limit, before=before, consumerAuthority=self._delegate())
            page = yield from read_data(io, f"/v1/subscription/{self.secrets_owner}/rounds{query}", is_rounds_page)
            before = page.get("next")
            if page["rounds"] or before is None:
                break
        return page

    def quota(self, io: Io) -> Flow[Any]:
        path = f"/v1/subscription/{self.secrets_owner}/status{query_text(consumerAuthority=self._delegate())}"
        return (yield from read_data(io, path, lambda data: member_of(data, "owner") == self.secrets_owner))

    def usage(self, io: Io, month: str | None) -> Flow[Usage]:
        return (yield from read_usage(io, self.secrets_owner, month, lambda refused: self.authorize_usage(io, refused)))

    def authorize_usage(self, io: Io, refused: str | None) -> Flow[str | None]:
        raise NotImplementedError

    def _delegate(self) -> str | None:
        return None if self.key == self.secrets_owner else self.key


class SigningSubscriber(Subscriber):
    """Signs every request."""

    def __init__(self, signer: Signer, subscription_owner: str) -> None:
        super().__init__(signer.address, subscription_owner)
        self._signer = signer

    def send(self, body: dict[str, Any], feed: bytes, io: Io) -> Flow[JsonAnswer]:
        signature = yield from signed(self._signer, request_auth(feed, body["timestamp"]))
        return (yield from io.gateway.ask("POST", _PATH, body={**body, "authSig": f"0x{signature.hex()}"}))

    def authorize_read(self, round_id: str, io: Io) -> Flow[str | None]:
        return (yield from read_authorization(self._signer, round_id, io))

    def authorize_simulation(self, subject: Subject, io: Io, refused: str | None) -> Flow[str | None]:
        return (yield from simulate_authorization(self._signer, self.secrets_owner, subject, io))

    def authorize_usage(self, io: Io, refused: str | None) -> Flow[str | None]:
        return (yield from usage_authorization(self._signer, io))


def owner(signer: Signer) -> Account:
    """The owner of a subscription, who signs every request. A round takes one unit of the subscription."""
    return SigningSubscriber(signer, signer.address)


def delegate(signer: Signer, subscription_owner: str) -> Account:
    """A key that the owner of a subscription allows some of its rounds. Feeds belong to the delegate."""
    return SigningSubscriber(signer, subscription_owner)


class _SubscribedPath(FlatPath):
    def __init__(self, subscriber: Subscriber, draft: Draft, io: Io) -> None:
        self._subscriber = subscriber
        self._draft = draft
        self._io = io
        self.feed_owner = subscriber.feed_owner
        self.feed_id = feed_id(self.feed_owner, draft.subject.source_id, draft.quorum)

    def round_id_at(self, second: int) -> str:
        program, source = self._io.ledger.program_id, self._draft.subject.source_id
        return base58(round_address(program, self.feed_owner, source, self._draft.quorum, second))

    def authorize_read(self, round_id: str) -> Flow[str | None]:
        return (yield from self._subscriber.authorize_read(round_id, self._io))

    def send(self, second: int, registry_version: int) -> Flow[JsonAnswer]:
        body = {
            "subscriptionOwner": self._subscriber.secrets_owner,
            "consumerAuthority": self._subscriber.key,
            "signaturesRequired": self._draft.quorum,
            "timestamp": second,
            "registryVersion": registry_version,
            **self._draft.members,
        }
        return (yield from self._subscriber.send(body, self.feed_id, self._io))


def send_with_token(body: dict[str, Any], authorization: str, io: Io) -> Flow[JsonAnswer]:
    """Sends a request that a session's token authorizes."""
    return (yield from io.gateway.ask("POST", _PATH, body=body, headers={"authorization": authorization}))
