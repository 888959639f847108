"""The bars of alpha below the board, which also come ahead of the page while a slider moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from core.view import Light, Solution
from pages.board import answers
from pages.board.figures.alpha_bars import Alphas, alpha_bars, alpha_text
from pages.board.question import Question
from ui.component.plot import About, Drawing, Drawn
from ui.page.showing import Showing
from ui.solve.cost.exact import Asked
from ui.solve.recording import run_name
from ui.solve.solving import solved
from ui.words import Words

ALPHA = "alpha"  # the key of the figure


def show_bars(asked: Question, found: Solution, showing: Showing) -> None:
    """Show alpha at the step of the time line; the axis reaches to its end."""
    run = answers.walk(asked, found)
    k = answers.step_before_end(asked, run)
    at_step: Alphas = found if run is None or k is None else answers.multipliers(run, k)
    drawn = showing.figures([_drawing(asked, at_step, found, showing.words)])
    showing.heading("figure.alpha.title")
    showing.figure(ALPHA, drawn[ALPHA])


def ahead(asked: Question) -> Callable[[Asked, Words], Iterator[Drawing]] | None:
    """Return what yields the bars of the same points under another kernel or C, as the trainer answers a hand.

    None where only a recorded run has them: before the end of the time line, and of coordinate descent.
    """
    return partial(_ahead, asked) if asked.descent is None and asked.step is None else None


def _ahead(asked: Question, other: Asked, words: Words) -> Iterator[Drawing]:
    found = solved(other.X, other.y, other.spec, other.C).solution
    if found.light is not Light.IMPOSSIBLE:
        moved = replace(asked, board=replace(asked.board, kernel=other.spec, C=other.C))
        yield _drawing(moved, found, found, words)


def _drawing(asked: Question, at_step: Alphas, end: Alphas, words: Words) -> Drawing:
    y, about = asked.board.points.y, About(asked.board.kernel, asked.board.C, "board")

    def draw() -> Drawn:
        figure = alpha_bars(at_step, y, asked.bound, words, end)
        return Drawn(figure, alpha_text(at_step, y, words), about=about)

    return Drawing(ALPHA, draw, (run_name(*asked.problem, asked.way),))
