"""What a client does after each answer: it retries by the table of errors, and never pays twice."""

import base64
import json
import unittest
from datetime import date
from decimal import Decimal
from typing import Any

from oracle_gateway import (
    ClientUsageError,
    GatewayError,
    NotSettledError,
    SpendingLimitError,
    TransportError,
    UnknownOutcomeError,
    VerificationError,
    address,
    agent,
    owner,
    session,
)
from oracle_gateway._account import Account
from oracle_gateway._agent import Spending
from oracle_gateway._core import Round, RoundOptions
from oracle_gateway._flow import Answer
from oracle_gateway._next_step import AskEvent, AskState, AskStep, CallFailure, call_failure, next_step_by_payment, next_step_by_second
from oracle_gateway._paid_round import CheckedTerms, PayingAccount
from oracle_gateway.addresses import base58, round_address
from oracle_gateway.attestation import NO_OWNER
from oracle_gateway.credentials import payment_memo
from oracle_gateway.error_rules import AUTHORIZATIONS

from .fake_world import EXAMPLES, FEW, LEDGER, MINT, SECOND, SOURCE, TREASURY, FakeSigner, FakeWorld, events, lost, ok, refusal, unsent

OWNER = EXAMPLES["subscription"]["request"]["consumerAuthority"]
ANSWER = EXAMPLES["subscription"]["answer"]
PAID = EXAMPLES["x402"]["answer"]
PATH = "/v1/round/execute"
PAID_PATH = "/v1/x402/execute"
ASKED = RoundOptions(quorum=3)


def round_id(second: int = SECOND) -> str:
    source = bytes.fromhex(ANSWER["data"]["configHash"][2:])
    return base58(round_address(address(LEDGER.program_id), address(OWNER), source, 3, second))


STATUS = f"/v1/rounds/{round_id()}"


