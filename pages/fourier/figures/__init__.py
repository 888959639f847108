"""The figures of the page about random Fourier features, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pages.fourier import answers
from pages.fourier.answers import Rolled, Standing
from pages.fourier.figures.boundary import fourier_boundary, fourier_boundary_text
from pages.fourier.figures.bounds import fourier_bounds, fourier_bounds_text
from pages.fourier.figures.error import fourier_error, fourier_error_text
from pages.fourier.figures.frequencies import fourier_frequencies, fourier_frequencies_text
from pages.fourier.figures.mse import fourier_mse, fourier_mse_text
from pages.fourier.figures.variances import fourier_variances, fourier_variances_text
from pages.fourier.question import Question
from ui.component.board import face
from ui.component.plot import Drawn
from ui.words import Words

BOUNDARY, ERROR, MSE, BOUNDS = "fourier-boundary", "fourier-error", "fourier-mse", "fourier-bounds"
FREQUENCIES, VARIANCES = "fourier-w", "fourier-var"


def all_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield every figure with the rolls that are known and the first; `InputError` where nothing is solved."""
    rolled = answers.rolled(asked)
    yield error_figure(rolled, words)  # the browser draws it while the rest is rolled
    standing = answers.standing(asked, 0.0)
    yield from many_figures(asked, rolled, standing, words)
    yield bounds_figure(asked, standing, words)
    yield from chance_figures(asked, words)


def roll_figures(asked: Question, rolled: Rolled, standing: Standing, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what the roll did to K and what many do, and the boundary under the cloud of theirs."""
    yield error_figure(rolled, words)
    yield from many_figures(asked, rolled, standing, words)


def error_figure(rolled: Rolled, words: Words) -> tuple[str, Drawn]:
    """Return what the roll did to K."""
    return ERROR, Drawn(fourier_error(rolled.errors, words), fourier_error_text(rolled.errors, words))


def many_figures(asked: Question, rolled: Rolled, standing: Standing, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield what many rolls did to K, and the boundary of this one under the cloud of theirs."""
    errors, curves, cloud, place = rolled.errors, standing.curves, standing.cloud, answers.place(asked)
    yield MSE, Drawn(fourier_mse(curves, place, errors, words), fourier_mse_text(curves, place, errors, words))
    x_axis, y_axis = cast(list[str], face("fourier", asked.board, words)["axes"])
    drawn = fourier_boundary(cloud, rolled.roll, asked.X, asked.y, asked.square, (x_axis, y_axis), words)
    yield BOUNDARY, Drawn(drawn, fourier_boundary_text(cloud, words))


def bounds_figure(asked: Question, standing: Standing, words: Words) -> tuple[str, Drawn]:
    """Return every bound on the largest error, against what was measured."""
    measured, place = standing.bounded, answers.place(asked)
    claimed = answers.claims(asked, measured)
    drawn = fourier_bounds(measured, claimed, place, words)
    return BOUNDS, Drawn(drawn, fourier_bounds_text(measured, claimed, place, words))


def chance_figures(asked: Question, words: Words) -> Iterator[tuple[str, Drawn]]:
    """Yield where the frequencies come from, and what the two maps make of them."""
    drawn, varied = answers.frequencies_of_roll(asked), answers.variances_of_maps(asked)
    yield FREQUENCIES, Drawn(fourier_frequencies(drawn, words), fourier_frequencies_text(drawn, words))
    yield VARIANCES, Drawn(fourier_variances(varied, words), fourier_variances_text(varied, words))
