"""The figures of the page about random Fourier features, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from pages.fourier import answers
from pages.fourier.answers import ManyRolls, Rolled
from pages.fourier.figures.bounds import fourier_bounds, fourier_bounds_text
from pages.fourier.figures.error import fourier_error, fourier_error_text
from pages.fourier.figures.frequencies import fourier_frequencies, fourier_frequencies_text
from pages.fourier.figures.mse import fourier_mse, fourier_mse_text
from pages.fourier.figures.variances import fourier_variances, fourier_variances_text
from pages.fourier.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

ERROR, MSE, BOUNDS = "fourier-error", "fourier-mse", "fourier-bounds"
FREQUENCIES, VARIANCES = "fourier-w", "fourier-var"


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield every figure, with the rolls known so far; `InputError` if the problem cannot be solved."""
    rolled = answers.rolled(question)
    yield _error_figure(rolled, words)  # the browser draws it during the other rolls
    standing = answers.standing(question)
    yield _mse_figure(question, rolled, standing, words)
    yield bounds_figure(question, standing, words)
    yield from chance_figures(question, words)


def roll_figures(question: Question, rolled: Rolled, standing: ManyRolls, words: Words) -> Iterator[Drawing]:
    """Yield the effect of one roll on K, and that of many."""
    yield _error_figure(rolled, words)
    yield _mse_figure(question, rolled, standing, words)


def bounds_figure(question: Question, standing: ManyRolls, words: Words) -> Drawing:
    """Return every bound on the largest error, and the measured errors."""

    def draw() -> Drawn:
        measured, place = standing.bounded, answers.place(question)
        claimed = answers.claims(question, measured)
        figure = fourier_bounds(measured, claimed, place, words)
        return Drawn(figure, fourier_bounds_text(measured, claimed, place, words))

    return Drawing(BOUNDS, draw, (standing.rolls,))


def chance_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the distribution of the frequencies, and the variances of the two maps."""

    def frequencies() -> Drawn:
        drawn = answers.frequencies_of_roll(question)
        return Drawn(fourier_frequencies(drawn, words), fourier_frequencies_text(drawn, words))

    def variances() -> Drawn:
        varied = answers.variances_of_maps(question)
        return Drawn(fourier_variances(varied, words), fourier_variances_text(varied, words))

    yield Drawing(FREQUENCIES, frequencies)
    yield Drawing(VARIANCES, variances)


def _error_figure(rolled: Rolled, words: Words) -> Drawing:
    """Return the effect of one roll on K."""

    def draw() -> Drawn:
        return Drawn(fourier_error(rolled.errors, words), fourier_error_text(rolled.errors, words))

    return Drawing(ERROR, draw)


def _mse_figure(question: Question, rolled: Rolled, standing: ManyRolls, words: Words) -> Drawing:
    """Return the effect of many rolls on K."""

    def draw() -> Drawn:
        errors, curves, place = rolled.errors, standing.curves, answers.place(question)
        return Drawn(fourier_mse(curves, place, errors, words), fourier_mse_text(curves, place, errors, words))

    return Drawing(MSE, draw, (standing.rolls,))