class OwnerRounds(unittest.TestCase):
    def setUp(self) -> None:
        self.world = FakeWorld()
        self.core = self.world.core(owner(FakeSigner(OWNER)), retry=FEW)

    def ask(self, options: RoundOptions = ASKED) -> Round:
        return self.world.run(self.core.round(SOURCE, options))

    def test_are_verified(self) -> None:
        self.world.reply(PATH, ok(ANSWER))
        asked = self.ask()
        self.assertEqual((asked.value, asked.signers, asked.round_id), (Decimal("64628.31"), (0, 2, 4), round_id()))
        self.assertEqual(self.world.bodies(PATH)[0] | {"authSig": ""}, EXAMPLES["subscription"]["request"] | {"authSig": ""})

    def test_of_another_value_are_refused(self) -> None:
        forged = json.loads(json.dumps(ANSWER).replace("64628.31", "64629.31"))
        self.world.reply(PATH, ok(forged))
        with self.assertRaises(VerificationError) as refused:
            self.ask()
        self.assertEqual(refused.exception.reason, "inconsistent")

    def test_whose_answer_is_lost_are_looked_up_and_not_asked_for_again(self) -> None:
        self.world.reply(PATH, lost())
        self.world.reply(STATUS, ok({"data": {"state": "reserved"}}), ok({"data": {"state": "pending", "result": ANSWER}}))
        self.assertEqual(self.ask().value, Decimal("64628.31"))
        self.assertEqual(len(self.world.to(PATH)), 1)

    def test_that_the_gateway_does_not_have_are_asked_for_under_the_same_second(self) -> None:
        self.world.reply(PATH, lost(), ok(ANSWER))
        self.world.reply(STATUS, refusal(404, "round_not_found"))
        self.ask()
        first, second = self.world.bodies(PATH)
        self.assertEqual(first, second)

    def test_whose_outcome_stays_unknown_are_no_reason_to_take_another_second(self) -> None:
        self.world.reply(PATH, lost())
        self.world.reply(STATUS, *[refusal(503, "ledger_unavailable")] * 8)
        with self.assertRaises(UnknownOutcomeError) as unknown:
            self.ask()
        self.assertEqual(unknown.exception.round_id, round_id())
        self.assertEqual(len(self.world.to(PATH)), 1)

    def test_that_are_refused_for_now_are_sent_again_as_they_stand(self) -> None:
        self.world.reply(PATH, refusal(503, "at_capacity", retry_after="1"), ok(ANSWER))
        self.ask()
        first, second = self.world.bodies(PATH)
        self.assertEqual(first, second)
        self.assertGreaterEqual(self.world.now_ms, SECOND * 1_000 + 1_400)

    def test_take_another_second_where_theirs_is_used_up(self) -> None:
        for refused in (refusal(409, "duplicate_round"), refusal(503, "node_timeout")):
            with self.subTest(refused.body):
                self.setUp()
                self.world.reply(PATH, refused, ok(ANSWER))
                with self.assertRaises(VerificationError) as other:
                    self.ask()
                # The example answers its own second alone.
                self.assertEqual(other.exception.reason, "other_time")
                first, second = (body["timestamp"] for body in self.world.bodies(PATH))
                self.assertNotEqual(first, second)

    def test_end_with_the_refusal_where_the_caller_has_to_do_something(self) -> None:
        self.world.reply(PATH, refusal(403, "subscription_expired", docUrl="/docs/errors/subscription_expired"))
        with self.assertRaises(GatewayError) as refused:
            self.ask()
        self.assertEqual((refused.exception.code, refused.exception.authorization), ("subscription_expired", "unused"))
        self.assertEqual(refused.exception.doc_url, "http://gateway.example/docs/errors/subscription_expired")

    def test_that_never_left_are_told_so_after_a_few_tries(self) -> None:
        self.world.reply(PATH, unsent(), unsent(), unsent())
        with self.assertRaises(TransportError) as failed:
            self.ask()
        self.assertEqual(failed.exception.sent, "nothing")

    def test_take_a_version_that_the_gateway_names_only_where_the_ledger_has_it(self) -> None:
        self.world.reply(PATH, refusal(400, "stale_registry_version", registryVersion=3), ok(ANSWER))
        self.ask()
        self.world.reply(PATH, refusal(400, "stale_registry_version", registryVersion=9))
        with self.assertRaises(GatewayError):
            self.ask()

    def test_of_a_wrong_clock_are_asked_for_again_where_the_ledger_agrees(self) -> None:
        self.world.now_ms -= 3_600_000
        late = refusal(400, "timestamp_out_of_range", gatewayTimeMs=SECOND * 1_000 + 400)
        self.world.reply(PATH, late, ok(ANSWER))
        self.assertEqual(self.ask().timestamp_ms, SECOND * 1_000)
        self.world = FakeWorld()
        self.core = self.world.core(owner(FakeSigner(OWNER)))
        self.world.reply(PATH, refusal(400, "timestamp_out_of_range", gatewayTimeMs=SECOND * 1_000 + 9_000_000))
        with self.assertRaises(GatewayError):
            self.ask()

    def test_report_their_key_before_they_can_be_charged(self) -> None:
        keys: list[str] = []
        self.world.reply(PATH, ok(ANSWER))
        self.ask(RoundOptions(quorum=3, on_idempotency_key=keys.append))
        self.assertEqual(keys, [str(SECOND)])

        def fails(key: str) -> None:
            raise OSError("the disk is full")

        with self.assertRaises(OSError):
            self.ask(RoundOptions(quorum=3, on_idempotency_key=fails))
        self.assertEqual(len(self.world.to(PATH)), 1)

    def test_go_on_with_a_key_and_are_charged_once(self) -> None:
        self.world.reply(STATUS, ok({"data": {"state": "settled", "result": ANSWER}}))
        self.assertEqual(self.ask(RoundOptions(quorum=3, resume=str(SECOND))).round_id, round_id())
        self.assertEqual(self.world.to(PATH), [])

    def test_are_settled_once_the_ledger_has_their_receipt(self) -> None:
        self.world.reply(PATH, ok(ANSWER))
        asked = self.ask()
        pending = {"roundId": asked.round_id, "state": "pending"}
        settled = {"roundId": asked.round_id, "state": "settled", "settlement": {"signature": "5" * 87, "slot": 7, "final": False}}
        self.world.receipts[asked.round_id] = asked.message
        self.world.reply(f"{STATUS}/events", events(pending), events(settled), refusal(503, "share_used"))
        self.assertEqual(self.world.run(self.core.settled(asked, 10)).slot, 7)
        # Without events, the record is read again and again.
        self.world.reply(STATUS, ok({"data": pending}), ok({"data": settled}))
        self.assertEqual(self.world.run(self.core.settled(asked, 10)).slot, 7)

    def test_are_not_settled_by_the_word_of_the_gateway(self) -> None:
        self.world.reply(PATH, ok(ANSWER))
        asked = self.ask()
        settled = {"roundId": asked.round_id, "state": "settled", "settlement": {"signature": "5" * 87, "slot": 7, "final": True}}
        for receipt in (None, bytes(32)):
            self.world.receipts = {} if receipt is None else {asked.round_id: receipt}
            self.world.reply(f"{STATUS}/events", events(settled))
            self.world.reply(STATUS, *[ok({"data": settled})] * 40)
            with self.assertRaises(VerificationError) as refused:
                self.world.run(self.core.settled(asked, 10))
            self.assertEqual(refused.exception.reason, "not_settled")

    def test_are_followed_to_their_last_state(self) -> None:
        states = [{"roundId": round_id(), "state": state} for state in ("reserved", "pending", "lapsed")]
        self.world.reply(f"{STATUS}/events", events(*states[:2]), events(states[2]))
        self.world.run(self.core.follow(round_id(), 60))
        self.assertEqual(self.world.emitted, states)

    def test_of_lists_and_indices_name_their_sources(self) -> None:
        for name in ("list", "index"):
            request = EXAMPLES[name]["request"]
            core = self.world.core(owner(FakeSigner(request["consumerAuthority"])))
            self.world.reply(PATH, ok(EXAMPLES[name]["answer"]))
            options = RoundOptions(quorum=3, min_values=request.get("minValues"))
            if name == "list":
                asked = self.world.run(core.values(request["apiConfigs"], options))
                self.assertEqual(asked.reasons[:2], (None, None))
                self.assertIsNotNone(asked.reasons[2])
            else:
                source = {member: request[member] for member in ("apiConfigs", "combine")}
                asked = self.world.run(core.round(source, options))
                self.assertEqual(asked.value, Decimal("64628.31"))
            self.assertEqual(self.world.bodies(PATH)[-1] | {"authSig": ""}, request | {"authSig": ""})


