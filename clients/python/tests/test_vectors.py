"""Each byte that a verifier needs, against the vectors of the protocol."""

import json
import unittest
from decimal import Decimal

from oracle_gateway import attestation as attested
from oracle_gateway import subject as subjects
from oracle_gateway._keccak import keccak256
from oracle_gateway.answer import decimal_text, decode_value
from oracle_gateway.schnorr import add_points, is_on_curve, read_point, verify_signature

from .vectors import unhex, vectors


class Ids(unittest.TestCase):
    def test_sources(self) -> None:
        for vector in vectors("api-config")["accepted"]:
            with self.subTest(vector["name"]):
                config = json.loads(vector["json"])
                self.assertEqual(subjects.canonical_json(config), vector["canonical"])
                self.assertEqual(subjects.source_id(config), unhex(vector["sourceId"]))

    def test_lists(self) -> None:
        for vector in vectors("list-id")["vectors"]:
            ids = [unhex(one) for one in vector["sourceIds"]]
            self.assertEqual(subjects.list_id(ids, vector["minValues"]), unhex(vector["hash"]))

    def test_indices(self) -> None:
        for vector in vectors("index-id")["vectors"]:
            for ids in (vector["sourceIds"], vector["sourceIds"][::-1]):
                text = subjects.index_text(
                    [unhex(one) for one in ids],
                    min_sources=vector["minSources"],
                    max_deviation_bps=vector["maxDeviationBps"],
                    max_age_ms=vector["maxAgeMs"],
                    decimals=vector["decimals"],
                    max_deviation=vector["maxDeviation"],
                )
                self.assertEqual(text, unhex(vector["preimage"]))
                self.assertEqual(keccak256(text), unhex(vector["hash"]))

    def test_feeds_and_deployments(self) -> None:
        for vector in vectors("feed-id")["vectors"]:
            feed = attested.feed_id(unhex(vector["owner"]), unhex(vector["sourceId"]), vector["signaturesRequired"])
            self.assertEqual(feed, unhex(vector["hash"]))
        for vector in vectors("deployment-id")["vectors"]:
            self.assertEqual(attested.deployment_id(unhex(vector["programId"]), vector["network"]), unhex(vector["hash"]))


class Values(unittest.TestCase):
    def test_lists(self) -> None:
        for vector in vectors("list-value")["vectors"]:
            with self.subTest(vector["name"]):
                ids = [unhex(one) for one in vector["sourceIds"]]
                values = [None if one is None else unhex(one) for one in vector["values"]]
                self.assertEqual(subjects.list_groups(ids, values), [unhex(one) for one in vector["groups"]])
                self.assertEqual(subjects.list_value(ids, values), unhex(vector["value"]))

    def test_numbers(self) -> None:
        for name in ("value", "tolerance-value"):
            for vector in vectors(name)["vectors"]:
                if vector["packed"] is None:
                    continue
                value = decode_value(unhex(vector["packed"]), vector.get("decimals"))
                self.assertEqual(decimal_text(value), vector["rendered"])
                self.assertEqual(value, Decimal(vector["rendered"]))


class Signatures(unittest.TestCase):
    def test_single_signatures(self) -> None:
        for vector in vectors("schnorr-signature")["vectors"]:
            with self.subTest(vector["name"]):
                key = read_point(unhex(vector["publicKey"])) if vector["publicKey"] else None
                signed = verify_signature(key, unhex(vector["message"]), unhex(vector["s"]), unhex(vector["commitment"]))
                self.assertEqual(signed, vector["valid"])

    def test_sums_of_keys(self) -> None:
        judged = vectors("schnorr-aggregate")
        for vector in judged["sums"]:
            with self.subTest(vector["name"]):
                total = None
                for key in vector["keys"]:
                    total = add_points(total, read_point(unhex(key)))
                self.assertEqual(total, None if vector["sum"] is None else read_point(unhex(vector["sum"])))
        for vector in judged["offCurve"]:
            self.assertFalse(is_on_curve(read_point(unhex(vector["key"]))))

    def test_bitmaps(self) -> None:
        for vector in vectors("signers-bitmap")["vectors"]:
            self.assertEqual(attested.signers_of(unhex(vector["bitmap"])), vector["indices"])

    def test_messages(self) -> None:
        for vector in vectors("attestation-message")["vectors"]:
            self.assertEqual(attested.attestation_message(_attestation(vector)), unhex(vector["hash"]))

    def test_attestations(self) -> None:
        judged = vectors("schnorr-attestation")
        registry = attested.Registry(
            version=judged["registry"]["version"],
            min_signers=judged["registry"]["minSigners"],
            accept_until=0,
            keys=tuple(None if key is None else unhex(key) for key in judged["registry"]["keys"]),
        )
        for vector in judged["vectors"]:
            with self.subTest(vector["name"]):
                if vector["refusal"] is None:
                    signers = attested.verify_attestation(_attestation(vector), registry)
                    self.assertEqual(signers, attested.signers_of(unhex(vector["signersBitmap"])))
                else:
                    with self.assertRaises(attested.VerificationError):
                        attested.verify_attestation(_attestation(vector), registry)


def _attestation(vector: dict[str, str]) -> attested.Attestation:
    return attested.Attestation(
        deployment_id=unhex(vector["deploymentId"]),
        feed_id=unhex(vector["feedId"]),
        source_id=unhex(vector["sourceId"]),
        value=unhex(vector["value"]),
        registry_version=int(vector["registryVersion"]),
        signatures_required=int(vector["signaturesRequired"]),
        form=int(vector["form"]),
        timestamp_ms=int(vector["timestampMs"]),
        observed_at_ms=int(vector["observedAtMs"]),
        signers_bitmap=unhex(vector.get("signersBitmap", "")),
        s=unhex(vector.get("s", "")),
        commitment=unhex(vector.get("commitment", "")),
    )


if __name__ == "__main__":
    unittest.main()
