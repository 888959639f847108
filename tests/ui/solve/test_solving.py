"""One solve for a class that asks the same: keys, single flight, no kept errors, no writable results."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap, Gaussian, InputError, Linear, NystroemMap, Polynomial, Sigmoid, TaylorGaussian
from datasets import CATALOGUE
from pages import LINK, gamma
from pages.gamma.answers import panel_at
from ui.solve import solving
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import KERNELS, kernel_of, penalty_of, usual_spec
from ui.solve.limits import COMPONENTS
from ui.solve.memory import SharedResults
from ui.solve.message import input_message
from ui.solve.solving import solve, solve_curves, solved
from ui.state.lab import Lab, opening
from ui.words import languages, words_for

MOONS = CATALOGUE["moons"].make()
GAUSSIAN = {"name": "gaussian", "gamma": 1.0}
CLASS = 200  # students


def arrays_in(value: object) -> Iterator[np.ndarray]:
    """Find every array that can be reached from a result, through its fields."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from arrays_in(getattr(value, field.name))


# ---- keys ----


def test_the_same_content_has_the_same_key() -> None:
    again = MOONS.X.copy(order="F")
    assert content_key(MOONS.X, MOONS.y, GAUSSIAN, 10.0) == content_key(again, MOONS.y.copy(), dict(GAUSSIAN), 10.0)


@given(st.integers(0, 89), st.integers(0, 1))
def test_one_bit_of_one_coordinate_makes_another_key(i: int, k: int) -> None:
    other = MOONS.X.copy()
    other[i, k] = np.nextafter(other[i, k], np.inf)
    assert content_key(other, MOONS.y, 1) != content_key(MOONS.X, MOONS.y, 1)


@given(st.integers(0, 89))
def test_one_label_makes_another_key(i: int) -> None:
    other = MOONS.y.copy()
    other[i] = -other[i]
    assert content_key(MOONS.X, other, 1) != content_key(MOONS.X, MOONS.y, 1)


@pytest.mark.parametrize("rest", [(GAUSSIAN, None), (GAUSSIAN, 10.000000000000002), ({"name": "linear"}, 10.0)])
def test_another_kernel_or_price_makes_another_key(rest: tuple[object, ...]) -> None:
    assert content_key(MOONS.X, MOONS.y, *rest) != content_key(MOONS.X, MOONS.y, GAUSSIAN, 10.0)


# ---- single flight ----


def at_once(many: int, ask: Any) -> list[Any]:
    """Call from so many threads that wait for each other at the start; return results and exceptions."""
    gate = threading.Barrier(many)

    def asked(_: int) -> Any:
        gate.wait()
        try:
            return ask()
        except InputError as error:
            return error

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(asked, range(many)))


def test_a_class_that_asks_the_same_at_once_costs_one_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(*question: Any) -> Any:
        calls.append(question)
        time.sleep(0.05)  # all others arrive while this one runs
        return solve(*question)

    monkeypatch.setattr(solving, "solve", counted)
    monkeypatch.setattr(solving, "_solved", SharedResults())
    monkeypatch.setattr(solving, "_live", SharedResults())
    found = at_once(CLASS, lambda: solved(BoardProblem(MOONS.X, MOONS.y, dict(GAUSSIAN), 3.25)))
    assert len(calls) == 1
    assert all(one is found[0] for one in found)