class Usage(unittest.TestCase):
    def test_names_the_member_and_the_rule_before_anything_is_sent(self) -> None:
        world = FakeWorld()
        core = world.core(owner(FakeSigner(OWNER)))
        for source, options, field in (
            ({"method": "GET"}, ASKED, "apiConfig.url"),
            ({"url": "https://a.example/", "method": "HEAD"}, ASKED, "apiConfig.method"),
            ({"apiConfigs": [SOURCE]}, ASKED, "combine"),
            ({"apiConfigs": [SOURCE], "combine": {}}, ASKED, "sources"),
            (SOURCE, RoundOptions(quorum=0), "quorum"),
            (SOURCE, RoundOptions(quorum=3, resume="not a second"), "resume"),
            (SOURCE, RoundOptions(quorum=3, payment_id="short"), "payment_id"),
        ):
            with self.subTest(field), self.assertRaises(ClientUsageError) as wrong:
                world.run(core.round(source, options))
            self.assertEqual(wrong.exception.field, field)
        self.assertEqual(world.asked, [])
        with self.assertRaises(ClientUsageError):
            world.run(world.core(None).round(SOURCE, ASKED))


class Sessions(unittest.TestCase):
    def test_sign_in_once_and_again_where_the_gateway_forgot_them(self) -> None:
        world = FakeWorld()
        signer = FakeSigner(OWNER)
        core = world.core(session(signer))
        terms = {"domain": "gateway.example", "uri": "http://gateway.example/v1/session", "chainId": LEDGER.network}
        info = ok({"data": {"signIn": terms, "gatewayPda": EXAMPLES["gateway"]}})
        world.reply("/v1/info", info, info)
        tokens = [ok({"data": {"token": token, "expiresAt": SECOND + 3_600}}) for token in ("first", "second")]
        world.reply("/v1/session", *tokens)
        world.reply(PATH, refusal(401, "bearer_invalid"), ok(ANSWER))
        self.assertEqual(world.run(core.round(SOURCE, ASKED)).value, Decimal("64628.31"))
        self.assertEqual([one.headers["authorization"] for one in world.to(PATH)], ["Bearer first", "Bearer second"])
        self.assertNotIn("authSig", world.bodies(PATH)[0])
        self.assertIn(b"gateway.example wants you to sign in", signer.signed[0])

    def test_are_not_opened_for_another_host_or_network(self) -> None:
        terms = {"domain": "gateway.example", "uri": "http://gateway.example/v1/session", "chainId": LEDGER.network}
        for change in ({"domain": "other.example"}, {"uri": "http://other.example/v1/session"}, {"chainId": "solana:other"}):
            world = FakeWorld()
            signer = FakeSigner(OWNER)
            world.reply("/v1/info", ok({"data": {"signIn": terms | change}}))
            with self.assertRaises(VerificationError):
                world.run(world.core(session(signer)).round(SOURCE, ASKED))
            self.assertEqual(signer.signed, [])


