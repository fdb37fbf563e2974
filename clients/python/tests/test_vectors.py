"""Each byte that a verifier needs, against the vectors of the protocol."""

import base64
import json
import unittest
from decimal import Decimal
from importlib.util import find_spec

from oracle_gateway import _ledger as ledgers
from oracle_gateway import addresses, credentials, schnorr
from oracle_gateway import attestation as attested
from oracle_gateway import subject as subjects
from oracle_gateway._keccak import keccak256
from oracle_gateway._sealing import seal_bytes, secret_names
from oracle_gateway.answer import decimal_text, decode_value
from oracle_gateway.errors import VerificationError
from oracle_gateway.schnorr import add_points, is_on_curve, read_point, verify_signature

from .vectors import FOLDER, unhex, vectors


class Ids(unittest.TestCase):
    def test_sources(self) -> None:
        for vector in vectors("api-config")["accepted"]:
            with self.subTest(vector["name"]):
                config = json.loads(vector["json"])
                self.assertEqual(subjects.canonical_json(config), vector["canonical"])
                self.assertEqual(subjects.source_id(config), unhex(vector["sourceId"]))

    def test_canonical_json(self) -> None:
        for vector in vectors("jcs-rfc8785")["vectors"]:
            # A source has no fractions.
            if vector["name"] != "values.json":
                canonical = subjects.canonical_json(json.loads(bytes.fromhex(vector["inputUtf8Hex"]), parse_float=lambda text: int(float(text))))
                self.assertEqual(canonical.encode(), bytes.fromhex(vector["canonicalUtf8Hex"]))

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
                    with self.assertRaises(VerificationError):
                        attested.verify_attestation(_attestation(vector), registry)


class Credentials(unittest.TestCase):
    def test_of_subscriptions(self) -> None:
        for vector in vectors("request-auth")["vectors"]:
            signed = credentials.request_auth(unhex(vector["feedId"]), vector["timestampSeconds"])
            self.assertEqual(signed, unhex(vector["hash"]))

    def test_of_agents(self) -> None:
        for vector in vectors("agent-request-auth")["vectors"]:
            escrow, gateway, feed = (unhex(vector[name]) for name in ("escrow", "gateway", "feedId"))
            signed = credentials.agent_request_auth(escrow, gateway, feed, vector["canonicalTimestampSeconds"], int(vector["amount"]))
            self.assertEqual(signed, unhex(vector["hash"]))

    def test_of_dry_runs(self) -> None:
        for vector in vectors("simulate-auth")["vectors"]:
            deployment, gateway, source, key, owner = (unhex(vector[name]) for name in ("deploymentId", "gateway", "sourceId", "key", "owner"))
            signed = credentials.simulate_auth(deployment, gateway, source, key, owner, vector["timestampSeconds"])
            self.assertEqual(signed, unhex(vector["hash"]))

    def test_memos_of_payments(self) -> None:
        for vector in vectors("x402-memo")["vectors"]:
            program, gateway, source = (unhex(vector[name]) for name in ("programId", "gateway", "sourceId"))
            memo = credentials.payment_memo(program, gateway, source, vector["signaturesRequired"], int(vector["registryVersion"]))
            self.assertEqual(memo, vector["memo"])

    def test_headers_of_sign_ins(self) -> None:
        vector = next(one for one in vectors("sign-in-with-x")["vectors"] if one["name"] == "the least")
        payload = json.loads(base64.b64decode(vector["header"]))
        members = {name: payload[name] for name in ("domain", "address", "uri", "nonce")}
        signed = credentials.SignIn(**members, chain_id=payload["chainId"], issued_at=payload["issuedAt"])
        self.assertEqual(signed.header(payload["signature"]), vector["header"])


class Accounts(unittest.TestCase):
    def test_addresses(self) -> None:
        derive = {
            "config": lambda v, p: addresses.config_address(p),
            "registry": lambda v, p: addresses.registry_address(p, int(v["version"])),
            "node": lambda v, p: addresses.node_address(p, v["index"]),
            "round": lambda v, p: addresses.round_address(
                p, unhex(v["consumerAuthority"]), unhex(v["sourceId"]), v["signaturesRequired"], v["timestampSeconds"]
            ),
            "agentRound": lambda v, p: addresses.agent_round_address(
                p, unhex(v["payer"]), unhex(v["gateway"]), unhex(v["sourceId"]), v["signaturesRequired"], v["timestampSeconds"]
            ),
            "escrow": lambda v, p: addresses.escrow_address(p, unhex(v["payer"]), unhex(v["gateway"])),
            "associatedToken": lambda v, p: addresses.associated_token_address(unhex(v["owner"]), unhex(v["mint"])),
        }
        seen = set()
        for vector in vectors("program-address")["vectors"]:
            with self.subTest(vector["address"]):
                program = addresses.address(vector["programId"]) if "programId" in vector else b""
                if "seeds" in vector:
                    seeds = [unhex(one) for one in vector["seeds"]]
                    self.assertEqual(addresses.base58(addresses.program_address(seeds, program)), vector["address"])
                if vector["kind"] in derive:
                    seen.add(vector["kind"])
                    self.assertEqual(addresses.base58(derive[vector["kind"]](vector, program)), vector["address"])
        self.assertEqual(seen, set(derive))

    def test_data(self) -> None:
        read = {
            "Config": ledgers.read_config,
            "Registry": attested.read_registry,
            "Node": ledgers.read_node_keys,
            "RoundReceipt": ledgers.read_receipt,
            "AgentRound": ledgers.read_receipt,
        }
        judged = vectors("account")
        for vector in judged["valid"]:
            if vector["account"] in read:
                self.assertTrue(read[vector["account"]](unhex(vector["data"])), vector["name"])
        for vector in judged["invalid"]:
            # Endpoints of nodes are not read here.
            if vector["account"] in read and "endpoint" not in vector["name"]:
                with self.subTest(vector["name"]), self.assertRaises(ValueError):
                    read[vector["account"]](unhex(vector["data"]))


