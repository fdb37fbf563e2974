"""Answers and registries that the command ``oracle-gateway`` and this package keep for each other, verified without a network."""

import json
import os
import subprocess
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

from oracle_gateway import Client, address, kept_registry, owner, source_subject, verify

from .world import BTC, WORLD

COMMAND = ["node", str(Path(__file__).parents[3] / "packages/cli/dist/main.js")]
MANIFEST = os.path.abspath(os.environ.get("LOCALNET_MANIFEST", ".localnet/manifest.json"))
NO_SETTINGS = {name: value for name, value in os.environ.items() if not name.startswith("ORACLE_GATEWAY_")}


def typed(*words: str) -> str:
    run = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, env=NO_SETTINGS)
    assert run.returncode == 0, run.stderr
    return run.stdout


class Archives(unittest.TestCase):
    def test_of_the_command_are_verified_here(self) -> None:
        line = json.loads(typed("get", json.dumps(BTC), "-n", "3", "--localnet", MANIFEST, "--json"))
        verified = verify(
            line["answer"],
            subject=source_subject(line["source"]),
            registry=kept_registry(line["registry"]),
            owner=address(line["owner"]),
            quorum=line["quorum"],
        )
        self.assertEqual((verified.value, list(verified.signers)), (Decimal(line["value"]), line["signers"]))

    def test_of_this_package_are_verified_by_the_command(self) -> None:
        signer = WORLD.signer("subscriptionOwner")
        with Client(WORLD.gateway, WORLD.ledger, owner(signer)) as asking:
            asked = asking.round(BTC, quorum=3)
            registry = asking.keep_registry(asked.registry_version).to_json()
        line = {"source": BTC, "quorum": 3, "owner": signer.address, "answer": asked.answer}
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("line.json", line), ("registry.json", registry)):
                (Path(folder) / name).write_text(json.dumps(content), encoding="utf-8")
            printed = typed("verify", f"{folder}/line.json", "--registry", f"{folder}/registry.json")
        self.assertEqual(Decimal(printed), asked.value)
