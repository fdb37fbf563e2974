"""The vectors of the protocol, which another program made."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "vectors"


def vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def unhex(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))
