"""Dual coordinate descent on the page: its options, its sentences against slow recomputations, its code."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import LinearProblem, linear_svc, weights
from core.trace import Trace, record
from datasets import make_points
from pages import LINK, descent
from pages.descent import answers
from pages.descent.question import FORM, LOSSES, MAPS, Options
from pages.descent.script import reproduction
from pages.descent.sentences import visit_sentence
from pages.race.answers import race_of
from tests.core.small_problems import moons
from tests.pages.descent.asking import mapped, question
from ui.link.shared import Shared
from ui.state.lab import Lab, opening
from ui.words import Words, languages, number, plain, words_for

ROOT = Path(__file__).parents[3]
STEPS = 1000
in_both_languages = pytest.mark.parametrize("lang", languages)
options = st.builds(
    Options,
    st.sampled_from(list(LOSSES)),
    st.booleans(),
    st.sampled_from(["random", "cyclic"]),
    st.booleans(),
    st.sampled_from([None, *MAPS]),
    st.integers(0, 9999),
)


@given(options)
def test_options_come_back_from_a_link_as_they_were(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


@pytest.mark.parametrize(
    "text",
    [
        *("", "_____", "L3_bias_random_shrink_plane_0", "L1_bias_random_shrink_plane_-1"),
        *("L1_bias_random_shrink_plane_0_0", "L1_bias_random_shrink_plane_٣", "L1_bias_random_shrink_plane_99999"),
    ],
)
def test_other_texts_are_no_options(text: str) -> None:
    assert FORM.read(text) is None


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("L1_bias_random_shrink_plane_0", Options(mapped="plane")),
        ("L2_plain_cyclic_keep_poly2_7", Options("L2", False, "cyclic", False, "poly2", 7)),
    ],
)
def test_a_link_that_names_a_map_chooses_its_kernel(text: str, chosen: Options) -> None:
    lab = opening(LINK, {"data": "moons", "k": "linear", "descent": text})
    assert lab.shared.chosen(Options) == chosen
    today = descent.settle(lab)
    assert today.shared.kernel["name"] == MAPS[str(chosen.mapped)]
    assert descent.settle(today) is today
    assert (descent.read(today).phi is None) == (chosen.mapped == "plane")


def _traces() -> Iterator[Trace]:
    X, y = moons(40, seed=6)
    X[3], X[5:7] = X[2], 0.0
    for loss, bias, order, shrinking in product(LOSSES.values(), (1.0, None), ("random", "cyclic"), (True, False)):
        yield record(linear_svc(X, y, 1.0, loss, bias), "dual-cd", 0.05, 1500, order=order, shrinking=shrinking)


def _expected(trace: Trace, k: int, words: Words) -> list[str]:
    """Return what a sentence about visit k must hold, from alpha before and after it and the features alone."""
    problem, alpha, after = trace.problem, trace.state_at(k).alpha, trace.state_at(k + 1).alpha
    assert isinstance(problem, LinearProblem)
    i, U = int(trace.table["i"][k]), problem.dual.upper
    Phi = problem.dual.features
    D = 0.0 if problem.loss == "hinge" else 0.5 / problem.C
    G = float(problem.y[i] * (Phi[i] @ weights(problem, alpha)) - 1.0 + D * alpha[i])
    against = (alpha[i] == 0 and G >= 0) or (alpha[i] == U and G <= 0)
    if 0 < alpha[i] < U:
        said = [words("descent.slope.inside", G="")[:6]]
    else:
        pushed = "against" if against and G != 0 else "away" if after[i] != alpha[i] else "zero"
        bound = "0" if alpha[i] == 0 else f"U = {number(U)}"
        said = [words(f"descent.slope.{pushed}", G="|", bound=bound).split("|")[-1]]
    if abs(G) > 1e-6:
        said.append(f"G = {number(G)}" if against or not 0 < alpha[i] < U else f"PG = {number(G)}")
    if after[i] != alpha[i]:
        fell = -problem.y[i] * (after[i] - alpha[i]) * Phi[i] @ weights(problem, alpha)
        fell += (after[i] - alpha[i]) * (1 - D * alpha[i])
        fell -= 0.5 * (after[i] - alpha[i]) ** 2 * (Phi[i] @ Phi[i] + D)
        said += [number(float(alpha[i])), number(float(after[i]))]
        assert float(trace.table["decrease"][k]) == pytest.approx(float(fell), rel=1e-6, abs=1e-12)
        said.append(number(float(trace.table["decrease"][k])))
    elif bool(trace.table["shrunk"][k]):
        key = "descent.change.aside.high" if G > 0 else "descent.change.aside.low"
        said.append(words(key, threshold="|").split("|")[0])
    elif against and G != 0:
        said.append(words("descent.change.none"))
    return [*said, f"{i + 1}"]


@in_both_languages
def test_the_sentence_of_a_thousand_random_visits_holds_what_a_slow_recomputation_finds(lang: str) -> None:
    rng, traces, words = np.random.default_rng(2), list(_traces()), words_for(lang)
    for count in range(STEPS):
        trace = traces[count % len(traces)]
        k = int(rng.integers(0, len(trace)))
        sentence = visit_sentence(trace, k, words)
        for part in _expected(trace, k, words):
            assert part in sentence


@in_both_languages
def test_a_slope_of_zero_at_a_bound_is_said_to_point_nowhere(lang: str) -> None:
    words, y = words_for(lang), np.repeat([1.0, -1.0], 4)
    trace = record(linear_svc(np.ones((8, 2)), y, 0.25), "dual-cd", 0.1)  # all points are equal
    zero = [k for k in range(len(trace)) if trace.table["gradient"][k] == 0.0 and trace.table["alpha_old"][k] == 0.0]
    assert zero
    for k in zero:
        sentence = visit_sentence(trace, k, words)
        assert words("descent.slope.zero", bound="0", G="0") in sentence
        assert words("descent.change.tiny") in sentence


def test_the_spread_of_a_sentence_is_that_of_the_projected_gradients_of_its_epoch() -> None:
    words = words_for("en")
    for trace in _traces():
        for k in range(0, len(trace), 37):
            epoch = trace.table["epoch"][k]
            mine = (np.arange(len(trace)) <= k) & (trace.table["epoch"] == epoch) & ~trace.table["shrunk"]
            PG = np.append(trace.table["projected"][mine], 0.0)
            assert f"PGmin = {number(float(PG.max() - PG.min()))} " in plain(visit_sentence(trace, k, words))


@in_both_languages
def test_every_ending_has_its_sentence(lang: str) -> None:
    words, (X, y) = words_for(lang), moons(30, seed=1)
    done = record(linear_svc(X, y, 1.0), "dual-cd", 0.1)
    short = record(linear_svc(X, y, 1.0), "dual-cd", 0.1, limit=5)
    never = record(linear_svc(np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([1.0, -1.0]), np.inf, bias=None), "dual-cd")
    for trace, name in ((done, "OPTIMAL"), (short, "STEP_LIMIT"), (never, "INFEASIBLE")):
        assert trace.outcome.name == name
        assert number(len(trace)) in visit_sentence(trace, len(trace), words)


# ---- the code, and points that are hard to walk ----


@pytest.mark.parametrize("mapped", MAPS)
def test_the_code_that_is_offered_finds_what_is_on_screen(mapped: str) -> None:
    asked = question("overlap", Options(mapped=mapped, shuffle=3))
    done = subprocess.run(
        [sys.executable, "-c", reproduction(asked)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    trace = answers.run(asked).shown.trace
    assert f"{len(trace)} " in done.stdout
    assert repr(trace.stepper.certificate(trace.problem, trace.state_at(len(trace)).alpha).dual) in done.stdout


def test_points_on_one_spot_and_rows_of_zeros_are_walked_and_told() -> None:
    points = make_points([[0, 0], [0, 0], [1, 1], [1, 1]], [1, -1, 1, -1])
    for chosen in (Options(bias=False), Options("L2"), mapped("poly2", visits="cyclic")):
        shared = Shared(X=points.X, y=points.y, window=points.window, C=1.0, options=(chosen,))
        asked = descent.read(descent.settle(Lab(shared, points)))
        trace = answers.run(asked).shown.trace
        for k in range(min(len(trace), 60) + 1):
            assert visit_sentence(trace, min(k, len(trace)), words_for("en"))
        assert race_of(asked).optima.free.optimum > 0
