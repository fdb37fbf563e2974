"""Pays into an escrow with Solana's own libraries, as an agent does."""

from __future__ import annotations

import base64
import time

from solders.hash import Hash
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.transaction import Transaction

from oracle_gateway import EscrowTerms
from oracle_gateway.addresses import ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM, address, associated_token_address

from .world import rpc

_SYSTEM = Pubkey.default()
_TOKENS = Pubkey.from_string(TOKEN_PROGRAM)
_LIMIT_SECONDS = 120


def pay_into(terms: EscrowTerms, secret_key: bytes) -> None:
    """Makes the token account of the escrow where it is missing, pays in what the terms say, and returns when it has landed."""
    payer = Keypair.from_bytes(secret_key)
    mint, to, escrow = (Pubkey.from_string(text) for text in (terms.asset, terms.pay_to, terms.escrow))
    own = Pubkey(associated_token_address(bytes(payer.pubkey()), address(terms.asset)))
    make = Instruction(
        Pubkey.from_string(ASSOCIATED_TOKEN_PROGRAM),
        bytes([1]),
        [
            AccountMeta(payer.pubkey(), True, True),
            AccountMeta(to, False, True),
            *(AccountMeta(key, False, False) for key in (escrow, mint, _SYSTEM, _TOKENS)),
        ],
    )
    transfer = Instruction(
        _TOKENS,
        bytes([3]) + terms.amount.to_bytes(8, "little"),
        [AccountMeta(own, False, True), AccountMeta(to, False, True), AccountMeta(payer.pubkey(), True, False)],
    )
    blockhash = Hash.from_string(rpc("getLatestBlockhash", {"commitment": "confirmed"})["value"]["blockhash"])
    transaction = Transaction([payer], Message([make, transfer], payer.pubkey()), blockhash)
    options = {"encoding": "base64", "preflightCommitment": "confirmed"}
    signature = rpc("sendTransaction", base64.b64encode(bytes(transaction)).decode(), options)
    ends_at = time.monotonic() + _LIMIT_SECONDS
    while time.monotonic() < ends_at:
        status = rpc("getSignatureStatuses", [signature])["value"][0]
        if status is not None and status["confirmationStatus"] in ("confirmed", "finalized"):
            assert status["err"] is None, status
            return
        time.sleep(0.1)
    raise TimeoutError("the payment has not landed")
