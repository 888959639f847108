"""The curves over gamma: their numbers, their gaps and their words."""

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from core.topics.gamma.experiment import AtGamma
from datasets import make_points
from pages import LINK
from pages.gamma import PAGE as GAMMA
from pages.gamma.answers import panels
from pages.gamma.figures.curves import gamma_curves, gamma_curves_text, shares
from pages.gamma.question import GAMMAS
from pages.gamma.question import Question as PanelsQuestion
from tests.pages.board.figures.test_board_figures import EN, drawn, values
from tests.pages.gamma.errors import error_of
from ui.plot.labels import GAP
from ui.state.lab import opening
from ui.words import languages, number, words_for


def panels_of(name: str, gammas: tuple[float, ...] = GAMMAS, **fields: str) -> tuple[PanelsQuestion, list[AtGamma]]:
    lab = opening(LINK, {"data": name, "gammas": "_".join(map(repr, gammas)), **fields})
    return (asked := GAMMA.read(lab)), panels(asked)


def names_beside(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the traces that are words: one for each pair of axes."""
    return [trace for trace in shown["data"] if trace["mode"] == "text"]


@pytest.mark.parametrize("lang", languages)
def test_five_curves_stand_over_gamma_each_with_its_numbers(lang: str) -> None:
    (asked, shown), words = panels_of("moons"), words_for(lang)
    without = [error_of(one) for one in shown]
    data = [trace for trace in drawn(gamma_curves(shown, without, words))["data"] if trace["mode"] != "text"]
    assert len(data) == 5
    vectors, left, errors, mean, smallest = (values(trace["y"]) for trace in data)
    assert vectors.tolist() == [100 * one.solution.vectors / asked.count for one in shown]
    assert errors.tolist() == [100 * one.solution.errors / asked.count for one in shown]
    assert left.tolist() == [100 * found.errors / asked.count for found in without]
    assert mean.tolist() == [one.mean_k for one in shown]
    assert smallest.tolist() == [one.smallest_k for one in shown]
    assert all(values(trace["x"]).tolist() == list(GAMMAS) for trace in data)
    assert len({(trace["line"]["dash"], trace["marker"]["symbol"], trace["xaxis"]) for trace in data}) == 5


def test_what_is_not_known_leaves_a_gap_and_no_label() -> None:
    _, shown = panels_of("moons")
    figure = drawn(gamma_curves(shown, [None] * 5, EN))
    assert np.isnan(values(figure["data"][1]["y"])).all()
    told = [text.strip(GAP) for trace in names_beside(figure) for text in trace["text"]]
    assert EN("figure.gamma.vectors") in told
    assert EN("figure.gamma.left_out") not in told


@pytest.mark.parametrize("gammas", [(1.0,), (1e-6, 1e6), tuple(10.0**k for k in range(-4, 5))], ids=str)
def test_one_gamma_is_drawn_as_well_as_nine(gammas: tuple[float, ...]) -> None:
    _, shown = panels_of("example-7-1", gammas)
    figure = drawn(gamma_curves(shown, [error_of(one) for one in shown], EN))
    (names,) = (trace for trace in names_beside(figure) if trace["xaxis"] == "x")
    heights = sorted(names["y"])
    assert all(upper - lower > 5 for lower, upper in pairwise(heights))  # in percent
    end = figure["layout"]["xaxis"]["range"][1]
    assert all(math.log10(x) == pytest.approx(end, abs=1e-6) for x in names["x"])
    assert end > math.log10(gammas[-1])
    assert len(heights) == 3
    assert heights[-1] <= figure["layout"]["yaxis"]["range"][1]  # what is above is not drawn


def test_a_hard_margin_that_does_not_exist_counts_nothing() -> None:
    lab = opening(LINK, {"data": "moons", "C": "inf", "gammas": "1"})
    asked = GAMMA.read(replace(lab, every=make_points([[0, 0], [0, 0], [1, 1], [2, 0]], [1, -1, 1, -1])))
    shown = panels(asked)
    without = [error_of(one) for one in shown]
    assert shares(shown, without) == ([None], [None], [None])
    drawn(gamma_curves(shown, without, EN))
    assert "0" not in gamma_curves_text(shown, EN).replace(EN("figure.gamma.alt"), "")


@pytest.mark.parametrize("C", ["10", "inf"])
@pytest.mark.parametrize("gammas", [(1.0,), GAMMAS], ids=str)
def test_plotly_takes_the_curves_over_gamma(gammas: tuple[float, ...], C: str) -> None:
    _, shown = panels_of("xor", gammas, C=C)
    for without in ([None] * len(shown), [error_of(one) for one in shown]):
        figure = drawn(gamma_curves(shown, without, EN))
        assert len(go.Figure(figure).data) == len(figure["data"])


@pytest.mark.parametrize("lang", languages)
def test_the_words_for_the_gammas_say_the_numbers_of_every_panel(lang: str) -> None:
    (_, every), words = panels_of("overlap"), words_for(lang)
    text = gamma_curves_text(every, words)
    for shown in every:
        row = words(
            "figure.gamma.row",
            gamma=number(shown.gamma),
            vectors=shown.solution.vectors,
            errors=shown.solution.errors,
            mean=number(shown.mean_k),
        )
        assert row in text
