"""A whole run of LIBSVM's loop in a few numbers, for each of the five machines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Problem
from core.solver import LoopState, Outcome, Said
from core.solver.libsvm.cache import ASKED, COMPUTED
from core.trace import record
from core.view.libsvm.active import active_sizes
from core.view.libsvm.line import printed_line


@dataclass(frozen=True)
class LoopSummary:
    """What a run took and what it printed."""

    variables: int  # two for each point in regression
    passes: int
    outcome: Outcome
    line: str  # of dots and stars
    fewest: int  # variables that were active in one state
    returned: bool  # whether all came back at ten tolerances
    rebuilt: int  # gradients put together again
    asked: int  # kernel values that the run read
    computed: int  # and those that were not in the cache
    relative_width: float  # at the end


def summary(problem: Problem, tolerance: float, cache_rows: int | None, shrinking: bool, limit: int) -> LoopSummary:
    """Run the loop on a problem, at most `limit` steps, and return what it did."""
    trace = record(problem, "libsvm", tolerance, limit, shrinking=shrinking, cache_rows=cache_rows)
    last = trace.last
    assert isinstance(last, LoopState)
    said = np.append(trace.table["said"], last.said)
    return LoopSummary(
        variables=len(last.alpha),
        passes=len(trace),
        outcome=trace.outcome,
        line="".join(printed_line(trace)),
        fewest=int(active_sizes(trace).min()),
        returned=bool((said & Said.RETURN).any()),
        rebuilt=int(trace.table["rebuilt"].sum()),
        asked=max(0, int(last.cache.tally[ASKED])),
        computed=max(0, int(last.cache.tally[COMPUTED])),
        relative_width=trace.stepper.certificate(problem, last.alpha).relative_width,
    )
