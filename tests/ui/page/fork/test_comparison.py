"""What is said of both lines of a fork is made of numbers that are so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, Sigmoid, c_svc, certificate, linear_certificate
from core.trace import Trace, fork, pick_coordinate, record
from datasets import CATALOGUE
from tests.core.small_problems import moons
from tests.pages.visit import EN
from ui.link.shared import RULES
from ui.page.fork.comparison import comparison
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import usual_spec
from ui.solve.options import CoordinateOptions, Fork, PairOptions
from ui.solve.recording import forked, recording
from ui.solve.solving import TOLERANCE

MOONS = CATALOGUE["moons"].make()
GAUSSIAN: dict[str, Any] = {"name": "gaussian", "gamma": 1.0}
ASKED = (MOONS.X, MOONS.y, GAUSSIAN, 10.0)


def trunk() -> Trace:
    return recording(BoardProblem(*ASKED, options=PairOptions())).trace


def branch(k: int, rule: str, pair: tuple[int, int] | None) -> Trace:
    """Return the branch as the core alone makes it."""
    run = record(c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0), RULES[0], TOLERANCE, 10_000)
    return fork(run, k, rule, TOLERANCE, 10_000, picked=pair)


class Said:
    """Stands in for the words and keeps which sentences were made of which values."""

    def __init__(self) -> None:
        self.keys: dict[str, dict[str, Any]] = {}

    def __call__(self, key: str, /, **values: object) -> str:
        self.keys[key] = values
        return str(values.get("steps", key))

    def joined(self, parts: list[str]) -> str:
        return " ".join(parts)


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("pair", [None, (57, 19)])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("k", [0, 12, 13, 40, 80])
def test_the_comparison_is_made_of_numbers_that_are_so(
    rule: str, pair: tuple[int, int] | None, shown: bool, k: int
) -> None:
    words, asked = Said(), Fork(12, rule, pair, shown)
    comparison(forked(BoardProblem(*ASKED, options=PairOptions(fork=asked))), k, words)  # type: ignore[arg-type]
    one, other = trunk(), branch(12, rule, pair)
    assert words.keys["branch.steps"] == {"trunk": str(len(one)), "branch": str(len(other))}
    begun = words.keys["branch.begun.rule" if pair is None else "branch.begun.pair"]
    assert begun["step"] == "12"
    if pair is not None:
        assert {begun["i"], begun["j"]} == {58, 20}
    said = words.keys.get("branch.reached") or words.keys["branch.level"]
    step = int(words.keys["branch.after.step"]["step"])  # type: ignore[call-overload]
    assert step == (k if 12 < k <= min(len(one), len(other)) else min(len(one), len(other)))
    K, y = one.problem.dual.kernel, one.problem.y  # type: ignore[union-attr]
    for name, run in (("trunk", one), ("branch", other)):
        alpha = run.state_at(step).alpha
        dual = alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y)
        assert float(said.get(name, said.get("value"))) == pytest.approx(dual, rel=1e-5)
    agreed = str(words.keys["branch.agree"]["value"])
    digits = sum(map(str.isdigit, agreed.lstrip("0.")))
    for run in (one, other):
        proof = certificate(run.problem, run.last.alpha)  # type: ignore[arg-type]
        for end in (proof.low, proof.high):
            assert f"{end:.{digits - 1}e}" == f"{float(agreed):.{digits - 1}e}"


def test_ends_of_a_problem_that_is_not_convex_are_not_said_to_agree() -> None:
    X, y = moons(40, seed=3)
    spec = {"name": "sigmoid", "gamma": 0.5, "r": -1.0}
    problem = c_svc(X, y, Sigmoid(0.5, -1.0), 10.0)
    assert np.linalg.eigvalsh(problem.gram).min() < -1e-3
    words = Said()
    comparison(
        forked(BoardProblem(X, y.astype(np.int8), spec, 10.0, options=PairOptions(fork=Fork(3, "smo-first-order")))),
        3,
        words,
    )  # type: ignore[arg-type]
    assert "branch.open" in words.keys
    assert "branch.agree" not in words.keys


def test_every_kernel_forks_under_every_rule() -> None:
    for name in ("linear", "polynomial", "sigmoid", "taylor", "fourier", "nystroem"):
        for rule in RULES:
            found = forked(
                BoardProblem(MOONS.X, MOONS.y, usual_spec(name), 1.0, options=PairOptions("platt", fork=Fork(2, rule)))
            )
            assert found.lost is None
            assert found.other is not None
            assert comparison(found, 5, EN)


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("order", ["random", "cyclic"])
@pytest.mark.parametrize("picks", [True, False])
def test_of_coordinate_descent_visits_are_counted_and_the_objective_of_both_is_so(
    picks: bool, order: str, shown: bool
) -> None:
    problem = (MOONS.X, MOONS.y, {"name": "taylor", "gamma": 1.0, "order": 4}, 10.0)
    run = recording(BoardProblem(*problem, options=CoordinateOptions())).trace
    picked = (next(i for i in range(90) if pick_coordinate(run, i, 40) is None),) if picks else None
    found, words = (
        forked(BoardProblem(*problem, options=CoordinateOptions(fork=Fork(40, order, picked, shown)))),
        Said(),
    )
    comparison(found, 60, words)  # type: ignore[arg-type]
    assert found.other is not None
    one, other = (found.other, found.shown) if shown else (found.shown, found.other)
    assert one.trace is run
    assert words.keys["branch.visits"] == {"trunk": str(len(run)), "branch": str(len(other.trace))}
    assert words.keys["branch.after.visit"]["step"] == "60"
    told = words.keys.get("branch.reached") or words.keys["branch.level"]
    for name, line in (("trunk", one.trace), ("branch", other.trace)):
        dual = -linear_certificate(line.problem, line.state_at(60).alpha).dual  # type: ignore[arg-type]
        assert float(str(told.get(name, told.get("value")))) == pytest.approx(dual, rel=1e-5)
    begun = words.keys["branch.begun.coordinate" if picks else "branch.begun.order"]
    assert begun["step"] == "40"
