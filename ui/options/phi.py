"""What the page of the lift asks, as a value and as a field of a link: poly2_1_1_4_3-5-4_12_free."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

MAPS = ("poly2", "phi2", "taylor", "first", "second", "third", "squares", "line")
EXAMPLES = ("first", "second", "third")  # the maps of example 7.3
DAMPED = ("taylor", "line")  # the maps that cut a Gaussian off after an order
VIEWS = ("free", "above", "edge", "flat")
MOST_POINTS = 2000
LOWEST_GAMMA = 1e-3
HIGHEST_ZETA = 10.0
_WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{0,20})?(e[+-]?[0-9]{1,2})?", re.ASCII)
_CHOSEN = re.compile(r"[0-9]{1,2}-[0-9]{1,2}(-[0-9]{1,2})?", re.ASCII)


class PhiOptions(NamedTuple):
    """What the visitor chose; a map looks only at the numbers that it has."""

    map: str = "poly2"
    gamma: float = 1.0
    zeta: float = 1.0
    order: int = 4
    chosen: tuple[int, ...] | None = None  # coordinates of Phi; None: those that suit the map
    picked: int | None = None  # the point that is marked everywhere; None: a support vector
    view: str = "free"  # from where the lift is seen


def highest_gamma(name: str) -> float:
    """Return the largest gamma of a map."""
    return 10.0 if name in DAMPED else 1e3


def highest_order(name: str) -> int:
    """Return the largest order of a map: 66 coordinates of a point of the plane, 31 of one number."""
    return 30 if name == "line" else 10


def lowest_order(name: str) -> int:
    """Return the smallest order of a map that still has three coordinates."""
    return 2 if name == "line" else 1


def ranges(name: str) -> dict[str, tuple[float, float]]:
    """Return the numbers that a map has, each with the least and the largest that may be chosen."""
    found: dict[str, tuple[float, float]] = {}
    if name == "poly2" or name in DAMPED:
        found["gamma"] = (LOWEST_GAMMA, highest_gamma(name))
    if name == "poly2":
        found["zeta"] = (0.0, HIGHEST_ZETA)
    if name in DAMPED:
        found["order"] = (lowest_order(name), highest_order(name))
    return found


def dimension(options: PhiOptions) -> int:
    """Return how many coordinates the map has."""
    m = options.order
    fixed = {"poly2": 6, "phi2": 7, "third": 4, "squares": 2, "line": m + 1, "taylor": (m + 1) * (m + 2) // 2}
    return fixed.get(options.map, 3)


def fitting(options: PhiOptions) -> PhiOptions:
    """Return the options with numbers that the map takes; coordinates that it does not have are forgotten."""
    name = options.map
    gamma = min(max(options.gamma, LOWEST_GAMMA), highest_gamma(name))
    if name in DAMPED:
        options = options._replace(order=min(max(options.order, lowest_order(name)), highest_order(name)))
    options = options._replace(gamma=gamma)
    return options if _has(options) else options._replace(chosen=None)


def _has(options: PhiOptions) -> bool:
    """Tell whether the chosen coordinates are different ones of the map, as many as can be seen."""
    chosen, p = options.chosen, dimension(options)
    return chosen is None or (len(set(chosen)) == len(chosen) == min(3, p) and max(chosen) < p)


def write_options(options: PhiOptions) -> str:
    """Return the options as one word of a link."""
    gamma, zeta = (repr(float(value)).removesuffix(".0") for value in (options.gamma, options.zeta))
    chosen = "auto" if options.chosen is None else "-".join(map(str, options.chosen))
    picked = "auto" if options.picked is None else str(options.picked)
    return "_".join([options.map, gamma, zeta, str(options.order), chosen, picked, options.view])


def read_options(text: str) -> PhiOptions | None:
    """Return the options that a link carries; None for anything else."""
    parts = text.split("_", 7)
    if len(parts) != 7 or parts[0] not in MAPS or parts[6] not in VIEWS or not _WHOLE.fullmatch(parts[3]):
        return None
    gamma, zeta = (float(part) if _NUMBER.fullmatch(part) else math.nan for part in parts[1:3])
    whole = all(
        part == "auto" or form.fullmatch(part) for part, form in zip(parts[4:6], (_CHOSEN, _WHOLE), strict=True)
    )
    if not (whole and gamma > 0 and 0 <= zeta <= HIGHEST_ZETA):
        return None
    chosen = None if parts[4] == "auto" else tuple(map(int, parts[4].split("-")))
    picked = None if parts[5] == "auto" else int(parts[5])
    found = PhiOptions(parts[0], gamma, zeta, int(parts[3]), chosen, picked, parts[6])
    return found if fitting(found) == found and (picked or 0) < MOST_POINTS else None