class Usages(unittest.TestCase):
    def test_are_shown_to_a_key_and_with_another_signature_where_its_clock_was_wrong(self) -> None:
        world = FakeWorld()
        world.now_ms -= 3_600_000
        signer = FakeSigner(OWNER)
        row = {"day": "2026-11-26", "path": "agent", "delegate": None, "rounds": 12, "units": 12, "amount": "30000"}
        told = ok({"data": {"month": "2026-11", "usage": [row]}})
        path = f"/v1/usage/{OWNER}?month=2026-11"
        world.reply(path, refusal(401, "usage_private"), told)
        usage = world.run(world.core(owner(signer)).usage("2026-11"))
        self.assertEqual((usage.usage[0].day, usage.usage[0].amount), (date(2026, 11, 26), 30_000))
        self.assertEqual(signer.signed[1], f"Oracle Gateway: read usage at {EXAMPLES['gateway']} at {SECOND}".encode())
        self.assertEqual(world.to(path)[1].headers["authorization"].split(".")[:2], [f"UsageRead {OWNER}", str(SECOND)])
        for change in ({"amount": "-1"}, {"rounds": 1.5}, {"day": "yesterday"}):
            world.reply(path, ok({"data": {"month": "2026-11", "usage": [row | change]}}))
            with self.assertRaises(TransportError):
                world.run(world.core(owner(signer)).usage("2026-11"))


class Agents(unittest.TestCase):
    payer = EXAMPLES["agent"]["request"]["payer"]

    def test_sign_the_exact_price_and_no_more_than_their_limit(self) -> None:
        world = FakeWorld()
        amounts: list[int] = []
        core = world.core(agent(FakeSigner(self.payer), max_amount=2_500, allowance=amounts.append))
        world.reply("/v1/agent/execute", ok(EXAMPLES["agent"]["answer"]))
        self.assertEqual(world.run(core.round(SOURCE, ASKED)).value, Decimal("64628.31"))
        self.assertEqual(amounts, [2_500])
        small = FakeSigner(self.payer)
        with self.assertRaises(SpendingLimitError):
            world.run(world.core(agent(small, max_amount=2_499)).round(SOURCE, ASKED))
        self.assertEqual(small.signed, [])

    def test_take_no_second_whose_price_is_beyond_the_limit_together_with_the_first(self) -> None:
        world = FakeWorld()
        core = world.core(agent(FakeSigner(self.payer), max_amount=4_999))
        world.reply("/v1/agent/execute", refusal(503, "node_timeout"))
        with self.assertRaises(GatewayError):
            world.run(core.round(SOURCE, ASKED))
        self.assertEqual(len(world.to("/v1/agent/execute")), 1)

    def test_pay_into_no_other_escrow_than_the_ledger_names(self) -> None:
        world = FakeWorld()
        core = world.core(agent(FakeSigner(self.payer), max_amount=5_000, fund=lambda terms: self.fail("nothing is paid")))
        option = {"asset": base58(MINT), "payTo": OWNER, "maxAmountRequired": "2500", "network": LEDGER.network, "extra": {"agent": OWNER}}
        world.reply("/v1/agent/execute", refusal(402, "escrow_underfunded", accepts=[option]))
        with self.assertRaises(VerificationError) as refused:
            world.run(core.round(SOURCE, ASKED))
        self.assertEqual(refused.exception.reason, "other_terms")


