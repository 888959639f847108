"""What a run cost and how far it came, so that rules and hands can be compared from the same start."""

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

    A step of SMO reads the rows of K at i and at j, n values each: the choice of j reads in row i as well, and the
    diagonal is kept. Platt's steps count their own: three values an attempt and two rows an update.
    """
    return Score(len(trace), _evaluations(trace, len(trace)), -trace.objective, trace.outcome)


def _evaluations(trace: Trace, k: int) -> int:
    """Return how many kernel values the first k steps read."""
    before = 0 if trace.trunk is None else _evaluations(trace.trunk, trace.at)
    rows, n = trace.table[trace.at : k], len(trace.problem.y)
    own = "evaluations" in (rows.dtype.names or ())
    return before + (int(rows["evaluations"].sum()) if own else 2 * n * len(rows))
