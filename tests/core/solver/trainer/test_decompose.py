"""What a run in float32 says of its own error holds for every point, in tails of any weight; and it ends."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from core.estimators import NuSVR
from core.problem import Gaussian, Kernel, Polynomial, Sigmoid, c_svc_form
from core.solver import Outcome, new_cancel_flag
from core.solver.trainer.decompose import decompose
from core.solver.trainer.exact_scores import SAFETY
from core.solver.trainer.rows.working_rows import exact_pull, rows_for
from core.solver.trainer.run import Furthest, RunOptions
from core.solver.trainer.small import Posed, box_of
from core.solver.trainer.train import new_progress


def heavy(seed: int, far_apart: bool) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    shape = (2400, int(random.integers(4, 40)))
    apart = 10.0 ** random.normal(size=(2400, 1))
    X = apart * random.normal(size=shape) if far_apart else random.standard_t(2, shape)
    y = np.where(X[:, 0] + np.abs(X).mean() * random.normal(size=2400) > np.median(X[:, 0]), 1.0, -1.0)
    return X, y


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("kernel", "far_apart"),
    [(Gaussian(0.05), False), (Gaussian(0.01), True), (Polynomial(3, 0.01, 1.0), False)],
    ids=str,
)
def test_no_score_is_wrong_by_more_than_the_error_that_was_seen_allows(
    kernel: Kernel, far_apart: bool, seed: int
) -> None:
    X, y = heavy(seed, far_apart)
    form = c_svc_form(y, len(y), 0.1)
    box = box_of(Posed(form.y, form.p, form.upper, form.diagonal, form.alike))
    rows = rows_for(X, kernel, 5_000_000)
    options = RunOptions(1e-3, 1_000_000, np.inf, True, new_cancel_flag(), new_progress())
    run, outcome = decompose(rows, box, np.zeros(len(y)), options)
    assert outcome != Outcome.OPTIMAL or run.violation < 1e-3
    if outcome == Outcome.OPTIMAL:
        support = np.flatnonzero(run.given.beta)
        exact = exact_pull(rows, np.arange(len(y)), support, run.given.beta[support], new_cancel_flag())
        assert np.abs(exact - run.given.pull).max() <= SAFETY * run.error


def test_a_run_that_comes_no_further_ends_as_stuck_and_not_at_its_limit() -> None:
    x, y = np.random.default_rng(1).normal(size=(2, 22)) * 1e8
    machine = NuSVR(kernel=Sigmoid(1.0, 2e-16), C=1e100, nu=0.001, cache_size=1e-6, max_iter=10_000_000)
    with pytest.warns(ConvergenceWarning):
        machine.fit(np.outer(x, [1.0, 2.0, 3.0]), y)
    assert machine.fit_status_ == 1
    assert machine.n_iter_ < 100_000


def test_a_part_that_lowers_nothing_comes_no_further() -> None:
    furthest = Furthest()
    assert furthest.passed(5.0, 3.0), "the first part has nothing before it"
    furthest = furthest.after(5.0, 3.0)
    assert furthest.passed(4.0, 3.0), "the dual has fallen"
    furthest = furthest.after(4.0, 3.0)
    assert furthest.passed(4.0, 1.0), "the violation is less than half of the best"
    furthest = furthest.after(4.0, 1.0)
    assert not furthest.passed(4.0, 0.6)
    assert not furthest.passed(math.nan, math.nan)
    assert furthest.after(5.0, 3.0) == furthest, "a part that ends further up takes nothing back"
