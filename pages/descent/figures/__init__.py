"""The figures of a visit, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator

from core.topics.descent.view import coordinate_at
from core.trace import Trace
from pages.descent.figures.coordinate import coordinate_figure, coordinate_text
from pages.descent.figures.weights import feature_names, weights_figure, weights_text
from pages.descent.question import Question
from ui.component.plot import Drawing, Drawn
from ui.words import Words

COORDINATE, WEIGHTS = "coordinate", "weights"


def visit_figures(question: Question, trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the one-variable problem of the visit after k steps, and the change of w."""

    def coordinate() -> Drawn:
        shown = coordinate_at(trace, shown_visit(trace, k))
        return Drawn(coordinate_figure(shown, words), coordinate_text(shown, words))

    def weights() -> Drawn:
        shown, names = coordinate_at(trace, shown_visit(trace, k)), feature_names(question.phi)
        turned = weights_figure(shown, question.board, names, question.options.bias, words)
        return Drawn(turned, weights_text(shown, names, words))

    yield Drawing(COORDINATE, coordinate)
    yield Drawing(WEIGHTS, weights)


def shown_visit(trace: Trace, k: int) -> int:
    """Return the visit to show at step k: the last one at the end of the run."""
    return min(k, len(trace) - 1)
