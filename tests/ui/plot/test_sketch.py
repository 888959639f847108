"""Dots that are drawn as one path are the points that they stand for."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ui.plot.sketch import CORNERS, Sketch

UNIT = (0.5, 2.0)


def outlines(trace: dict, corners: int) -> np.ndarray:
    """Return the corners of each dot, shape (n, corners + 1, 2), the last one a gap."""
    columns = [np.frombuffer(base64.b64decode(trace[name]["bdata"]), np.float32) for name in "xy"]
    return np.stack(columns, axis=-1).reshape(-1, corners + 1, 2)


@pytest.mark.parametrize("symbol", CORNERS)
@given(places=arrays(np.float64, st.tuples(st.integers(0, 20), st.just(2)), elements=st.floats(-100, 100, width=32)))
def test_every_point_is_a_closed_outline_around_its_place(symbol: str, places: np.ndarray) -> None:
    drawn = Sketch(100)
    drawn.add_dots(places, symbol, 8, UNIT, "var(--lab-ink)")
    (trace,) = drawn.data
    found = outlines(trace, len(CORNERS[symbol]))
    assert len(found) == len(places)
    assert np.isnan(found[:, -1]).all()
    np.testing.assert_allclose(found[:, 0], found[:, -2], atol=1e-4)
    away = (found[:, :-1] - places[:, None]) / UNIT  # in pixels
    np.testing.assert_allclose(away, np.broadcast_to(4.0 * CORNERS[symbol], away.shape), atol=1e-4)
    assert trace["fillcolor"] == "var(--lab-ink)"
    assert trace["hoverinfo"] == "skip"
