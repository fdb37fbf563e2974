"""Pays for one round and gets it (docs/api.md, POST /v1/x402/execute).

The payment has a name, under which a call is repeated whose answer was lost: it is not paid again.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from ._account import Account, Draft, Earned, Io, Settlement, gateway_address
from ._agent import Spending
from ._asking import AskedRound, ask_round
from ._flow import Flow, call, pause
from ._gateway import JsonAnswer
from ._json import list_of, member_of, text_of
from ._ledger import address_in
from ._next_step import ANOTHER_TRANSACTION_MS, AskState, AskStep, next_step_by_payment
from ._usage import Usage, read_usage, usage_authorization
from .addresses import base58, config_address
from .attestation import NO_OWNER
from .credentials import payment_memo
from .errors import ClientUsageError, GatewayError, SpendingLimitError, UnknownOutcomeError, VerificationError
from .signer import Signer

_PATH = "/v1/x402/execute"
_CLOCKS_MS = 5_000
"""Largest difference between the caller's clock and the gateway's."""
_RESULT_LIFE_MS = 3_600_000
"""Milliseconds for which a gateway keeps a result."""
_PATIENCE_MS = 150_000
"""A payment's outcome is known once its blockhash is past."""
_FIRST_WAIT_MS = 250
_LONGEST_WAIT_MS = 4_000
_MAX_SAME_TRANSACTIONS = 6
_MAX_REMEMBERED = 1_024
"""More payments than one payer makes while a blockhash lives."""


@dataclass(frozen=True)
class CheckedTerms:
    """One option of a 402, whose members all have been held against the ledger and the request."""

    network: str
    amount: int
    asset: str
    pay_to: str
    max_timeout_seconds: int
    fee_payer: str
    memo: str

    def members(self) -> dict[str, Any]:
        return {
            "scheme": "exact",
            "network": self.network,
            "amount": str(self.amount),
            "asset": self.asset,
            "payTo": self.pay_to,
            "maxTimeoutSeconds": self.max_timeout_seconds,
            "extra": {"feePayer": self.fee_payer, "memo": self.memo},
        }


@dataclass(frozen=True)
class SignedPayment:
    transaction: str
    """As signed so far, in base64. The same text is the same payment."""
    header: str
    """The value of ``PAYMENT-SIGNATURE``."""


class PayingAccount(Account):
    """Pays for each round by one payment. ``sign`` makes the transaction of terms, in base64, with the URL of an RPC server."""

    def __init__(
        self,
        address: str,
        spending: Spending,
        sign: Callable[[CheckedTerms, str], object],
        rpc_url: str | None,
        reader: Signer | None = None,
    ) -> None:
        self.feed_owner = NO_OWNER
        self.key = address_in("signer.address", address)
        self.address = address
        self.spending = spending
        self._sign = sign
        self._rpc_url = rpc_url
        self._reader = reader
        self._names: dict[str, str] = {}
        """The name that each transaction was signed for: two payments of the same terms and blockhash are one transaction."""
        self._payments: dict[str, SignedPayment] = {}

    def usage(self, io: Io, month: str | None) -> Flow[Usage]:
        reader = self._reader
        if reader is None:
            raise ClientUsageError("account", "must have a reader, which signs the text that shows the usage of the payer")
        return (yield from read_usage(io, self.address, month, lambda _: usage_authorization(reader, io)))

    def earn(self, draft: Draft, io: Io) -> Flow[Earned]:
        start_ms = io.clock.now()
        earlier = draft.resume or draft.payment_id
        config, _ = yield from io.ledger.current()
        asked = _RoundOfPayment(
            self,
            draft,
            io,
            payment_id=earlier or str(uuid4()),
            mint=config.mint,
            start_ms=start_ms,
            from_ms=start_ms - (_CLOCKS_MS if earlier is None else _RESULT_LIFE_MS),
            registry_version=config.registry_version,
        )
        begun = AskState(is_open=draft.resume is not None, is_earlier=earlier is not None)
        return (yield from ask_round(asked, begun, io))

    def earlier_payment(self, payment_id: str | None) -> SignedPayment | None:
        """Returns the last payment of a name: a call that goes on with the name sends it again, and signs nothing new."""
        return None if payment_id is None else self._payments.get(payment_id)

    def signed(self, terms: CheckedTerms, payment_id: str, io: Io) -> Flow[SignedPayment]:
        for again in range(_MAX_SAME_TRANSACTIONS + 1):
            if again > 0:
                yield from pause(ANOTHER_TRANSACTION_MS * (1 + io.random()) / 1_000)
            transaction = yield from self._transaction(terms, io)
            # Threads and tasks of one account may make it at the same time: one of them takes it.
            if self._names.setdefault(transaction, payment_id) == payment_id:
                break
            # Past the limit the gateway decides: it serves a transaction once.
        _forget_oldest(self._names)
        members = {
            "x402Version": 2,
            "payload": {"transaction": transaction},
            "accepted": terms.members(),
            "extensions": {"payment-identifier": {"info": {"id": payment_id}}},
        }
        header = base64.b64encode(json.dumps(members, separators=(",", ":")).encode()).decode()
        return SignedPayment(transaction, header)

    def remember(self, payment_id: str, payment: SignedPayment) -> None:
        self._payments.pop(payment_id, None)
        self._payments[payment_id] = payment
        _forget_oldest(self._payments)

    def is_payment(self, transaction: bytes, memo: str) -> bool:
        return self.key in transaction and memo.encode() in transaction

    def _transaction(self, terms: CheckedTerms, io: Io) -> Flow[str]:
        rpc_url = self._rpc_url or io.ledger.rpc_url
        try:
            transaction = yield from call(lambda: self._sign(terms, rpc_url), is_blocking=True)
        except ClientUsageError:
            raise
        except Exception as error:
            raise ClientUsageError("signer", "the payment could not be signed; compare the signer and rpc_url") from error
        if not isinstance(transaction, str):
            raise ClientUsageError("signer", "must return the payment's transaction in base64")
        return transaction


