"""The quiz of a run that does not end: another kernel, or another origin."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from core.problem import squared_constant
from core.solver import Outcome, finish
from core.topics.perceptron.experiment import CYCLIC, Separator, moved_away, offset_of, separator
from core.trace import Trace
from core.view import Light
from pages.perceptron import answers
from pages.perceptron.figures import CURVE
from pages.perceptron.figures.lines import lines_figure
from pages.perceptron.question import LINEAR, Question
from pages.perceptron.sentences import existence
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.solve.kernels import EXACT, KernelSpec, spec_with
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.memory import SharedResults
from ui.solve.options import PERCEPTRON
from ui.solve.recording import recording
from ui.solve.solving import Solved, solved
from ui.words import Words, number


@dataclass(frozen=True)
class Centred:
    """A run on the same points centred at the origin."""

    mistakes: int
    outcome: Outcome
    before: float  # R of the original points
    after: float  # R of the centred points


@dataclass(frozen=True)
class BentBoundary:
    """The boundaries of both machines under a Gaussian kernel."""

    found: Solved  # the SVM
    gamma: float
    learnt: tuple[Separator, ...]  # the perceptron's boundary, if its run ended
    svm: Separator
    C: float | None  # None: its hard margin exists
    wrong: int  # points on the wrong side of the SVM's boundary
    is_impossible: bool  # proved: no curve of this kernel classifies every point correctly


_centred: SharedResults[Centred] = SharedResults()
_curves: SharedResults[BentBoundary] = SharedResults()


def ask_for_another_kernel(question: Question, showing: Showing) -> None:
    """Ask whether the run ends with another kernel, if no plane separates."""
    other = question.problem.with_kernel(other_kernel(question))

    def show() -> None:
        trace = recording(other).trace
        both = answers.run(question).trace.outcome is Outcome.INFEASIBLE
        st.markdown(other_sentence(trace, solved(other), both, showing.words))
        _show_curve(question, showing)

    if other.kernel == LINEAR:
        showing.fold("straight", show)
    else:
        showing.fold("bent", show, gamma=number(question.board.numbers["gamma"]))


def _show_curve(question: Question, showing: Showing) -> None:
    """Show both machines with the Gaussian kernel on the same points: their boundaries are curves."""
    words, shown = showing.words, curve(question)
    given = (shown.found.problem, shown.learnt, shown.svm, question.board.square, words, shown.C)
    told = curve_sentence(shown, words)
    showing.heading("figure.perceptron.curve.title")
    st.markdown(told)
    showing.draw(CURVE, lambda: Drawn(lines_figure(*given), told))


def ask_around_the_origin(question: Question, showing: Showing) -> None:
    """Ask whether a run that was cut ends once the points are centred."""

    def show() -> None:
        st.markdown(centred_sentence(centred(question), showing.words))

    showing.fold("centred", show)


def other_kernel(question: Question) -> KernelSpec:
    """Return the kernel of the quiz: the Gaussian, or the linear one if the board has the Gaussian."""
    gaussian = spec_with(EXACT, question.board.numbers)
    return LINEAR if question.spec == gaussian else gaussian


def curve(question: Question) -> BentBoundary:
    """Return both machines with the Gaussian kernel at the common gamma of all pages."""

    def make() -> BentBoundary:
        spec = spec_with(EXACT, question.board.numbers)
        bent = question.problem.with_kernel(spec)
        hard = solved(bent)
        C = None if hard.solution.light is Light.PROVED else question.board.numbers["C"]
        found = hard if C is None else solved(replace(bent, C=C))
        shown, options = found.solution, question.run_options
        trace = recording(bent).trace
        learnt = trace.last.alpha
        plane = separator(hard.problem, learnt, offset_of(hard.problem, learnt), shown.alpha)
        seed = options.seed if options.order == "random" else CYCLIC
        ended = (replace(plane, seed=seed),) if trace.outcome is Outcome.OPTIMAL else ()
        svm = separator(found.problem, shown.alpha, shown.b, shown.alpha)
        wrong = int(np.count_nonzero(found.problem.y * shown.decision <= 0.0))
        return BentBoundary(found, float(spec["gamma"]), ended, svm, C, wrong, hard.solution.light is Light.IMPOSSIBLE)

    return _curves.get(question.key("curve", question.board.numbers["C"], question.board.numbers["gamma"]), make)


def curve_sentence(shown: BentBoundary, words: Words) -> str:
    """Say how many points the curve misclassifies, and with which margin."""
    gamma, n, wrong = number(shown.gamma), number(len(shown.found.problem.y)), number(shown.wrong)
    if shown.C is None:
        return words("perceptron.curve.hard", gamma=gamma)
    key = "perceptron.curve.none" if shown.is_impossible else "perceptron.curve.soft"
    return words(key, gamma=gamma, n=n, wrong=wrong, C=number(shown.C))


def centred(question: Question) -> Centred:
    """Return the run on the points centred at the origin."""

    def make() -> Centred:
        options, problem = question.run_options, answers.svm(question).problem
        there = moved_away(problem, np.asarray(-problem.X.mean(axis=0)))
        found = finish(there, PERCEPTRON, 0.0, STEPS_OF_A_RUN, order=options.order, seed=options.seed, eta=options.eta)
        before, after = (float(np.sqrt(squared_constant(each))) for each in (problem, there))
        return Centred(found.steps, Outcome(found.outcome), before, after)

    return _centred.get(question.key("centred"), make)


def other_sentence(trace: Trace, found: Solved, both: bool, words: Words) -> str:
    """Say whether a run on the same points with another kernel ends; `both`: that of the board does not."""
    k = number(len(trace))
    if trace.outcome is Outcome.STEP_LIMIT:
        return words("perceptron.other.STEP_LIMIT", k=k, exists=existence(found, words))
    if trace.outcome is Outcome.INFEASIBLE:
        return words("perceptron.other.INFEASIBLE" if both else "perceptron.other.alone")
    if trace.outcome is Outcome.OPTIMAL:
        return words("perceptron.other.OPTIMAL", k=k)
    return words("perceptron.centred.open", k=k)


def centred_sentence(shown: Centred, words: Words) -> str:
    """Say whether a run on centred points ends, and how R changes."""
    k, before, after = (number(value) for value in (shown.mistakes, shown.before, shown.after))
    if shown.outcome in (Outcome.OPTIMAL, Outcome.STEP_LIMIT):
        return words(f"perceptron.centred.{shown.outcome.name}", k=k, before=before, after=after)
    return words("perceptron.centred.open", k=k)
