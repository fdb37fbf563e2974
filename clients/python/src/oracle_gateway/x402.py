"""Pays for each round by one x402 payment, made by the official client of x402. Install ``oracle-gateway[x402]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ._account import Account
from ._agent import Spending
from ._paid_round import CheckedTerms, PayingAccount
from .signer import keypair_signer

__all__ = ["CheckedTerms", "pay_per_request"]


def pay_per_request(
    secret_key: bytes | Sequence[int],
    *,
    max_amount: int,
    allowance: Callable[[int], object] | None = None,
    rpc_url: str | None = None,
) -> Account:
    """Pays with the key of a file of the Solana CLI. Before anything is signed, the terms are held against the ledger.

    ``max_amount``: atomic units that one round may cost. ``rpc_url``: a Solana server for the transaction; that of the client's ledger unless set.
    """
    from x402.mechanisms.svm.exact.client import ExactSvmScheme
    from x402.mechanisms.svm.signers import KeypairSigner
    from x402.schemas import PaymentRequirements

    signer = KeypairSigner.from_bytes(bytes(secret_key))
    schemes: dict[str, ExactSvmScheme] = {}

    def sign(terms: CheckedTerms, rpc: str) -> str:
        scheme = schemes.setdefault(rpc, ExactSvmScheme(signer, rpc_url=rpc))
        payload = scheme.create_payment_payload(PaymentRequirements.model_validate(terms.members()))
        return str(payload["transaction"])

    return PayingAccount(signer.address, Spending(max_amount, allowance), sign, rpc_url, keypair_signer(secret_key))