def test_an_error_reaches_all_callers_and_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_solved", SharedResults())
    monkeypatch.setattr(solving, "_live", SharedResults())
    lonely = np.ones(len(MOONS.y), np.int8)
    errors = at_once(20, lambda: solved(BoardProblem(MOONS.X, lonely, GAUSSIAN, 1.0)))
    assert {error.key for error in errors} == {"labels.one_class"}
    shared: SharedResults[int] = SharedResults()
    with pytest.raises(ZeroDivisionError):
        shared.get("key", lambda: 1 // 0)
    assert shared.known("key") is None
    assert shared.get("key", lambda: 7) == 7


def test_a_caller_that_waits_for_an_interrupted_one_computes_it_itself() -> None:
    class Interrupted(BaseException):
        """Like Streamlit's rerun, which ends one visitor's script and no other."""

    shared: SharedResults[int] = SharedResults()
    started, waiting = threading.Event(), threading.Event()

    def interrupted() -> int:
        started.set()
        waiting.wait(5)
        time.sleep(0.05)
        raise Interrupted

    def first() -> None:
        with pytest.raises(Interrupted):
            shared.get("key", interrupted)

    with ThreadPoolExecutor(2) as pool:
        ending = pool.submit(first)
        started.wait(5)
        other = pool.submit(shared.get, "key", lambda: 7)
        waiting.set()
        assert other.result(5) == 7
        ending.result(5)


def test_what_is_not_ready_is_not_known() -> None:
    shared: SharedResults[int] = SharedResults()
    inside: list[int | None] = []
    shared.get("key", lambda: inside.append(shared.known("key")) or 1)
    assert inside == [None]


# ---- read-only ----


def test_a_shared_result_is_read_only() -> None:
    lab = opening(LINK, {"data": "moons"})
    asked = gamma.PAGE.read(lab)
    shown = panel_at(asked, 1.0)
    for result in (solved(lab.problem), solve_curves(lab.problem), shown):
        for array in arrays_in(result):
            assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        solved(lab.problem).solution.alpha[0] = 1.0


def test_a_shared_result_is_the_answer_of_a_solve_of_its_own() -> None:
    lab = opening(LINK, {"data": "overlap"})
    kept, own = solved(lab.problem).solution, solve(lab.problem).solution
    assert kept.alpha.tobytes() == own.alpha.tobytes()
    assert kept.certificate == own.certificate


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_curves_end_where_the_solve_ended(name: str) -> None:
    lab = opening(LINK, {"data": name})
    went, found = solve_curves(lab.problem), solved(lab.problem)
    assert went is not None
    assert went.step[-1] == found.answer.steps
    assert went.dual[-1] == -found.solution.certificate.dual
    assert (np.diff(went.dual) >= -1e-9 * abs(went.dual[-1])).all()


def test_a_hard_margin_that_does_not_exist_has_no_curves() -> None:
    points = CATALOGUE["xor"].make()
    assert solve_curves(BoardProblem(points.X, points.y, {"name": "linear"}, None)) is None


# ---- kernels ----


@pytest.mark.parametrize(
    ("spec", "kernel"),
    [
        ({"name": "linear"}, Linear()),
        ({"name": "polynomial", "degree": 3, "gamma": 0.5, "zeta": 2}, Polynomial(3, 0.5, 2.0)),
        ({"name": "polynomial", "degree": 3.0, "gamma": 1, "zeta": 0}, Polynomial(3, 1.0, 0.0)),
        ({"name": "gaussian", "gamma": 2, "junk": "x"}, Gaussian(2.0)),
        ({"name": "sigmoid", "gamma": 0.5, "r": -1}, Sigmoid(0.5, -1.0)),
        ({"name": "taylor", "gamma": 1.0, "order": 0}, TaylorGaussian(1.0, 0)),
        ({"name": "fourier", "gamma": 2, "components": 30, "seed": 7.0}, FourierMap(2.0, 30, 7)),
    ],
)
def test_every_spec_gives_its_kernel(spec: dict[str, Any], kernel: object) -> None:
    assert kernel_of(spec) == kernel


def test_every_kernel_of_the_links_is_known() -> None:
    for name in KERNELS:
        kernel_of(usual_spec(name))


WRONG = ["1", "", None, True, [], {}, float("nan"), float("inf"), 10**400, b"1", "nan"]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: repr(wrong)[:12])
@pytest.mark.parametrize(
    ("name", "parameter"), [(name, parameter) for name, entry in KERNELS.items() for parameter in entry.parameters]
)
@pytest.mark.parametrize("lang", languages)
def test_a_mangled_parameter_is_refused_in_one_short_sentence(
    name: str, parameter: str, wrong: object, lang: str
) -> None:
    with pytest.raises(InputError) as caught:
        kernel_of({**usual_spec(name), parameter: wrong})  # type: ignore[dict-item]
    assert 5 < len(input_message(caught.value, words_for(lang))) < 200


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"name": None},
        {"name": "rbf"},
        {"name": ["gaussian"]},
        {"gamma": 1.0},
        {"name": "gaussian"},
        {"name": "gaussian", "gamma": 0},
        {"name": "gaussian", "gamma": -1.0},
        {"name": "polynomial", "degree": 2.5, "gamma": 1.0, "zeta": 1.0},
        {"name": "polynomial", "degree": 0, "gamma": 1.0, "zeta": 1.0},
        {"name": "polynomial", "degree": 1e9, "gamma": 1.0, "zeta": 1.0},
        {"name": "polynomial", "degree": 1e308, "gamma": 1.0, "zeta": 1.0},
        {"name": "taylor", "gamma": 1.0, "order": -1},
        {"name": "fourier", "gamma": 1.0, "components": 0, "seed": 0},
        {"name": "fourier", "gamma": 1.0, "components": COMPONENTS + 1, "seed": 0},
        {"name": "fourier", "gamma": 1.0, "components": 10, "seed": -1},
    ],
    ids=str,
)
def test_a_mangled_spec_is_refused_and_nothing_else_happens(spec: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        kernel_of(spec)
    assert len(input_message(caught.value, words_for("en"))) < 200


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "gamma", "degree", "zeta", "r", "order", "components", "seed"]),
        json | st.sampled_from([*KERNELS]),
    )
)
def test_whatever_comes_as_a_spec_gives_a_kernel_or_a_refusal(spec: dict[str, Any]) -> None:
    try:
        kernel = kernel_of(spec)
    except InputError as error:
        said = input_message(error, words_for("zh"))
        assert 5 < len(said) < 200
    else:
        assert hasattr(kernel, "gram")


