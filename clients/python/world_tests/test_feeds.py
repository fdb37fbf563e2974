"""Public feeds: their latest values, their streams, and their history in pandas."""

import unittest
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from oracle_gateway import AsyncClient, Client, GatewayError, PublicFeed, StampsInMemory, VerificationError, owner, take_newer
from oracle_gateway.pandas import frame

from .world import BTC, ETH, WORLD


class Feeds(unittest.TestCase):
    client: Client
    feeds: dict[str | None, PublicFeed]

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(WORLD.gateway, WORLD.ledger)
        cls.feeds = {feed.name: feed for feed in cls.client.feeds()}

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    def test_are_verified_each(self) -> None:
        self.assertGreater(len(self.feeds), 10)
        for name, feed in self.feeds.items():
            with self.subTest(name):
                latest = self.client.latest(feed)
                assert latest is not None
                self.assertEqual(latest.value, feed.told_value)
                self.assertGreaterEqual(len(latest.signers), feed.quorum)

    def test_of_another_source_quorum_or_id_are_refused(self) -> None:
        feed = next(iter(self.feeds.values()))
        for changed in (replace(feed, source=BTC), replace(feed, quorum=feed.quorum + 1)):
            with self.assertRaises(VerificationError):
                self.client.latest(changed)
        with self.assertRaises(GatewayError) as refused:
            self.client.latest(replace(feed, feed_id="0x" + "11" * 32))
        self.assertEqual(refused.exception.code, "feed_not_found")

    def test_are_streamed_and_taken_once(self) -> None:
        feed = next(iter(self.feeds.values()))
        value = next(iter(self.client.stream(feed)))
        stamps = StampsInMemory()
        self.assertEqual(take_newer(value, stamps), value)
        with self.assertRaises(VerificationError):
            take_newer(value, stamps)

    def test_have_a_history_in_pandas(self) -> None:
        feed = self.feeds["open-meteo/temperature-berlin"]
        rows = self.client.history(feed, start=datetime.now(timezone.utc) - timedelta(hours=1), step_seconds=60)
        self.assertIsInstance(rows[0].value, Decimal)
        hour = frame(rows)
        self.assertEqual((list(hour.columns), len(hour), str(hour.index.dtype)), (["value", "low", "high"], len(rows), "datetime64[us, UTC]"))
        self.assertEqual(hour["value"].iloc[-1], float(rows[-1].value))
        self.assertEqual(frame(rows, exact=True)["value"].iloc[-1], rows[-1].value)

    def test_of_rounds_are_frames_too(self) -> None:
        with Client(WORLD.gateway, WORLD.ledger, owner(WORLD.signer("subscriptionOwner"))) as asking:
            listed = asking.values([BTC, ETH])
            self.assertEqual(frame([listed]).iloc[0].tolist(), [64628.31, 3124.505])
            rounds = asking.feed_rounds("0x" + asking.round(BTC).feed_id.hex())
            self.assertEqual(rounds["rounds"][0]["value"], "64628.31")


class AsyncFeeds(unittest.IsolatedAsyncioTestCase):
    async def test_are_streamed(self) -> None:
        async with AsyncClient(WORLD.gateway, WORLD.ledger) as reading:
            feed = (await reading.feeds())[0]
            async for value in reading.stream(feed):
                self.assertEqual(value.value, feed.told_value)
                break
            self.assertIsNotNone(await reading.latest(feed))
            self.assertTrue(await reading.history(feed))


if __name__ == "__main__":
    unittest.main()
