"""The figures of the page, as data: what is drawn are the numbers of the views."""

from __future__ import annotations

import base64

import numpy as np

from core.topics.kernels.experiment import inner_products
from core.topics.kernels.view import high_degree, slice_through
from datasets import CATALOGUE
from pages import LINK
from pages.kernels import answers
from pages.kernels.figures.degree import degree_figure, degree_text
from pages.kernels.figures.products import products_figure, products_text
from pages.kernels.figures.slice import slice_figure, slice_text
from pages.kernels.question import read
from tests.pages.visit import EN
from ui.plot.template import GREY, INK, VIOLET
from ui.solve.solving import Solved
from ui.state.lab import opening

MOONS = CATALOGUE["moons"].make()


def values(packed: dict[str, str]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(packed["bdata"]), np.float32)


def test_the_slice_draws_f_and_the_chosen_term() -> None:
    question = read(opening(LINK, {"data": "moons", "C": "10", "kernels": "gaussian_third_6_on_3_0"}))
    found = answers.machine(question, "third")
    assert isinstance(found, Solved)
    machine, i = found.solution, answers.picked(question, found)
    shown = slice_through(found.problem, machine.alpha, machine.b, question.factors, i, question.square)
    assert i == 6
    drawn = slice_figure(shown, i, float(MOONS.X[i, 0]), question.y, EN)
    lines = {trace["line"]["color"]: trace for trace in drawn.data}
    np.testing.assert_allclose(values(lines[INK]["y"]), shown.f, rtol=1e-6)
    np.testing.assert_allclose(values(lines[VIOLET]["y"]), shown.terms[list(shown.which).index(6)], rtol=1e-6)
    changed = bool(found.solution.alpha[3] > 0)
    assert (GREY in lines) == changed
    assert drawn.layout["meta"]["picked"] == 6
    assert "point 7" in slice_text(shown, i, EN)


def test_the_times_are_drawn_in_nanoseconds() -> None:
    shown = inner_products((2, 20, 60), turns=1)
    drawn = products_figure(shown, EN)
    np.testing.assert_allclose(values(drawn.data[0]["y"]), 1e9 * shown.explicit, rtol=1e-5)
    np.testing.assert_allclose(values(drawn.data[2]["y"]), 1e9 * shown.kernel, rtol=1e-5)
    assert "d = 60" in products_text(shown, EN)


def test_the_range_of_k_is_drawn_with_the_chosen_degree() -> None:
    shown = high_degree(MOONS.X, 1.0, 1.0, 12)
    drawn = degree_figure(shown, 5, EN)
    highest = next(trace for trace in drawn.data if trace.get("line", {}).get("color") == INK)
    np.testing.assert_allclose(values(highest["y"]), shown.highest, rtol=1e-5)
    assert any(shape["x0"] == shape["x1"] == 5 for shape in drawn.layout["shapes"])
    assert "Q = 5" in degree_text(shown, 5, EN)
