"""What an approximation costs: errors against a slow recomputation, the exact boundary, and when both agree."""

from __future__ import annotations

import math
from itertools import takewhile
from typing import Any

import numpy as np
import pytest
from sklearn.svm import SVC

from core.problem import Gaussian
from core.problem.formulation.classification import c_svc_of_signs
from core.solver import new_cancel_flag
from core.solver.linear.kernel_dual import kernel_dual
from core.topics.descent.experiment import PROVED
from ui.solve import solving
from ui.solve.approximation import enough as search
from ui.solve.approximation import overlay as overlays
from ui.solve.approximation.enough import LADDERS, NEAR, Enough
from ui.solve.approximation.errors import PLACES, kernel_errors
from ui.solve.approximation.overlay import CELLS, differing_share, ghost
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import GAUSSIANS, KERNELS, KernelSpec, exact_of, kernel_of, usual_spec
from ui.solve.limits import POINTS_IN_PAIRS
from ui.solve.options import LOSSES, AlgorithmOptions, CoordinateOptions
from ui.solve.solving import TOLERANCE

APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]
SQUARE = (-4.0, -4.0, 8.0)


def points(n: int = 24, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1).astype(np.int8)
    return rng.normal(0.0, 0.8, (n, 2)) + 0.7 * y[:, None], y


def asked(name: str, way: AlgorithmOptions | None = None, n: int = 24, **numbers: float) -> BoardProblem:
    X, y = points(n)
    return BoardProblem(X, y, {**usual_spec(name), **numbers}, 10.0, options=way)


def searched(question: BoardProblem) -> Enough:
    """Search to the end."""
    for _ in search.search(question, SQUARE, new_cancel_flag()):
        pass
    return search.enough(question, SQUARE)


def test_every_kernel_knows_whether_it_approximates_the_gaussian() -> None:
    assert [name for name in KERNELS if exact_of(usual_spec(name)) is not None] == APPROXIMATIONS
    assert exact_of({**usual_spec("taylor"), "gamma": 0.3}) == {"name": "gaussian", "gamma": 0.3}


@pytest.mark.parametrize("gamma", [0.05, 1.0])
@pytest.mark.parametrize("name", APPROXIMATIONS)
def test_the_errors_are_those_of_a_slow_recomputation(name: str, gamma: float) -> None:
    question = asked(name, gamma=gamma)
    kernel, X = kernel_of(question.kernel, question.X), question.X
    found = kernel_errors(X, kernel, gamma)
    slow = sorted(
        abs(
            float(kernel.gram(X[i : i + 1], X[j : j + 1])[0, 0])
            - math.exp(-gamma * float((X[i] - X[j]) @ (X[i] - X[j])))
        )
        for i in range(len(X))
        for j in range(i, len(X))
    )
    assert found.pairs == len(slow) == 300
    at = np.round(found.share * (len(slow) - 1)).astype(int)
    assert len(at) == PLACES
    np.testing.assert_allclose(10.0**found.measured, np.array(slow)[at], atol=1e-14, rtol=1e-9)
    assert found.worst == pytest.approx(slow[-1], abs=1e-14)


@pytest.mark.parametrize(("order", "gamma"), [(0, 0.1), (4, 0.2), (4, 1.0), (15, 1.0)])
def test_no_bound_of_a_taylor_kernel_is_below_the_error(order: int, gamma: float) -> None:
    question = asked("taylor", order=order, gamma=gamma)
    found = kernel_errors(question.X, kernel_of(question.kernel, question.X), gamma)
    printed, corrected, tight = (bound.values for bound in found.bounds)
    assert [bound.name for bound in found.bounds] == ["printed", "without", "tight"]
    for bound in (printed, corrected, tight):
        assert (bound >= found.measured - 1e-12).all()
    assert (tight <= corrected + 1e-12).all()
    assert (corrected <= printed + 1e-12).all()
    assert [bound.vacuous for bound in found.bounds] == sorted((b.vacuous for b in found.bounds), reverse=True)


