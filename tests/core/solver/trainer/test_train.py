"""The trainer against the pure step, the golden values and the certificate: another path, the same answer."""

from __future__ import annotations

import math
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from core.lowlevel import memory_pool
from core.problem import Gaussian, Kernel, Linear, Polynomial, Precomputed, Problem, Sigmoid, c_svc, certificate
from core.problem.formulation.classification import c_svc_form, nu_svc
from core.problem.formulation.one_class import one_class
from core.problem.formulation.regression import eps_svr, nu_svr
from core.problem.scalars import free_scalars
from core.solver import Outcome, Trained, finish, new_cancel_flag, new_progress, train
from core.solver.trainer import decompose, run
from core.solver.trainer.run import Run
from tests.core.golden import C_SVC, problem
from tests.core.small_problems import PSD_KERNELS, cloud, impossible_hard_margins, moons, problems
from tests.core.solver.trainer.rows.test_working_rows import Cauchy

TIGHT = 1e-10
BLOCKS = 0  # bytes of cache: what does not fit the cache is solved by blocks


def _trained(asked: Problem, tolerance: float = TIGHT, **options: Any) -> Trained:
    return train(asked.form, asked.X, asked.kernel, tolerance, **options)


def _proved(asked: Problem, found: Trained, tolerance: float) -> None:
    """Check all that was found by the rules of the problem and its certificate, which know nothing of the trainer."""
    form, alpha = asked.form, found.alpha
    assert found.outcome == Outcome.OPTIMAL
    assert (alpha >= 0).all()
    assert (alpha <= form.upper).all()
    size = 1.0 + float(alpha.sum())
    assert form.y @ alpha == pytest.approx(form.balance, abs=1e-11 * size)
    if form.alike:
        assert alpha.sum() == pytest.approx(form.total, abs=1e-11 * size)
    assert (found.b, found.r) == pytest.approx(free_scalars(form, alpha, found.g), abs=1e-11 * size)
    assert certificate(asked, alpha, found.b).violation <= tolerance + 1e-13 * size * float(np.abs(asked.gram).max())


@pytest.mark.parametrize("cache_bytes", [10**6, BLOCKS], ids=["whole", "blocks"])
@pytest.mark.parametrize("name", C_SVC)
def test_the_golden_values_come_out(name: str, cache_bytes: int) -> None:
    golden, asked = C_SVC[name]["solution"], problem(C_SVC[name])
    found = _trained(asked, 1e-11, cache_bytes=cache_bytes)
    assert found.outcome == Outcome.OPTIMAL
    proof = certificate(asked, found.alpha)
    assert proof.dual == pytest.approx(golden["dual_objective_min_form"], rel=1e-8, abs=1e-8)
    if golden["certificate"]["alpha_unique"]:
        assert found.alpha * asked.y == pytest.approx(np.array(golden["coef"]), abs=1e-8)
    assert found.g == pytest.approx(np.array(golden["decision_train"]) - golden["b"], abs=1e-8)
    low, high = golden["b_interval"]
    assert low - 1e-8 <= found.b <= high + 1e-8


@settings(max_examples=60)
@given(asked=problems(PSD_KERNELS), cache_bytes=st.sampled_from([10**6, BLOCKS]))
def test_any_small_problem_is_solved_as_the_pure_step_solves_it(asked: Problem, cache_bytes: int) -> None:
    found = _trained(asked, 1e-6, cache_bytes=cache_bytes, limit=300_000)
    pure = finish(asked, tolerance=1e-6, limit=300_000)
    if pure.outcome != Outcome.OPTIMAL or found.outcome != Outcome.OPTIMAL:  # it stalls at C = 1e6 without curvature
        assert asked.form.upper.max() > 1e3
        return
    ours, theirs = certificate(asked, found.alpha), certificate(asked, pure.alpha)
    assert ours.box == 0.0
    assert abs(ours.equality) <= 1e-11 * (1.0 + found.alpha.sum())
    # Neither is further above the other than its own gap says that it may be above the optimum.
    assert ours.dual <= theirs.dual + ours.gap + ours.rounding + 1e-9 * abs(theirs.dual)
    assert theirs.dual <= ours.dual + theirs.gap + theirs.rounding + 1e-9 * abs(ours.dual)


MIDDLE: dict[str, Problem] = {}


