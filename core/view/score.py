"""What a run cost and how far it came, so that rules and hands can be compared from the same start."""

from __future__ import annotations

from dataclasses import dataclass

from core.problem.arrays import Vector
from core.solver import Outcome
from core.trace import Trace


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
    table, n = trace.table, len(trace.problem.y)
    own = "evaluations" in (table.dtype.names or ())
    evaluations = int(table["evaluations"].sum()) if own else 2 * n * len(trace)
    return Score(len(trace), evaluations, -trace.objective, trace.outcome)
