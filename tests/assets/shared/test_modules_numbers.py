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
