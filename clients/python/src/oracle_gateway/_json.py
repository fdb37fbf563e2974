"""Members of JSON that another party wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MAX_INTEGER = 2**53 - 1


def read_json(data: bytes) -> object:
    """Reads JSON. Raises ``ValueError`` for anything else, and for more than Python's parser nests."""
    try:
        parsed: object = json.loads(data)
    except RecursionError as error:
        raise ValueError("the body is nested too deeply") from error
    return parsed


def members_of(value: object) -> Mapping[str, Any]:
    """Returns the members of a JSON object; none for anything else."""
    return value if isinstance(value, dict) else {}


def member_of(value: object, *names: str) -> Any:
    """Returns the member at a path of names; ``None`` where there is none."""
    for name in names:
        value = members_of(value).get(name)
    return value


def text_of(value: object) -> str | None:
    return value if isinstance(value, str) else None


def integer_of(value: object) -> int | None:
    """Returns a non-negative integer that every JSON reader holds exactly."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_INTEGER else None


def list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
