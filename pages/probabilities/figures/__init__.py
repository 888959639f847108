"""The figures of the page, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from pages.probabilities import answers
from pages.probabilities.figures.coupling import course_figure, course_text, triangle_figure, triangle_text
from pages.probabilities.figures.curves import curves_figure, curves_text
from pages.probabilities.figures.field import field_figure, field_text
from pages.probabilities.figures.newton import map_figure, map_text, step_figure, step_text
from pages.probabilities.figures.noise import histogram_figure, histogram_text, interval_figure, interval_text
from pages.probabilities.figures.reliability import reliability_figure, reliability_text
from pages.probabilities.figures.threshold import confusion_figure, confusion_text, roc_figure, roc_text
from pages.probabilities.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

FIELD, CURVES, RELIABILITY = "probabilities-field", "probabilities-curves", "probabilities-reliability"
ROC, CONFUSION, MAP, STEP = (f"probabilities-{name}" for name in ("roc", "confusion", "map", "step"))
TRIANGLE, COURSE = "probabilities-triangle", "probabilities-course"
HISTOGRAM, INTERVAL = "probabilities-histogram", "probabilities-interval"
PROJECTED = 470  # pixels of a figure in projector mode


def all_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield every figure, those of the sliders first; `InputError` if the classifier refuses the points."""
    yield from classifier_figures(question, words)
    yield from coupling_figures(question, words)
    if answers.known_noise(question):
        yield from noise_figures(question, words)


def classifier_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield what is about the classifier; `InputError` if it refuses the points."""
    found = answers.calibrated(question)

    def field() -> Drawn:
        figure, told = field_figure(question, words), field_text(question, words)
        return Drawn(figure, told, PROJECTED)

    def threshold() -> Drawn:
        shown, at = answers.curve(question), answers.counted(question)
        return Drawn(roc_figure(shown, at, words), roc_text(shown, at, words))

    def counts() -> Drawn:
        at = answers.counted(question)
        return Drawn(confusion_figure(at, words), confusion_text(at, words))

    def surface() -> Drawn:
        k = answers.newton_step(question)
        return Drawn(map_figure(found, answers.objective_map(question), k, words), map_text(found, k, words))

    def step() -> Drawn:
        k = answers.newton_step(question)
        return Drawn(step_figure(found, k, words), step_text(found, k, words))

    yield Drawing(ROC, threshold)
    yield Drawing(CONFUSION, counts)
    yield Drawing(FIELD, field)
    yield Drawing(CURVES, lambda: Drawn(curves_figure(found, words), curves_text(found, words), PROJECTED))
    yield Drawing(RELIABILITY, lambda: Drawn(reliability_figure(found, words), reliability_text(found, words)))
    yield Drawing(MAP, surface)
    yield Drawing(STEP, step)


def coupling_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield the iteration on the matrix of pairs."""
    found, k = answers.coupled(question), answers.sweep(question)
    yield Drawing(TRIANGLE, lambda: Drawn(triangle_figure(found, k, words), triangle_text(found, k, words)))
    yield Drawing(COURSE, lambda: Drawn(course_figure(found, k, words), course_text(found, k, words)))


def noise_figures(question: Question, words: Words) -> Iterator[Drawing]:
    """Yield what is about the regression; `InputError` if there is none."""
    found, width = answers.noise(question), question.options.width
    told = histogram_text(found, width, words)
    yield Drawing(HISTOGRAM, lambda: Drawn(histogram_figure(found, width, words), told))
    said = interval_text(question, found, words)
    yield Drawing(INTERVAL, lambda: Drawn(interval_figure(question, found, words), said))
