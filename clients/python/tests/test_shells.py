"""The two clients are one, and have what the TypeScript client has."""

import inspect
import os
import re
import subprocess
import sys
import unittest

from oracle_gateway import AsyncClient, Client, ClientUsageError, OpenSession, errors, keypair_signer
from oracle_gateway._core import RoundOptions
from oracle_gateway._flow import Exchange

from .test_rounds import OWNER
from .vectors import FOLDER

TYPESCRIPT = FOLDER.parent / "packages/client/src"


def calls(client: type) -> dict[str, object]:
    return {name: call for name, call in vars(client).items() if inspect.isfunction(call) and not name.startswith("_")}


def snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


class Clients(unittest.TestCase):
    def test_have_the_same_calls_with_the_same_parameters_and_words(self) -> None:
        self.assertEqual(set(calls(Client)), set(calls(AsyncClient)))
        for name, call in calls(Client).items():
            other = calls(AsyncClient)[name]
            with self.subTest(name):
                parameters = [list(inspect.signature(one).parameters.values()) for one in (call, other)]  # type: ignore[arg-type]
                self.assertEqual(*parameters)
                self.assertEqual(inspect.getdoc(call), inspect.getdoc(other))
                self.assertTrue(inspect.iscoroutinefunction(other) or "Iterator" in str(inspect.signature(other)))  # type: ignore[arg-type]

    def test_have_every_call_of_the_typescript_client(self) -> None:
        types = (TYPESCRIPT / "client-types.ts").read_text(encoding="utf-8")
        interface = types.split("export interface Client {")[1]
        named = set(map(snake_case, re.findall(r"^  (\w+)\(", interface, re.MULTILINE)))
        self.assertGreater(len(named), 15)
        self.assertEqual(named - set(calls(Client)), set())

    def test_raise_the_errors_of_the_typescript_client_with_their_codes(self) -> None:
        sources = "".join((TYPESCRIPT / path).read_text(encoding="utf-8") for path in ("base/errors.ts", "reads/settlement.ts"))
        named = dict(re.findall(r"class (\w+Error) extends OracleGatewayError \{[^}]*?readonly code = '(\w+)'", sources))
        self.assertGreater(len(named), 5)
        self.assertEqual({name: getattr(errors, name).code for name in named}, named)


class Module(unittest.TestCase):
    def test_verifies_with_the_standard_library_alone(self) -> None:
        """What is not imported before it is used costs no time, and need not be there."""
        code = "import sys, oracle_gateway; print(*{'asyncio', 'coincurve', 'cryptography', 'httpx', 'pandas', 'x402'} & set(sys.modules))"
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        )
        self.assertEqual(run.stdout.strip(), "")

    def test_shows_no_secrets(self) -> None:
        options = RoundOptions(secrets={"token": "s3cret"})
        exchange = Exchange("gateway", "POST", "http://gateway.example", {"authorization": "s3cret"}, b"s3cret")
        session = OpenSession("http://gateway.example", "s3cret", OWNER, OWNER, 0)
        for shown in (options, exchange, session, keypair_signer_of(b"s3cret")):
            self.assertNotIn("s3cret", repr(shown))


def keypair_signer_of(secret: bytes) -> object:
    """Returns the error of a key that is too short, which must not repeat it."""
    try:
        return keypair_signer(secret)
    except (ClientUsageError, ModuleNotFoundError) as error:
        return error


if __name__ == "__main__":
    unittest.main()