def test_so_many_points_are_looked_at_and_no_more() -> None:
    X, _ = points(500)
    found = kernel_errors(X, kernel_of(usual_spec("taylor")), 1.0)
    assert (found.points, found.of, found.pairs) == (POINTS_IN_PAIRS, 500, POINTS_IN_PAIRS * (POINTS_IN_PAIRS + 1) // 2)
    assert kernel_errors(X[:1], kernel_of(usual_spec("taylor")), 1.0).pairs == 1


def decision(coef: np.ndarray, X: np.ndarray, gamma: float, places: np.ndarray) -> Any:
    return Gaussian(gamma).gram(places, X) @ coef[:-1] + coef[-1]


def test_the_ghost_is_the_machine_of_the_exact_kernel() -> None:
    question = asked("fourier", gamma=0.4)
    machine = SVC(kernel="rbf", gamma=0.4, C=10.0, tol=1e-6).fit(question.X, question.y)
    found = decision(ghost(question)["ghost"], question.X, 0.4, question.X)
    np.testing.assert_allclose(found, machine.decision_function(question.X), atol=1e-3)
    assert ghost(asked("gaussian")) == {} == ghost(asked("linear"))


@pytest.mark.parametrize("bias", [True, False])
def test_without_a_free_offset_the_ghost_solves_the_dual_without_the_constraint(bias: bool) -> None:
    question = asked("taylor", CoordinateOptions(bias=bias), gamma=0.4)
    X, y, coef = question.X, question.y.astype(float), ghost(question)["ghost"]
    alpha, K = coef[:-1] * y, Gaussian(0.4).gram(X, X) + float(bias)
    assert coef[-1] == pytest.approx(float(bias) * coef[:-1].sum())
    slope = y * (K @ (alpha * y)) - 1.0
    off = np.where(alpha <= 0.0, np.minimum(slope, 0.0), np.where(alpha >= 10.0, np.maximum(slope, 0.0), slope))
    assert np.abs(off).max() < 0.01


def test_a_problem_without_an_answer_has_neither_ghost_nor_share() -> None:
    X, _ = points()
    one = BoardProblem(X, np.ones(len(X), np.int8), usual_spec("taylor"), 10.0)
    assert ghost(one) == {}
    assert math.isnan(differing_share(one, SQUARE))
    same = BoardProblem(np.zeros((4, 2)), np.array([1, -1, 1, -1], np.int8), usual_spec("taylor"), None)
    assert ghost(same) == {}


@pytest.mark.parametrize("name", APPROXIMATIONS)
@pytest.mark.parametrize("way", [None, CoordinateOptions()])
def test_the_share_counts_the_cells_on_which_the_classes_differ(name: str, way: AlgorithmOptions | None) -> None:
    share = differing_share(asked(name, way, gamma=0.4), SQUARE)
    assert 0.0 <= share <= 1.0
    assert share * CELLS**2 == pytest.approx(round(share * CELLS**2))
    if way is None and name == "taylor":
        X, y = points()
        cells = np.array(
            [(-4 + 8 * (i + 0.5) / CELLS, -4 + 8 * (j + 0.5) / CELLS) for i in range(CELLS) for j in range(CELLS)]
        )
        f = [
            SVC(kernel=kernel_of(spec, X).gram, C=10.0, tol=1e-6).fit(X, y).decision_function(cells)
            for spec in ({"name": "gaussian", "gamma": 0.4}, {**usual_spec("taylor"), "gamma": 0.4})
        ]
        assert share == pytest.approx(float(np.mean((f[0] >= 0) != (f[1] >= 0))), abs=2 / CELLS**2)


def test_from_the_order_that_is_named_on_every_order_agrees() -> None:
    question = asked("taylor", gamma=0.1)
    found = searched(question)
    shares = [differing_share(question.with_kernel({**question.kernel, "order": m}), SQUARE) for m in range(21)]
    assert found.complete
    assert found.smallest is not None
    assert found.failed == found.smallest - 1
    assert max(shares[found.smallest :]) < NEAR <= shares[found.failed]


@pytest.mark.parametrize(("name", "gamma"), [("taylor", 0.2), ("nystroem", 0.4), ("paired", 0.02)])
def test_with_many_points_the_value_is_that_of_plain_trying(name: str, gamma: float) -> None:
    question = asked(name, n=600, gamma=gamma)
    kernel, places = (
        KERNELS[name],
        np.array([(-4 + 0.16 * (i + 0.5), -4 + 0.16 * (j + 0.5)) for j in range(50) for i in range(50)]),
    )
    exact = plain_classes({"name": "gaussian", "gamma": gamma}, question, places)

    def agrees(value: int) -> bool:
        seeds = [{kernel.seed: seed} for seed in range(3)] if kernel.seed else [{}]
        specs = [{**question.kernel, kernel.rank: value, **seed} for seed in seeds]
        return all(np.mean(plain_classes(spec, question, places) != exact) < NEAR for spec in specs)

    ladder = LADDERS[kernel.rank]
    agreed = list(takewhile(agrees, ladder))
    found = searched(question)
    assert 0 < len(agreed) < len(ladder), "the search has something to find"
    assert (found.smallest, found.failed) == (agreed[-1], ladder[len(agreed)])


def plain_classes(spec: KernelSpec, question: BoardProblem, places: np.ndarray) -> Any:
    machine = SVC(kernel=kernel_of(spec, question.X).gram, C=10.0, tol=1e-5, cache_size=500)
    return machine.fit(question.X, question.y).decision_function(places) >= 0.0


def test_of_what_a_search_trains_only_the_exact_machine_is_kept() -> None:
    question = asked("taylor", n=100, gamma=0.13)

    def is_kept(spec: KernelSpec) -> bool:
        return solving._live.known(BoardProblem(question.X, question.y, spec, question.C).key()) is not None

    assert searched(question).done > 0
    assert not any(is_kept({**question.kernel, "order": order}) for order in LADDERS["order"])
    assert is_kept({"name": "gaussian", "gamma": 0.13})


def test_a_boundary_that_is_not_proved_is_not_said_to_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("taylor", gamma=0.14)
    real_machine = overlays.predictor
    failing = [10]

    def machine(asked: BoardProblem, *of: Any) -> Any:
        return None if asked.kernel.get("order") in failing else real_machine(asked, *of)

    monkeypatch.setattr(overlays, "predictor", machine)
    found = searched(question)
    assert (found.smallest, found.failed, found.proved, found.complete) == (11, 10, False, True)


def test_random_features_must_agree_with_every_seed() -> None:
    question = asked("paired", gamma=0.02, seed=9999)
    found = searched(question)
    assert found.seeds == (9999, 0, 1)
    tried = [value for value in LADDERS["components"] if found.smallest is not None and value >= found.smallest]
    for value in tried:
        for seed in found.seeds:
            assert (
                differing_share(question.with_kernel({**question.kernel, "components": value, "seed": seed}), SQUARE)
                < NEAR
            )


def test_the_search_goes_on_where_it_was_stopped_and_trains_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[object] = []
    real_share = search.differing_share
    monkeypatch.setattr(
        search, "differing_share", lambda *of, **kept: trained.append(of[0].kernel) or real_share(*of, **kept)
    )
    question, cancel = asked("taylor", gamma=0.11), new_cancel_flag()
    assert (search.enough(question, SQUARE).done, trained) == (0, []), "to look trains nothing"
    going = search.search(question, SQUARE, cancel)
    next(going)
    next(going)
    cancel[0] = 1
    assert list(going) == []
    assert (search.enough(question, SQUARE).done, search.enough(question, SQUARE).complete) == (2, False)
    assert len(trained) == 3, "that of the third value has ended early"
    found = searched(question)
    assert found.complete
    assert [trained.count(spec) for spec in trained] == [1, 1, 2, 2] + [1] * (len(trained) - 4)
    assert len(trained) == found.done + 2, "of those that agree, the first that does not, and the one that was stopped"


def test_what_is_cached_starts_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("taylor", gamma=0.12)
    found = searched(question)
    monkeypatch.setattr(search, "WORKS", None)  # any use fails
    assert search.follow(question, SQUARE, "a visitor") == found


def test_the_ghost_of_many_points_is_proved_also_where_its_smo_gives_up() -> None:
    X, y = points(2000)
    question = BoardProblem(X, y, usual_spec("taylor"), 1000.0, options=CoordinateOptions(loss=LOSSES[1]))
    K, coef = Gaussian(1.0).gram(X, X), ghost(question)["ghost"]
    classes = c_svc_of_signs(y.astype(float), 1000.0, loss=LOSSES[1])
    assert kernel_dual(K, classes, 1.0, TOLERANCE).relative_gap > PROVED  # what SMO finds would prove nothing
    alpha, missing = coef[:-1] * y, np.maximum(0.0, 1.0 - y * (K @ coef[:-1] + coef[-1]))
    quadratic = coef[:-1] @ K @ coef[:-1] + coef[-1] ** 2
    primal = 0.5 * quadratic + 1000.0 * missing @ missing
    dual = alpha.sum() - 0.5 * quadratic - alpha @ alpha / 4000.0
    assert primal - dual <= PROVED * abs(dual)


def test_a_ghost_that_a_newer_question_has_cancelled_is_neither_shown_nor_kept() -> None:
    question, cancel = asked("taylor", CoordinateOptions(), gamma=0.41), new_cancel_flag()
    cancel[0] = 1
    assert ghost(question, cancel) == {}
    assert ghost(question)["ghost"].shape == (len(question.y) + 1,)
