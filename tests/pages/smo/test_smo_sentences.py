"""What the page says of a step: every claim against a slow recomputation in plain NumPy, on a thousand random steps."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import numpy as np
import pytest

from core.problem import Gaussian, Linear, Polynomial, Sigmoid, TaylorGaussian, c_svc
from core.solver import Outcome
from core.trace import Trace, record
from pages.smo.folds import equations
from pages.smo.sentences import default_note, move_note, pair_note, pair_sentence
from tests.core.small_problems import moons
from ui.words import Words, languages, number, words_for

STEPS = 1000
TAU = 1e-12
RULES = ("smo-second-order", "smo-first-order", "platt")


class Spoken:
    """Stands in for the words and tells which sentence was chosen and with which values."""

    def __call__(self, key: str, /, **values: object) -> Any:
        return key if not values else (key, values)


@cache
def traces() -> tuple[Trace, ...]:
    kernels = [
        (Gaussian(1.0), 100.0),
        (Linear(), 1.0),
        (Polynomial(3), 10.0),
        (TaylorGaussian(1.0, 4), 10.0),
        (Sigmoid(0.5, -1.0), 10.0),
    ]
    problems = [c_svc(*moons(50, seed=3), kernel, C) for kernel, C in kernels]
    return tuple(record(problem, rule, limit=2000) for problem, rule in itertools.product(problems, RULES))


def steps() -> Iterator[tuple[Trace, int]]:
    rng = np.random.default_rng(1)
    for count in range(STEPS):
        trace = traces()[count % len(traces())]
        yield trace, int(rng.integers(0, len(trace)))


class Slow:
    """A state, from K, y, C and alpha alone."""

    def __init__(self, trace: Trace, k: int) -> None:
        dual = trace.problem.dual
        self.K, self.y, self.C = dual.kernel, dual.y, dual.upper  # type: ignore[union-attr]
        self.alpha, self.after = trace.state_at(k).alpha, trace.state_at(k + 1).alpha
        self.score = self.y - self.K @ (self.alpha * self.y)
        self.up = np.where(self.y > 0, self.alpha < self.C, self.alpha > 0)
        self.low = np.where(self.y < 0, self.alpha < self.C, self.alpha > 0)
        self.near = 1e-9 * (1 + np.abs(self.K).max() * self.alpha.sum())

    def objective(self, alpha: np.ndarray) -> float:
        v = alpha * self.y
        return float(0.5 * v @ self.K @ v - alpha.sum())

    def gain(self, i: int, j: int) -> float:
        a = self.K[i, i] + self.K[j, j] - 2 * self.K[i, j]
        return float((self.score[i] - self.score[j]) ** 2 / (a if a > 0 else TAU))

    def says(self, told: object, value: float) -> None:
        """Hold a printed number against a recomputed one: three digits, and rounding of the state."""
        assert isinstance(told, str)
        assert _read(told) == pytest.approx(value, rel=6e-3, abs=10 * self.near)


def _read(text: str) -> float:
    digits = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    plain = text.replace("−", "-").translate(digits)
    plain = re.sub(r"\u00a0×\u00a010(-?\d+)", r"e\1", plain)
    return float(re.sub(r"^10(-?\d+)$", r"1e\1", plain) if re.search("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]", text) else plain)


def test_who_was_chosen_and_why_is_true_of_a_thousand_random_steps() -> None:
    spoken: Any = Spoken()
    for trace, k in steps():
        slow, (key, said) = Slow(trace, k), pair_sentence(trace, k, spoken)
        i, j = said["i"] - 1, said["j"] - 1
        assert (i, j) == (trace.table["i"][k], trace.table["j"][k])
        if trace.stepper.name == "platt":
            _platt_is_true(slow, trace, k, key, said)
            continue
        assert slow.up[i]
        assert slow.low[j]
        assert slow.score[i] >= slow.score[slow.up].max() - slow.near  # the largest of all that can rise
        slow.says(said["m"], slow.score[i])
        below = slow.low & (slow.score < slow.score[i] - slow.near)
        assert below.sum() <= said["count"] <= (slow.low & (slow.score < slow.score[i] + slow.near)).sum()
        if key == "smo.choice.second":
            most = max(slow.gain(i, t) for t in np.flatnonzero(below))
            assert slow.gain(i, j) >= most * (1 - 1e-6)  # the largest gain
            slow.says(said["gain"], slow.gain(i, j))
        else:
            assert key == "smo.choice.first"
            assert slow.score[j] <= slow.score[slow.low].min() + slow.near  # the smallest score
            slow.says(said["violation"], slow.score[i] - slow.score[j])


def _platt_is_true(slow: Slow, trace: Trace, k: int, key: str, said: dict[str, Any]) -> None:
    i, j = said["i"] - 1, said["j"] - 1
    E = trace.state_at(k).b - slow.score  # type: ignore[attr-defined]  # E = f - y, with the b that Platt keeps
    free = (slow.alpha > 0) & (slow.alpha < slow.C)
    r = E[i] * slow.y[i]
    assert (r < -1e-3 + slow.near and slow.alpha[i] < slow.C[i]) or (r > 1e-3 - slow.near and slow.alpha[i] > 0)
    slow.says(said["error_i"], E[i])
    slow.says(said["error_j"], E[j])
    slow.says(said["difference"], abs(E[i] - E[j]))
    assert said["loop"] == ("smo.platt.all" if trace.table[k]["examine_all"] else "smo.platt.free")
    assert trace.table[k]["examine_all"] or free[i]
    if key == "smo.platt.smallest":
        assert E[i] > -slow.near
        assert free[j]
        assert E[j] <= E[free].min() + slow.near
    elif key == "smo.platt.largest":
        assert E[i] <= slow.near
        assert free[j]
        assert E[j] >= E[free].max() - slow.near
    else:
        assert key in ("smo.platt.FREE", "smo.platt.ALL")
        assert free[j] or key == "smo.platt.ALL"


def test_what_the_other_rule_would_take_is_true_of_a_thousand_random_steps() -> None:
    spoken: Any = Spoken()
    for trace, k in steps():
        if trace.stepper.name == "platt":
            key, said = pair_note(trace, k, spoken)
            assert (key, said["failed"] >= 0, said["examined"] >= 1) == ("smo.platt.cost", True, True)
            continue
        slow, note = Slow(trace, k), pair_note(trace, k, spoken)
        i, j = int(trace.table["i"][k]), int(trace.table["j"][k])
        other = j if note == "smo.other.same" else note[1]["j"] - 1
        assert slow.low[other]
        if trace.rule.second_order:  # type: ignore[attr-defined]
            assert slow.score[other] <= slow.score[slow.low].min() + slow.near
        else:
            below = np.flatnonzero(slow.low & (slow.score < slow.score[i] - slow.near))
            assert slow.gain(i, other) >= max(slow.gain(i, int(t)) for t in below) * (1 - 1e-6)
        if other != j:
            assert note[0] == ("smo.other.first" if trace.rule.second_order else "smo.other.second")  # type: ignore[attr-defined]
            slow.says(note[1]["violation"], slow.score[i] - slow.score[other])
            slow.says(note[1]["gain"], slow.gain(i, other))


def test_what_a_step_was_worth_is_true_of_a_thousand_random_steps() -> None:
    spoken: Any = Spoken()
    seen = set()
    for trace, k in steps():
        slow, (key, said) = Slow(trace, k), move_note(trace, k, spoken)
        seen.add(key)
        i, j = int(trace.table["i"][k]), int(trace.table["j"][k])
        a = slow.K[i, i] + slow.K[j, j] - 2 * slow.K[i, j]
        fell = slow.objective(slow.alpha) - slow.objective(slow.after)
        noise = 1e-11 * (1 + abs(slow.objective(slow.alpha)) + slow.alpha.sum())
        assert _read(said["decrease"]) == pytest.approx(fell, rel=6e-3, abs=noise)
        if a <= 0:
            assert key == ("smo.worth.ends" if trace.stepper.name == "platt" else "smo.worth.tau")
            slow.says(said["curvature"], a)
            continue
        promise = slow.gain(i, j) / 2
        assert _read(said["promise"]) == pytest.approx(promise, rel=6e-3, abs=noise + slow.near**2 / a)
        if key == "smo.worth.full":
            assert fell == pytest.approx(promise, rel=1e-6, abs=noise + slow.near)
        else:
            assert key == "smo.worth.clipped"
            stopped = slow.after[[i, j]]
            assert any(value in (0.0, bound) for value, bound in zip(stopped, slow.C[[i, j]], strict=True))
            if fell > 1e3 * noise:
                assert _read(said["share"]) == pytest.approx(100 * fell / promise, rel=0.06, abs=0.1)
    assert seen >= {"smo.worth.full", "smo.worth.clipped", "smo.worth.tau"}


@pytest.mark.parametrize("lang", languages)
def test_every_step_of_every_rule_is_one_sentence_in_both_languages(lang: str) -> None:
    words: Words = words_for(lang)
    for trace in traces():
        for k in (0, len(trace) // 2, len(trace) - 1, len(trace)):
            sentence = pair_sentence(trace, k, words)
            assert "{" not in sentence
            assert len(re.findall(r"[.。](\s|$)" if lang == "en" else "。", sentence)) == 1
            assert pair_note(trace, k, words)
            if k < len(trace):
                assert move_note(trace, k, words)


ENDINGS = [
    (c_svc(*moons(40), Gaussian(1.0), 10.0), "smo-second-order", 10_000, "smo.ended.OPTIMAL"),
    (c_svc(*moons(40), Gaussian(1.0), 10.0), "platt", 10_000, "smo.ended.passed"),
    (c_svc(*moons(40), Gaussian(1.0), 10.0), "smo-second-order", 3, "smo.ended.STEP_LIMIT"),
    (c_svc([[0, 0], [0, 0]], [1, -1], Linear(), np.inf), "smo-second-order", 9, "smo.ended.endless"),
    (c_svc(*moons(40), Sigmoid(0.5, -1.0), np.inf), "smo-second-order", 9, "smo.ended.endless"),
]


@pytest.mark.parametrize(("problem", "rule", "limit", "key"), ENDINGS, ids=lambda value: str(value)[:24])
def test_every_ending_has_its_own_true_sentence(problem: Any, rule: str, limit: int, key: str) -> None:
    spoken: Any = Spoken()
    trace = record(problem, rule, limit=limit)
    said = pair_sentence(trace, len(trace), spoken)
    met = {"tolerance": number(1e-3)} if trace.outcome is Outcome.OPTIMAL else {}
    assert said == (key, {"steps": number(len(trace)), **met})


def test_a_run_of_platt_whose_b_breaks_conditions_does_not_say_that_none_is_broken() -> None:
    spoken, words = cast(Any, Spoken()), words_for("en")
    trace = record(c_svc([[0.0], [0.0], [0.0]], [1, 1, -1], Gaussian(1.0), 0.25), "platt")
    key, said = pair_sentence(trace, len(trace), spoken)
    assert (key, said["broken"], said["b"]) == ("smo.ended.passed.b", "1", "0")
    assert "{" not in pair_sentence(trace, len(trace), words)


@pytest.mark.parametrize("seed", range(5))
def test_where_libsvm_would_have_stopped_is_where_a_run_at_its_default_ends(seed: int) -> None:
    problem, spoken = c_svc(*moons(40, seed), Gaussian(1.0), 10.0), cast(Any, Spoken())
    further, default = record(problem, tolerance=1e-5), record(problem)
    _, said = default_note(further, spoken)
    assert said == {"tolerance": number(1e-3), "k": number(len(default)), "own": number(1e-5)}


def test_a_run_that_is_over_where_libsvm_stops_is_not_said_to_go_on() -> None:
    spoken = cast(Any, Spoken())
    over = record(c_svc([[3, 3], [4, 3], [1, 1]], [1, 1, -1], Linear(), 1.0), tolerance=1e-9)
    key, said = default_note(over, spoken)
    assert (key, said["k"]) == ("smo.default.same", number(len(over)))
    further = record(c_svc(*moons(40), Gaussian(1.0), 10.0), tolerance=1e-5)
    assert default_note(further, spoken)[0] == "smo.default"


def test_the_equations_of_a_step_have_no_number_in_two_pairs_of_parentheses() -> None:
    X, y = moons(30)
    run = record(c_svc(X, y, Gaussian(1.0), 10.0), "smo-second-order")
    lines = [line for k in range(len(run)) for line in equations(run, k)]
    assert any("(-1)" in line for line in lines)
    for line in lines:
        assert "((" not in line
        assert not re.search(r"= *\(-", line), "a result needs no parentheses"
