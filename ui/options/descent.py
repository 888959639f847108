"""How dual coordinate descent runs, as a value and as a field of a link: L1_bias_random_shrink_plane_0."""

from __future__ import annotations

import re
from typing import NamedTuple

LOSSES = {"L1": "hinge", "L2": "squared_hinge"}
_WORDS = (tuple(LOSSES), ("bias", "plain"), ("random", "cyclic"), ("shrink", "keep"), ("plane", "poly2"))
_SEED = re.compile(r"[0-9]{1,4}", re.ASCII)


class DescentOptions(NamedTuple):
    """What the visitor chose."""

    loss: str = "L1"  # the hinge; "L2" is the squared hinge
    bias: bool = True  # a constant 1 is appended to every point
    order: str = "random"  # or "cyclic"
    shrinking: bool = True
    mapped: bool = False  # through the polynomial map of degree 2
    seed: int = 0  # of the random orders


def write_options(options: DescentOptions) -> str:
    """Return the options as one word of a link."""
    words = (
        options.loss,
        "bias" if options.bias else "plain",
        options.order,
        "shrink" if options.shrinking else "keep",
        "poly2" if options.mapped else "plane",
        str(options.seed),
    )
    return "_".join(words)


def read_options(text: str) -> DescentOptions | None:
    """Return the options that a link carries; None for anything else."""
    *words, seed = text.split("_", len(_WORDS))
    if len(words) != len(_WORDS) or not _SEED.fullmatch(seed):
        return None
    if any(word not in allowed for word, allowed in zip(words, _WORDS, strict=True)):
        return None
    loss, bias, order, shrinking, points = words
    return DescentOptions(loss, bias == "bias", order, shrinking == "shrink", points == "poly2", int(seed))
