"""Tables of measured rows: printed beside measured values, and a dash for missing ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pandas as pd

from ui.page.measured.summaries import Spread
from ui.words import number

NONE = "–"
ROUNDING = 1e-9  # share of a mean below which a deviation counts as 0

TableRow = Mapping[str, str | None]


def table(rows: Iterable[TableRow], heading: Callable[[str], str]) -> pd.DataFrame:
    """Return rows of cells by column key, the first as the row heading; None is shown as a dash."""
    cells = pd.DataFrame([{heading(key): NONE if cell is None else cell for key, cell in row.items()} for row in rows])
    return cells.set_index(cells.columns[0]) if len(cells) else cells


def pair(first: str | None, second: str | None) -> str:
    """Return two values in one cell: printed and ours, or ours and a rival's."""
    return f"{first or NONE} / {second or NONE}"


def written(value: float | None, digits: int = 3) -> str | None:
    """Return a number with this many digits."""
    return None if value is None else number(value, digits)


def fixed(value: float | None) -> str | None:
    """Return a number with two decimals, such as an accuracy in percent."""
    return None if value is None else f"{value:.2f}"


def signed(value: float | None) -> str | None:
    """Return percentage points with their sign."""
    return None if value is None else f"{value:+.2f}".replace("-", "−")


def mean(value: Spread | None, digits: int) -> str | None:
    """Return a mean, with its deviation if there are several runs."""
    if value is None:
        return None
    if value.count == 1:
        return number(value.mean, digits)
    deviation = value.deviation if value.deviation > ROUNDING * abs(value.mean) else 0
    return f"{number(value.mean, digits)} ± {number(deviation, 2)}"