@pytest.mark.parametrize("C", [0, 0.0, -1.0, float("nan"), 1e308, 10**400, float("inf"), True, "1", [], {}], ids=str)
def test_what_is_no_price_of_slack_is_refused(C: object) -> None:
    with pytest.raises(InputError) as caught:
        penalty_of(C)
    assert caught.value.key in ("C.not_positive", "C.too_large")


def test_no_price_is_the_hard_margin() -> None:
    assert penalty_of(None) == float("inf")
    assert penalty_of(2) == 2.0
    lab: Lab = opening(LINK, {"data": "gap"})
    assert solved(lab.problem).problem.hard


def test_landmarks_are_sampled_from_the_points_and_never_more_than_there_are() -> None:
    X = np.random.default_rng(0).normal(size=(9, 2))
    spec: dict[str, str | float] = {"name": "nystroem", "gamma": 0.5, "landmarks": 4, "landmark_seed": 3}
    assert kernel_of(spec, X) == NystroemMap.choose(Gaussian(0.5), X, 4, 3)
    assert kernel_of({**spec, "landmark_seed": 4}, X) != kernel_of(spec, X)
    whole = kernel_of({**spec, "landmarks": 100}, X)
    np.testing.assert_allclose(whole.gram(X, X), Gaussian(0.5).gram(X, X), atol=1e-9)
    assert isinstance(kernel_of(spec, X[:0]), NystroemMap), "without points the spec is still checked"
    for wrong in ({"landmarks": 0}, {"landmarks": 501}, {"landmark_seed": -1}, {"landmark_seed": 1e5}):
        with pytest.raises(InputError):
            kernel_of({**spec, **wrong}, X)
