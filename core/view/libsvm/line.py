"""What LIBSVM prints while it runs: its line of dots and stars, pass by pass."""

from __future__ import annotations

from core.problem import Problem
from core.solver import LoopState, Said
from core.trace import Trace

WARNING = "!"  # stands for LIBSVM's sentence "using -h 0 may be faster"


def printed(said: int, alike: bool) -> str:
    """Return what one pass prints; where two equalities hold, the return at ten tolerances prints nothing."""
    signs = (
        (Said.WARNED_AT_RETURN, WARNING),
        (Said.RETURN, "" if alike else "*"),
        (Said.DOT, "."),
        (Said.WARNED_AT_STAR, WARNING),
        (Said.STAR, "*"),
    )
    return "".join(sign for bit, sign in signs if said & bit)


def printed_line(trace: Trace) -> tuple[str, ...]:
    """Return what each pass of a run of LIBSVM's loop printed; the last entry is that of the pass that ended it."""
    problem, last = trace.problem, trace.last
    if not (isinstance(problem, Problem) and isinstance(last, LoopState)):
        raise TypeError(f"{trace.stepper.name} prints no such line")
    said = trace.table["said"].tolist()
    return tuple(printed(each, problem.dual.alike) for each in [*said, last.said])
