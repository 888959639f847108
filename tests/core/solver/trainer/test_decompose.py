"""What a run in float32 says of its own error holds for every point, in tails of any weight."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import Gaussian, Kernel, Polynomial, c_svc_form
from core.solver import Outcome, new_cancel_flag
from core.solver.trainer.decompose import decompose
from core.solver.trainer.exact_scores import SAFETY
from core.solver.trainer.rows.working_rows import exact_pull, rows_for
from core.solver.trainer.run import RunOptions
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
    run, violation, outcome = decompose(rows, box, np.zeros(len(y)), options)
    assert outcome != Outcome.OPTIMAL or violation < 1e-3
    if outcome == Outcome.OPTIMAL:
        support = np.flatnonzero(run.all_beta)
        exact = exact_pull(rows, np.arange(len(y)), support, run.all_beta[support], new_cancel_flag())
        assert np.abs(exact - run.all_pull).max() <= SAFETY * run.error