class _RoundOfPayment(AskedRound):
    next_step = staticmethod(next_step_by_payment)

    def __init__(
        self,
        payer: PayingAccount,
        draft: Draft,
        io: Io,
        *,
        payment_id: str,
        mint: bytes,
        start_ms: int,
        from_ms: int,
        registry_version: int,
    ) -> None:
        self._payer = payer
        self._draft = draft
        self._io = io
        self._payment_id = payment_id
        self._mint = mint
        self._start_ms = start_ms
        self._from_ms = from_ms
        self._registry_version = registry_version
        self._earlier = payer.earlier_payment(draft.payment_id)
        self._terms: CheckedTerms | None = None
        self._payment: SignedPayment | None = None
        self._signed_amount = 0
        self._same_transactions = 0
        self._is_named = False
        self._unknown_wait_ms = float(_FIRST_WAIT_MS)
        self.may_take_another = lambda: True

    def announce(self) -> Flow[None]:
        # The payment reports its idempotency key, before it is signed.
        return None
        yield

    def look_up(self) -> Flow[tuple[str, Any]]:
        return "absent", None
        yield

    def send(self) -> Flow[JsonAnswer]:
        body = {
            "signatures_required": self._draft.quorum,
            "registry_version": self._registry_version,
            **self._draft.members,
        }
        headers = {} if self._payment is None else {"PAYMENT-SIGNATURE": self._payment.header}
        return (yield from self._io.gateway.ask("POST", _PATH, body=body, headers=headers))

    def served(self, answer: Any, round_id: str | None) -> Earned:
        if round_id is None or not re.fullmatch(r"[1-9A-HJ-NP-Za-km-z]{1,44}", round_id):
            raise VerificationError("malformed", "X-Round-Id: is missing")
        memo = "" if self._terms is None else self._terms.memo
        return Earned(
            answer=answer,
            round_id=round_id,
            feed_owner=NO_OWNER,
            timestamp_ms=None,
            observed_from_ms=self._from_ms,
            observed_to_ms=self._io.clock.now() + _CLOCKS_MS,
            is_on_ledger=lambda settlement, _: self._is_on_ledger(settlement, memo),
        )

    def take(self, step: AskStep, failure: Exception | None) -> Flow[bool]:
        if not isinstance(failure, GatewayError):
            raise failure or self.unknown(None)
        if step.round == "another-transaction":
            return (yield from self._pay_by_another_transaction(failure))
        yield from self._pay(failure)
        return True

    def follow_version(self, version: int) -> None:
        self._registry_version = version
        self._payment = None

    def may_stay_unknown(self, wait_ms: int | None) -> Flow[bool]:
        if self._io.clock.now() - self._start_ms > _PATIENCE_MS:
            return False
        yield from pause(max(wait_ms or 0, self._unknown_wait_ms) * (1 + self._io.random() / 4) / 1_000)
        self._unknown_wait_ms = min(_LONGEST_WAIT_MS, self._unknown_wait_ms * 2)
        return True

    def unknown(self, round_id: str | None) -> UnknownOutcomeError:
        return UnknownOutcomeError(payment_id=self._payment_id, round_id=round_id)

    def _is_on_ledger(self, settlement: Settlement, memo: str) -> Flow[bool]:
        if settlement.kind != "paid" or settlement.signature is None:
            raise VerificationError("not_settled", "the gateway claims another settlement than a payment")
        transaction = yield from self._io.ledger.transaction(settlement.signature)
        if transaction is not None and not self._payer.is_payment(transaction, memo):
            raise VerificationError("not_settled", "the transaction that the gateway names is no payment for this round")
        return transaction is not None

    def _pay(self, refusal: GatewayError) -> Flow[None]:
        """Signs one of the terms that were refused. The same transaction again counts as the same payment."""
        payer = self._payer
        terms = self._terms
        if "accepts" in refusal.body:
            terms = yield from self._checked_terms(refusal.body)
        if terms is None:
            raise refusal
        if self._signed_amount + terms.amount > payer.spending.max_amount:
            raise SpendingLimitError(terms.amount, payer.spending.max_amount) if self._signed_amount == 0 else refusal
        on_key = self._draft.on_idempotency_key
        if on_key is not None and not self._is_named:
            yield from call(lambda: on_key(self._payment_id))
        self._is_named = True
        payment, self._earlier = self._earlier, None
        if payment is None:
            payment = yield from payer.signed(terms, self._payment_id, self._io)
        payer.remember(self._payment_id, payment)
        if self._payment is None or payment.transaction != self._payment.transaction:
            # A payment that the allowance refuses is dropped after it was signed: it is sent to no party.
            yield from payer.spending.take(terms.amount)
            self._signed_amount += terms.amount
        self._terms = terms
        self._payment = payment

    def _pay_by_another_transaction(self, refusal: GatewayError) -> Flow[bool]:
        before = None if self._payment is None else self._payment.transaction
        while self._payment is None or self._payment.transaction == before:
            self._same_transactions += 1
            if self._same_transactions > _MAX_SAME_TRANSACTIONS:
                return False
            yield from pause(ANOTHER_TRANSACTION_MS * (1 + self._io.random()) / 1_000)
            yield from self._pay(refusal)
        return True

    def _checked_terms(self, body: object) -> Flow[CheckedTerms]:
        """Checks the first option of a 402 before anything is signed. The treasury belongs to the program, whatever gateway asks."""
        ledger, draft = self._io.ledger, self._draft
        gateway = yield from gateway_address(self._io)
        memo = payment_memo(ledger.program_id, gateway, draft.subject.source_id, draft.quorum, self._registry_version)
        asset, pay_to = base58(self._mint), base58(config_address(ledger.program_id))
        option = next(iter(list_of(member_of(body, "accepts"))), None)
        required = {"scheme": "exact", "network": ledger.network, "asset": asset, "payTo": pay_to}
        for name, known in required.items():
            if member_of(option, name) != known:
                raise _other_terms(name)
        if member_of(option, "extra", "memo") != memo:
            raise _other_terms("extra.memo")
        fee_payer = text_of(member_of(option, "extra", "feePayer"))
        # The payment must not make its payer pay the fee as well.
        if fee_payer is None or fee_payer == self._payer.address:
            raise _other_terms("extra.feePayer")
        amount = text_of(member_of(option, "amount"))
        if amount is None or not re.fullmatch(r"[1-9][0-9]{0,19}", amount):
            raise _other_terms("amount")
        if int(amount) > self._payer.spending.max_amount:
            raise SpendingLimitError(int(amount), self._payer.spending.max_amount)
        seconds = member_of(option, "maxTimeoutSeconds")
        return CheckedTerms(
            network=ledger.network,
            amount=int(amount),
            asset=asset,
            pay_to=pay_to,
            max_timeout_seconds=seconds if isinstance(seconds, int) else 60,
            fee_payer=fee_payer,
            memo=memo,
        )


def _other_terms(field: str) -> VerificationError:
    return VerificationError("other_terms", f"{field}: the gateway asks for another payment than the ledger and the request say")


def _forget_oldest(kept: dict[str, Any]) -> None:
    for name in list(kept)[: max(0, len(kept) - _MAX_REMEMBERED)]:
        kept.pop(name, None)
