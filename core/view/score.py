"""The cost and progress of a run, for comparing rules and hand-picked pairs from the same start."""

from __future__ import annotations

from dataclasses import dataclass

from ..problem.arrays import Vector
from ..solver import Outcome
from ..trace import Trace


@dataclass(frozen=True)
class Score:
    """The cost of a run."""

    steps: int
    evaluations: int  # kernel values read
    dual: Vector  # (steps + 1,) -D, which every step raises
    outcome: Outcome


def score(trace: Trace) -> Score:
    """Return the cost of a run.

    A step of SMO reads the rows of K at i and at j, n values each: the choice of j also uses row i, and the diagonal is
    stored. Platt's steps count their own: three values per attempt and two rows per update.
    """
    return Score(len(trace), _evaluations(trace, len(trace)), -trace.objective, trace.outcome)


def _evaluations(trace: Trace, k: int) -> int:
    """Return the number of kernel values read by the first k steps."""
    before = 0 if trace.trunk is None else _evaluations(trace.trunk, trace.at)
    rows, n = trace.table[trace.at : k], len(trace.problem.y)
    own = "evaluations" in (rows.dtype.names or ())
    return before + (int(rows["evaluations"].sum()) if own else 2 * n * len(rows))
