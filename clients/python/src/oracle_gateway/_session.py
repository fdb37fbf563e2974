"""An account that signs in once instead of signing every request (docs/api.md, POST /v1/session)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from ._account import Account, Io, signed
from ._flow import Flow, call, locked
from ._gateway import JsonAnswer, read_data
from ._json import integer_of, member_of, members_of, text_of
from ._subscribed import Subscriber, send_with_token
from .credentials import SignIn
from .errors import ClientUsageError, GatewayError, TransportError, VerificationError
from .signer import Signer
from .subject import Subject

_MARGIN_SECONDS = 60
"""Seconds before its end at which a session is renewed."""
_TOKEN = re.compile(r"[\w.~+/=-]{1,512}")


@dataclass(frozen=True)
class OpenSession:
    """A session that is open. A later process may go on with it. The token is a credential: keep it as a password."""

    gateway: str
    """Base URL of the gateway that it is open at."""
    token: str = field(repr=False)
    address: str
    """The key that signed in, base58."""
    subscription_owner: str
    expires_at_seconds: int
    """Unix seconds, by the gateway's clock."""


class _SessionAccount(Subscriber):
    def __init__(
        self,
        signer: Signer | None,
        subscription_owner: str | None,
        opened: OpenSession | None,
        on_opened: Callable[[OpenSession], object] | None,
        domain: str | None,
    ) -> None:
        if signer is None and opened is None:
            raise ClientUsageError("signer", "is required without an open session")
        key = signer.address if signer is not None else opened.address if opened is not None else ""
        super().__init__(key, subscription_owner or (key if opened is None else opened.subscription_owner))
        self._signer = signer
        self._on_opened = on_opened
        self._domain = domain
        self._open: dict[str, OpenSession] = {}
        if opened is not None and (opened.address, opened.subscription_owner) == (key, self.secrets_owner):
            self._open[opened.gateway] = opened

    def prepare(self, io: Io) -> Flow[None]:
        # A sign-in that fails is no round whose answer was lost.
        yield from self.sign_in(io)

    def send(self, body: dict[str, Any], feed: bytes, io: Io) -> Flow[JsonAnswer]:
        first = yield from self.authorization(io)
        try:
            return (yield from send_with_token(body, first, io))
        except GatewayError as error:
            if error.code != "bearer_invalid" or self._signer is None:
                raise
        another = yield from self.authorization(io, refused=first)
        return (yield from send_with_token(body, another, io))

    def authorize_read(self, round_id: str, io: Io) -> Flow[str | None]:
        return (yield from self.authorization(io))

    def authorize_simulation(self, subject: Subject, io: Io, refused: str | None) -> Flow[str | None]:
        return (yield from self.authorization(io, refused=refused))

    def authorize_usage(self, io: Io, refused: str | None) -> Flow[str | None]:
        return (yield from self.authorization(io, refused=refused))

    def authorization(self, io: Io, refused: str | None = None) -> Flow[str]:
        """Returns the token, and another one in place of one that the gateway no longer knows."""
        known = self._open.get(io.gateway.base_url)
        if known is not None and f"Bearer {known.token}" == refused and self._signer is not None:
            del self._open[io.gateway.base_url]
        session = yield from self.sign_in(io)
        return f"Bearer {session.token}"

    def sign_in(self, io: Io) -> Flow[OpenSession]:
        """Returns the open session, or opens one. One sign-in serves all calls that wait for it."""
        known = self._usable(io)
        if known is not None:
            return known
        session, is_new = yield from locked("session", self._opened(io))
        on_opened = self._on_opened
        if is_new and on_opened is not None:
            yield from call(lambda: on_opened(session))
        return session

    def sign_out(self, io: Io) -> Flow[None]:
        known = self._open.pop(io.gateway.base_url, None)
        if known is None:
            return
        try:
            yield from io.gateway.ask("DELETE", "/v1/session", headers={"authorization": f"Bearer {known.token}"})
        except GatewayError as error:
            # It has ended already.
            if error.code != "bearer_invalid":
                raise

    def _usable(self, io: Io) -> OpenSession | None:
        known = self._open.get(io.gateway.base_url)
        return known if known is not None and known.expires_at_seconds - _MARGIN_SECONDS > io.clock.now() / 1_000 else None

    def _opened(self, io: Io) -> Flow[tuple[OpenSession, bool]]:
        known = self._usable(io)
        if known is not None:
            return known, False
        if self._signer is None:
            raise ClientUsageError("signer", "is required: the session has ended")
        session = yield from self._signed_in(self._signer, io)
        self._open[io.gateway.base_url] = session
        return session, True

    def _signed_in(self, signer: Signer, io: Io) -> Flow[OpenSession]:
        info = yield from read_data(io, "/v1/info", lambda data: isinstance(data, dict))
        domain, uri, chain_id = self._checked_terms(member_of(info, "signIn"), io)
        own = signer.address == self.secrets_owner
        message = SignIn(
            domain=domain,
            address=signer.address,
            uri=uri,
            chain_id=chain_id,
            nonce=uuid4().hex,
            issued_at=datetime.fromtimestamp(io.clock.now() / 1_000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            resources=() if own else (f"urn:svc:subscription:{self.secrets_owner}",),
        )
        signature = yield from signed(signer, message.text())
        headers = {"SIGN-IN-WITH-X": message.header(f"0x{signature.hex()}")}
        session = member_of((yield from io.gateway.ask("POST", "/v1/session", headers=headers)).body, "data")
        token, expires_at = text_of(member_of(session, "token")), integer_of(member_of(session, "expiresAt"))
        if token is None or not _TOKEN.fullmatch(token) or expires_at is None:
            raise TransportError("gateway", "the gateway answered a sign-in without a session")
        return OpenSession(io.gateway.base_url, token, signer.address, self.secrets_owner, expires_at)

    def _checked_terms(self, terms: object, io: Io) -> tuple[str, str, str]:
        """Holds the gateway's terms of a sign-in against the caller's own knowledge: it would relay the signature elsewhere."""
        members = members_of(terms)
        domain, uri, chain_id = (text_of(members.get(name)) for name in ("domain", "uri", "chainId"))
        if domain is None or uri is None or chain_id is None:
            raise TransportError("gateway", "the gateway does not say what a sign-in names; it may serve no sessions")
        host = self._domain or io.gateway.host
        if host != domain or urlsplit(uri).netloc != host:
            rule = f"the gateway wants a sign-in for another host than {host}; set `domain` if it is right"
            raise VerificationError("other_terms", f"sign_in: {rule}")
        if chain_id != io.ledger.network:
            raise VerificationError("other_terms", "sign_in: the gateway wants a sign-in for another network")
        return domain, uri, chain_id


def session(
    signer: Signer | None = None,
    *,
    subscription_owner: str | None = None,
    opened: OpenSession | None = None,
    on_opened: Callable[[OpenSession], object] | None = None,
    domain: str | None = None,
) -> Account:
    """Signs in on first use, by a text that wallets show, and renews the session before it ends.

    ``subscription_owner`` is set for a delegate. Without a signer, the session lasts as long as ``opened``, one that an earlier process kept.
    ``on_opened`` hears of each session. ``domain`` is the host that a sign-in must name, that of the gateway's URL unless set.
    """
    return _SessionAccount(signer, subscription_owner, opened, on_opened, domain)
