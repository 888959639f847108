"""The names at the ends of lines stand in the order of the lines, also where several of them have left the axis."""

from __future__ import annotations

import numpy as np
import pytest

from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch


def named(*ends: float) -> list[str]:
    """Return the names of lines with these ends, from the highest to the lowest; they are called 0, 1, 2 ..."""
    drawn, x = Sketch(200, margin={}), np.array([0.0, 1.0])
    draw(drawn, [Curve(x, np.array([0.0, end]), "", "", str(k)) for k, end in enumerate(ends)], 0.1, (-1.0, 1.0))
    labels = drawn.layout["annotations"]
    return [label["text"] for label in sorted(labels, key=lambda label: -label["y"])]


@pytest.mark.parametrize(
    ("ends", "order"),
    [
        ((0.5, -0.5, 0.9), ["2", "0", "1"]),
        ((7.0, 9.0, 9.0, 0.2), ["0", "1", "2", "3"]),  # beyond the axis it is invisible which is higher
        ((0.3, 0.3, 0.3), ["0", "1", "2"]),
    ],
)
def test_names_stand_in_the_order_of_the_ends_and_then_of_the_list(ends: tuple[float, ...], order: list[str]) -> None:
    assert named(*ends) == order
