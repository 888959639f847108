from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import (
    InputError,
    LinearProblem,
    linear_certificate,
    linear_decision_values,
    linear_gradient,
    linear_svc,
    plane,
    projected_gradient,
    validation,
    weights,
)
from tests.core.small_problems import labelled_points, moons, penalties

LOSSES = ("hinge", "squared_hinge")


@st.composite
def points_of_a_box(draw: st.DrawFn, hard: bool = False) -> tuple[LinearProblem, np.ndarray]:
    """Return a problem and any point of its box."""
    X, y = draw(labelled_points())
    C = math.inf if hard else draw(penalties)
    problem = linear_svc(X, y, C, draw(st.sampled_from(LOSSES)), draw(st.sampled_from([None, 1.0, 0.5])))
    top = min(problem.dual.upper, 2.0 * C if math.isfinite(C) else 3.0)
    share = st.sampled_from([0.0, 1.0]) | st.floats(0, 1)
    return problem, top * np.array(draw(st.lists(share, min_size=len(y), max_size=len(y))))


def _exact(problem: LinearProblem, alpha: np.ndarray) -> tuple[Fraction, Fraction]:
    """Return P and D of a soft problem without any rounding."""
    rows = [[Fraction(float(v)) for v in row] for row in problem.dual.features]
    a, y, C = [Fraction(float(v)) for v in alpha], [int(v) for v in problem.y], Fraction(problem.C)
    w = [sum((a[i] * y[i] * row[k] for i, row in enumerate(rows)), Fraction(0)) for k in range(len(rows[0]))]
    norm = sum((v * v for v in w), Fraction(0))
    slack = [
        max(Fraction(0), 1 - s * sum(u * v for u, v in zip(row, w, strict=True)))
        for s, row in zip(y, rows, strict=True)
    ]
    if problem.loss == "hinge":
        return norm / 2 + C * sum(slack), norm / 2 - sum(a)
    return norm / 2 + C * sum(s * s for s in slack), norm / 2 + sum(v * v for v in a) / (4 * C) - sum(a)


@given(points_of_a_box())
def test_the_certificate_is_that_of_exact_arithmetic_and_its_gap_is_never_too_small(
    generated: tuple[LinearProblem, np.ndarray],
) -> None:
    problem, alpha = generated
    proof = linear_certificate(problem, alpha)
    primal, dual = _exact(problem, alpha)
    size = 1e-12 * (1.0 + proof.primal + abs(proof.dual) + alpha.sum())
    assert proof.primal == pytest.approx(float(primal), abs=size)
    assert proof.dual == pytest.approx(float(dual), abs=size)
    assert proof.gap >= -1e-300
    assert proof.gap == pytest.approx(float(primal + dual), abs=size)
    assert primal + dual <= Fraction(proof.gap) + Fraction(proof.rounding) + Fraction(1, 10**300)
    assert proof.box == 0.0


@given(points_of_a_box())
def test_the_gradient_is_the_slope_of_the_dual_and_the_violation_its_projection(
    generated: tuple[LinearProblem, np.ndarray],
) -> None:
    problem, alpha = generated
    features, y = problem.dual.features, problem.y
    Q = np.outer(y, y) * (features @ features.T) + problem.dual.diagonal * np.eye(len(y))
    G = linear_gradient(problem, alpha)
    np.testing.assert_allclose(G, Q @ alpha - 1.0, rtol=1e-9, atol=1e-9 * (1 + np.abs(Q).max() * alpha.sum()))
    np.testing.assert_allclose(problem.dual.curvature, Q.diagonal(), rtol=1e-12)
    worst = 0.0
    for value, slope in zip(alpha, G, strict=True):
        if value > 0:
            worst = max(worst, slope)
        if value < problem.dual.upper:
            worst = max(worst, -slope)
    assert linear_certificate(problem, alpha).violation == pytest.approx(worst, rel=1e-12, abs=1e-12)
    assert np.abs(projected_gradient(problem, alpha, G)).max() == pytest.approx(worst, rel=1e-12, abs=1e-12)


