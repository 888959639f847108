"""How dual coordinate descent runs, as a value and as a field of a link: L1_bias_random_shrink_taylor_0_6-100-0.

The last part, the numbers of the maps, is left out while they are the usual ones.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LOSSES = {"L1": "hinge", "L2": "squared_hinge"}
MAPS = ("plane", "poly2", "taylor", "fourier")  # what the points go through; "plane": nothing
HIGHEST_ORDER = 10  # of the Taylor map: 66 features
MOST_COMPONENTS = 500  # of the Fourier map
_WORDS = (tuple(LOSSES), ("bias", "plain"), ("random", "cyclic"), ("shrink", "keep"), MAPS)
_SEED = re.compile(r"[0-9]{1,4}", re.ASCII)
_NUMBERS = re.compile(r"[0-9]{1,2}-[0-9]{1,3}-[0-9]{1,4}", re.ASCII)


class DescentOptions(NamedTuple):
    """What the visitor chose."""

    loss: str = "L1"  # the hinge; "L2" is the squared hinge
    bias: bool = True  # a constant 1 is appended to every point
    order: str = "random"  # or "cyclic"
    shrinking: bool = True
    mapped: str = "plane"  # one of `MAPS`
    seed: int = 0  # of the random orders
    taylor_order: int = 4  # m of the Taylor map
    components: int = 100  # D of the Fourier map
    waves: int = 0  # seed of its frequencies


USUAL = DescentOptions()


def write_options(options: DescentOptions) -> str:
    """Return the options as one word of a link."""
    words = (
        options.loss,
        "bias" if options.bias else "plain",
        options.order,
        "shrink" if options.shrinking else "keep",
        options.mapped,
        str(options.seed),
    )
    numbers = () if options[6:] == USUAL[6:] else ("-".join(map(str, options[6:])),)
    return "_".join(words + numbers)


def read_options(text: str) -> DescentOptions | None:
    """Return the options that a link carries; None for anything else."""
    parts = text.split("_", len(_WORDS) + 2)
    words, rest = parts[: len(_WORDS)], parts[len(_WORDS) :]
    if len(rest) not in (1, 2) or not _SEED.fullmatch(rest[0]):
        return None
    if any(word not in allowed for word, allowed in zip(words, _WORDS, strict=True)):
        return None
    loss, bias, order, shrinking, mapped = words
    found = DescentOptions(loss, bias == "bias", order, shrinking == "shrink", mapped, int(rest[0]))
    return found if len(rest) == 1 else _with_numbers(found, rest[1])


def _with_numbers(options: DescentOptions, text: str) -> DescentOptions | None:
    if not _NUMBERS.fullmatch(text):
        return None
    order, components, waves = map(int, text.split("-"))
    if order > HIGHEST_ORDER or not 1 <= components <= MOST_COMPONENTS:
        return None
    return options._replace(taylor_order=order, components=components, waves=waves)
