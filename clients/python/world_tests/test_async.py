"""The same calls with asyncio."""

import asyncio
import unittest
from decimal import Decimal

import httpx

from oracle_gateway import AsyncClient, agent, owner, session
from oracle_gateway.signer import KeypairSigner
from oracle_gateway.x402 import pay_per_request

from .escrow import pay_into
from .world import BTC, ETH, PRICE, WORLD, AsyncLosingTransport, LostAnswers, tokens_of

VALUE = Decimal("64628.31")


class CoroutineSigner:
    """Signs as a key service over the network does."""

    def __init__(self, key: KeypairSigner) -> None:
        self._key = key
        self.address = key.address

    async def sign(self, message: bytes, /) -> bytes:
        await asyncio.sleep(0)
        return self._key.sign(message)


class AsyncRounds(unittest.IsolatedAsyncioTestCase):
    async def test_of_many_tasks_share_a_session(self) -> None:
        async with AsyncClient(WORLD.gateway, WORLD.ledger, session(CoroutineSigner(WORLD.signer("otherOwner")))) as asking:
            asked = await asyncio.gather(*(asking.round(BTC, quorum=3) for _ in range(6)))
            self.assertEqual(({one.value for one in asked}, len({one.round_id for one in asked})), ({VALUE}, 6))
            self.assertEqual((await asking.settled(asked[0])).kind, "settled")
            await asking.sign_out()

    async def test_are_read_as_lists_and_watched(self) -> None:
        async with AsyncClient(WORLD.gateway, WORLD.ledger, owner(CoroutineSigner(WORLD.signer("subscriptionOwner")))) as asking:
            self.assertEqual((await asking.values([BTC, ETH])).values, (VALUE, Decimal("3124.505")))
            async for asked in asking.watch(BTC, every_seconds=0.2):
                self.assertEqual(asked.value, VALUE)
                break
            async for status in asking.follow(asked.round_id):
                self.assertEqual(status["roundId"], asked.round_id)
                break

    async def test_are_paid_for_once_though_answers_are_lost(self) -> None:
        address = WORLD.signer("x402Payer").address
        before = tokens_of(address)
        transport = AsyncLosingTransport(LostAnswers("payment-signature", 3))
        async with httpx.AsyncClient(transport=transport) as http:
            account = pay_per_request(WORLD.secret_key("x402Payer"), max_amount=PRICE["x402"])
            asked = await AsyncClient(WORLD.gateway, WORLD.ledger, account, http_client=http).round(BTC, quorum=3)
        self.assertEqual((asked.value, before - tokens_of(address)), (VALUE, PRICE["x402"]))

    async def test_of_an_agent_pay_into_its_escrow(self) -> None:
        async def fund(terms: object) -> None:
            await asyncio.to_thread(pay_into, terms, WORLD.secret_key("agentPayer"))  # type: ignore[arg-type]

        account = agent(CoroutineSigner(WORLD.signer("agentPayer")), max_amount=5_000, fund=fund)
        async with AsyncClient(WORLD.gateway, WORLD.ledger, account) as asking:
            self.assertEqual((await asking.round(BTC, quorum=3)).value, VALUE)

    async def test_end_with_their_task(self) -> None:
        slow = {**BTC, "url": f"{WORLD.manifest['sources']['slow']}/price"}
        async with AsyncClient(WORLD.gateway, WORLD.ledger, owner(WORLD.signer("otherOwner"))) as asking:
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(asking.round(slow), 0.3)


if __name__ == "__main__":
    unittest.main()