def paid_terms(code: str = "payment_required", **change: Any) -> Answer:
    """Returns a 402 with the terms that ledger and request have, or with others."""
    source = bytes.fromhex(PAID["data"]["configHash"][2:])
    memo = payment_memo(address(LEDGER.program_id), address(EXAMPLES["gateway"]), source, 3, 3)
    extra = {"feePayer": EXAMPLES["gateway"], "memo": memo} | change.pop("extra", {})
    option = {"scheme": "exact", "network": LEDGER.network, "amount": "3000", "asset": base58(MINT), "payTo": TREASURY, "extra": extra} | change
    return refusal(402, code, accepts=[option])


class Payments(unittest.TestCase):
    def setUp(self) -> None:
        self.world = FakeWorld()
        self.signed: list[CheckedTerms] = []
        self.payer = self.paying(5_000)
        self.core = self.world.core(self.payer)

    def paying(self, max_amount: int, **limits: Any) -> Account:
        def sign(terms: CheckedTerms, rpc_url: str) -> str:
            self.signed.append(terms)
            return base64.b64encode(f"transaction {len(self.signed)}".encode()).decode()

        return PayingAccount(OWNER, Spending(max_amount, **limits), sign, None)

    def served(self) -> Answer:
        return ok(PAID, x_round_id="17tiYM8H4NqfAesajmNYyc")

    def payments(self) -> list[Any]:
        headers = [one.headers.get("PAYMENT-SIGNATURE") for one in self.world.to(PAID_PATH)]
        return [json.loads(base64.b64decode(one)) for one in headers if one is not None]

    def ask(self, options: RoundOptions = ASKED) -> Round:
        return self.world.run(self.core.round(SOURCE, options))

    def test_are_made_once_and_named(self) -> None:
        self.world.reply(PAID_PATH, paid_terms(), self.served())
        asked = self.ask()
        self.assertEqual((asked.value, len(self.signed)), (Decimal("64628.31"), 1))
        self.assertRegex(self.payments()[0]["extensions"]["payment-identifier"]["info"]["id"], r"^[\w-]{16,128}$")
        self.assertEqual(asked.earned.feed_owner, NO_OWNER)

    def test_whose_answer_is_lost_are_repeated_and_not_signed_again(self) -> None:
        unknown = refusal(503, "payment_unknown")
        under_way = refusal(409, "payment_identifier_used")
        self.world.reply(PAID_PATH, paid_terms(), lost(), under_way, unknown, lost(), unsent(), self.served())
        self.ask()
        payments = self.payments()
        self.assertEqual((len(payments), len(self.signed)), (6, 1))
        self.assertEqual(payments, [payments[0]] * 6)

    def test_of_an_unknown_outcome_end_with_their_name_and_are_gone_on_with(self) -> None:
        self.world.reply(PAID_PATH, paid_terms(), *[refusal(503, "payment_unknown")] * 100)
        with self.assertRaises(UnknownOutcomeError) as unknown:
            self.ask()
        name = unknown.exception.payment_id
        self.assertEqual(len(self.signed), 1)
        self.world.replies.clear()
        self.world.reply(PAID_PATH, paid_terms(), self.served())
        self.ask(RoundOptions(quorum=3, payment_id=name))
        self.assertEqual(len(self.signed), 1)
        self.assertEqual({one["payload"]["transaction"] for one in self.payments()}, {self.payments()[0]["payload"]["transaction"]})

    def test_that_were_not_made_are_signed_anew_within_the_limit(self) -> None:
        self.world.reply(PAID_PATH, paid_terms(), refusal(402, "payment_not_made", accepts=[]))
        with self.assertRaises(GatewayError):
            self.ask()
        self.assertEqual(len(self.signed), 1)
        self.core = self.world.core(self.paying(5_999))
        self.world.reply(PAID_PATH, paid_terms(), refusal(503, "node_timeout"))
        with self.assertRaises(GatewayError):
            self.ask()
        self.assertEqual(len(self.signed), 2)
        self.core = self.world.core(self.paying(6_000))
        self.world.reply(PAID_PATH, paid_terms(), refusal(503, "node_timeout"), self.served())
        self.ask()
        self.assertEqual(len(self.signed), 4)

    def test_are_not_signed_for_other_terms_than_the_ledger_has(self) -> None:
        for change in (
            {"payTo": OWNER},
            {"asset": OWNER},
            {"network": "solana:other"},
            {"scheme": "upto"},
            {"amount": "03000"},
            {"extra": {"memo": "00"}},
            {"extra": {"feePayer": OWNER}},
        ):
            with self.subTest(change), self.assertRaises(VerificationError) as refused:
                self.world.reply(PAID_PATH, paid_terms(**change))
                self.ask()
            self.assertEqual(refused.exception.reason, "other_terms")
        self.core = self.world.core(self.paying(2_999))
        self.world.reply(PAID_PATH, paid_terms())
        with self.assertRaises(SpendingLimitError):
            self.ask()
        self.assertEqual(self.signed, [])

    def test_that_an_allowance_refuses_are_sent_to_no_party(self) -> None:
        def refuses(amount: int) -> None:
            raise PermissionError(f"{amount} is too much for today")

        self.core = self.world.core(self.paying(5_000, allowance=refuses))
        self.world.reply(PAID_PATH, paid_terms())
        with self.assertRaises(PermissionError):
            self.ask()
        self.assertEqual(self.payments(), [])


