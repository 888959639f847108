"""The widest street by a library's primal and by hulls is the one of SMO's dual; each start ends there."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.problem import InputError, Linear, Problem, Separable, c_svc, certificate, separation
from core.solver import Outcome, answer
from core.topics.margin.experiment import (
    Street,
    from_starts,
    hull_bound,
    largest_difference,
    nearest_of_hulls,
    outline,
    primal_street,
    random_start,
    without_point,
)
from core.view import Light, Solution, solution
from tests.core.golden import GOLDEN
from tests.core.small_problems import Labels, Points, labelled_points

TIGHT = 1e-11
MANY = 1000
GOLD = {entry["id"]: entry for entry in GOLDEN["problems"]}


def _solved(X: Points, y: Labels, C: float) -> tuple[Problem, Solution]:
    problem = c_svc(X, y, Linear(), C)
    return problem, solution(problem, answer(problem, tolerance=TIGHT, limit=200_000))


def _street(found: Solution) -> Street:
    assert found.w is not None
    return Street(found.w, found.b, found.certificate.primal, found.alpha)


def _apart_by(rng: np.random.Generator) -> tuple[Points, Labels]:
    """Return points with a street of width 1 or more between the classes."""
    n, angle = int(rng.integers(4, 40)), rng.uniform(0, 2 * math.pi)
    w = np.array([math.cos(angle), math.sin(angle)])
    along, across = rng.normal(size=n), rng.uniform(0.5, 2.0, size=n)
    y = np.where(np.arange(n) < 2 + n // 3, 1.0, -1.0)
    return np.multiply.outer(along, np.array([-w[1], w[0]])) + np.multiply.outer(across * y, w) + rng.normal(size=2), y


def _value(X: Points, y: Labels, C: float, found: Solution, b: float) -> float:
    """Return the primal objective of w as SMO found it, with another b."""
    assert found.w is not None
    return 0.5 * float(found.w @ found.w) + C * float(np.maximum(0.0, 1.0 - y * (X @ found.w + b)).sum())


def _penalty(k: int, rng: np.random.Generator) -> float:
    """Return a hard margin for each second set, the one that a line separates."""
    return math.inf if k % 2 else float(10 ** rng.uniform(-2, 1))


def test_the_primal_of_a_library_is_the_dual_of_smo_on_a_thousand_sets() -> None:
    rng, wrong = np.random.default_rng(0), []
    for k in range(MANY):
        n = int(rng.integers(4, 24))
        X, y = _apart_by(rng) if k % 2 else (rng.normal(size=(n, 2)), np.where(np.arange(n) % 2, 1.0, -1.0))
        C = _penalty(k, rng)
        _, found = _solved(X, y, C)
        primal = primal_street(X, y, C)
        assert primal is not None
        free = math.isfinite(C) and math.isclose(_value(X, y, C, found, primal.b), primal.objective, rel_tol=1e-9)
        within = replace(primal, b=found.b) if free else primal  # more than one b is optimal
        if within.apart(_street(found)) > 1e-7:
            wrong.append((k, C, within.apart(_street(found))))
    assert wrong == []


def test_the_hulls_of_a_hard_margin_give_the_same_line() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        X, y = _apart_by(rng)
        _, found = _solved(X, y, math.inf)
        hulls = nearest_of_hulls(X, y)
        assert hulls is not None
        w, b = hulls.bisector
        assert found.w is not None
        assert np.allclose([*w, b], [*found.w, found.b], rtol=1e-6, atol=1e-6 * np.abs(found.w).max())
        assert math.isclose(hulls.distance, found.margin_width, rel_tol=1e-7)
        assert math.isclose(hulls.distance, float(np.hypot(*(hulls.plus - hulls.minus))))


@given(labelled_points(), st.floats(-2, 3).map(lambda exponent: 10.0**exponent))
@settings(max_examples=150)
def test_the_reduced_hulls_of_a_soft_margin_have_its_direction(generated: tuple[Points, Labels], C: float) -> None:
    _, found = _solved(*generated, C)
    assert found.w is not None
    length = float(np.hypot(*found.w))
    X, y = generated
    total = float(found.alpha[y > 0].sum())
    assume(length > 0.05 * total and found.light is Light.PROVED)
    hulls = nearest_of_hulls(X, y, hull_bound(found.alpha, y, C))
    assert hulls is not None
    assert np.allclose(total * (hulls.plus - hulls.minus), found.w, rtol=1e-3, atol=1e-3 * length)
    assert hulls.weights.max() <= hulls.bound + 1e-12


@pytest.mark.parametrize("entry", GOLDEN["extras"]["separability"], ids=str)
def test_what_no_line_separates_has_no_street_and_its_hulls_meet(entry: dict[str, list[float]]) -> None:
    X, y = np.array(entry["X"], dtype=float), np.array(entry["y"], dtype=float)
    if X.shape[1] == 1:
        X = np.column_stack([X, np.zeros(len(X))])
    separable = bool(entry["separable"])
    assert separation(Linear(), X, y).separable is (Separable.YES if separable else Separable.NO)
    assert (primal_street(X, y, math.inf) is not None) == separable
    assert (nearest_of_hulls(X, y) is not None) == separable


@pytest.mark.parametrize("name", ["G01", "G02"])
def test_the_examples_of_the_textbook_come_out_by_every_route(name: str) -> None:
    entry, known = GOLD[name], GOLD[name]["solution"]
    X, y = np.array(entry["X"], dtype=float), np.array(entry["y"], dtype=float)
    primal, hulls = primal_street(X, y, math.inf), nearest_of_hulls(X, y)
    assert primal is not None
    assert hulls is not None
    for w, b in ((primal.w, primal.b), hulls.bisector):
        assert np.allclose(X @ w + b, known["decision_train"], atol=1e-9)
        assert math.isclose(b, known["b"], rel_tol=1e-9)
    assert math.isclose(primal.width, known["margin_width"], rel_tol=1e-9)
    assert np.allclose(primal.alpha, known["alpha"], atol=1e-9)


@given(labelled_points(), st.sampled_from([0.05, 0.3, 0.5, 1.0]))
def test_no_point_of_a_reduced_hull_lies_beyond_its_outline(generated: tuple[Points, Labels], bound: float) -> None:
    X = generated[0]
    bound = max(bound, 1.0 / len(X))
    corners, rng = outline(X, bound), np.random.default_rng(0)
    for _ in range(20):
        weights = np.minimum(rng.dirichlet(np.ones(len(X))), bound)
        weights += (1.0 - weights.sum()) * (bound - weights) / max(float((bound - weights).sum()), 1e-300)
        way = rng.normal(size=2)
        size = float(np.abs(X).max()) + 1.0
        reach = 1e-4 * size * np.hypot(*way)  # between two of its directions
        assert way @ (weights @ X) <= (corners @ way).max() + reach


# ---- from anywhere ----


@given(labelled_points(), st.integers(0, 99), st.one_of(st.just(math.inf), st.floats(0.01, 100.0)))
def test_a_random_start_is_feasible(generated: tuple[Points, Labels], seed: int, C: float) -> None:
    problem = c_svc(*generated, Linear(), C)
    alpha = random_start(problem, seed)
    assert (alpha >= 0).all()
    assert (alpha <= problem.form.upper).all()
    assert abs(alpha @ problem.y) <= 1e-12 * alpha.sum()


def test_every_start_ends_at_the_same_line() -> None:
    rng = np.random.default_rng(2)
    for _ in range(10):
        X, y = _apart_by(rng)
        problem, found = _solved(X, y, math.inf)
        runs = from_starts(problem, range(4), 1e-9, 100_000)
        assert all(run.outcome == Outcome.OPTIMAL for run in runs)
        assert largest_difference(runs) <= 1e-7
        assert len({run.before for run in runs}) == 4
        assert math.isclose(runs[0].objective, -found.certificate.primal, rel_tol=1e-7)
    assert math.isnan(largest_difference([]))


# ---- without a point ----


@given(labelled_points(), st.one_of(st.just(math.inf), st.floats(0.01, 100.0)))
@settings(max_examples=60)
def test_a_point_off_the_margin_changes_nothing_and_the_old_multipliers_prove_it(
    generated: tuple[Points, Labels], C: float
) -> None:
    X, y = generated
    problem, found = _solved(X, y, C)
    assume(found.light is Light.PROVED and found.w is not None)
    for i in np.flatnonzero(found.alpha == 0.0)[:3]:
        if np.count_nonzero(y == y[i]) == 1:
            continue
        without = without_point(problem, found, int(i), TIGHT, 100_000)
        assert without.proof is not None
        assert without.stays
        assert without.proof.relative_gap <= max(1e-9, 2.0 * found.certificate.relative_gap)
        after = certificate(without.left, without.solution.alpha, without.solution.b)
        assert math.isclose(after.primal, found.certificate.primal, rel_tol=1e-7, abs_tol=1e-12)


def test_a_support_vector_moves_the_line_and_the_last_of_its_class_is_refused() -> None:
    entry = GOLD["G02"]
    X, y = np.array(entry["X"], dtype=float), np.array(entry["y"], dtype=float)
    problem, found = _solved(X, y, math.inf)
    moved = {i: not without_point(problem, found, i, TIGHT, 10_000).stays for i in range(len(y))}
    assert [i for i, moves in moved.items() if moves] == entry["solution"]["support_indices"]
    first = GOLD["G01"]
    problem, found = _solved(np.array(first["X"], dtype=float), np.array(first["y"], dtype=float), math.inf)
    with pytest.raises(InputError, match="only point of its class"):
        without_point(problem, found, 2, TIGHT, 10_000)
