"""What a gateway announces to end, and how a program hears of it."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from types import FrameType

from ._flow import Flow, call

_SINCE = re.compile(r"@([0-9]{1,11})")
_IDENTIFIER = re.compile(r"(?<=/v1/providers/)[^/]+|[^/]{16,}")
"""A provider's identifier is a word. No other word of a path is as long as an identifier."""


@dataclass(frozen=True)
class DeprecationNotice:
    """An operation that a gateway has announced to end (RFC 9745, RFC 8594): the gateway's word."""

    operation: str
    """Method and path, such as ``GET /v1/rounds/*``: a star stands for an identifier."""
    since: datetime | None
    """When it was deprecated; ``None`` where the gateway gives no such time."""
    sunset: datetime | None
    """Its end, at the earliest; ``None`` likewise."""


class GatewayDeprecationWarning(DeprecationWarning):
    """A gateway ends an operation that this version of the package asks for. A later version is needed before."""


OnDeprecated = Callable[[DeprecationNotice], object]


def tell_deprecation(on_deprecated: OnDeprecated | None, place: str, method: str, path: str, headers: Mapping[str, str]) -> Flow[None]:
    """Tells the program where the headers of an answer announce the end of the operation. What hears of it may raise."""
    if "deprecation" not in headers:
        return
    operation = f"{method} {_IDENTIFIER.sub('*', path.partition('?')[0])}"
    notice = DeprecationNotice(operation, _since_in(headers["deprecation"]), _sunset_in(headers.get("sunset", "")))
    if on_deprecated is None:
        warnings.warn(_warning_of(notice, place), stacklevel=_level_of_program())
    else:
        hear = on_deprecated
        yield from call(lambda: hear(notice))


def _warning_of(notice: DeprecationNotice, place: str) -> GatewayDeprecationWarning:
    end = "" if notice.sunset is None else f" and ends on {notice.sunset:%Y-%m-%d}"
    return GatewayDeprecationWarning(f"{notice.operation} of {place} is deprecated{end}; install a later version of oracle-gateway before it ends")


def _level_of_program() -> int:
    """Returns the level of the first frame outside this package: a warning names the program's line."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    return level


def _since_in(text: str) -> datetime | None:
    seconds = _SINCE.fullmatch(text)
    return None if seconds is None else datetime.fromtimestamp(int(seconds[1]), timezone.utc)


def _sunset_in(text: str) -> datetime | None:
    from email.utils import parsedate_to_datetime

    try:
        # An HTTP date is in GMT (RFC 9110, section 5.6.7).
        return parsedate_to_datetime(text).replace(tzinfo=timezone.utc)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