def _middle(name: str) -> Problem:
    """Return problems of some hundred points."""
    if not MIDDLE:
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(500, 8)), np.where(np.arange(500) % 2 == 0, 1.0, -1.0)
        X[:, :3] += 0.4 * y[:, None]
        MIDDLE["moons, C = 1"] = c_svc(*moons(600), Gaussian(1.0), 1.0)
        MIDDLE["moons, C = 100"] = c_svc(*moons(600), Gaussian(1.0), 100.0, {1: 2.0, -1: 0.5})
        MIDDLE["space, Gaussian"] = c_svc(X, y, Gaussian(0.1), 10.0)
        MIDDLE["space, cubic"] = c_svc(X, y, Polynomial(3, 0.1, 1.0), 0.5)
        MIDDLE["space, linear"] = c_svc(X, y, Linear(), 1.0)
        MIDDLE["space, matrix"] = c_svc(Gaussian(0.2).gram(X, X), y, Precomputed(), 5.0)
        MIDDLE["space, squares"] = c_svc(X, y, Gaussian(0.1), 5.0, loss="squared_hinge")
    return MIDDLE[name]


@cache
def _optimum(name: str) -> float:
    """Return the dual value that the pure step reaches."""
    asked = _middle(name)
    return certificate(asked, finish(asked, tolerance=1e-9, limit=3_000_000).alpha).dual


