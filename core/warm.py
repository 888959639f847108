"""Compile, or load from the cache, everything that a page calls, before the server reports that it is ready."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from .problem import (
    FormulaKernel,
    FourierMap,
    Gaussian,
    Polynomial,
    Precomputed,
    Problem,
    Sigmoid,
    StringKernel,
    TaylorGaussian,
    TaylorMap,
    c_svc,
    cross_gram,
    linear_svc,
)
from .problem.arrays import Matrix
from .problem.maps.cosine import fill, scaled_cosine
from .solver import answer, finish, new_cancel_flag, regularisation_path, train
from .solver.trainer import CACHE_BYTES
from .solver.trainer.along import Along
from .solver.trainer.small import Posed, solve_small_finely
from .solver.trainer.train import few_values
from .topics.budget.experiment import MAPS, MapChoice, Setting, approximate, judged, reference
from .topics.gamma.experiment import panel
from .topics.strings.view import tables
from .trace import Trace, by_hand, pick, record
from .view import box_at, curves, pair_at, playback, solution, ties_at

BOARD = ("finish", "record", "answer")  # what one draws and solves with; the trainer helps only where the steps crawl
JOBS = (  # as processes take them that compile: the long ones early, and what others have compiled a part of late
    BOARD,
    ("few points",),
    ("maps",),
    ("platt", "every pair"),
    ("dual-cd",),
    ("pair", "hand"),
    ("along",),
    ("regions",),
    ("perceptron",),
    ("budget",),
    ("strings",),
)
# For one page each, for more points than one draws, or for a C and a kernel that need float64 throughout.
LATER = (("libsvm",), ("path",), ("many points",), ("few points finely",))
AT_START = tuple(name for job in JOBS for name in job)
EVERYTHING = (*AT_START, *(name for job in LATER for name in job))


def warm_up(names: Sequence[str], report: Callable[[str], None] = lambda name: None) -> None:
    """Run the compiled loops of these names once on a few points each; `report` is told each name when it is done."""
    if unknown := set(names) - set(EVERYTHING):
        raise ValueError(f"nothing to warm up is called {', '.join(sorted(unknown))}")
    jobs = _jobs(_four_points())
    for name in names:
        jobs[name]()
        report(name)


def _jobs(problem: Problem) -> dict[str, Callable[[], object]]:
    linear = linear_svc(problem.X, problem.y, 1.0)
    return {
        "finish": lambda: finish(problem),
        "record": lambda: curves(record(problem)),
        "answer": lambda: (solution(problem, answer(problem)), *_all_grams(problem)),
        "strings": lambda: (StringKernel(2, 0.5).gram(["ab", "ba"], ["ab"]), tables("ab", "ba", 2, 0.5)),
        "few points": lambda: _train(problem, CACHE_BYTES),
        "few points finely": lambda: _train_finely(problem),
        "many points": lambda: _train(problem, 0),
        "along": lambda: Along(_gram(problem)).train(problem.form, 0.0, 1e-3, new_cancel_flag()),
        "pair": lambda: (
            *(looked(run, 0) for run in (record(problem), _kept()) for looked in (pair_at, box_at)),
            playback(record(problem)),
        ),
        "hand": lambda: pick(by_hand(problem, [(0, 2)]), 1, 3),
        "every pair": lambda: (
            finish(problem, "smo-best-pair"),
            pair_at(record(problem, "smo-cyclic"), 0),
            *(ties_at(run, 0) for run in (record(problem, "smo-best-pair"), _kept("smo-best-pair"))),
        ),
        "platt": lambda: (finish(problem, "platt"), curves(record(problem, "platt"))),
        "libsvm": lambda: (finish(problem, "libsvm"), playback(run := record(problem, "libsvm")), run.state_at(0)),
        "regions": lambda: panel(problem.X, problem.y, 1.0, 10.0, (-2.0, -2.0, 4.0), 1e-3, 1000),
        "maps": _all_maps,
        "budget": _budget,
        "path": lambda: regularisation_path(problem.X, problem.y, problem.kernel, 0.1, 10.0),
        "dual-cd": lambda: (finish(linear, "dual-cd"), curves(record(linear, "dual-cd"))),
        "perceptron": lambda: (
            finish(problem, "perceptron"),
            playback(record(problem, "perceptron")),
            finish(linear, "perceptron-primal", limit=1),
        ),
    }


def _kept(rule: str = "smo-second-order") -> Trace:
    """Return a run as a page keeps it: the arrays of its problem cannot be written."""
    run = record(_four_points(), rule)
    for part in run.problem.dual:
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return run


def _all_grams(problem: Problem) -> tuple[Matrix, ...]:
    """Return a Gram matrix of each kind: of one set, of two, and one that is made symmetric afterwards."""
    polynomial = c_svc(problem.X, problem.y, Polynomial(2), 1.0)
    others = (Sigmoid(1.0, 0.0), TaylorGaussian(1.0, 2), FormulaKernel("x1*z1"))
    return (
        problem.gram,
        cross_gram(problem, problem.X[:2]),
        polynomial.gram,
        *(k.gram(problem.X, problem.X) for k in others),
    )


def _train(problem: Problem, cache: int) -> None:
    """Run the trainer on the whole Gram matrix where the cache takes it, as for few points, and else on rows of it."""
    train(problem.form, _gram(problem), Precomputed(), 1e-5, cache)


def _train_finely(problem: Problem) -> None:
    """Train in float64 alone, as `train` does where the steps of few points crawl."""
    form = problem.form
    posed = Posed(form.y, form.p, form.upper, form.diagonal, form.alike)
    values = few_values(len(form.y), _gram(problem), Precomputed(), CACHE_BYTES)
    if values is not None:
        g, cancel = np.empty(values.points), new_cancel_flag()
        solve_small_finely(values, posed, form.start.copy(), g, 1e-3, math.inf, 100, cancel)


def _gram(problem: Problem) -> Matrix:
    return np.array(problem.dual.kernel)


FAR = 1e15  # gamma, and an angle of a wave


def _all_maps() -> None:
    """Train every map, and leave alone the exact kernel, which others compile; then what only far or many points need.

    Under a large gamma exp(-gamma |x|^2) is 0: features come from logarithms, and a phase has many full turns.
    """
    setting = _eight_points()
    for name in MAPS:
        judged(MapChoice(name, 1), setting, 0)
    X = setting.X
    TaylorMap(1e6, 2).features(X)
    kept = X.copy()
    kept.flags.writeable = False  # as a page keeps its points: to Numba that is another type
    TaylorMap(1.0, 2).features(kept)
    FourierMap(FAR, 2).features(X)
    fill(X, np.ones((2, 2)), np.zeros(2), 1.0, np.empty((2, 2)), np.empty((len(X), 2)))
    scaled_cosine(np.ones((2, 2)), np.zeros(2), 1.0, True, FAR, np.empty((2, 4)))


def _budget() -> None:
    """Compare every map with the exact kernel."""
    setting = _eight_points()
    exact = reference(setting)
    for name in MAPS:
        approximate(MapChoice(name, 1), setting, exact)


def _eight_points() -> Setting:
    """Return points that no line parts: coordinate descent alone would take too long, Newton ends it."""
    t = np.arange(8.0)
    X, y = np.column_stack([np.cos(t), np.sin(1.7 * t)]), np.where(t % 2, 1.0, -1.0)
    return Setting(X, y, 1.0, 10.0, (-2.0, -2.0, 4.0))


def _four_points() -> Problem:
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    return c_svc(X, np.array([1.0, 1.0, -1.0, -1.0]), Gaussian(1.0), 10.0)
