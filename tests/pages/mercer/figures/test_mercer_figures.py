"""The figures of the page as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.topics.mercer.theory import Known, judge
from pages.mercer import answers
from pages.mercer.figures.exponents import exponents_figure, exponents_text
from pages.mercer.figures.gram import MOST_ROWS, gram_figure, gram_text
from pages.mercer.figures.plane import cells_of, plane_figure, plane_text
from pages.mercer.figures.run import run_figure, run_text
from pages.mercer.figures.space import space_figure, space_text
from pages.mercer.figures.spectra import spectra_figure, spectra_text
from pages.mercer.figures.spectrum import DECADES, heights, spectrum_figure, spectrum_text
from pages.mercer.figures.witness import witness_figure, witness_text
from tests.pages.mercer.test_mercer_page import asked
from tests.pages.visit import EN
from ui.words import number

QUESTION = asked()
FOUND = answers.judged(QUESTION)


def traces(figure: Any, kind: str) -> list[dict[str, Any]]:
    return [trace for trace in figure.data if trace["type"] == kind]


def test_every_point_is_drawn_once_with_the_sign_and_the_size_of_its_weight() -> None:
    plus, minus = traces(witness_figure(QUESTION, FOUND, EN), "scatter")
    assert (plus["marker"]["symbol"], minus["marker"]["symbol"]) == ("circle", "diamond")
    drawn = np.concatenate([plus["x"], minus["x"]])
    assert sorted(drawn) == sorted(QUESTION.points[:, 0])
    assert len(minus["x"]) == int((FOUND.witness < 0).sum())
    a, sizes = np.abs(FOUND.witness[FOUND.witness >= 0]), np.array(plus["marker"]["size"])
    assert (np.argsort(a, kind="stable") == np.argsort(sizes, kind="stable")).all()
    assert number(FOUND.form.value) in witness_text(QUESTION, FOUND, EN)


def test_the_bars_have_the_signs_of_the_eigenvalues_and_rise_by_one_for_a_factor_of_ten() -> None:
    assert heights(np.array([1.0, 0.1, -0.1, 1e-9, 0.0]), 0) == pytest.approx([DECADES, DECADES - 1, 1 - DECADES, 0, 0])
    negative, positive = traces(spectrum_figure(FOUND, EN), "bar")
    assert len(negative["x"]) + len(positive["x"]) == len(FOUND.eigenvalues)
    assert (np.array(negative["y"]) <= 0).all()
    assert (np.array(positive["y"]) >= 0).all()
    assert f"{FOUND.below} are negative" in spectrum_text(FOUND, EN)


def test_an_eigenvalue_of_rounding_has_no_bar() -> None:
    found = judge(Known(np.diag([1.0, 0.0, 1e-17]), np.zeros((3, 3))))
    bars = [height for trace in traces(spectrum_figure(found, EN), "bar") for height in trace["y"]]
    assert np.count_nonzero(bars) == 1


def test_the_matrix_has_the_points_of_negative_weight_first() -> None:
    (shown,) = traces(gram_figure(QUESTION.points, FOUND, EN), "heatmap")
    m = min(len(FOUND.witness), MOST_ROWS)
    assert shown["z"]["shape"] == f"{m}, {m}"
    assert number(float(FOUND.known.K.min())) in gram_text(FOUND, EN)


def test_the_run_marks_the_steps_without_curvature() -> None:
    run = answers.descended(QUESTION).course
    line, marks = traces(run_figure(run, EN), "scatter")
    assert line["y"][0] == -run.dual[0]
    assert line["y"][-1] == -run.dual[-1]
    assert len(marks["x"]) == run.flat
    assert (np.array(marks["customdata"]) <= 0).all()
    assert run_text(run, EN).endswith(f"{run.flat}.")


def test_the_plane_has_a_cell_for_each_pair_of_parameters() -> None:
    plane = answers.coarse_plane(QUESTION)
    (shown,) = traces(plane_figure(plane, EN), "heatmap")
    assert np.shape(shown["z"]) == (answers.COARSE, answers.COARSE)
    assert ((np.array(shown["z"]) < 0) == (plane.least >= -plane.noise)).all()
    gamma, r = cells_of()
    assert len(gamma) == len(r) == answers.FINE
    assert number(100 * plane.share) in plane_text(plane, EN)


def test_a_row_of_a_rule_has_a_mark_for_each_eigenvalue() -> None:
    named = [("one", FOUND), ("other", FOUND)]
    drawn = traces(spectra_figure(named, EN), "scatter")
    assert sum(len(trace["x"]) for trace in drawn) == 2 * len(FOUND.eigenvalues)
    assert spectra_text(named, EN).count(number(FOUND.least)) == 2


def test_the_curves_of_the_distances_have_the_chosen_exponent_on_them() -> None:
    found = answers.over_exponents(QUESTION)
    *lines, chosen = traces(exponents_figure(found, QUESTION.options, EN), "scatter")
    assert len(lines) == 3
    assert (chosen["x"], chosen["y"]) == ([QUESTION.options.exponent], [found.judged.least])
    line = found.curves.least[QUESTION.options.metric]
    assert float(np.interp(QUESTION.options.exponent, found.curves.exponents, line)) == pytest.approx(
        found.judged.least, abs=0.02
    )
    assert EN("mercer.metric.manhattan") in exponents_text(found, EN)


def test_the_field_of_f_lies_below_the_weights() -> None:
    figure = space_figure(QUESTION, EN)
    assert figure.data[0]["type"] == "heatmap"
    assert len(traces(figure, "scatter")) == 2
    found = answers.at_place(QUESTION)
    assert number(found.square.value) in space_text(QUESTION, found, EN)