NAMES = (
    "moons, C = 1",
    "moons, C = 100",
    "space, Gaussian",
    "space, cubic",
    "space, linear",
    "space, matrix",
    "space, squares",
)
WAYS: dict[str, dict[str, Any]] = {
    "whole": {},
    "blocks": {"cache_bytes": BLOCKS},
    "blocks, no shrinking": {"cache_bytes": BLOCKS, "shrinking": False},
    "blocks, some cache": {"cache_bytes": 4 * 500 * 300},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_every_way_ends_at_the_optimum_of_the_pure_step(name: str, way: str) -> None:
    asked = _middle(name)
    found = _trained(asked, 1e-9, **WAYS[way])
    _proved(asked, found, 1e-9)
    assert certificate(asked, found.alpha).dual == pytest.approx(_optimum(name), rel=1e-9)
    again = _trained(asked, 1e-9, **WAYS[way])
    assert np.array_equal(again.alpha, found.alpha)
    assert again.b == found.b


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many points are active, after each time that some were taken out or all came back."""
    seen: list[int] = []
    shrunk, restored = Run.shrunk, Run.restored

    def counted(after: Run) -> Run:
        seen.append(len(after.active.points))
        return after

    monkeypatch.setattr(Run, "shrunk", lambda run: counted(shrunk(run)))
    monkeypatch.setattr(Run, "restored", lambda run: counted(restored(run)))
    return seen


@pytest.mark.parametrize("cache_bytes", [BLOCKS, 4 * 500 * 300], ids=["no cache", "some cache"])
@pytest.mark.parametrize("name", NAMES)
def test_who_shrinks_all_the_time_ends_at_the_same_optimum(
    name: str, cache_bytes: int, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decompose, "SIZE", 32)
    monkeypatch.setattr(decompose, "SHRINK_EVERY", 1)
    monkeypatch.setattr(run, "SHRINK_BY", 0.01)
    monkeypatch.setattr(run, "REPAID", -math.inf)
    asked = _middle(name)
    found = _trained(asked, 1e-9, cache_bytes=cache_bytes)
    _proved(asked, found, 1e-9)
    assert certificate(asked, found.alpha).dual == pytest.approx(_optimum(name), rel=1e-9)
    assert min(sizes) < len(asked.y)
    assert sizes[-1] == len(asked.y)


def test_a_long_run_shrinks_by_itself(sizes: list[int]) -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(3000, 8)), np.where(np.arange(3000) % 2 == 0, 1.0, -1.0)
    X[:, :4] += 0.6 * y[:, None]
    form = c_svc_form(y, 3000, 100.0)
    found, whole = (train(form, X, Gaussian(0.1), shrinking=on) for on in (True, False))
    assert min(sizes) < 0.7 * 3000
    assert sizes[-1] == 3000
    assert found.violation < 1e-3
    assert _dual(found, y) == pytest.approx(_dual(whole, y), rel=1e-4)


def _dual(found: Trained, y: np.ndarray) -> float:
    return float(found.alpha.sum() - 0.5 * (found.alpha * y) @ found.g)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_the_usual_tolerance_is_kept_in_double_precision(name: str, way: str) -> None:
    asked = _middle(name)
    found = _trained(asked, 1e-3, **WAYS[way])
    _proved(asked, found, 1e-3)
    assert found.violation < 1e-3
    assert found.g == pytest.approx(asked.gram @ (found.alpha * asked.y), abs=1e-3)


FORMS: dict[str, Problem] = {}


def _other(name: str) -> Problem:
    """Return problems of the other formulations."""
    if not FORMS:
        X, y = moons(150, seed=3)
        z = np.sin(2 * X[:, 0]) + 0.1 * X[:, 1]
        FORMS["nu-SVC"] = nu_svc(X, y, Gaussian(1.0), 0.4)
        FORMS["epsilon-SVR"] = eps_svr(X, z, Gaussian(1.0), 10.0, 0.05)
        FORMS["nu-SVR"] = nu_svr(X, z, Gaussian(1.0), 2.0, 0.4)
        FORMS["one class"] = one_class(X, Gaussian(1.0), 0.2)
        FORMS["one class, linear"] = one_class(X + 3.0, Linear(), 0.3)
    return FORMS[name]


@pytest.mark.parametrize("cache_bytes", [10**6, BLOCKS], ids=["whole", "blocks"])
@pytest.mark.parametrize("name", ["nu-SVC", "epsilon-SVR", "nu-SVR", "one class", "one class, linear"])
def test_the_other_formulations_go_the_same_ways(name: str, cache_bytes: int) -> None:
    asked = _other(name)
    found = _trained(asked, 1e-8, cache_bytes=cache_bytes)
    _proved(asked, found, 1e-8)
    pure = finish(asked, tolerance=1e-8, limit=3_000_000)
    assert certificate(asked, found.alpha).dual == pytest.approx(certificate(asked, pure.alpha).dual, rel=1e-8)


@pytest.mark.parametrize("kernel", [Gaussian(0.1), Linear(), Polynomial(2, 0.2, 1.0)], ids=str)
def test_sparse_points_are_the_same_points(kernel: Kernel) -> None:
    rng = np.random.default_rng(1)
    X = np.where(rng.random((300, 30)) < 0.2, rng.normal(size=(300, 30)), 0.0)
    y = np.where(X[:, 0] - X[:, 1] + 0.5 * rng.normal(size=300) > 0, 1.0, -1.0)
    asked = c_svc(X, y, kernel, 2.0)
    for cache_bytes in (BLOCKS, 4 * 300 * 50, 10**7):
        found = train(asked.form, sparse.csr_array(X), kernel, 1e-8, cache_bytes=cache_bytes)
        _proved(asked, found, 1e-8)


@pytest.mark.parametrize("cache_bytes", [10**6, BLOCKS], ids=["whole", "blocks"])
def test_an_unknown_kernel_is_called(cache_bytes: int) -> None:
    X, y = moons(200, seed=5)
    gram = Cauchy().gram(X, X)
    asked = c_svc(gram, y, Precomputed(), 3.0)
    _proved(asked, train(asked.form, X, Cauchy(), 1e-8, cache_bytes=cache_bytes), 1e-8)


def test_a_crawl_that_ends_with_every_point_on_a_bound_keeps_the_sum_of_y_alpha() -> None:
    X = [[0.5, 0], [-1, -3], [-3, -7], [-0.5, -2], [-3, -7], [2.5, 4], [-2.5, -6], [-2, -5], [-0.5, -2]]
    y = [1, -1, 1, 1, -1, -1, -1, 1, 1]
    asked = c_svc(X, y, Polynomial(3, gamma=0.5, zeta=1.0), 4.747121271646351)
    proof = certificate(asked, _trained(asked, 1e-12).alpha)
    assert abs(proof.equality) <= 1e-11
    assert proof.violation <= 1e-7  # 59 where interior points were put on bounds that do not keep the sum


def test_a_sigmoid_ends_at_a_point_that_no_pair_improves() -> None:
    asked = c_svc(*moons(80), Sigmoid(0.5, -1.0), 1.0)
    for cache_bytes in (10**6, BLOCKS):
        found = _trained(asked, 1e-3, cache_bytes=cache_bytes, limit=200_000)
        assert found.outcome == Outcome.OPTIMAL
        assert certificate(asked, found.alpha, found.b).violation <= 1e-3


@pytest.mark.parametrize("cache_bytes", [10**6, BLOCKS], ids=["whole", "blocks"])
@pytest.mark.parametrize("name", ["xor, linear", "opposite twins, Gaussian", "one outlier in the other hull"])
def test_a_hard_margin_that_does_not_exist_is_said_not_to(name: str, cache_bytes: int) -> None:
    asked = impossible_hard_margins()[name]
    found = _trained(asked, 1e-3, cache_bytes=cache_bytes, limit=3_000_000)
    assert found.outcome == Outcome.INFEASIBLE


def test_thirty_threads_find_the_bits_of_one() -> None:
    asked = [_middle("moons, C = 100"), _middle("space, Gaussian")]
    ways = [{}, {"cache_bytes": 4 * 500 * 300}]
    jobs = [(problem, way) for problem in asked for way in ways] * 8
    serial = [_trained(problem, 1e-3, **way).alpha for problem, way in jobs[:4]]
    with ThreadPoolExecutor(30) as pool:
        found = list(pool.map(lambda job: _trained(job[0], 1e-3, **job[1]).alpha, jobs))
    assert all(np.array_equal(alpha, serial[k % 4]) for k, alpha in enumerate(found))


@pytest.mark.parametrize("cache_bytes", [10**8, BLOCKS], ids=["whole", "blocks"])
def test_a_long_training_ends_when_it_is_asked_to_and_tells_how_far_it_is(cache_bytes: int) -> None:
    X, y = cloud(1500, seed=0)
    asked, flag, progress = c_svc(X, y, Polynomial(9, 3.0, 1.0), 1e7), new_cancel_flag(), new_progress()
    ended: list[Trained] = []
    options = {"cache_bytes": cache_bytes, "cancel": flag, "progress": progress, "limit": 10**9}
    if cache_bytes:  # the whole matrix is for fewer points
        asked = c_svc(X[:600], y[:600], Polynomial(9, 3.0, 1.0), 1e7)
    thread = threading.Thread(target=lambda: ended.append(_trained(asked, 1e-12, **options)))
    thread.start()
    deadline = time.monotonic() + 60.0
    while progress[1] == 0 and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert math.isfinite(progress[0])
    asked_at = time.perf_counter()
    flag[0] = 1
    thread.join(20.0)
    assert ended[0].outcome == Outcome.CANCELLED
    assert time.perf_counter() - asked_at < 2.0  # not minutes: a machine may be busy
    assert (ended[0].alpha <= asked.form.upper).all()


@pytest.mark.parametrize("limit", [8_000_000, 30_000_000])
@pytest.mark.parametrize("kind", ["plane", "narrow", "dense", "sparse"])
def test_the_memory_stays_within_the_cache_and_a_fifth(kind: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, d = np.random.default_rng(0), {"plane": 2, "narrow": 20}.get(kind, 80)
    X, y = rng.normal(size=(5000, d)), np.where(np.arange(5000) % 2 == 0, 1.0, -1.0)
    X += 0.6 * y[:, None]
    points = sparse.csr_array(np.where(rng.random(X.shape) < 0.1, X, 0.0)) if kind == "sparse" else X
    form, kernel = c_svc_form(y, 5000, 1.0), Gaussian(1.0 / d)
    train(form, points, kernel, cache_bytes=limit)  # compiled
    monkeypatch.setattr(memory_pool, "LEND", None)  # else tracemalloc would not see the memory of the rows
    tracemalloc.start()
    found = train(form, points, kernel, cache_bytes=limit)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.outcome == Outcome.OPTIMAL
    assert kind == "plane" or peak > 0.4 * limit
    assert peak <= 1.2 * limit


@pytest.mark.parametrize("options", [{}, {"cache_bytes": BLOCKS}], ids=["few", "in blocks"])
@pytest.mark.parametrize("coordinates", [1, 2, 5])
def test_near_points_far_from_their_mean_are_told_apart_to_the_last_digits(
    coordinates: int, options: dict[str, Any]
) -> None:
    random, n = np.random.default_rng(3), 40
    X = np.repeat(random.normal(scale=1e4, size=(n // 4, coordinates)), 4, axis=0)
    X += 1e-4 * random.normal(size=X.shape)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    found = _trained(asked := c_svc(X, y, Gaussian(1e8), 10.0), **options)
    _proved(asked, found, TIGHT)
    np.testing.assert_allclose(found.g, asked.gram @ (asked.y * found.alpha), rtol=0, atol=1e-12)


@pytest.mark.parametrize("n", [4, 40, 400])
@pytest.mark.parametrize("as_matrix", [True, False])
def test_squared_losses_under_an_indefinite_kernel_end_with_numbers(n: int, as_matrix: bool) -> None:
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])[np.arange(n) % 4] * (
        1.0 + np.arange(n)[:, None] / n
    )
    y = np.where(np.arange(n) % 4 < 2, 1.0, -1.0)
    problem = c_svc(X, y, Sigmoid(529781.0, 100.0), 1.0, loss="squared_hinge")  # every kernel value is 1 or -1
    assert np.linalg.eigvalsh(problem.gram)[0] < -0.5 * n * 0.9
    points, kernel = (np.array(problem.gram), Precomputed()) if as_matrix else (X, problem.kernel)
    found = train(problem.form, points, kernel, 1e-9, limit=200_000)
    assert np.isfinite(found.alpha).all()
    assert found.outcome in (Outcome.STUCK, Outcome.STEP_LIMIT)