class Secrets(unittest.TestCase):
    def test_placeholders_are_in_url_headers_and_body(self) -> None:
        source = {"url": "https://a.example/{{secret.a}}", "method": "POST", "headers": {"X": "{{secret.b}} {{secret.a}}"}, "body": "{{secret.c}}"}
        self.assertEqual(secret_names(source), ["a", "c", "b"])

    @unittest.skipIf(find_spec("cryptography") is None, "cryptography is not installed")
    def test_are_sealed(self) -> None:
        for vector in vectors("sealed-secrets")["vectors"]:
            bundle = vector["encKeyBundle"]
            sealed = seal_bytes(
                unhex(vector["sourceId"]),
                vector["plaintext"].encode(),
                nodes={node["index"]: unhex(node["encryptionPublicKey"]) for node in vector["nodes"]},
                key=unhex(vector["k"]),
                nonce=unhex(bundle["nonceSym"]),
                ephemeral=unhex(vector["ephemeralSecret"]),
            )
            self.assertEqual(sealed, bundle)


class Curve(unittest.TestCase):
    def test_sums_of_points(self) -> None:
        for vector in vectors("secp256k1-point-add")["vectors"]:
            one, other, expected = (None if vector[name] is None else decompressed(vector[name]) for name in ("P", "Q", "expected"))
            self.assertEqual(add_points(one, other), expected)

    def test_products(self) -> None:
        judged = vectors("secp256k1-curve")
        for vector in judged["multiply"]:
            product = schnorr.multiply_point(int(vector["factor"], 16), read_point(unhex(vector["point"])))
            self.assertEqual(product, None if vector["product"] is None else read_point(unhex(vector["product"])))
        for vector in judged["baseMinus"]:
            scalar, factor, point = int(vector["s"], 16), schnorr.ORDER - int(vector["e"], 16), read_point(unhex(vector["point"]))
            expected = None if vector["difference"] is None else read_point(unhex(vector["difference"]))
            self.assertEqual(schnorr.sum_in_python(scalar, factor, point), expected, vector["name"])

    def test_signatures_that_a_contract_has_judged(self) -> None:
        judged = vectors("scribe-schnorr")
        for vector in (*judged["positive"], *judged["negative"]):
            key = vector.get("aggPubKey") or vector["pubKey"]
            with self.subTest(vector["name"]):
                point = (int(key["x"], 16), int(key["y"], 16))
                signed = verify_signature(point, unhex(vector["message"]), unhex(vector["signature"]), unhex(vector["commitment"]))
                self.assertEqual(signed, vector["expected"])

    @unittest.skipIf(find_spec("coincurve") is None, "coincurve is not installed")
    def test_is_the_same_in_c(self) -> None:
        for scalar, factor in ((1, 1), (5, schnorr.ORDER - 5), (schnorr.ORDER - 1, 2**255), (2**200 + 7, 3)):
            for point in (schnorr.GENERATOR, schnorr.multiply_point(2**100 + 1, schnorr.GENERATOR)):
                assert point is not None
                self.assertEqual(schnorr.sum_in_coincurve(scalar, factor, point), schnorr.sum_in_python(scalar, factor, point))


def decompressed(text: str) -> tuple[int, int]:
    x = int(text[2:], 16)
    y = pow(x**3 + 7, (schnorr.FIELD + 1) // 4, schnorr.FIELD)
    return x, y if y & 1 == int(text[:2], 16) & 1 else schnorr.FIELD - y


OF_NODES_AND_CHAINS = {
    *("decided-values", "ed25519", "evm-calldata", "index-value", "list-observation-message", "list-observation-set", "median", "node-request"),
    *("node-stream", "observation-message", "observation-set", "possession-message", "registry-snapshot", "schnorr-observation"),
    *("schnorr-possession", "schnorr-registry-snapshot", "schnorr-session", "scribe-messages", "scribe-rogue-pop"),
    *("selection", "session-id", "step", "stored-form", "stored-record", "x402-authorization-key", "package"),
}
"""Vectors of what no caller does: nodes, gateways and contracts of other chains."""


class Files(unittest.TestCase):
    def test_are_all_tested_or_of_other_parties(self) -> None:
        tests = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("clients/python/tests/*.py"))
        unknown = {path.stem for path in FOLDER.glob("*.json") if f'"{path.stem}"' not in tests}
        self.assertEqual(unknown, set())


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
