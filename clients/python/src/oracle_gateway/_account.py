"""What a client lends its account for one call, and what an account makes of it. A client knows no account by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._flow import Flow, T, call
from ._gateway import ReadDeps, read_data
from ._json import member_of, text_of
from ._ledger import OracleLedger
from ._seconds import Seconds
from .addresses import address
from .credentials import round_read_text, simulate_auth
from .errors import ClientUsageError, GatewayError, TransportError
from .signer import SIGNATURE_BYTES, Signer
from .subject import Subject


@dataclass(frozen=True)
class Io(ReadDeps):
    ledger: OracleLedger
    seconds: Seconds


@dataclass(frozen=True)
class Draft:
    """One round to be asked for."""

    subject: Subject
    quorum: int
    members: Mapping[str, Any]
    """Members of the request that name the subject, with sealed secrets."""
    payment_id: str | None = None
    resume: str | None = None
    on_idempotency_key: Callable[[str], object] | None = None


@dataclass(frozen=True)
class Settlement:
    """The end of a round that was charged."""

    kind: str
    """``settled``: the program verified the round again and took its charge. ``paid``: the payment of the round has landed."""
    signature: str | None
    slot: int | None
    final: bool | None = None
    """Whether the ledger can no longer lose a settlement."""


@dataclass(frozen=True)
class Earned:
    """The gateway's answer, not verified yet, with the terms to verify it against."""

    answer: Any
    round_id: str
    feed_owner: bytes
    timestamp_ms: int | None
    observed_from_ms: int
    observed_to_ms: int
    is_on_ledger: Callable[[Settlement, bytes], Flow[bool]]
    """Tells whether the ledger has what the gateway claims. It takes the 32 bytes that the nodes signed."""


class Account:
    """A way to pay for rounds. Make one with ``owner``, ``delegate``, ``session``, ``agent``, or ``pay_per_request`` of ``oracle_gateway.x402``."""

    feed_owner: bytes
    """Owner of the feeds: who asks. 32 zero bytes where rounds have no owner."""
    secrets_owner: str | None = None
    """Whom sealed secrets serve, base58."""

    def earn(self, draft: Draft, io: Io) -> Flow[Earned]:
        raise NotImplementedError

    def authorize_read(self, round_id: str, io: Io) -> Flow[str | None]:
        """Returns the value of ``Authorization`` that shows what is private of a round; ``None`` where the account has none."""
        return None
        yield

    def authorize_simulation(self, subject: Subject, io: Io, refused: str | None) -> Flow[str | None]:
        """Returns the value of ``Authorization`` of a dry run, another one than ``refused``; ``None`` for a stranger."""
        return None
        yield

    def rounds(self, io: Io, limit: int | None, before: str | None) -> Flow[Any]:
        raise ClientUsageError("account", "must be one that has a list of rounds")

    def quota(self, io: Io) -> Flow[Any]:
        raise ClientUsageError("account", "must be one that has a quota")

    def usage(self, io: Io, month: str | None) -> Flow[Any]:
        raise ClientUsageError("account", "must be one that has usage")

    def sign_in(self, io: Io) -> Flow[Any]:
        raise ClientUsageError("account", "must be one that signs in: `session`")

    def sign_out(self, io: Io) -> Flow[None]:
        raise ClientUsageError("account", "must be one that signs in: `session`")


def signed(signer: Signer, message: bytes) -> Flow[bytes]:
    """Returns a signature once it has the form of one. Raises ``ClientUsageError``, also where the signer refuses."""
    try:
        signature = yield from call(lambda: signer.sign(message))
    except ClientUsageError:
        raise
    except Exception as error:
        raise ClientUsageError("signer", "did not sign") from error
    if not isinstance(signature, bytes) or len(signature) != SIGNATURE_BYTES:
        raise ClientUsageError("signer", f"sign must return the {SIGNATURE_BYTES} bytes of an Ed25519 signature")
    return signature


def with_credential(io: Io, authorize: Callable[[str | None], Flow[str | None]], task: Callable[[Mapping[str, str]], Flow[T]]) -> Flow[T]:
    """Runs a call with a credential of an account, and once more with another one where the gateway refuses the first.

    A session may have ended, and the caller's clock may be wrong. ``authorize`` takes the credential that was refused.
    """
    first = yield from authorize(None)
    try:
        return (yield from task({} if first is None else {"authorization": first}))
    except GatewayError as error:
        if first is None or error.status != 401:
            raise
        if error.code != "bearer_invalid" and (yield from io.clock.correct()) == 0:
            raise
        another = yield from authorize(first)
        if another is None or another == first:
            raise
    return (yield from task({"authorization": another}))


def read_authorization(signer: Signer, round_id: str, io: Io) -> Flow[str]:
    """Returns the credential that shows a key what is private of its round. It is good for a minute."""
    second = io.clock.now() // 1_000
    signature = yield from signed(signer, round_read_text(round_id, second))
    return f"RoundRead {signer.address}.{second}.0x{signature.hex()}"


def simulate_authorization(signer: Signer, owner: str, subject: Subject, io: Io) -> Flow[str]:
    """Returns the credential that lets a key try a source at one gateway. ``owner`` is another key for a delegate alone."""
    gateway = yield from gateway_address(io)
    second = io.clock.now() // 1_000
    keys = (address(signer.address), address(owner))
    message = simulate_auth(io.ledger.deployment_id, gateway, subject.source_id, *keys, second)
    signature = yield from signed(signer, message)
    named = dict.fromkeys((signer.address, owner))
    return f"Simulate {'.'.join((*named, str(second), '0x' + signature.hex()))}"


def gateway_address(io: Io) -> Flow[bytes]:
    """Returns the Gateway account, as the gateway names itself.

    A false name makes a signature good at another gateway, for the same round and price, and nowhere else.
    """
    if io.gateway.pda is None:
        info = yield from read_data(io, "/v1/info", lambda data: text_of(member_of(data, "gatewayPda")) is not None)
        try:
            io.gateway.pda = address(info["gatewayPda"])
        except ValueError:
            raise TransportError("gateway", "the gateway answered /v1/info without the address of its account") from None
    return io.gateway.pda
