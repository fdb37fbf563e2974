"""A program hears of operations that a gateway ends: by Python's warnings, or by its own function."""

import unittest
import warnings
from datetime import datetime, timezone
from typing import Any

from oracle_gateway import ClientUsageError, DeprecationNotice, GatewayDeprecationWarning, GatewayError, owner
from oracle_gateway._flow import Answer

from .fake_world import FEW, SOURCE, FakeSigner, FakeWorld, events, ok, refusal
from .test_rounds import ANSWER, ASKED, OWNER, PATH, STATUS, round_id

SUNSET = "Fri, 31 Dec 2027 00:00:00 GMT"
INFO = {"status": "ok", "data": {"gatewayPda": "1"}}


def ending(answer: Answer, deprecation: str = "@1801353600", sunset: str = SUNSET) -> Answer:
    """Returns the answer of an operation that ends."""
    return Answer(answer.status, {**answer.headers, "deprecation": deprecation, "sunset": sunset}, answer.body)


class Notices(unittest.TestCase):
    def setUp(self) -> None:
        self.world = FakeWorld()
        self.told: list[DeprecationNotice] = []

    def core(self, **options: Any) -> Any:
        return self.world.core(owner(FakeSigner(OWNER)), retry=FEW, on_deprecated=self.told.append, **options)

    def operations(self) -> list[str]:
        return [notice.operation for notice in self.told]

    def test_tell_of_each_answer_of_an_operation_that_ends_and_of_no_other(self) -> None:
        core = self.core()
        self.world.reply("/v1/info", ending(ok(INFO)), ok(INFO), ending(ok(INFO)))
        for _ in range(3):
            self.world.run(core.info())
        since, sunset = datetime(2027, 1, 31, tzinfo=timezone.utc), datetime(2027, 12, 31, tzinfo=timezone.utc)
        self.assertEqual(self.told, [DeprecationNotice("GET /v1/info", since, sunset)] * 2)

    def test_tell_of_rounds_refusals_and_streams_without_their_identifiers(self) -> None:
        core = self.core()
        self.world.reply(PATH, ending(ok(ANSWER)), ending(refusal(400, "invalid_request")))
        self.world.reply(f"{STATUS}/events", ending(events({"roundId": round_id(), "state": "expired"})))
        self.world.run(core.round(SOURCE, ASKED))
        with self.assertRaises(GatewayError):
            self.world.run(core.round(SOURCE, ASKED))
        self.world.run(core.follow(round_id(), 60))
        self.world.reply("/v1/providers/one", ending(ok({"status": "ok", "data": {"id": "one", "flows": []}})))
        self.world.run(core.provider("one"))
        self.assertEqual(self.operations(), [f"POST {PATH}", f"POST {PATH}", "GET /v1/rounds/*/events", "GET /v1/providers/*"])

    def test_have_no_time_where_the_gateway_gives_none(self) -> None:
        core = self.core()
        times = [("true", "soon"), ("@99999999999999", ""), ("@1", "Fri, 99 Dec 2027 00:00:00 GMT")]
        self.world.reply("/v1/info", *(ending(ok(INFO), *one) for one in times))
        for _ in times:
            self.world.run(core.info())
        first = datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc)
        self.assertEqual([(notice.since, notice.sunset) for notice in self.told], [(None, None), (None, None), (first, None)])

    def test_raise_what_the_program_raises(self) -> None:
        def refuse(notice: DeprecationNotice) -> None:
            raise ClientUsageError("operation", notice.operation)

        self.world.reply(f"{STATUS}/events", ending(events({"roundId": round_id(), "state": "pending"})))
        core = self.world.core(None, on_deprecated=refuse)
        with self.assertRaises(ClientUsageError):
            self.world.run(core.follow(round_id(), 60))


class Warnings(unittest.TestCase):
    def setUp(self) -> None:
        self.world = FakeWorld()
        self.core = self.world.core(None)

    def ask(self) -> None:
        self.world.run(self.core.info())

    def test_are_given_once_for_an_operation_by_the_line_of_the_program(self) -> None:
        self.world.reply("/v1/info", ending(ok(INFO)), ending(ok(INFO)))
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("default")
            self.ask()
            self.ask()
        self.assertEqual([(one.category, one.filename) for one in given], [(GatewayDeprecationWarning, fake_world_file())])
        text = "GET /v1/info of gateway.example is deprecated and ends on 2027-12-31; install a later version of oracle-gateway before it ends"
        self.assertEqual(str(given[0].message), text)

    def test_can_be_errors(self) -> None:
        self.world.reply("/v1/info", ending(ok(INFO)))
        with warnings.catch_warnings():
            warnings.simplefilter("error", GatewayDeprecationWarning)
            with self.assertRaises(GatewayDeprecationWarning):
                self.ask()


def fake_world_file() -> str:
    """Returns the file that runs the flows here, as a client does for a program."""
    return FakeWorld.run.__code__.co_filename


if __name__ == "__main__":
    unittest.main()
