"""A payer that deposits stablecoins in an escrow, and signs each request with its exact price (docs/api.md, POST /v1/agent/execute)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._account import Account, Draft, Earned, Io, gateway_address, read_authorization, signed, simulate_authorization
from ._flat_round import FlatPath, earn_flat_round
from ._flow import Flow, call, pause
from ._gateway import JsonAnswer, is_rounds_page, query_text, read_data
from ._json import integer_of, list_of, member_of, text_of
from ._ledger import Config, address_in
from ._usage import Usage, read_usage, usage_authorization
from .addresses import agent_round_address, associated_token_address, base58, escrow_address
from .attestation import feed_id
from .credentials import agent_request_auth
from .errors import ClientUsageError, GatewayError, SpendingLimitError, VerificationError
from .signer import Signer
from .subject import Subject

_PATH = "/v1/agent/execute"
_MAX_CHECKS = 6
"""Checks of an escrow that was paid into: the gateway's RPC server may lag."""
_CHECK_SECONDS = 0.5
_SAME_SECOND_MS = 240_000
"""Milliseconds for which a request that lacked funds is repeated for the same second: the gateway takes it for five minutes."""


@dataclass(frozen=True)
class EscrowTerms:
    """What an escrow lacks for one round, by the ledger's accounts: never by the word of the gateway."""

    amount: int
    """Atomic units of the stablecoin; never more than the round costs."""
    asset: str
    """Mint of the stablecoin, base58."""
    pay_to: str
    """Token account of the escrow, base58. It may have to be created."""
    escrow: str
    """The escrow that owns it, base58."""
    network: str


@dataclass(frozen=True)
class Spending:
    """What an account may spend."""

    max_amount: int
    """Atomic units of the stablecoin that one round may cost: all that is signed for it, together."""
    allowance: Callable[[int], object] | None = None
    """Hears of each amount before it can be charged, such as to hold a budget of a day. What it raises ends the round."""

    def __post_init__(self) -> None:
        if not isinstance(self.max_amount, int) or isinstance(self.max_amount, bool) or self.max_amount <= 0:
            raise ClientUsageError("max_amount", "must be a positive integer: the atomic units that one round may cost")

    def take(self, amount: int) -> Flow[None]:
        allowance = self.allowance
        if allowance is not None:
            yield from call(lambda: allowance(amount))


class _Agent(Account):
    def __init__(self, signer: Signer, spending: Spending, fund: Callable[[EscrowTerms], object] | None) -> None:
        self.feed_owner = address_in("signer.address", signer.address)
        self.secrets_owner: str = signer.address
        self.signer = signer
        self.spending = spending
        self._fund = fund

    def authorize_read(self, round_id: str, io: Io) -> Flow[str | None]:
        return (yield from read_authorization(self.signer, round_id, io))

    def authorize_simulation(self, subject: Subject, io: Io, refused: str | None) -> Flow[str | None]:
        return (yield from simulate_authorization(self.signer, self.secrets_owner, subject, io))

    def rounds(self, io: Io, limit: int | None, before: str | None) -> Flow[Any]:
        path = f"/v1/agent/{self.secrets_owner}/rounds{query_text(limit=limit, before=before)}"
        return (yield from read_data(io, path, is_rounds_page))

    def quota(self, io: Io) -> Flow[Any]:
        path = f"/v1/agent/{self.secrets_owner}/status"
        return (yield from read_data(io, path, lambda data: member_of(data, "payer") == self.secrets_owner, has_no_envelope=True))

    def usage(self, io: Io, month: str | None) -> Flow[Usage]:
        return (yield from read_usage(io, self.secrets_owner, month, lambda _: usage_authorization(self.signer, io)))

    def earn(self, draft: Draft, io: Io) -> Flow[Earned]:
        config, _ = yield from io.ledger.current()
        gateway = yield from gateway_address(io)
        path = _AgentPath(self, draft, io, config, gateway)
        checks = 0
        while True:
            try:
                return (yield from earn_flat_round(path, draft, io))
            except GatewayError as error:
                fund = self._fund
                if error.code != "escrow_underfunded" or fund is None or checks == _MAX_CHECKS:
                    raise
                if checks == 0:
                    yield from _fund_with(fund, path.terms_of(error))
                else:
                    yield from pause(_CHECK_SECONDS * checks)
                checks += 1
            path.repeat_second()


