"""Machines along C on one matrix: each is what the trainer finds alone, whatever was carried over from the last."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import Gaussian, Precomputed, c_svc, c_svc_of_signs, certificate
from core.problem.arrays import Matrix, Vector
from core.solver import Outcome, Trained, new_cancel_flag, train
from core.solver.trainer.along import Along
from tests.core.small_problems import labelled_points, moons

TOLERANCE = 1e-3
CS = [0.03, 0.1, 0.5, 2.0, 10.0, 1e3, 1e5]


def _proved(K: Matrix, y: Vector, C: float, found: Trained) -> None:
    """Assert that an answer is optimal, by scores that are computed here."""
    assert found.outcome == Outcome.OPTIMAL
    assert abs(y @ found.alpha) <= 1e-9 * max(1.0, found.alpha.sum())
    assert (found.alpha >= 0.0).all()
    assert (found.alpha <= C).all()
    score = y - K @ (y * found.alpha)
    up = np.where(y > 0, found.alpha < C, found.alpha > 0)
    low = np.where(y > 0, found.alpha > 0, found.alpha < C)
    if up.any() and low.any():
        assert score[up].max() - score[low].min() <= 2.0 * TOLERANCE


def _walk(along: Along, y: Vector, C: float, last: Trained | None, before: float, grown: bool) -> Trained:
    """Go on from the multipliers of the last one as they are, or grown with the box."""
    form = c_svc_of_signs(y, C)
    if last is None:
        return along.train(form, 0.0, TOLERANCE, new_cancel_flag())
    times = C / before if grown else 1.0
    start = np.where(last.alpha >= before, C, last.alpha * times) if grown else last.alpha
    return along.train(replace(form, start=start), times, TOLERANCE, new_cancel_flag())


@pytest.mark.parametrize("grown", [False, True], ids=["as they are", "grown"])
@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0])
def test_every_machine_along_the_way_is_proved_by_scores_computed_anew(gamma: float, grown: bool) -> None:
    X, y = moons(300, seed=2)
    K = Gaussian(gamma).gram(X, X)
    along, last, before = Along(K), None, 0.0
    for C in CS:
        last, before = _walk(along, y, C, last, before, grown), C
        _proved(K, y, C, last)


@given(labelled_points(), st.lists(st.sampled_from(CS), min_size=1, max_size=5), st.sampled_from([0.1, 5.0]))
def test_a_machine_of_any_points_has_the_dual_value_of_one_alone(
    data: tuple[Matrix, Vector], penalties: list[float], gamma: float
) -> None:
    X, y = data
    K = Gaussian(gamma).gram(X, X)
    along, last, before = Along(K), None, 0.0
    for C in sorted(penalties):
        last, before = _walk(along, y, C, last, before, grown=False), C
        alone = train(c_svc_of_signs(y, C), K, Precomputed(), TOLERANCE)
        _proved(K, y, C, last)
        ours, theirs = (certificate(c_svc(K, y, Precomputed(), C), found.alpha, found.b) for found in (last, alone))
        assert ours.dual == pytest.approx(theirs.dual, abs=4.0 * TOLERANCE * C * len(y))


def test_a_run_that_starts_elsewhere_has_its_scores_computed() -> None:
    X, y = moons(120, seed=4)
    K = Gaussian(2.0).gram(X, X)
    along = Along(K)
    along.train(c_svc_of_signs(y, 1.0), 0.0, TOLERANCE, new_cancel_flag())
    other = train(c_svc_of_signs(y, 3.0), K, Precomputed(), 1e-1)
    form = replace(c_svc_of_signs(y, 4.0), start=other.alpha)
    _proved(K, y, 4.0, along.train(form, 0.0, TOLERANCE, new_cancel_flag()))


def test_what_the_compiled_loop_does_not_end_goes_on_as_the_trainer_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = moons(120, seed=4)
    K = Gaussian(2.0).gram(X, X)
    monkeypatch.setattr("core.solver.trainer.along.PART", 5)
    along, last, before = Along(K), None, 0.0
    for C in CS:
        last, before = _walk(along, y, C, last, before, grown=False), C
        _proved(K, y, C, last)


def test_who_cancels_is_told_so_and_the_next_machine_is_right() -> None:
    X, y = moons(300, seed=2)
    K = Gaussian(1.0).gram(X, X)
    along, flag = Along(K), new_cancel_flag()
    flag[0] = 1
    assert along.train(c_svc_of_signs(y, 100.0), 0.0, TOLERANCE, flag).outcome == Outcome.CANCELLED
    _proved(K, y, 100.0, along.train(c_svc_of_signs(y, 100.0), 1.0, TOLERANCE, new_cancel_flag()))


def test_a_matrix_that_is_closed_to_writing_serves_as_well() -> None:
    X, y = moons(60, seed=1)
    K = Gaussian(1.0).gram(X, X)
    K.flags.writeable = False
    _proved(K, y, 1.0, Along(K).train(c_svc_of_signs(y, 1.0), 0.0, TOLERANCE, new_cancel_flag()))
