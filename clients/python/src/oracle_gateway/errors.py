"""Every error that this package raises. ``code`` is stable; the message is for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from .error_rules import AUTHORIZATIONS, Authorization

Peer = Literal["gateway", "ledger"]


class OracleGatewayError(Exception):
    """The base of every error of this package."""

    code: str


class GatewayError(OracleGatewayError):
    """The gateway refused. docs/errors.md lists the codes; a later gateway may answer another one."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int,
        body: Mapping[str, Any],
        retry_after_ms: int | None = None,
        round_id: str | None = None,
        request_id: str | None = None,
        field: str | None = None,
        doc_url: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.body = body
        """The JSON body of the refusal, as received: terms of a 402, or how a source failed."""
        self.retry_after_ms = retry_after_ms
        self.round_id = round_id
        self.request_id = request_id
        """Quote it when you report a problem to the gateway's operator."""
        self.field = field
        """The member of the request that breaks a rule, where the gateway names it."""
        self.doc_url = doc_url

    @property
    def authorization(self) -> Authorization:
        """What became of the signature or the payment: ``unused`` and ``spent`` cost nothing, ``settled`` was paid."""
        if self.body.get("authorization") == "unused":
            return "unused"
        return AUTHORIZATIONS.get(self.code, "unknown")


class VerificationError(OracleGatewayError):
    """An answer that the nodes of the ledger's registry did not sign for this request. Use nothing of it.

    ``reason`` is ``malformed``, ``other_source``, ``other_quorum``, ``other_time``, ``other_registry``, ``inconsistent``, ``other_deployment``,
    ``unknown_registry_version``, ``registry_version_ended``, ``registry_version_retired``, ``not_signed``, ``other_terms``, ``not_settled`` or
    ``not_newer``. With ``other_terms``, the gateway wants something signed or paid that is not what the ledger says.
    """

    code = "verification_failed"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class UnknownOutcomeError(OracleGatewayError):
    """It is not known whether the round was served and is charged.

    Look it up later by ``round_id``, or repeat the payment under ``payment_id``. Never pay anew before.
    """

    code = "unknown_outcome"

    def __init__(self, *, round_id: str | None = None, payment_id: str | None = None) -> None:
        super().__init__("the outcome of the round is unknown: look it up before another one is asked for")
        self.round_id = round_id
        self.payment_id = payment_id


class SpendingLimitError(OracleGatewayError):
    """A round costs more than the account may spend on one. Nothing was signed. Amounts are atomic units of the stablecoin."""

    code = "spending_limit"

    def __init__(self, amount: int, max_amount: int) -> None:
        super().__init__(f"max_amount: a round costs {amount} atomic units, and the account may spend {max_amount}")
        self.amount = amount
        self.max_amount = max_amount


class NotSettledError(OracleGatewayError):
    """The round will not be settled: it failed, or its time on the ledger has passed. It is not charged."""

    code = "not_settled"

    def __init__(self, round_id: str, state: str, reason: str | None) -> None:
        super().__init__(f"the round is {state}" + ("" if reason is None else f": {reason}"))
        self.round_id = round_id
        self.state = state


class TransportError(OracleGatewayError):
    """The gateway or the ledger did not answer, or answered something that is no answer of theirs.

    ``sent`` is ``nothing`` where the request never left this process. A gateway that was sent nothing charges nothing.
    """

    code = "transport"

    def __init__(self, peer: Peer, message: str, *, sent: Literal["nothing", "maybe"] = "maybe") -> None:
        super().__init__(message)
        self.peer: Peer = peer
        self.sent: Literal["nothing", "maybe"] = sent


class ClientUsageError(OracleGatewayError, ValueError):
    """The call itself is wrong: an option is missing or breaks its rule. Nothing was sent."""

    code = "usage"

    def __init__(self, field: str, rule: str) -> None:
        super().__init__(f"{field}: {rule}")
        self.field = field
