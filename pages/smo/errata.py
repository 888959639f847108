"""Misprints in Xing's derivation of the step and of the first-order rule, with the numbers of the step on screen."""

from __future__ import annotations

from core.problem import Problem
from core.trace import Trace
from core.view import BoxView, PairStanding, box_at
from ui.words import Words, number, told_apart


def step_errata(trace: Trace, k: int, words: Words) -> list[str]:
    """Return the errata of Xing's equations 44 to 56, with what step k gives as printed and corrected."""
    problem, box = trace.problem, box_at(trace, k)
    assert isinstance(problem, Problem)
    K, y, i, j = problem.dual.kernel, problem.y, box.i, box.j
    kept = float(y[i] * box.old[0] + y[j] * box.old[1])
    curvatures = float(K[i, i] - K[i, j]), box.curvature
    printed, right = told_apart(*curvatures, 4)
    bare = curvatures[0] == curvatures[1]
    return [
        words("smo.errata.44", W=number(-box.objective + 0.0, 4), D=number(box.objective, 4)),
        words("smo.errata.46", kept=number(kept + 0.0, 4), C=number(box.C_i)),
        words("smo.errata.49"),
        words("smo.errata.55.same" if bare else "smo.errata.55", printed=printed, right=right),
        _first_line(box, words),
    ]


def _first_line(box: BoxView, words: Words) -> str:
    """Return the erratum of the first line of Xing's equation 56, with numbers if the line has a minimum."""
    if box.curvature <= 0.0:
        return words("smo.errata.56")
    printed, right = told_apart(box.old[1] + (box.free[0] - box.old[0]), box.free[0], 4)
    same = box.old[0] == box.old[1]
    return words("smo.errata.56.same" if same else "smo.errata.56.numbers", printed=printed, right=right)


def multiplier_erratum(shown: PairStanding, words: Words) -> str:
    """Return the erratum of Xing's equation 58 about the sign of the equality's multiplier, the offset."""
    key = "smo.errata.58.negative" if shown.b < 0.0 else "smo.errata.58"
    return words(key, b=number(shown.b))
