"""Rounds of every account against a whole world, with threads and with asyncio."""

import copy
import unittest
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import httpx

from oracle_gateway import Account, Client, GatewayError, TransportError, VerificationError, agent, delegate, keypair_signer, owner, session
from oracle_gateway.x402 import pay_per_request

from .escrow import pay_into
from .world import BTC, ETH, PRICE, WORLD, LosingTransport, LostAnswers, all_settled, control, rounds_left, tokens_of

VALUE = Decimal("64628.31")
OWNER = WORLD.signer("subscriptionOwner")


def client(account: Account | None = None) -> Client:
    return Client(WORLD.gateway, WORLD.ledger, account)


def losing(account: Account, header: str, count: int = 1) -> Client:
    return Client(WORLD.gateway, WORLD.ledger, account, http_client=httpx.Client(transport=LosingTransport(LostAnswers(header, count))))


class Accounts(unittest.TestCase):
    def test_of_a_subscription_ask_and_settle(self) -> None:
        accounts = {
            "owner": owner(OWNER),
            "delegate": delegate(WORLD.signer("delegate"), OWNER.address),
            "session": session(WORLD.signer("otherOwner")),
            "session of a delegate": session(WORLD.signer("delegate"), subscription_owner=OWNER.address),
        }
        for name, account in accounts.items():
            with self.subTest(name), client(account) as asking:
                asked = asking.round(BTC, quorum=3)
                self.assertEqual((asked.value, len(asked.signers), asked.quorum), (VALUE, 3, 3))
                self.assertEqual(asking.settled(asked).kind, "settled")
                self.assertIn("result", asking.round_status(asked.round_id))
                self.assertGreater(int(str(asking.quota()["availableRounds"])), 0)
                self.assertRegex(asking.usage().month, r"^\d{4}-\d\d$")
                self.assertIn(asked.round_id, [one["roundId"] for one in asking.rounds(limit=10)["rounds"]])

    def test_that_sign_in_are_refused_once_they_signed_out(self) -> None:
        with client(session(WORLD.signer("otherOwner"))) as asking:
            opened = asking.sign_in()
            asking.sign_out()
        with client(session(opened=opened)) as later, self.assertRaises(GatewayError) as refused:
            later.round(BTC)
        self.assertEqual(refused.exception.code, "bearer_invalid")

    def test_of_an_agent_pay_into_its_escrow_and_sign_the_exact_price(self) -> None:
        key = WORLD.secret_key("agentPayer")
        account = agent(keypair_signer(key), max_amount=5_000, fund=lambda terms: pay_into(terms, key))
        before = tokens_of(WORLD.signer("agentPayer").address)
        with client(account) as asking:
            asked = asking.round(BTC, quorum=3)
            self.assertEqual((asked.value, asking.settled(asked).kind), (VALUE, "settled"))
            self.assertEqual(before - tokens_of(WORLD.signer("agentPayer").address), PRICE["agent"])
            self.assertEqual(asking.quota()["payer"], WORLD.signer("agentPayer").address)

    def test_that_pay_per_request_pay_once(self) -> None:
        address = WORLD.signer("x402Payer").address
        before = tokens_of(address)
        with client(pay_per_request(WORLD.secret_key("x402Payer"), max_amount=5_000)) as asking:
            asked = asking.round(BTC, quorum=3)
            self.assertEqual((asked.value, asking.settled(asked).kind), (VALUE, "paid"))
            self.assertIn("x402", [one.path for one in asking.usage().usage])
        self.assertEqual(before - tokens_of(address), PRICE["x402"])


class Threads(unittest.TestCase):
    def test_that_share_an_account_make_a_payment_each(self) -> None:
        address = WORLD.signer("x402Payer").address
        before = tokens_of(address)
        with client(pay_per_request(WORLD.secret_key("x402Payer"), max_amount=PRICE["x402"])) as asking, ThreadPoolExecutor(3) as pool:
            asked = list(pool.map(lambda source: asking.round(source, quorum=3), (BTC, BTC, ETH)))
        self.assertEqual([one.value for one in asked], [VALUE, VALUE, Decimal("3124.505")])
        self.assertEqual(before - tokens_of(address), 3 * PRICE["x402"])


class LostAnswersOf(unittest.TestCase):
    def test_a_subscription_are_looked_up_and_charged_once(self) -> None:
        signer = WORLD.signer("otherOwner")
        with client(owner(signer)) as reading:
            subscription = str(reading.quota()["subscription"])
            all_settled(reading)
            before = rounds_left(subscription)
            # A second of a feed is one round, whichever client asks for it: each count has a feed of its own.
            for count, parser in ((1, "$['data'].amount"), (3, "$.data['amount']")):
                with losing(owner(signer), "content-type", count) as asking:
                    asked = asking.round({**BTC, "responseParser": parser}, quorum=3)
                    self.assertEqual((asked.value, asking.settled(asked).kind), (VALUE, "settled"))
            self.assertEqual(before - rounds_left(subscription), 2)

    def test_a_payment_are_repeated_under_its_name_and_paid_once(self) -> None:
        address = WORLD.signer("x402Payer").address
        before = tokens_of(address)
        with losing(pay_per_request(WORLD.secret_key("x402Payer"), max_amount=PRICE["x402"]), "payment-signature", 4) as asking:
            asked = asking.round(BTC, quorum=3)
            self.assertEqual((asked.value, asking.settled(asked).kind), (VALUE, "paid"))
        self.assertEqual(before - tokens_of(address), PRICE["x402"])

    def test_the_facilitator_are_found_on_the_ledger(self) -> None:
        address = WORLD.signer("x402Payer").address
        before = tokens_of(address)
        control("/facilitator", fault="settle-then-drop")
        try:
            with client(pay_per_request(WORLD.secret_key("x402Payer"), max_amount=PRICE["x402"])) as asking:
                asked = asking.round(BTC, quorum=3)
        finally:
            control("/facilitator", fault="none")
        self.assertEqual(asked.value, VALUE)
        self.assertEqual(before - tokens_of(address), PRICE["x402"])


