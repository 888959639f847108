"""The numbers of a halt contradict neither each other nor the light beside them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.problem import Gaussian, Linear, Sigmoid, c_svc
from core.trace import record
from datasets import CATALOGUE
from tests.pages.visit import in_both_languages
from ui.page.numbers import pair_numbers
from ui.page.numbers.of_every_run import operand, sums_of, under_root
from ui.words import words_for

MOONS = CATALOGUE["moons"].make()
LINE = np.array([[3.0, 3.0], [4.0, 3.0], [1.0, 1.0]]), np.array([1, 1, -1])


@in_both_languages
def test_a_violation_of_the_size_of_rounding_is_not_told_beside_a_green_light(lang: str) -> None:
    words = words_for(lang)
    trace = record(c_svc(*LINE, Linear(), math.inf), "smo-second-order")
    rows = {row.label: row for row in pair_numbers(trace, len(trace), words).rows}
    assert words("light.proved.title") in rows
    told = rows[words("standing.interval")]
    assert told.value == words("standing.interval.met", m="−2")
    assert words.texts["standing.interval.rounding"].split("}")[-1] in told.how


@in_both_languages
def test_a_violation_within_the_tolerance_is_still_told(lang: str) -> None:
    words = words_for(lang)
    trace = record(c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0), "smo-second-order")
    told = next(row for row in pair_numbers(trace, len(trace), words).rows if row.label == words("standing.interval"))
    assert told.how.endswith(words.texts["standing.interval.closed"].split("}")[-1])


@in_both_languages
def test_a_square_below_0_is_no_width_and_stands_in_parentheses(lang: str) -> None:
    words = words_for(lang)
    trace = record(c_svc(MOONS.X, MOONS.y, Sigmoid(0.5, -1.0), 10.0), "libsvm")
    light, *rows = pair_numbers(trace, 12, words).rows
    assert "− (−" in light.how
    width = next(row for row in rows if row.label == words("number.width.feature"))
    assert width.value == "–"
    assert words("standing.width.none") != width.how


@pytest.mark.parametrize(
    ("parts", "positive", "negative"),
    [((2059.04, 2058.96), "2059.04", "2058.96"), ((771.1, 771.1 + 1e-12), "771.1", "771.1"), ((0.0, 0.0), "0", "0")],
)
def test_two_sums_are_told_apart_where_more_than_rounding_does(
    parts: tuple[float, float], positive: str, negative: str
) -> None:
    assert sums_of(parts) == {"positive": positive, "negative": negative}


def test_a_negative_number_and_a_power_of_ten_stand_in_parentheses() -> None:
    assert (operand(-2.5), operand(2.5)) == ("(−2.5)", "2.5")
    assert under_root("6.2\u00a0×\u00a010⁻¹³") == "(6.2\u00a0×\u00a010⁻¹³)"
    assert under_root("143.9") == "143.9"
