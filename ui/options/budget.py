"""What the page of equal budgets asks, as a value and as a field of a link: 5_0_board_auto, 2_7_wine_0.1."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

DATA = ("board", "iris", "wine", "cancer")  # the points on the board, or all features of a bundled set
_WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{0,20})?(e[+-]?[0-9]{1,2})?", re.ASCII)
LOWEST_GAMMA, HIGHEST_GAMMA = 1e-6, 1e6


class BudgetOptions(NamedTuple):
    """What the visitor chose."""

    order: int = 5  # the budget is what a Taylor map of this order makes
    seed: int = 0  # of the frequencies and of the landmarks
    data: str = "board"
    gamma: float | None = None  # of a bundled set; None: 1 / d. The points on the board have that of the board


def write_options(options: BudgetOptions) -> str:
    """Return the options as one word of a link."""
    gamma = "auto" if options.gamma is None else repr(float(options.gamma)).removesuffix(".0")
    return f"{options.order}_{options.seed}_{options.data}_{gamma}"


def read_options(text: str) -> BudgetOptions | None:
    """Return the options that a link carries; None for anything else."""
    parts = text.split("_", 4)
    if len(parts) != 4 or not (_WHOLE.fullmatch(parts[0]) and _WHOLE.fullmatch(parts[1])) or parts[2] not in DATA:
        return None
    if parts[3] == "auto":
        return BudgetOptions(int(parts[0]), int(parts[1]), parts[2])
    gamma = float(parts[3]) if _NUMBER.fullmatch(parts[3]) else math.nan
    if not LOWEST_GAMMA <= gamma <= HIGHEST_GAMMA:
        return None
    return BudgetOptions(int(parts[0]), int(parts[1]), parts[2], gamma)
