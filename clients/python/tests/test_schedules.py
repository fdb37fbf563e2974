"""Random failures at every call: whatever is lost, refused or unknown, one call is charged once at most, and knows whether it was."""

import base64
import json
import os
import random
import unittest
from typing import Any

from oracle_gateway import GatewayError, TransportError, UnknownOutcomeError, VerificationError, owner
from oracle_gateway._account import Draft
from oracle_gateway._agent import Spending
from oracle_gateway._flow import Answer, Exchange
from oracle_gateway._paid_round import CheckedTerms, PayingAccount
from oracle_gateway._sources import source_in

from .fake_world import SOURCE, FakeSigner, FakeWorld, lost, ok, refusal, unsent
from .test_rounds import OWNER, paid_terms, round_id

SCHEDULES = int(os.environ.get("PYTHON_SCHEDULES", "300"))


class FaultyGateway(FakeWorld):
    """A gateway that takes each identity once, at the mercy of a schedule."""

    def __init__(self, schedule: random.Random) -> None:
        super().__init__()
        self.schedule = schedule
        self.rounds: dict[str, str] = {}
        """State by the id of a round, or by the name of a payment."""
        self.transactions: dict[str, str] = {}
        """The name that each transaction was taken for."""
        self.paid: list[str] = []
        self.late: list[Exchange] = []
        """Requests whose caller has given them up, and that arrive after the next call."""

    def _of_gateway(self, exchange: Exchange) -> Answer:
        path = exchange.url.removeprefix("http://gateway.example")
        if path == "/v1/info":
            return super()._of_gateway(exchange)
        arriving, self.late = self.late, []
        fate = self.schedule.choice(("unsent", "lost-before", "late", "lost-after", "busy", "good", "good"))
        if fate == "unsent":
            raise unsent()
        if fate == "lost-before":
            raise lost()
        if fate == "busy":
            return refusal(503, "at_capacity", retry_after="1")
        if fate == "late" and exchange.method == "POST":
            self.late = [exchange]
            raise lost()
        answer = self._status(path.rpartition("/")[2]) if exchange.method == "GET" else self._round(exchange)
        for one in arriving:
            self._round(one)
        if fate == "lost-after":
            raise lost()
        return answer

    def _round(self, exchange: Exchange) -> Answer:
        raise NotImplementedError

    def _ended(self) -> str:
        """Decides how a round ends that was begun."""
        return self.schedule.choice(("pending", "pending", "failed"))

    def _status(self, asked: str) -> Answer:
        state = self.rounds.get(asked)
        if state is None:
            return refusal(404, "round_not_found")
        return ok({"data": {"state": state, **({"result": {"id": asked}} if state == "pending" else {})}})


class Subscriptions(FaultyGateway):
    def _round(self, exchange: Exchange) -> Answer:
        identity = round_id(json.loads(exchange.body or b"")["timestamp"])
        if identity in self.rounds:
            return refusal(409, "duplicate_round")
        if self.schedule.random() < 0.1:
            # Another program of the owner has taken this second.
            self.rounds[identity] = "failed"
            return refusal(409, "duplicate_round")
        self.rounds[identity] = self._ended()
        if self.rounds[identity] == "failed":
            return refusal(503, "node_timeout")
        self.paid.append(identity)
        return ok({"id": identity})


class Payments(FaultyGateway):
    def _round(self, exchange: Exchange) -> Answer:
        header = exchange.headers.get("PAYMENT-SIGNATURE")
        if header is None:
            return paid_terms()
        payment = json.loads(base64.b64decode(header))
        name, transaction = payment["extensions"]["payment-identifier"]["info"]["id"], payment["payload"]["transaction"]
        state = self.rounds.get(name)
        if state == "unknown":
            # The ledger tells at last.
            self.rounds[name] = state = self._paid(name) if self.schedule.random() < 0.3 else "unknown"
        if state == "unknown":
            return self.schedule.choice((refusal(503, "payment_unknown"), refusal(409, "payment_identifier_used")))
        if state == "pending":
            return ok({"id": name}, x_round_id="17tiYM8H4NqfAesajmNYyc")
        if transaction in self.transactions:
            return refusal(409, "authorization_used")
        self.transactions[transaction] = name
        self.rounds[name] = self.schedule.choice(("pending", "unknown", "failed"))
        if self.rounds[name] == "failed":
            return self.schedule.choice((refusal(503, "node_timeout"), paid_terms("payment_not_made")))
        if self.rounds[name] == "unknown":
            return refusal(503, "payment_unknown")
        self._paid(name)
        return ok({"id": name}, x_round_id="17tiYM8H4NqfAesajmNYyc")

    def _paid(self, name: str) -> str:
        self.paid.append(name)
        return "pending"


class Schedules(unittest.TestCase):
    def test_of_a_subscription_charge_one_second_and_return_its_answer(self) -> None:
        self.check(Subscriptions, lambda _: owner(FakeSigner(OWNER)))

    def test_of_payments_pay_once_within_the_limit(self) -> None:
        amounts: list[int] = []

        def payer(world: FaultyGateway) -> PayingAccount:
            amounts.clear()

            def sign(terms: CheckedTerms, rpc_url: str) -> str:
                # The blockhash changes every half second; the same one makes the same transaction.
                return base64.b64encode(f"{terms.memo} {world.now_ms // 500}".encode()).decode()

            return PayingAccount(OWNER, Spending(9_000, amounts.append), sign, None)

        self.check(Payments, payer, lambda: self.assertLessEqual(sum(amounts), 9_000))

    def check(self, model: type[FaultyGateway], account_of: Any, then: Any = lambda: None) -> None:
        ends: dict[str, int] = {}
        for seed in range(SCHEDULES):
            world = model(random.Random(seed))
            account = account_of(world)
            draft = Draft(source_in(SOURCE), 3, {"apiConfig": SOURCE})
            with self.subTest(seed=seed):
                try:
                    earned = world.run(account.earn(draft, world.core(account).io))
                    end = "served"
                    self.assertEqual(world.paid, [earned.answer["id"]])
                except UnknownOutcomeError:
                    end = "unknown"
                    self.assertLessEqual(len(world.paid), 1)
                except (GatewayError, TransportError, VerificationError) as error:
                    end = type(error).__name__
                    self.assertEqual(world.paid, [], error)
                then()
            ends[end] = ends.get(end, 0) + 1
        # Schedules that reach one end alone would hold nothing.
        self.assertGreater(min(ends.get("served", 0), len(ends)), 1, ends)


if __name__ == "__main__":
    unittest.main()
