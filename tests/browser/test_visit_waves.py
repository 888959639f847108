"""A visitor meets random Fourier features: on the board, and before coordinate descent."""

from __future__ import annotations

import numpy as np
import pytest
from test_accessible import violations
from test_visit_descent import arrive
from visitor import Meet, Visitor

from core.problem import FourierMap, c_svc, certificate

BOARD = {"data": "rings", "k": "fourier", "g": "1", "D": "60", "s": "3", "C": "10"}


def drawn_at(visitor: Visitor, place: tuple[float, float]) -> float:
    """Return f as the browser sums it up at a place."""
    visitor.page.mouse.move(*visitor.at(*place))
    visitor.page.locator(".lab-tip").wait_for()
    return float(visitor.page.locator(".lab-tip-f b").inner_text().replace("−", "-"))


def test_the_field_of_random_features_is_that_of_the_answer_and_travels_in_the_link(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open(**BOARD)
    kernel = FourierMap(1.0, 60, 3)
    X, y = visitor.points()
    problem = c_svc(X, y, kernel, 10.0)
    alpha, b = visitor.alpha(), visitor.lab("s.picture.b")
    assert certificate(problem, alpha, b).relative_gap < 1e-3
    place = visitor.free_place()
    exact = float(kernel.gram(np.array([place]), X)[0] @ (alpha * y) + b)
    assert drawn_at(visitor, place) == pytest.approx(exact, abs=0.05)  # a pixel is 0.013 wide
    ink = visitor.ink()
    visitor.page.locator("#lab-seed").press("ArrowRight")
    shared = visitor.committed()
    assert shared.kernel == {"name": "fourier", "gamma": 1.0, "components": 60, "seed": 4}
    assert visitor.ink() != ink
    assert violations(visitor.page) == []


def test_the_kernel_is_chosen_from_the_list(newcomer: Meet) -> None:
    visitor = newcomer().open(data="moons")
    visitor.page.locator("#lab-kernel").select_option("fourier")
    assert visitor.committed().kernel["name"] == "fourier"
    assert min(visitor.field()) > 0.05
    visitor.page.locator("#lab-components").press("ArrowLeft")
    assert visitor.committed().kernel["components"] < 200


def test_coordinate_descent_takes_every_map(newcomer: Meet, lang: str) -> None:
    visitor = arrive(newcomer(lang), "descent", data="rings", k="gaussian", g="0.5", C="10")
    for name, number, moved in (("taylor", "order", "m=5"), ("fourier", "components", "D=")):
        visitor.page.locator("#lab-kernel").select_option(name)
        visitor.page.locator(f"#lab-{number}").press("ArrowRight")
        visitor.until(
            lambda name=name, moved=moved: f"k={name}" in visitor.page.url and moved in visitor.page.url, name
        )
    assert violations(visitor.page) == []
