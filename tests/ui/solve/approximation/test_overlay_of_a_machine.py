"""What an approximation costs another machine than C-SVC, against machines that are trained naively."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.svm import SVR, NuSVC, NuSVR, OneClassSVM

from core.problem import Gaussian
from core.solver import new_cancel_flag
from core.view import Light
from ui.solve.approximation import enough as search
from ui.solve.approximation.enough import LADDERS, NEAR
from ui.solve.approximation.overlay import ACROSS, CELLS, differing_share, ghost, proofs
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import GAUSSIANS, KernelSpec, kernel_of, usual_spec
from ui.solve.machine.table import MachineSpec

APPROXIMATIONS = [name for name in GAUSSIANS if name != "gaussian"]
SQUARE = (-4.0, -4.0, 8.0)
C = 10.0
MACHINES = {
    "nu-svc": MachineSpec("nu-svc", nu=0.4),
    "one-class": MachineSpec("one-class", nu=0.4),
    "eps-svr": MachineSpec("eps-svr", epsilon=0.2),
    "nu-svr": MachineSpec("nu-svr", nu=0.4),
}
FEW = {"nystroem": {"landmarks": 5}}  # so that something differs
GRAPHS = ("eps-svr", "nu-svr")
FINE: dict[str, Any] = {"tol": 1e-7}
NAIVE: dict[str, Callable[[MachineSpec, Any], Any]] = {
    "nu-svc": lambda spec, kernel: NuSVC(kernel=kernel, nu=spec.nu, **FINE),
    "one-class": lambda spec, kernel: OneClassSVM(kernel=kernel, nu=spec.nu, **FINE),
    "eps-svr": lambda spec, kernel: SVR(kernel=kernel, C=C, epsilon=spec.epsilon, **FINE),
    "nu-svr": lambda spec, kernel: NuSVR(kernel=kernel, C=C, nu=spec.nu, **FINE),
}
every_machine = pytest.mark.parametrize("name", MACHINES)


def points(n: int = 24) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    y = np.where(np.arange(n) % 2 == 0, 1, -1).astype(np.int8)
    return rng.normal(0.0, 0.8, (n, 2)) + 0.7 * y[:, None], y


def asked(name: str, kernel: str = "taylor", machine: MachineSpec | None = None, **numbers: float) -> BoardProblem:
    return BoardProblem(*points(), {**usual_spec(kernel), "gamma": 0.4, **numbers}, C, machine or MACHINES[name])


def seen(name: str, X: np.ndarray) -> np.ndarray:
    """Return what the kernel of a machine sees of points: of a graph x1 alone."""
    return X * [1.0, 0.0] if name in GRAPHS else X


def naive(name: str, spec: KernelSpec, places: np.ndarray) -> np.ndarray:
    """Return the f of a machine at places, trained by scikit-learn on the kernel alone."""
    X, y = points()
    kernel = kernel_of(spec, seen(name, X))
    target = X[:, 1] if name in GRAPHS else y
    made = NAIVE[name](MACHINES[name], lambda A, B: kernel.gram(np.ascontiguousarray(A), np.ascontiguousarray(B)))
    made.fit(seen(name, X), target)
    return np.asarray((made.predict if name in GRAPHS else made.decision_function)(seen(name, places)))


def on_window(name: str, spec: KernelSpec) -> np.ndarray:
    """Return f across the window, or the classes on its cells, one place after the other."""
    if name in GRAPHS:
        return naive(name, spec, np.array([(-4.0 + 8.0 * k / (ACROSS - 1), 0.0) for k in range(ACROSS)]))
    middles = [-4.0 + 8.0 * (k + 0.5) / CELLS for k in range(CELLS)]
    return naive(name, spec, np.array([(x, y) for y in middles for x in middles])) >= 0.0


@every_machine
@pytest.mark.parametrize("kernel", APPROXIMATIONS)
def test_the_ghost_is_the_machine_of_the_exact_kernel(name: str, kernel: str) -> None:
    question = asked(name, kernel)
    found = ghost(question)["ghost"]
    places = np.random.default_rng(5).uniform(-3.0, 3.0, (40, 2))
    own = Gaussian(0.4).gram(seen(name, places), seen(name, question.X)) @ found[:-1] + found[-1]
    right = naive(name, {"name": "gaussian", "gamma": 0.4}, places)
    if name == "one-class":  # ours is divided by rho
        right = right / -naive(name, {"name": "gaussian", "gamma": 0.4}, np.array([[99.0, 99.0]]))
    np.testing.assert_allclose(own, right, atol=2e-3)
    assert ghost(question.with_kernel({"name": "gaussian", "gamma": 0.4})) == {}


@every_machine
@pytest.mark.parametrize("kernel", APPROXIMATIONS)
def test_the_difference_is_that_of_machines_trained_naively(name: str, kernel: str) -> None:
    question = asked(name, kernel, **FEW.get(kernel, {}))
    share = differing_share(question, SQUARE)
    one, other = on_window(name, question.kernel), on_window(name, {"name": "gaussian", "gamma": 0.4})
    if name in GRAPHS:
        values = question.X[:, 1]
        assert share == pytest.approx(np.abs(one - other).max() / (values.max() - values.min()), abs=2e-3)
    else:
        assert share * CELLS**2 == pytest.approx(round(share * CELLS**2))
        assert share == pytest.approx(float(np.mean(one != other)), abs=3 / CELLS**2)
    assert share > 0.0


@every_machine
def test_from_the_order_that_is_named_on_every_order_agrees(name: str) -> None:
    question = asked(name, gamma=0.1)
    for _ in search.search(question, SQUARE, new_cancel_flag()):
        pass
    found = search.enough(question, SQUARE)
    shares = {
        m: differing_share(question.with_kernel({**question.kernel, "order": m}), SQUARE) for m in LADDERS["order"]
    }
    assert found.complete
    assert found.smallest is not None
    assert max(share for m, share in shares.items() if m >= found.smallest) < NEAR
    assert found.failed == found.smallest - 1
    assert not shares[found.failed] < NEAR
    assert found.proved == (not math.isnan(shares[found.failed]))


def test_where_all_values_are_alike_both_curves_are_the_same() -> None:
    X, y = points()
    flat = BoardProblem(X * [1.0, 0.0], y, usual_spec("taylor"), C, MACHINES["eps-svr"])
    assert not flat.ranges
    assert differing_share(flat, SQUARE) == 0.0


def test_the_proofs_say_which_of_two_machines_there_is() -> None:
    assert proofs(asked("nu-svc")) == (Light.PROVED, Light.PROVED)
    one_point = asked("nu-svc", order=0, gamma=1e-6)
    assert proofs(one_point)[0] is Light.IMPOSSIBLE
    assert math.isnan(differing_share(one_point, SQUARE))
    X, y = points()
    few = BoardProblem(
        X, np.where(np.arange(len(y)) < 2, 1, -1).astype(np.int8), usual_spec("taylor"), C, MACHINES["nu-svc"]
    )
    assert proofs(few) == (None, None)
    assert ghost(few) == {}
    assert math.isnan(differing_share(few, SQUARE))


def test_a_question_is_tuned_as_a_browser_sends_it() -> None:
    question = asked("eps-svr")
    sent = {**question.sent_kernel, "gamma": 0.7, "epsilon": 0.1, "C": 2.0}
    tuned = question.tuned(sent)
    assert (tuned.kernel, tuned.C, tuned.machine) == (
        {"name": "taylor", "gamma": 0.7, "order": 4},
        2.0,
        MachineSpec("eps-svr", epsilon=0.1),
    )