class Steps(unittest.TestCase):
    def test_leave_no_open_round_behind(self) -> None:
        """After any failure of an open round, its second is looked up or asked for again, or its outcome is told as unknown."""
        for code in AUTHORIZATIONS:
            for status in (400, 402, 409, 503):
                failure = call_failure(GatewayError(code, code, status=status, body={"registryVersion": 4}))
                with self.subTest(code, status=status):
                    step = next_step_by_payment(AskState(is_open=True, has_payment=True), AskEvent(failure, None, True))
                    self.assertNotEqual(step, "failure")
                    if isinstance(step, AskStep) and step.round != "same":
                        # The gateway's word that this very payment is used up, and was not made.
                        self.assertEqual((failure.kind, AUTHORIZATIONS[code]), ("used-up", "spent"))
        for kind in ("lost", "unknown"):
            step = next_step_by_second(AskState(), AskEvent(CallFailure(kind), None, True))
            self.assertEqual(step, "look-up")

    def test_take_no_other_second_for_what_nothing_was_reserved(self) -> None:
        for code, fate in AUTHORIZATIONS.items():
            failure = call_failure(GatewayError(code, code, status=503, body={}))
            step = next_step_by_second(AskState(), AskEvent(failure, None, True))
            if fate == "unused" and isinstance(step, AskStep) and code not in ("timestamp_out_of_range", "duplicate_round"):
                self.assertEqual(step.round, "same", code)


class Settlements(unittest.TestCase):
    def test_that_will_not_come_are_errors(self) -> None:
        from oracle_gateway._settlement import settlement_in

        for state in ("failed", "expired", "lapsed", "unpaid"):
            with self.subTest(state), self.assertRaises(NotSettledError):
                settlement_in({"roundId": "Round1", "state": state})
        self.assertIsNone(settlement_in({"roundId": "Round1", "state": "pending"}))


class Stored(unittest.TestCase):
    def test_answers_are_verified_with_the_registry_of_the_ledger(self) -> None:
        world = FakeWorld()
        core = world.core(None)
        self.assertEqual(world.run(core.verify(ANSWER, SOURCE, 3, OWNER)).value, Decimal("64628.31"))
        self.assertEqual(world.run(core.verify(PAID, SOURCE, 3, None)).value, Decimal("64628.31"))
        with self.assertRaises(VerificationError) as refused:
            world.run(core.verify(ANSWER, SOURCE, 3, None))
        self.assertEqual(refused.exception.reason, "inconsistent")


if __name__ == "__main__":
    unittest.main()
