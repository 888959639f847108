"""The figures of the Fourier dice, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ui import fourier
from ui.component.board import face
from ui.component.plot import Drawn
from ui.figure.fourier_boundary import fourier_boundary, fourier_boundary_text
from ui.figure.fourier_bounds import fourier_bounds, fourier_bounds_text
from ui.figure.fourier_error import fourier_error, fourier_error_text
from ui.figure.fourier_frequencies import fourier_frequencies, fourier_frequencies_text
from ui.figure.fourier_mse import fourier_mse, fourier_mse_text
from ui.figure.fourier_variances import fourier_variances, fourier_variances_text
from ui.fourier import Rolled, Standing
from ui.session import Lab
from ui.text import Words

BOUNDARY, ERROR, MSE, BOUNDS = "fourier-boundary", "fourier-error", "fourier-mse", "fourier-bounds"
FREQUENCIES, VARIANCES = "fourier-w", "fourier-var"


def all_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield every figure with the first rolls, which is all there is time for; `InputError` where nothing is solved."""
    rolled = fourier.rolled_of(lab)
    yield error_figure(rolled, words)  # the browser draws it while the rest is rolled
    standing = fourier.standing(lab, 0.0)
    yield from many_figures(lab, rolled, standing, words)
    yield bounds_figure(lab, standing, words)
    yield from chance_figures(lab, words)


def roll_figures(lab: Lab, rolled: Rolled, standing: Standing, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what the roll did to K and what many do, and the boundary under the cloud of theirs."""
    yield error_figure(rolled, words)
    yield from many_figures(lab, rolled, standing, words)


def error_figure(rolled: Rolled, words: Words) -> tuple[str, Drawn]:
    """Return what the roll did to K."""
    return ERROR, Drawn(fourier_error(rolled.errors, words), fourier_error_text(rolled.errors, words))


def many_figures(lab: Lab, rolled: Rolled, standing: Standing, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what many rolls did to K, and the boundary of this one under the cloud of theirs."""
    errors, curves, place, points = rolled.errors, standing.curves, fourier.place_of(lab), lab.points
    yield MSE, Drawn(fourier_mse(curves, place, errors, words), fourier_mse_text(curves, place, errors, words))
    cloud, window = standing.cloud, fourier.window_of(lab)
    axes = cast(list[str], face("fourier", lab, words)["axes"])
    drawn = fourier_boundary(cloud, rolled.roll, points.X, points.y, window, (axes[0], axes[1]), words)
    yield BOUNDARY, Drawn(drawn, fourier_boundary_text(cloud, words))


def bounds_figure(lab: Lab, standing: Standing, words: Words) -> tuple[str, Drawn]:
    """Return every bound on the largest error, against what was measured."""
    measured, place = standing.bounded, fourier.place_of(lab)
    claimed = fourier.bounds_of(lab, measured)
    drawn = fourier_bounds(measured, claimed, place, words)
    return BOUNDS, Drawn(drawn, fourier_bounds_text(measured, claimed, place, words))


def chance_figures(lab: Lab, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield where the frequencies come from, and what the two maps make of them."""
    drawn, varied = fourier.frequencies_of(lab), fourier.variances_of(lab)
    yield FREQUENCIES, Drawn(fourier_frequencies(drawn, words), fourier_frequencies_text(drawn, words))
    yield VARIANCES, Drawn(fourier_variances(varied, words), fourier_variances_text(varied, words))
