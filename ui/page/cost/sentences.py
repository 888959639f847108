"""Sentences about the error of an approximation, based on checked numbers."""

from __future__ import annotations

import math

from core.view import Light
from ui.plot.ends import in_powers
from ui.solve.approximation.enough import Enough
from ui.solve.approximation.errors import DELTA, KernelErrors
from ui.solve.approximation.overlay import ACROSS, CELLS, proofs
from ui.solve.board_problem import BoardProblem
from ui.solve.machine.table import FIRST
from ui.words import Words, at_most, number


def worst_sentence(shown: KernelErrors, words: Words, graph: bool = False) -> str:
    """Report the largest error over the pairs and compare the bounds; in a `graph` the kernel uses only x1."""
    key = "cost.worst" if shown.points == shown.of else "cost.worst.some"
    values = {"pairs": number(shown.pairs), "points": number(shown.points), "n": number(shown.of)}
    worst = words(key, worst=at_most(shown.worst), **values)
    return words.joined([*([words("cost.graph")] if graph else []), worst, _bounds(shown, words)])


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


def boundary_sentence(share: float, question: BoardProblem, words: Words, counted: bool = True) -> str:
    """Explain the second boundary, and report the share of the window where the two kernels predict different classes.

    If the page itself counts that share, for machines solved to a finer tolerance, it is not `counted` here.
    """
    numbers = words(f"cost.numbers.{question.machine.name}")
    if math.isnan(share):
        return _missing(question, numbers, words)
    line = _line(question, numbers, words)
    return words.joined([line, _difference(share, question, words)]) if counted else line


def _line(question: BoardProblem, numbers: str, words: Words) -> str:
    """Explain the line of the exact kernel."""
    key = "curve" if question.graph else "free" if question.free_offset else "bound"
    return words(f"cost.boundary.line.{key}", numbers=numbers)


def _missing(question: BoardProblem, numbers: str, words: Words) -> str:
    """Say why there are no two machines to compare; there may be no nu-SVC, and no region, of a kernel."""
    own, exact = (None, None) if question.machine.name == FIRST else proofs(question)
    if question.machine.name != FIRST and own is exact is None:
        return words("cost.boundary.refused")
    if exact is Light.IMPOSSIBLE:
        return words("cost.boundary.none.exact", numbers=numbers)
    if own is Light.IMPOSSIBLE and exact is Light.PROVED:
        return words.joined([_line(question, numbers, words), words("cost.boundary.none")])
    return words("cost.boundary.unproved", numbers=numbers)


def measure_of(question: BoardProblem) -> str:
    """Return the word for what differs: classes, region or curve."""
    entry = question.entry
    return "curve" if entry.graph else "classes" if entry.labels else "region"


def _difference(share: float, question: BoardProblem, words: Words) -> str:
    """Report how much the two machines differ on the window."""
    measure = measure_of(question)
    if measure == "curve":
        return _distance(share, question, words)
    if share == 0.0:
        return words(f"cost.boundary.same.{measure}", cells=number(CELLS * CELLS))
    return words(f"cost.boundary.apart.{measure}", share=number(100.0 * share, 2))


def _distance(share: float, question: BoardProblem, words: Words) -> str:
    """Report the largest distance of two curves: absolute, relative to the values' range and, if given, to epsilon."""
    distance, epsilon = share * question.unit, question.machine.epsilon
    told = [words("cost.boundary.distance", distance=at_most(distance), cells=number(ACROSS))]
    given = "epsilon" in question.entry.parameters and epsilon > 0.0
    if question.ranges:
        key, multiple = ("both", at_most(distance / epsilon, 2)) if given else ("range", "")
        told.append(words(f"cost.boundary.distance.{key}", percent=at_most(100.0 * share, 2), multiple=multiple))
    return words.joined(told)


def enough_sentence(found: Enough, words: Words, measure: str = "classes") -> str:
    """Report from which value on both agree by the `measure`, as far as it is known."""
    name = found.name
    values = {
        "largest": found.largest,
        "seeds": ", ".join(map(str, found.seeds)),
        "less": words(f"cost.less.{measure}"),
        "more": words(f"cost.more.{measure}"),
    }
    if not found.complete:
        return words(f"cost.enough.{name}.search", done=found.done, of=found.of, **values)
    if found.smallest is None:
        return words(f"cost.enough.{name}.{'none' if found.proved else 'unknown'}", **values)
    if found.failed is None:
        return words(f"cost.enough.{name}.all", smallest=found.smallest, **values)
    key = f"cost.enough.{name}" if found.proved else f"cost.enough.{name}.unproved"
    return words(key, smallest=found.smallest, failed=found.failed, **values)