@given(points_of_a_box(hard=True))
def test_the_primal_of_a_hard_margin_is_that_of_the_best_rescaling(generated: tuple[LinearProblem, np.ndarray]) -> None:
    problem, alpha = generated
    proof, w = linear_certificate(problem, alpha), weights(problem, alpha)
    smallest = float((problem.y * (problem.dual.features @ w)).min())
    assert problem.hard
    if smallest <= 1e-150:
        assert proof.primal == proof.gap == math.inf
    else:
        assert proof.primal == pytest.approx(0.5 * (w / smallest) @ (w / smallest), rel=1e-6)
        assert proof.gap >= -1e-9 * (1 + proof.primal + alpha.sum())


def test_the_constant_feature_is_the_last_column_and_its_weight_makes_the_offset() -> None:
    problem = linear_svc([[1.0, 2.0], [3.0, 4.0]], [1, -1], 1.0, bias=2.0)
    assert problem.dual.features.tolist() == [[1.0, 2.0, 2.0], [3.0, 4.0, 2.0]]
    found = plane(problem, np.array([1.0, 0.5]))
    assert (found.w.tolist(), found.b) == ([-0.5, 0.0], 2.0)
    assert linear_decision_values(problem, np.array([1.0, 0.5]), np.array([[2.0, 7.0]])).tolist() == [1.0]


def test_without_a_bias_the_plane_goes_through_the_origin() -> None:
    problem = linear_svc([[1.0], [-1.0]], [1, -1], 1.0, bias=None)
    assert problem.dual.features is problem.X
    assert plane(problem, np.array([1.0, 1.0])).b == 0.0


@pytest.mark.parametrize(("loss", "upper", "diagonal"), [("hinge", 4.0, 0.0), ("squared_hinge", math.inf, 0.125)])
def test_each_loss_has_its_box_and_its_diagonal(loss: str, upper: float, diagonal: float) -> None:
    dual = linear_svc([[1.0], [-1.0]], [1, -1], 4.0, loss).dual
    assert (dual.upper, dual.diagonal, dual.ceiling) == (upper, diagonal, math.inf)


def test_the_arrays_cannot_be_written_to_and_the_callers_own_stay_his() -> None:
    X, y = moons(20)
    problem = linear_svc(X, y, 1.0)
    for array in (problem.X, problem.y, problem.dual.features, problem.dual.curvature):
        assert not array.flags.writeable
    assert X.flags.writeable
    assert problem.dual.features.flags.c_contiguous


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"Phi": [["a"], ["b"]]}, "points.not_numbers"),
        ({"Phi": [1.0, 2.0]}, "points.shape"),
        ({"Phi": np.empty((0, 2))}, "points.none"),
        ({"Phi": [[math.nan], [1.0]]}, "points.not_finite"),
        ({"Phi": [[1e200], [1.0]]}, "points.too_large"),
        ({"y": [1, 2]}, "labels.not_signs"),
        ({"y": [1, 1]}, "labels.one_class"),
        ({"y": [1, -1, 1]}, "labels.length"),
        ({"C": 0.0}, "C.not_positive"),
        ({"C": math.nan}, "C.not_positive"),
        ({"loss": "logistic"}, "loss.unknown"),
        ({"bias": 0.0}, "bias.not_positive"),
        ({"bias": -1.0}, "bias.not_positive"),
        ({"bias": math.inf}, "bias.not_positive"),
    ],
)
def test_the_door_refuses_with_the_key_of_a_sentence(changed: dict[str, Any], key: str) -> None:
    asked: dict[str, Any] = {"Phi": [[0.0], [1.0]], "y": [1, -1], "C": 1.0} | changed
    with pytest.raises(InputError) as refused:
        linear_svc(**asked)
    assert refused.value.key == key


def test_a_table_of_features_beyond_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "MOST_FEATURE_BYTES", 100)
    with pytest.raises(InputError, match="20 numbers in the table of features; at most 12 fit") as refused:
        linear_svc(np.ones((10, 2)), [1, -1] * 5, 1.0)
    assert refused.value.key == "features.too_many"
