"""The pairs that somebody picked by hand, as a value and as a field of a link: 3-8_1-0, from 0 on."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_PAIRS = 100  # a link of 200 points stays within what mail and chats carry
_PAIRS = re.compile(r"[0-9]{1,4}-[0-9]{1,4}(_[0-9]{1,4}-[0-9]{1,4}){0,99}", re.ASCII)


class HandOptions(NamedTuple):
    """What the visitor picked, in this order."""

    pairs: tuple[tuple[int, int], ...] = ()


def write_options(options: HandOptions) -> str:
    """Return the pairs as one word of a link."""
    return "_".join(f"{i}-{j}" for i, j in options.pairs)


def read_options(text: str) -> HandOptions | None:
    """Return the pairs that a link carries; None for anything else."""
    if not _PAIRS.fullmatch(text):
        return None
    ends = (pair.split("-") for pair in text.split("_"))
    return HandOptions(tuple((int(i), int(j)) for i, j in ends))
