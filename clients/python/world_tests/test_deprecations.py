"""Operations that a gateway ends, told by the headers of a server over HTTP."""

import asyncio
import threading
import unittest
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from inspect import currentframe

from oracle_gateway import AsyncClient, Client, DeprecationNotice, GatewayDeprecationWarning, Ledger

LEDGER = Ledger("http://127.0.0.1:1", "C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1")
"""Nothing here asks it."""
ROUND = "r" * 44
EVENT = f'data: {{"roundId":"{ROUND}","state":"expired"}}\n\n'.encode()
OPERATIONS = ["GET /v1/info", "GET /v1/rounds/*/events"]


class EndingGateway(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, body = ("text/event-stream", EVENT) if self.path.endswith("/events") else ("application/json", b'{"data":{"gatewayPda":"1"}}')
        self.send_response(200)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Deprecation": "@1801353600",
            "Sunset": "Fri, 31 Dec 2027 00:00:00 GMT",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def ending_gateway() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), EndingGateway) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Deprecations(unittest.TestCase):
    def test_are_told_to_a_program_with_threads(self) -> None:
        told: list[DeprecationNotice] = []
        with ending_gateway() as url, Client(url, LEDGER, on_deprecated=told.append) as client:
            client.info()
            self.assertEqual([status["state"] for status in client.follow(ROUND)], ["expired"])
        self.assertEqual([notice.operation for notice in told], OPERATIONS)

    def test_are_told_to_a_coroutine(self) -> None:
        told: list[DeprecationNotice] = []

        async def hear(notice: DeprecationNotice) -> None:
            await asyncio.sleep(0)
            told.append(notice)

        async def ask(url: str) -> list[str]:
            async with AsyncClient(url, LEDGER, on_deprecated=hear) as client:
                await client.info()
                return [status["state"] async for status in client.follow(ROUND)]

        with ending_gateway() as url:
            self.assertEqual(asyncio.run(ask(url)), ["expired"])
        self.assertEqual([notice.operation for notice in told], OPERATIONS)

    def test_warn_at_the_line_that_asks(self) -> None:
        lines: list[int] = []

        async def ask(url: str) -> None:
            async with AsyncClient(url) as client:
                lines.append(line_here() + 1)
                await client.info()

        with ending_gateway() as url, warnings.catch_warnings(record=True) as given:
            warnings.simplefilter("always")
            with Client(url) as client:
                lines.append(line_here() + 1)
                client.info()
            asyncio.run(ask(url))
        told = [one for one in given if one.category is GatewayDeprecationWarning]
        self.assertEqual([(one.filename, one.lineno) for one in told], [(__file__, line) for line in lines])


def line_here() -> int:
    frame = currentframe()
    assert frame is not None and frame.f_back is not None
    return frame.f_back.f_lineno


if __name__ == "__main__":
    unittest.main()
