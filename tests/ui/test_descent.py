"""Dual coordinate descent on the page: its options, its sentences against slow recomputations, its figures."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap, LinearProblem, PolynomialMap, TaylorMap, linear_svc, weights
from core.trace import Trace, record
from core.view import coordinate_at
from datasets import CATALOGUE, make_points
from tests.core.small_problems import moons
from ui import descent
from ui.descent_sentence import (
    map_sentence,
    offset_numbers,
    offsets_sentence,
    race_counting,
    race_sentence,
    visit_sentence,
)
from ui.figure.coordinate import coordinate_figure, coordinate_text
from ui.figure.race import race_figure, race_text
from ui.figure.weights import boundary, feature_names, weights_figure, weights_text
from ui.link import Shared
from ui.options.descent import LOSSES, MAPS, DescentOptions, read_options, write_options
from ui.session import Lab
from ui.solving import KernelSpec, kernel_of
from ui.text import Words, languages, number, words_for

ROOT = Path(__file__).parents[2]
STEPS = 1000
in_both_languages = pytest.mark.parametrize("lang", languages)
options = st.builds(
    DescentOptions,
    st.sampled_from(list(LOSSES)),
    st.booleans(),
    st.sampled_from(["random", "cyclic"]),
    st.booleans(),
    st.sampled_from(MAPS),
    st.integers(0, 9999),
    st.integers(0, 10),
    st.integers(1, 500),
    st.integers(0, 9999),
)


@given(options)
def test_options_come_back_from_a_link_as_they_were(chosen: DescentOptions) -> None:
    assert read_options(write_options(chosen)) == chosen


@pytest.mark.parametrize(
    "text",
    [
        *("", "L1", "_____", "L3_bias_random_shrink_plane_0", "L1_bias_random_shrink_plane_-1"),
        *("L1_bias_random_shrink_plane_0_0", "L1_bias_random_shrink_plane_٣", "L1_bias_random_shrink_plane_99999"),
        *("L1_bias_random_shrink_taylor_0_11-100-0", "L1_bias_random_shrink_fourier_0_4-0-0", "L1_bias_random_shrink"),
        *("L1_bias_random_shrink_fourier_0_4-501-0", "L1_bias_random_shrink_fourier_0_4-100-0_1"),
    ],
)
def test_other_texts_are_no_options(text: str) -> None:
    assert read_options(text) is None


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
        key = "descent.slope.against" if against and G != 0 else "descent.slope.away"
        said = [words(key, G="|", bound="0" if alpha[i] == 0 else f"U = {number(U)}").split("|")[-1]]
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


def test_the_spread_of_a_sentence_is_that_of_the_projected_gradients_of_its_epoch() -> None:
    words = words_for("en")
    for trace in _traces():
        for k in range(0, len(trace), 37):
            epoch = trace.table["epoch"][k]
            mine = (np.arange(len(trace)) <= k) & (trace.table["epoch"] == epoch) & ~trace.table["shrunk"]
            PG = np.append(trace.table["projected"][mine], 0.0)
            assert f"PGmin = {number(float(PG.max() - PG.min()))} " in visit_sentence(trace, k, words)


@in_both_languages
def test_every_ending_has_its_sentence(lang: str) -> None:
    words, (X, y) = words_for(lang), moons(30, seed=1)
    done = record(linear_svc(X, y, 1.0), "dual-cd", 0.1)
    short = record(linear_svc(X, y, 1.0), "dual-cd", 0.1, limit=5)
    never = record(linear_svc(np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([1.0, -1.0]), np.inf, bias=None), "dual-cd")
    for trace, name in ((done, "OPTIMAL"), (short, "STEP_LIMIT"), (never, "INFEASIBLE")):
        assert trace.outcome.name == name
        assert number(len(trace)) in visit_sentence(trace, len(trace), words)


# ---- figures: pure, strict, in the colours of the house ----


def lab_of(name: str, chosen: DescentOptions, C: float | None = 1.0) -> Lab:
    return Lab(Shared(dataset=name, kernel={"name": "linear"}, C=C, options=(chosen,)), CATALOGUE[name].make())


@pytest.mark.parametrize(("name", "lang"), [("moons", "en"), ("xor", "zh"), ("rings", "zh"), ("example-7-1", "en")])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("mapped", MAPS)
def test_every_figure_of_every_visit_is_strict_json(name: str, loss: str, mapped: str, lang: str) -> None:
    words = words_for(lang)
    lab = lab_of(name, DescentOptions(loss, mapped=mapped))
    run, window = descent.run_of(lab), lab.points.window
    square, names = (window.x0, window.y0, window.size), feature_names(descent.map_of(lab))
    for k in range(0, len(run.trace), max(1, len(run.trace) // 5)):
        shown = coordinate_at(run.trace, k)
        drawn = [coordinate_figure(shown, words)]
        drawn.append(weights_figure(shown, lab.points.X, lab.points.y, square, names, True, words))
        for figure in drawn:
            json.loads(figure.to_json(), parse_constant=pytest.fail)
        assert str(shown.i + 1) in coordinate_text(shown, words)
        assert weights_text(shown, names, words)


def test_the_figure_marks_the_old_and_the_new_alpha_on_the_parabola() -> None:
    lab = lab_of("moons", DescentOptions())
    trace = descent.run_of(lab).trace
    for k in range(0, 400, 13):
        shown = coordinate_at(trace, k)
        drawn = coordinate_figure(shown, words_for("en"))
        marked = {
            trace_.marker.symbol: (float(trace_.x[0]), float(trace_.y[0]))
            for trace_ in drawn.data
            if trace_.mode == "markers" and isinstance(trace_.marker.symbol, str)
        }
        assert marked["circle-open"] == (shown.old, 0.0)
        assert marked["circle"] == pytest.approx((shown.new, -shown.decrease), abs=1e-9)
        low, high = drawn.layout.xaxis.range
        assert low < min(shown.old, shown.new) <= max(shown.old, shown.new) < high


def test_the_line_that_is_drawn_is_where_f_is_zero() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        w, b = rng.normal(size=2), float(rng.normal())
        ends = boundary(w, b, (-2.0, -2.0, 4.0))
        if ends is not None:
            np.testing.assert_allclose(ends @ w + b, 0.0, atol=1e-9)
    assert boundary(np.zeros(2), 1.0, (-2.0, -2.0, 4.0)) is None
    assert boundary(np.array([1e-9, 0.0]), 1.0, (-2.0, -2.0, 4.0)) is None


def test_the_bars_are_named_in_the_order_of_the_map() -> None:
    assert feature_names(None) is None
    assert feature_names(PolynomialMap()) == ("1", "x₁", "x₂", "x₁²", "x₂²", "x₁x₂")
    assert feature_names(TaylorMap(1.0, 2)) == ("1", "x₁", "x₂", "x₁²", "x₁x₂", "x₂²")
    assert (feature_names(TaylorMap(1.0, 10)) or ())[-1] == "x₂¹⁰"
    assert feature_names(FourierMap(1.0, 3)) == ("1", "2", "3")


def test_old_links_keep_their_maps() -> None:
    assert read_options("L1_bias_random_shrink_plane_0") == DescentOptions()
    assert read_options("L2_plain_cyclic_keep_poly2_7") == DescentOptions("L2", False, "cyclic", False, "poly2", 7)
    assert write_options(DescentOptions(mapped="fourier", components=60)) == "L1_bias_random_shrink_fourier_0_4-60-0"


@in_both_languages
@pytest.mark.parametrize(
    "chosen",
    [
        DescentOptions(),
        DescentOptions("L2", False, mapped="poly2"),
        *(DescentOptions(mapped=name) for name in ("taylor", "fourier")),
    ],
)
@pytest.mark.parametrize("name", ["overlap", "rings", "xor"])
def test_race_and_price_are_told_with_the_numbers_of_their_views(name: str, chosen: DescentOptions, lang: str) -> None:
    lab, words = lab_of(name, chosen), words_for(lang)
    both, shown = descent.offsets_of(lab), descent.race_of(lab)
    said = offsets_sentence(both, chosen.bias, words)
    assert number(both.free.optimum, 5) in said
    assert number(both.appended.optimum, 5) in said
    assert number(both.free.optimum, 5) in race_sentence(shown, words)
    assert number(int(shown.pair.per_step)) in race_counting(shown, words)
    json.loads(race_figure(shown, words).to_json(), parse_constant=pytest.fail)
    assert number(shown.pair.last) in race_text(shown, words)
    assert number(both.free.optimum, 5) in offset_numbers(both.free, descent.origin_of(lab), words)


@pytest.mark.parametrize("mapped", MAPS)
def test_the_code_that_is_offered_finds_what_is_on_screen(mapped: str) -> None:
    lab = lab_of("overlap", DescentOptions(mapped=mapped, seed=3))
    done = subprocess.run(
        [sys.executable, "-c", descent.reproduction(lab)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    trace = descent.run_of(lab).trace
    assert f"{len(trace)} " in done.stdout
    assert repr(trace.stepper.certificate(trace.problem, trace.state_at(len(trace)).alpha).dual) in done.stdout


def test_the_map_is_that_of_the_boards_kernel_where_it_is_one() -> None:
    lab = lab_of("rings", DescentOptions(mapped="poly2"))
    assert descent.map_of(lab) == PolynomialMap(2, 1.0, 1.0)
    spec = {"name": "polynomial", "degree": 2, "gamma": 0.5, "zeta": 2.0}
    own = replace(lab, shared=replace(lab.shared, kernel=spec, options=()))
    assert descent.options_of(own).mapped == "poly2"
    assert descent.map_of(own) == PolynomialMap(2, 0.5, 2.0)
    assert descent.kernel_spec(own) == spec


@pytest.mark.parametrize(
    ("spec", "phi"),
    [
        ({"name": "taylor", "gamma": 0.5, "order": 3}, TaylorMap(0.5, 3)),
        ({"name": "taylor", "gamma": 0.5, "order": 30}, TaylorMap(0.5, 10)),
        ({"name": "fourier", "gamma": 0.5, "components": 30, "seed": 7}, FourierMap(0.5, 30, 7)),
    ],
)
def test_at_first_the_map_is_that_of_the_boards_kernel_and_the_field_is_drawn_by_its_inner_product(
    spec: KernelSpec, phi: descent.Map
) -> None:
    lab = lab_of("rings", DescentOptions())
    own = replace(lab, shared=replace(lab.shared, kernel=spec, options=()))
    assert descent.map_of(own) == phi
    X, fresh = lab.points.X[:5], lab.points.X[5:9]
    drawn = kernel_of(descent.kernel_spec(own)).gram(X, fresh)
    np.testing.assert_allclose(drawn, phi.features(X) @ phi.features(fresh).T, atol=1e-12)
    origin = descent.origin_of(own)
    np.testing.assert_allclose(origin, phi.features(np.zeros((1, 2)))[0])
    gaussian = replace(own, shared=replace(own.shared, kernel={"name": "gaussian", "gamma": 3.0}))
    assert descent.map_of(gaussian) is None
    chosen = replace(gaussian, shared=gaussian.shared.choosing(DescentOptions(mapped="taylor")))
    assert descent.map_of(chosen) == TaylorMap(3.0, 4)
    assert map_sentence(chosen, words_for("en")).startswith("The map makes 15 features of a point; γ = 3, as")
    linear = replace(chosen, shared=replace(chosen.shared, kernel={"name": "linear"}))
    assert "γ = 1, since" in map_sentence(linear, words_for("en"))


def test_points_on_one_spot_and_rows_of_zeros_are_walked_and_told() -> None:
    points = make_points([[0, 0], [0, 0], [1, 1], [1, 1]], [1, -1, 1, -1])
    for chosen in (DescentOptions(bias=False), DescentOptions("L2"), DescentOptions(mapped="poly2", order="cyclic")):
        shared = Shared(X=points.X, y=points.y, window=points.window, C=1.0, options=(chosen,))
        lab = Lab(shared, points)
        trace = descent.run_of(lab).trace
        for k in range(min(len(trace), 60) + 1):
            assert visit_sentence(trace, min(k, len(trace)), words_for("en"))
        assert descent.race_of(lab).optima.free.optimum > 0