class Rounds(unittest.TestCase):
    def test_of_threads_do_not_collide(self) -> None:
        with client(owner(OWNER)) as asking, ThreadPoolExecutor(8) as pool:
            asked = list(pool.map(lambda _: asking.round(BTC, quorum=3), range(8)))
        self.assertEqual({one.value for one in asked}, {VALUE})
        self.assertEqual(len({one.round_id for one in asked}), 8)

    def test_of_a_list_have_a_value_or_none_for_each_source(self) -> None:
        sources = [BTC, {**BTC, "responseParser": "$.nothing"}, ETH]
        with client(owner(OWNER)) as asking:
            asked = asking.values(sources, min_values=2, quorum=3)
            self.assertEqual(asked.values, (VALUE, None, Decimal("3124.505")))
            self.assertEqual(asked.reasons, (None, "upstream_failure", None))
            again = asking.verify_values(asked.answer, sources, min_values=2, quorum=3)
            self.assertEqual(again.values, asked.values)

    def test_of_an_index_are_one_value(self) -> None:
        kraken = {**BTC, "url": "https://api.kraken.com/0/public/Ticker?pair=XBTUSD", "responseParser": "$.result.XXBTZUSD.c[0]"}
        combine = {"rule": "median", "minSources": 2, "maxDeviationBps": 100, "maxAgeMs": 60_000, "decimals": 8}
        with client(owner(OWNER)) as asking:
            self.assertAlmostEqual(asking.round({"apiConfigs": [BTC, kraken], "combine": combine}).value or 0, VALUE, delta=1)

    def test_of_a_private_source_open_its_secret_for_the_nodes_alone(self) -> None:
        source = {
            "url": f"{WORLD.manifest['sources']['private']}/balance",
            "method": "GET",
            "headers": {"Authorization": "Bearer {{secret.token}}"},
            "responseParser": "$.balance",
        }
        with client(owner(OWNER)) as asking:
            asked = asking.round(source, secrets={"token": WORLD.manifest["secrets"]["privateSource"]})
            self.assertEqual(asked.value, Decimal("1234.5"))
            self.assertIn("result", asking.round_status(asked.round_id))
        self.assertTrue(client().round_status(asked.round_id)["private"])

    def test_are_watched_and_followed(self) -> None:
        with client(owner(OWNER)) as asking:
            seen = [asked for asked, _ in zip(asking.watch(BTC, every_seconds=0.3), range(3), strict=False)]
            self.assertEqual([one.value for one in seen], [VALUE] * 3)
            states = [status["state"] for status in asking.follow(seen[0].round_id)]
            self.assertEqual(states[-1], "settled")

    def test_are_tried_without_an_account(self) -> None:
        with client() as asking:
            tried = asking.simulate(BTC)
            self.assertEqual((len(tried.nodes), tried.prices["x402"]), (1, PRICE["x402"]))
        with client(owner(OWNER)) as asking:
            tried = asking.simulate_values([BTC, ETH])
            self.assertEqual(tried.would_sign, (VALUE, Decimal("3124.505")))

    def test_of_a_source_that_fails_say_what_to_do(self) -> None:
        with client(owner(OWNER)) as asking, self.assertRaises(GatewayError) as refused:
            asking.round({**BTC, "responseParser": "$.data.amout"})
        self.assertEqual((refused.exception.code, refused.exception.body["matched"]), ("upstream_failure", "$.data"))

    def test_of_a_gateway_that_is_not_there_are_sent_nothing(self) -> None:
        with Client("http://127.0.0.1:9", WORLD.ledger, owner(OWNER)) as asking, self.assertRaises(TransportError) as failed:
            asking.round(BTC)
        self.assertEqual(failed.exception.sent, "nothing")


class StoredAnswers(unittest.TestCase):
    def test_are_verified_again_and_refused_with_one_digit_changed(self) -> None:
        with client(owner(OWNER)) as asking:
            answer = asking.round(BTC, quorum=3).answer
        with client() as reading:
            self.assertEqual(reading.verify(answer, BTC, quorum=3, owner=OWNER.address).value, VALUE)
            changed = copy.deepcopy(answer)
            changed["data"]["timestamp"] -= 1
            for wrong, source, quorum in ((changed, BTC, 3), (answer, ETH, 3), (answer, BTC, 4)):
                with self.assertRaises(VerificationError):
                    reading.verify(wrong, source, quorum=quorum, owner=OWNER.address)


if __name__ == "__main__":
    unittest.main()
