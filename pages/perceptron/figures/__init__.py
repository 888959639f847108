"""The figures of the page, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.solver import Outcome
from core.topics.perceptron.view import wedge
from core.trace import Trace
from pages.perceptron import answers
from pages.perceptron.figures.duals import Scaled, duals_figure, duals_text
from pages.perceptron.figures.growth import wedge_figure, wedge_text
from pages.perceptron.numbers import counted, number_rows
from pages.perceptron.question import Question
from pages.perceptron.weights import weight_rows
from ui.component.plot import Drawing, Drawn
from ui.component.standing import StandingRows
from ui.words import Words

DUALS, WEDGE = "perceptron-duals", "perceptron-wedge"
WEIGHTS, NUMBERS = "perceptron-weights", "perceptron-numbers"
LINES, HULLS, CURVE = "perceptron-lines", "perceptron-hulls", "perceptron-curve"


def step_figures(question: Question, trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the duals after k mistakes, if a plane separates also both sides of Novikoff's proof, and the numbers."""
    yield Drawing(DUALS, partial(_duals, question, trace, k, words))

    def numbers() -> StandingRows:
        state = counted(answers.svm(question).problem, trace.state_at(k).alpha, question.run_options.eta)
        return number_rows(state, words, trace.outcome is Outcome.INFEASIBLE)

    yield Drawing(NUMBERS, numbers)
    bound = answers.bound(question)
    if bound is not None:

        def two_sides() -> Drawn:
            sides = wedge(trace, bound)
            return Drawn(wedge_figure(sides, k, words), wedge_text(sides, k, words))

        yield Drawing(WEDGE, two_sides)
    if answers.has_weights(question):
        yield Drawing(WEIGHTS, lambda: weight_rows(answers.by_weights(question, k), words))


def _duals(question: Question, trace: Trace, k: int, words: Words) -> Drawn:
    learnt, last, eta = trace.state_at(k).alpha, trace.last.alpha, question.run_options.eta
    found = answers.svm(question)
    alpha = None if answers.bound(question) is None else found.solution.alpha
    lit = int(trace.table["i"][k]) if k < len(trace) else -1
    shown = Scaled(learnt, float(last.max(initial=eta)), eta)
    return Drawn(duals_figure(shown, alpha, found.problem.y, lit, words), duals_text(shown, alpha, words))
