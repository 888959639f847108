"""The figures of the page of the losses: a dot for each point, a mark for each breakpoint, bars on their curves."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.losses import answers, sentences
from pages.losses.figures import LOSS, PATH, all_figures, objectives_drawing
from pages.losses.figures.loss import reach
from pages.losses.figures.path import ALPHA, MOST_TOLD, SHARE, marked, moves_told
from pages.losses.question import Options
from tests.pages.losses.test_losses_page import GAUSSIAN, LINEAR, asked
from tests.pages.visit import EN
from ui.solve.kernels import KernelSpec
from ui.words import languages, number, words_for


def test_each_point_is_a_dot_on_the_hinge_by_its_number() -> None:
    question = asked()
    found = answers.machine(question)
    figure = next(each for each in all_figures(question, EN) if each.key == LOSS).draw().sent()["figure"]
    dots = {
        int(i): (x, y)
        for trace in figure["data"]
        if "ids" in trace
        for i, x, y in zip(trace["ids"], trace["x"], trace["y"], strict=True)
    }
    assert sorted(dots) == list(range(1, len(question.y) + 1))
    low, high = reach(found.margin)
    for i, (x, y) in dots.items():
        assert x == pytest.approx(np.clip(found.margin[i - 1], low, high))
        assert y == pytest.approx(max(0.0, 1.0 - x))


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("scale", [SHARE, ALPHA])
@pytest.mark.parametrize(
    ("data", "kernel", "C"), [("overlap", LINEAR, 1.0), ("moons", GAUSSIAN, 1e6), ("xor", GAUSSIAN, 1e-3)]
)
def test_plotly_takes_the_figures_and_their_words_hold_numbers(
    lang: str, scale: str, data: str, kernel: KernelSpec, C: float
) -> None:
    words = words_for(lang)
    question = asked(data, C, kernel, Options(scale=scale))
    for each in (*all_figures(question, words), objectives_drawing(question, words)):
        sent = each.draw().sent()
        assert len(go.Figure(sent["figure"]).data) == len(sent["figure"]["data"])
        assert any(sign.isdigit() for sign in str(sent["alt"]))


@pytest.mark.parametrize(("data", "kernel"), [("overlap", LINEAR), ("moons", GAUSSIAN), ("xor", GAUSSIAN)])
def test_at_every_mark_of_the_figure_it_is_said_what_changes_there(data: str, kernel: KernelSpec) -> None:
    path = answers.path(asked(data, 1.0, kernel))
    assert path is not None
    marks = marked(path)
    assert [one.C for one in marks] == sorted({float(f"{C:.4g}") for C in path.bends})
    assert sum(len(one.moves) for one in marks) == sum(len(one.moves) for one in path.breakpoints)
    for k, one in enumerate(marks):
        assert path.low <= one.C <= path.high
        said = sentences.near_sentence(path, one.C, EN)
        told = moves_told(one.moves, EN, MOST_TOLD)
        assert said.startswith(EN("losses.near.at", C=number(one.C, 4), moves=told))
        assert (EN("losses.near.above", C="", moves="").split("=")[0] in said) == (k + 1 < len(marks))
        assert "last breakpoint" not in said
    figure = (
        next(each for each in all_figures(asked(data, 1.0, kernel), EN) if each.key == PATH).draw().sent()["figure"]
    )
    (rug,) = [trace for trace in figure["data"] if trace.get("name") == "C"]
    assert rug["x"] == [one.C for one in marks]
    assert rug["hovertext"] == [moves_told(one.moves, EN, MOST_TOLD) for one in marks]


@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
def test_a_bar_for_the_slack_and_one_for_the_norm_stand_on_their_curves(C: float) -> None:
    question = asked(C=C)
    found, terms = answers.machine(question), answers.terms_of_path(question)
    assert terms is not None
    sent = next(each for each in all_figures(question, EN) if each.key == PATH).draw().sent()
    shapes = {shape["name"]: shape for shape in sent["figure"]["layout"]["shapes"]}
    for name, now, curve in (("slack", found.total, terms.slack), ("norm", found.norm, terms.norm)):
        assert shapes[name]["y1"] == pytest.approx(now / curve.max())
        assert shapes[name]["xanchor"] == C
        (word,) = [trace for trace in sent["figure"]["data"] if trace.get("name") == name]
        assert word["text"] == [word["meta"] + number(now)]
        assert number(now) in sent["alt"]
        assert np.interp(np.log(C), np.log(terms.at), curve) == pytest.approx(now, rel=0.05)
