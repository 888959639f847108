"""The functions of LIBSVM in the order in which they call one another, and how often a run of its loop calls each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np

from ...estimators.machine.one_vs_one import PairDuals
from ...problem import Formulation, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from ...problem.scalars import free_scalars
from ...solver import LoopRule, LoopState, Outcome, Said
from ...solver.libsvm import cache, loop_step, shrinking, state, working_set
from ...trace import Trace, record


@dataclass(frozen=True)
class LibsvmCall:
    """One function of LIBSVM, and the one of this project that does its work."""

    name: str  # key, and suffix of keys in the catalogues
    theirs: str
    depth: int  # how many functions call it, one within another
    ours: Callable[..., Any]
    file: str  # of ours


SOLVES: Final[Mapping[Formulation, str]] = {
    Formulation.C_SVC: "c_svc",
    Formulation.NU_SVC: "nu_svc",
    Formulation.ONE_CLASS: "one_class",
    Formulation.EPS_SVR: "eps_svr",
    Formulation.NU_SVR: "nu_svr",
}
LOOP: Final = "core/solver/libsvm"
FORMS: Final = "core/problem/formulation"
CALLS: Final = (
    LibsvmCall("train", "svm_train", 0, PairDuals, "core/estimators/machine/one_vs_one.py"),
    LibsvmCall("one", "svm_train_one", 1, record, "core/trace/record.py"),
    LibsvmCall("c_svc", "solve_c_svc", 2, c_svc, f"{FORMS}/classification.py"),
    LibsvmCall("nu_svc", "solve_nu_svc", 2, nu_svc, f"{FORMS}/classification.py"),
    LibsvmCall("one_class", "solve_one_class", 2, one_class, f"{FORMS}/one_class.py"),
    LibsvmCall("eps_svr", "solve_epsilon_svr", 2, eps_svr, f"{FORMS}/regression.py"),
    LibsvmCall("nu_svr", "solve_nu_svr", 2, nu_svr, f"{FORMS}/regression.py"),
    LibsvmCall("solve", "Solver::Solve", 3, loop_step._pass, f"{LOOP}/loop_step.py"),
    LibsvmCall("select", "select_working_set", 4, working_set.choose, f"{LOOP}/working_set.py"),
    LibsvmCall("row", "get_Q", 4, state.use_row, f"{LOOP}/state.py"),
    LibsvmCall("fetch", "Cache::get_data", 5, cache.fetch, f"{LOOP}/cache.py"),
    LibsvmCall("shrink", "do_shrinking", 4, shrinking.shrink, f"{LOOP}/shrinking.py"),
    LibsvmCall("rebuild", "reconstruct_gradient", 4, shrinking.rebuild, f"{LOOP}/shrinking.py"),
    LibsvmCall("rho", "calculate_rho", 4, free_scalars, "core/problem/scalars.py"),
)
BY_NAME: Final = {each.name: each for each in CALLS}


def source(call: LibsvmCall) -> str:
    """Return the source of our function, as the file has it."""
    written: Any = getattr(call.ours, "py_func", call.ours)  # a compiled function keeps the Python that it is made of
    return inspect.cleandoc("\n" + inspect.getsource(written)) + "\n"


@dataclass(frozen=True)
class Counts:
    """How often a run calls each function, and what its rows cost."""

    calls: Mapping[str, int]  # by `LibsvmCall.name`; the functions of other machines have 0
    passes: int  # of the loop, with the one that finds no pair
    rows: int  # requested from the cache
    hits: int
    read: int  # kernel values
    computed: int  # those that were not in the cache


def counts(trace: Trace) -> Counts:
    """Return the counts of a run of LIBSVM's loop, whose own tally they are."""
    problem, last = trace.problem, trace.last
    if not (isinstance(problem, Problem) and isinstance(last, LoopState)):
        raise TypeError(f"{trace.stepper.name} has no such calls")
    tally, said = last.cache.tally, trace.table["said"]
    passes = len(trace)
    if trace.outcome is Outcome.OPTIMAL:  # the pass that finds no pair moves nothing, and has no row in the table
        said, passes = np.append(said, last.said), passes + 1
    stars, returns, dots = (int(np.count_nonzero(said & bit)) for bit in (Said.STAR, Said.RETURN, Said.DOT))
    hits, misses = (max(0, int(tally[place])) for place in (cache.HITS, cache.MISSES))
    calls = dict.fromkeys(BY_NAME, 0)
    calls |= {"train": 1, "one": 1, SOLVES[problem.form.formulation]: 1, "solve": 1, "rho": 1}
    calls |= {"select": passes + stars, "row": hits + misses, "fetch": hits + misses}
    calls |= {"shrink": dots if cast(LoopRule, trace.rule).shrinking else 0, "rebuild": stars + returns}
    return Counts(calls, passes, hits + misses, hits, *(max(0, int(tally[k])) for k in (cache.ASKED, cache.COMPUTED)))
