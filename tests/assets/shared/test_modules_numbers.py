"""The browser writes a number as Python does: one rule, one table."""

from typing import Any

import pytest

from tests.ui.written_numbers import WRITTEN


@pytest.mark.parametrize(("value", "written"), [(float(value), written) for value, written in WRITTEN])
def test_the_browser_writes_a_number_as_python_does(page: Any, value: float, written: str) -> None:
    special = {float("inf"): "Infinity", float("-inf"): "-Infinity"}
    literal = "NaN" if value != value else special.get(value, repr(value))
    assert (
        page.evaluate(f"import('/lab/assets/test/js/shared/numbers.js').then(({{ number }}) => number({literal}))")
        == written
    )


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (63.9013, 63.9014, ["63.9013", "63.9014"]),
        (0.0, 63.9, ["0", "63.9"]),
        (1.0, 1.00000000000001, ["1", "1.00000000000001"]),
        (2.5, 2.5, ["2.5", "2.5"]),
        (-0.1, 0.1, ["−0.1", "0.1"]),
    ],
)
def test_the_ends_of_an_axis_are_told_apart(page: Any, low: float, high: float, written: list[str]) -> None:
    module = "import('/lab/assets/test/js/shared/numbers.js')"
    assert page.evaluate(f"{module}.then(({{ apart }}) => apart({low!r}, {high!r}))") == written
