"""The browser writes a number as Python does: one rule, one table."""

from typing import Any

import pytest

from tests.ui.written_numbers import WRITTEN
from ui.words import told_apart


@pytest.mark.parametrize(("value", "written"), [(float(value), written) for value, written in WRITTEN])
def test_the_browser_writes_a_number_as_python_does(page: Any, value: float, written: str) -> None:
    special = {float("inf"): "Infinity", float("-inf"): "-Infinity"}
    literal = "NaN" if value != value else special.get(value, repr(value))
    assert (
        page.evaluate(f"import('/lab/assets/test/js/shared/numbers.js').then(({{ number }}) => number({literal}))")
        == written
    )


@pytest.mark.parametrize(
    "ends",
    [
        (63.9013, 63.9014),
        (0.0, 63.9),
        (-1e-9, 1e-9),
        (1.0, 1.0 + 1e-14),
        (2.5, 2.5),
        (99_999.5, 100_000.5),
        (-0.1, 0.1),
    ],
)
def test_the_ends_of_an_axis_are_told_apart_as_python_tells_two_numbers_apart(
    page: Any, ends: tuple[float, float]
) -> None:
    module = "import('/lab/assets/test/js/shared/numbers.js')"
    written = page.evaluate(f"{module}.then(({{ apart }}) => apart({ends[0]!r}, {ends[1]!r}))")
    assert tuple(written) == told_apart(*ends, 3)
