"""Data frames of values and of histories. Install ``oracle-gateway[pandas]``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ._public_feeds import HistoryRow
from .answer import Verified

if TYPE_CHECKING:
    import pandas

__all__ = ["frame"]


def frame(rows: Iterable[HistoryRow | Verified], *, exact: bool = False) -> pandas.DataFrame:
    """Returns a data frame by time (UTC), of the rows of a history or of verified values, such as those of ``watch``.

    Numbers are floats, which pandas computes with. With ``exact``, they stay ``Decimal``.
    """
    import pandas

    number: Any = (lambda value: value) if exact else float
    index: list[datetime] = []
    records: list[dict[Any, Any]] = []
    for row in rows:
        if isinstance(row, HistoryRow):
            index.append(row.at)
            records.append({name: number(getattr(row, name)) for name in ("value", "low", "high")})
        else:
            index.append(row.observed_at)
            named: dict[str | int, Decimal | None] = {"value": row.value} if row.value is not None else {**dict(enumerate(row.values))}
            records.append({name: None if value is None else number(value) for name, value in named.items()})
    return pandas.DataFrame(records, index=pandas.DatetimeIndex(index, tz="UTC", name="at"))
