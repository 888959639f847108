"""The Fourier dice in words and figures: options in a link, sentences that the numbers bear out, what is drawn."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import FourierMap, Gaussian
from core.topics.fourier.experiment import Cloud, cloud, solved_on_window
from core.topics.fourier.view import (
    ErrorCurves,
    against_components,
    bounds,
    compare,
    frequencies,
    line,
    roll_errors,
    variances,
)
from core.view.grid import NEAR, grid_axes, near_points
from pages.fourier.figures.bounds import fourier_bounds, fourier_bounds_text
from pages.fourier.figures.cloud import MOST_CORNERS, REACH, cloud_lines
from pages.fourier.figures.error import fourier_error, fourier_error_text
from pages.fourier.figures.frequencies import fourier_frequencies, fourier_frequencies_text
from pages.fourier.figures.mse import fourier_mse, fourier_mse_text
from pages.fourier.figures.variances import fourier_variances, fourier_variances_text
from pages.fourier.question import CASES, DELTAS, FORM, Options
from pages.fourier.sentences import bounds_sentence, cloud_sentence
from pages.fourier.tables import needed_components
from tests.core.small_problems import moons
from ui.plot.sketch import Sketch
from ui.words import languages, number, words_for

in_both_languages = pytest.mark.parametrize("lang", languages)
both_maps = pytest.mark.parametrize("paired", [False, True])
WINDOW = (-4.0, -4.0, 8.0)
D = (2, 10, 100, 200)
options = st.builds(Options, st.none() | st.booleans(), st.sampled_from(DELTAS), st.sampled_from(CASES))


@given(options)
def test_options_come_back_from_a_link_as_they_were(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


@pytest.mark.parametrize("text", ["", "sine", "phase_0.06", "phase_0.05_circle", "phase_0.05_points_1", "__"])
def test_other_texts_are_no_options(text: str) -> None:
    assert FORM.read(text) is None


def curves(X: np.ndarray, paired: bool = False, rolls: int = 20) -> ErrorCurves:
    found = [roll_errors(X, FourierMap(1.0, D[-1], seed, paired), D) for seed in range(rolls)]
    return against_components(X, 1.0, paired, found, D)


def shown_cloud(C: float = 10.0, components: int = 50) -> tuple[Cloud, np.ndarray]:
    X, y = moons(40)
    exact = solved_on_window(X, y, Gaussian(1.0), C, WINDOW, 1e-3, 100_000)
    rolls = [solved_on_window(X, y, FourierMap(1.0, components, seed), C, WINDOW, 1e-3, 100_000) for seed in range(5)]
    return cloud(exact, rolls, 1.0, WINDOW, near_points(X, WINDOW, len(exact.values))), X


def read(figure: Sketch) -> dict:
    """Return the figure, and the words in it, with their heights, apart from its other traces; Plotly takes it."""
    made = json.loads(figure.to_json())
    assert go.Figure(made).data
    spoken = [trace for trace in made["data"] if trace.get("mode") == "text"]
    words = {text.strip(): y for trace in spoken for text, y in zip(trace["text"], trace["y"], strict=True)}
    return {**made, "data": [trace for trace in made["data"] if trace not in spoken], "words": words}


def test_the_lines_of_many_rolls_are_those_where_their_fields_change_sign() -> None:
    shown, X = shown_cloud()
    lines = cloud_lines(shown, X, WINDOW[2])
    np.testing.assert_array_equal(lines["cloud"], np.concatenate([one.outline for one in shown.rolls]))
    near = np.linalg.norm(shown.outline[:, None] - X, axis=2).min(axis=1) <= REACH * WINDOW[2]  # nan is near nothing
    np.testing.assert_array_equal(lines["median"][near], shown.outline[near])
    assert near.any()
    assert np.isnan(lines["median"][~near]).all()


@in_both_languages
def test_what_is_told_of_a_cloud_are_its_numbers(lang: str) -> None:
    words = words_for(lang)
    shown, _ = shown_cloud()
    told = cloud_sentence(shown, words)
    assert number(100 * shown.median, 2) in told
    assert number(100 * shown.quantile(0.95), 2) in told


def test_rolls_are_held_against_the_exact_kernel_near_the_points_only() -> None:
    shown, X = shown_cloud()
    cells = len(shown.exact.values)
    x_axis, y_axis = grid_axes(WINDOW[:2], WINDOW[2], cells)
    counted = np.zeros(len(shown.rolls))
    places = 0
    for row, up in enumerate(y_axis):
        for column, across in enumerate(x_axis):
            if np.hypot(*(X - (across, up)).T).min() <= NEAR * WINDOW[2]:
                places += 1
                right = shown.exact.values[row, column] >= 0
                counted += [(roll.values[row, column] >= 0) != right for roll in shown.rolls]
    assert 0 < places < cells**2
    np.testing.assert_allclose(shown.disagreement, counted / places)


def test_more_lines_than_a_browser_can_draw_are_left_out() -> None:
    shown, X = shown_cloud()
    corners = sum(len(one.outline) for one in shown.rolls)
    many = replace(shown, rolls=shown.rolls * (2 * MOST_CORNERS // corners))
    drawn = len(cloud_lines(many, X, WINDOW[2])["cloud"])
    assert MOST_CORNERS - corners < drawn <= MOST_CORNERS


@in_both_languages
def test_a_cloud_without_a_boundary_is_said_to_have_none(lang: str) -> None:
    words = words_for(lang)
    shown, X = shown_cloud(math.inf, 4)
    assert cloud_sentence(shown, words) == words("fourier.cloud.none", rolls=5)
    assert all(len(line) == 0 for line in cloud_lines(shown, X, WINDOW[2]).values())


@in_both_languages
def test_the_cloud_of_entries_shows_its_worst_pair(lang: str) -> None:
    words = words_for(lang)
    X, _ = moons(40)
    roll = compare(X, FourierMap(1.0, 50, 3))
    made = read(fourier_error(roll, words))
    mark = made["data"][-1]
    assert (mark["x"][0], mark["y"][0]) == roll.worst_at
    assert mark["text"][1] == words("figure.fourier_error.worst", worst=number(roll.worst))
    assert number(roll.expected) in fourier_error_text(roll, words)


@in_both_languages
def test_the_mean_square_errors_stand_around_their_line(lang: str) -> None:
    words = words_for(lang)
    X, _ = moons(40)
    found, own = curves(X), compare(X, FourierMap(1.0, 100, 3))
    made = read(fourier_mse(found, 2, own, words))
    rolls, predicted, mark = made["data"]
    assert rolls["y"].count(None) == 20
    assert predicted["y"] == pytest.approx([found.constant / value for value in D])
    assert (mark["x"], mark["y"]) == ([100], [own.mse])
    assert own.mse == pytest.approx(found.mse[3, 2])
    assert number(own.mse) in fourier_mse_text(found, 2, own, words)


@in_both_languages
def test_errors_that_are_all_zero_are_drawn(lang: str) -> None:
    words, X = words_for(lang), np.ones((3, 2))
    some, own = curves(X, paired=True), compare(X, FourierMap(1.0, 100, 3, True))
    found = replace(some, mse=np.zeros_like(some.mse), constant=0.0)
    made = read(fourier_mse(found, 2, own, words))
    low, high = made["layout"]["yaxis"]["range"]
    assert all(low < named["y"] < high for named in made["layout"]["annotations"])
    assert fourier_mse_text(found, 2, own, words)


@in_both_languages
@both_maps
def test_every_bound_is_drawn_with_what_it_is(paired: bool, lang: str) -> None:
    words = words_for(lang)
    found = curves(moons(40)[0], paired)
    claimed = bounds(found, paired, 0.05)
    made = read(fourier_bounds(found, claimed, 2, words))
    ball, proposition, solved, hoeffding, bernstein, printed, measured = made["data"][1:]
    assert printed["y"] == pytest.approx(claimed.printed.tolist())
    assert printed["line"]["dash"] == "dot"
    assert [trace["line"]["dash"] for trace in (ball, hoeffding, bernstein)] == ["dash", "longdash", "longdashdot"]
    assert proposition["y"] == pytest.approx(claimed.proposition.tolist())
    for of_pairs in (proposition, solved):  # proved in pairs only
        assert of_pairs["line"]["color"] == (ball if paired else printed)["line"]["color"]
    assert len({trace["line"]["dash"] for trace in made["data"][1:-1]}) == 6
    assert measured["y"] == pytest.approx(np.median(found.worst, axis=0).tolist())
    names = ("ball", "proposition", "solved", "hoeffding", "bernstein", "printed", "measured")
    heights = sorted(math.log10(made["words"][words(f"figure.fourier_bounds.{name}")]) for name in names)
    assert min(np.diff(heights)) > 0.15
    assert number(float(claimed.ball[2])) in fourier_bounds_text(found, claimed, 2, words)


@in_both_languages
def test_the_printed_bound_is_called_false_only_where_the_rolls_say_so(lang: str) -> None:
    words = words_for(lang)
    on_board, on_line = curves(moons(40)[0]), curves(line())
    for found, case in ((on_board, "points"), (on_line, "line")):
        claimed = bounds(found, False, 0.05)
        broken = found.exceeding(claimed.printed, 3)
        told = bounds_sentence(found, claimed, 3, case, words)
        values = {"D": 200, "eps": number(float(claimed.printed[3])), "percent": "95", "broken": broken, "rolls": 20}
        key = "broken" if broken >= 6 else "some" if broken else "kept"
        assert told.startswith(words(f"fourier.bounds.{key}", **values))
        assert (words("fourier.bounds.held", rolls=20) in told) == bool(
            (found.worst[:, 3] < claimed.bernstein[3]).all()
        )
    assert on_line.exceeding(bounds(on_line, False, 0.05).printed, 3) == 20
    assert on_board.exceeding(bounds(on_board, False, 0.05).printed, 3) <= 1


def test_the_table_asks_every_bound_for_its_components() -> None:
    found = curves(moons(40)[0])
    printed, proposition, solved, ball, hoeffding, bernstein = needed_components(found, bounds(found, False, 0.05))
    assert printed == pytest.approx(4 * 4 / 0.01, abs=1)  # 4 (d + 2) / eps^2, whatever the data
    assert hoeffding == math.ceil(8 * math.log(40 * 41 / 0.05) / 0.01)
    assert printed < bernstein < hoeffding < proposition < solved < ball


@in_both_languages
def test_frequencies_are_shown_on_their_density(lang: str) -> None:
    words = words_for(lang)
    shown = frequencies(FourierMap(2.0, 100, 5))
    made = read(fourier_frequencies(shown, words))
    circles, dots, bars, _ = made["data"]
    x, y = (np.array(circles[name], dtype=float).reshape(3, -1)[:, :-1] for name in "xy")  # a gap after each
    assert np.hypot(x, y) == pytest.approx(np.repeat(shown.radii[:, None], x.shape[1], axis=1))
    assert len(dots["x"]) == 100
    named = zip(shown.shares, shown.radii, strict=True)
    labels = {words("language.percent", value=number(100.0 * float(share))): -float(r) for share, r in named}
    assert made["words"] == pytest.approx(labels)
    assert bars["y"] == pytest.approx(shown.density.tolist())
    assert str(int(shown.inside[0])) in fourier_frequencies_text(shown, words)


@in_both_languages
def test_variances_are_shown_on_their_formulas(lang: str) -> None:
    words = words_for(lang)
    shown = variances(moons(40)[0], 1.0, range(10), 20)
    made = read(fourier_variances(shown, words))
    for row in (0, 1):
        assert made["data"][2 * row]["y"] == pytest.approx(shown.formula[row].tolist())
        assert made["data"][2 * row + 1]["y"] == pytest.approx(shown.measured[row].tolist())
    assert number(float(shown.measured[1][-1])) in fourier_variances_text(shown, words)
