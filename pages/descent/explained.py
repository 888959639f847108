"""The explanation of the player: the problem of one visit, the change of w, and the numbers of the run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.topics.descent.view import coordinate_at
from core.trace import Trace
from pages.descent.figures import COORDINATE, WEIGHTS, shown_visit, visit_figures
from pages.descent.question import Question
from ui.component.plot import Drawing
from ui.page import guard
from ui.page.drawings import of_step
from ui.page.numbers import NUMBERS, visit_numbers
from ui.page.showing import Showing
from ui.solve.recording import Recording
from ui.state.playing import turn_of
from ui.words import Words

PLAYER = "descent"


def seen(question: Question) -> str:
    """Return the key of the figures of a visit: the run, and its window."""
    return question.key(question.board.points.window, question.fork)


@guard.part
def explain(question: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the one-variable problem of this visit."""
    if not len(run.trace):
        return
    drawn = showing.figures(explained(question, run.trace, k, showing.words), of_step(seen(question), k))
    showing.heading("figure.coordinate.title")
    showing.figure(COORDINATE, drawn[COORDINATE], turn_of(PLAYER))


@guard.part
def show_weights(question: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the change of w by this visit."""
    if not len(run.trace):
        return
    drawn = showing.figures(explained(question, run.trace, k, showing.words), of_step(seen(question), k))
    turning = "figure.weights.title" if question.phi is None else "figure.weights.title.mapped"
    moved = coordinate_at(run.trace, shown_visit(run.trace, k)).moved
    showing.heading(turning if moved else "figure.weights.still")
    showing.figure(WEIGHTS, drawn[WEIGHTS], turn_of(PLAYER))


@guard.part
def show_numbers(question: Question, run: Recording, k: int, showing: Showing) -> None:
    """Show the numbers of the run, below the player."""
    if not len(run.trace):
        return
    numbers = [Drawing(NUMBERS, partial(visit_numbers, run.trace, k, question.phi is None, showing.words))]
    showing.heading("standing.title")
    showing.standing(NUMBERS, showing.figures(numbers, of_step(seen(question), k))[NUMBERS], turn_of(PLAYER))


def explained(question: Question, trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the figures and the numbers of one visit."""
    yield from visit_figures(question, trace, k, words)
    yield Drawing(NUMBERS, partial(visit_numbers, trace, k, question.phi is None, words))
