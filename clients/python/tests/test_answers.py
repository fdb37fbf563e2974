"""Whole answers, as the interface documents them, and every change of one member."""

import contextlib
import copy
import io
import os
import unittest
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from oracle_gateway import (
    NO_OWNER,
    KeptRegistry,
    Subject,
    VerificationError,
    Verified,
    address,
    index_subject,
    kept_registry,
    list_subject,
    source_subject,
    verify,
)

from .vectors import FOLDER, vectors

EXAMPLES = vectors("api-examples")
REGISTRY = kept_registry(vectors("attested-result"))


def asked(name: str) -> tuple[Subject, bytes]:
    """Returns what an example asks, and the owner of its feed."""
    request = EXAMPLES[name]["request"]
    owner = request.get("consumerAuthority") or request.get("payer")
    if "combine" in request:
        subject = index_subject(request["apiConfigs"], request["combine"])
    elif "apiConfigs" in request:
        subject = list_subject(request["apiConfigs"], request.get("minValues"))
    else:
        subject = source_subject(request["apiConfig"])
    return subject, NO_OWNER if owner is None else address(owner)


def verified(name: str, answer: Any = None, **changed: Any) -> Verified:
    subject, owner = asked(name)
    question: dict[str, Any] = {"subject": subject, "registry": REGISTRY, "quorum": 3, "owner": owner}
    return verify(EXAMPLES[name]["answer"] if answer is None else answer, **{**question, **changed})


def ended_at(seconds: int) -> KeptRegistry:
    account = bytearray(REGISTRY.account)
    account[32:40] = seconds.to_bytes(8, "little")
    return replace(REGISTRY, account=bytes(account))


class KeptRegistries(unittest.TestCase):
    def test_verify_times_up_to_their_end(self) -> None:
        second = verified("subscription").observed_at_ms // 1_000
        self.assertEqual(verified("subscription", registry=ended_at(second)).value, Decimal("64628.31"))
        with self.assertRaises(VerificationError) as refused:
            verified("subscription", registry=ended_at(second - 1))
        self.assertEqual(refused.exception.reason, "registry_version_retired")

    def test_are_of_one_version(self) -> None:
        account = bytearray(REGISTRY.account)
        account[16] += 1
        with self.assertRaises(VerificationError) as refused:
            verified("subscription", registry=replace(REGISTRY, account=bytes(account)))
        self.assertEqual(refused.exception.reason, "unknown_registry_version")

    def test_are_written_as_they_are_read(self) -> None:
        written = REGISTRY.to_json()
        self.assertEqual(written, {name: vectors("attested-result")[name] for name in written})
        self.assertEqual(kept_registry(written), REGISTRY)

    def test_name_the_member_that_breaks_its_rule(self) -> None:
        whole = REGISTRY.to_json()
        for change, message in (
            ({"programId": None}, "registry: programId: must be a text"),
            ({"registryAccount": "%"}, "registry: registryAccount: must be base64"),
            ({"registryAccount": "AAAA"}, "registry: must be the data of a Registry account"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                kept_registry({**whole, **change})


class Answers(unittest.TestCase):
    def test_are_verified_on_each_path(self) -> None:
        for name in ("subscription", "agent", "x402", "index"):
            with self.subTest(name):
                answer = verified(name)
                self.assertEqual((answer.value, answer.signers, answer.observed_at_ms), (Decimal("64628.31"), (0, 2, 4), 1763683200400))

    def test_of_a_list_have_a_value_or_none_for_each_source(self) -> None:
        answer = verified("list")
        self.assertEqual((answer.value, answer.values), (None, (Decimal("64628.31"), Decimal("3018.42"), None)))

    def test_are_of_what_was_asked(self) -> None:
        other = source_subject({"url": "https://api.example/other", "method": "GET"})
        fewer = list_subject(EXAMPLES["list"]["request"]["apiConfigs"], 1)
        for name, changed, reason in (
            ("subscription", {"subject": other}, "other_source"),
            ("list", {"subject": fewer}, "other_source"),
            ("subscription", {"quorum": 2}, "other_quorum"),
            ("subscription", {"owner": bytes(31) + b"\x01"}, "inconsistent"),
            ("x402", {"owner": bytes(31) + b"\x01"}, "not_signed"),
            ("subscription", {"timestamp_ms": 1763683201000}, "other_time"),
            ("subscription", {"registry": replace(REGISTRY, network="solana:other")}, "not_signed"),
        ):
            with self.subTest(f"{name} {reason}"), self.assertRaises(VerificationError) as refused:
                verified(name, **changed)
            self.assertEqual(refused.exception.reason, reason)

    def test_are_refused_with_any_signed_member_changed_or_missing(self) -> None:
        for name in ("subscription", "x402", "list", "index"):
            for place, answer in forged(EXAMPLES[name]["answer"]):
                with self.subTest(f"{name} {place}"), self.assertRaises(VerificationError):
                    verified(name, answer)


class Readme(unittest.TestCase):
    def test_shows_what_its_example_prints(self) -> None:
        readme = (FOLDER.parent / "clients/python/README.md").read_text(encoding="utf-8")
        offline = readme.split("## Verify offline")[1]
        example = offline.split("```python\n")[1].split("```")[0]
        printed = io.StringIO()
        with inside(FOLDER.parent), contextlib.redirect_stdout(printed):
            exec(compile(example, "README.md", "exec"), {})
        self.assertEqual(printed.getvalue().strip(), example.rstrip().rpartition("  # ")[2])


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Keys(unittest.TestCase):
    def test_are_32_bytes_in_base58(self) -> None:
        self.assertEqual(address("1" * 32), bytes(32))
        for text in ("", "1" * 31, "1" * 33, "0" * 32, "z" * 44, "1" * 10**6):
            with self.subTest(text[:44]), self.assertRaises(ValueError):
                address(text)


UNSIGNED = ("fresh", "reason")


def forged(answer: Any) -> Iterator[tuple[str, Any]]:
    """Yields copies of an answer in which one member is another, of another type, or away."""
    for place in places(answer):
        for change in (changed_value, lambda _: None, lambda _: [], away):
            copied = copy.deepcopy(answer)
            holder = copied
            for step in place[:-1]:
                holder = holder[step]
            made = change(holder[place[-1]])
            if made is AWAY:
                del holder[place[-1]]
            else:
                holder[place[-1]] = made
            yield "/".join(map(str, place)), copied


AWAY = object()


def away(_: Any) -> object:
    return AWAY


def changed_value(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1 if value else 1
    last = value[-1]
    return value[:-1] + ("1" if last != "1" else "2")


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in UNSIGNED:
                yield from places(one, (*before, name))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from places(one, (*before, at))
    else:
        yield before


if __name__ == "__main__":
    unittest.main()
