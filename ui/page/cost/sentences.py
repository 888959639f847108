"""What the approximation costs, in sentences made from checked numbers."""

from __future__ import annotations

import math

from ui.plot.ends import in_powers
from ui.solve.cost.enough import Enough
from ui.solve.cost.errors import DELTA, KernelErrors
from ui.solve.cost.exact import CELLS, Asked
from ui.words import Words, at_most, number


def worst_sentence(shown: KernelErrors, words: Words) -> str:
    """Say the largest error over the pairs, and what the bounds are worth."""
    key = "cost.worst" if shown.points == shown.of else "cost.worst.some"
    values = {"pairs": number(shown.pairs), "points": number(shown.points), "n": number(shown.of)}
    return words.joined([words(key, worst=at_most(shown.worst), **values), _bounds(shown, words)])


def _bounds(shown: KernelErrors, words: Words) -> str:
    bounds = {bound.name: bound for bound in shown.bounds}
    if "printed" in bounds:
        empty = bounds["printed"].vacuous
        return words("cost.printed.some", percent=number(100.0 * empty, 2)) if empty else words("cost.printed.none")
    if "proved" in bounds:
        proved, corollary = (float(bounds[name].values[-1]) for name in ("proved", "corollary"))
        key = "cost.proved.vacuous" if proved > 0.0 else "cost.proved"
        values = {"percent": number(100.0 * (1.0 - DELTA)), "corollary": in_powers(corollary)}
        return words(key, proved=in_powers(proved), **values)
    return words("cost.measured.only")


def boundary_sentence(share: float, asked: Asked, words: Words, counted: bool = True) -> str:
    """Say what the second boundary is, and on which share of the window the two kernels predict different classes.

    Where the page itself counts that share, of machines that are solved more tightly, it is not `counted` here.
    """
    if math.isnan(share):
        return words("cost.boundary.unproved")
    line = words("cost.boundary.line" if asked.free else "cost.boundary.line.bound")
    if not counted:
        return line
    if share == 0.0:
        return words.joined([line, words("cost.boundary.same", cells=number(CELLS * CELLS))])
    return words.joined([line, words("cost.boundary.apart", share=number(100.0 * share, 2))])


def enough_sentence(found: Enough, words: Words) -> str:
    """Say from which value on both agree, as far as that is known."""
    name, values = found.name, {"largest": found.largest, "seeds": ", ".join(map(str, found.seeds))}
    if not found.complete:
        return words(f"cost.enough.{name}.search", done=found.done, of=found.of, **values)
    if found.smallest is None:
        return words(f"cost.enough.{name}.{'none' if found.proved else 'unknown'}", **values)
    if found.failed is None:
        return words(f"cost.enough.{name}.all", smallest=found.smallest, **values)
    key = f"cost.enough.{name}" if found.proved else f"cost.enough.{name}.unproved"
    return words(key, smallest=found.smallest, failed=found.failed, **values)