class _AgentPath(FlatPath):
    """One round that an agent asks for, at the price of the moment."""

    def __init__(self, agent: _Agent, draft: Draft, io: Io, config: Config, gateway: bytes) -> None:
        self._agent = agent
        self._draft = draft
        self._io = io
        self._mint = config.mint
        self._gateway = gateway
        self.feed_owner = agent.feed_owner
        self.feed_id = feed_id(agent.feed_owner, draft.subject.source_id, draft.quorum)
        self._escrow = escrow_address(io.ledger.program_id, agent.feed_owner, gateway)
        self._price = config.agent_round_base + draft.subject.units * draft.quorum * config.agent_round_per_sig
        self._signed: dict[int, int] = {}
        """The most that was signed for each second: the ledger charges a second once."""

    def round_id_at(self, second: int) -> str:
        program, source = self._io.ledger.program_id, self._draft.subject.source_id
        return base58(agent_round_address(program, self.feed_owner, self._gateway, source, self._draft.quorum, second))

    def may_take_another(self) -> bool:
        # A gateway that says of a round it took that nothing is charged for it must not get more than the limit.
        return sum(self._signed.values()) + self._price <= self._agent.spending.max_amount

    def authorize_read(self, round_id: str) -> Flow[str | None]:
        return (yield from self._agent.authorize_read(round_id, self._io))

    def repeat_second(self) -> None:
        """Asks an escrow that lacked funds again for the same second, so that no two of them can be charged."""
        last = next(reversed(self._signed), None)
        if last is not None and self._io.clock.now() - last * 1_000 < _SAME_SECOND_MS:
            self.first_second = last
        elif last is not None and not self.may_take_another():
            raise SpendingLimitError(2 * self._price, self._agent.spending.max_amount)
        else:
            self.first_second = None

    def send(self, second: int, registry_version: int) -> Flow[JsonAnswer]:
        try:
            return (yield from self._send_at(second, registry_version))
        except GatewayError as error:
            # The gateway may charge an older price for a while after a change, or this client may know the older one.
            named = integer_of(error.body.get("amount")) if error.code == "amount_mismatch" else None
            if named is None or named == self._price:
                raise
            self._price = named
        return (yield from self._send_at(second, registry_version))

    def _send_at(self, second: int, registry_version: int) -> Flow[JsonAnswer]:
        price, spending = self._price, self._agent.spending
        if price > spending.max_amount:
            raise SpendingLimitError(price, spending.max_amount)
        before = self._signed.get(second, 0)
        if price > before:
            yield from spending.take(price - before)
            self._signed[second] = price
        message = agent_request_auth(self._escrow, self._gateway, self.feed_id, second, price)
        signature = yield from signed(self._agent.signer, message)
        body = {
            "payer": self._agent.secrets_owner,
            "canonical_timestamp": second,
            "signatures_required": self._draft.quorum,
            "amount": price,
            "registry_version": registry_version,
            **self._draft.members,
            "agent_request_auth_sig": f"0x{signature.hex()}",
        }
        return (yield from self._io.gateway.ask("POST", _PATH, body=body))

    def terms_of(self, refusal: GatewayError) -> EscrowTerms:
        """Holds the terms of the 402 against the ledger. Raises ``VerificationError`` ``other_terms``."""
        escrow, asset = base58(self._escrow), base58(self._mint)
        pay_to = base58(associated_token_address(self._escrow, self._mint))
        network = self._io.ledger.network
        option = next(iter(list_of(refusal.body.get("accepts"))), None)
        named = {
            "asset": (member_of(option, "asset"), asset),
            "payTo": (member_of(option, "payTo"), pay_to),
            "escrow": (member_of(option, "extra", "agent"), escrow),
            "network": (member_of(option, "network"), network),
            "maxAmountRequired": (member_of(option, "maxAmountRequired"), str(self._price)),
        }
        for name, (told, known) in named.items():
            if told != known:
                raise VerificationError("other_terms", f"{name}: the gateway names another one than the ledger")
        free = _amount_in(option, "currentAtaBalance") - _amount_in(option, "committedAmount")
        return EscrowTerms(max(1, self._price - max(0, free)), asset, pay_to, escrow, network)


def agent(
    signer: Signer,
    *,
    max_amount: int,
    allowance: Callable[[int], object] | None = None,
    fund: Callable[[EscrowTerms], object] | None = None,
) -> Account:
    """A payer with an escrow. ``fund`` pays in what is missing, and returns when it has landed. Without it, a lack of funds is a ``GatewayError``."""
    return _Agent(signer, Spending(max_amount, allowance), fund)


def _fund_with(fund: Callable[[EscrowTerms], object], terms: EscrowTerms) -> Flow[None]:
    try:
        yield from call(lambda: fund(terms), is_blocking=True)
    except Exception as error:
        raise ClientUsageError("fund", "failed, so that the round was not asked for again") from error


def _amount_in(option: object, name: str) -> int:
    text = text_of(member_of(option, "extra", name))
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,20}", text) else 0
