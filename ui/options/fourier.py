"""How the dice of the random features are rolled, as a value and as a field of a link: 100_0_phase_0.05_points."""

from __future__ import annotations

import re
from typing import NamedTuple

DELTAS = (0.5, 0.2, 0.1, 0.05, 0.01, 0.001)  # how often a bound may fail
CASES = ("points", "line")  # the points of the board, or the counter-example
MAPS = ("phase", "paired")
_COMPONENTS, _SEED = re.compile(r"[0-9]{1,9}", re.ASCII), re.compile(r"[0-9]{1,4}", re.ASCII)


class FourierOptions(NamedTuple):
    """What the visitor chose."""

    components: int = 100  # D, as it came: even where cosines and sines come in pairs is made of it later
    seed: int = 0
    paired: bool = False
    delta: float = 0.05
    case: str = "points"  # what the bounds are about


def write_options(options: FourierOptions) -> str:
    """Return the options as one word of a link."""
    kind = MAPS[options.paired]
    return f"{options.components}_{options.seed}_{kind}_{options.delta!r}_{options.case}"


def read_options(text: str) -> FourierOptions | None:
    """Return the options that a link carries; None for anything else."""
    parts = text.split("_", 5)
    if len(parts) != 5:
        return None
    components, seed, kind, delta, case = parts
    known = {repr(value): value for value in DELTAS}
    if not (_COMPONENTS.fullmatch(components) and int(components) >= 1 and _SEED.fullmatch(seed)):
        return None
    if kind not in MAPS or delta not in known or case not in CASES:
        return None
    return FourierOptions(int(components), int(seed), kind == "paired", known[delta], case)
