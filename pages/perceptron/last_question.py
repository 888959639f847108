"""The question in which the page ends where the run has no end of its own: another kernel, or another origin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from core.experiment import moved_away
from core.problem import squared_constant
from core.solver import Outcome, finish
from core.trace import Trace
from pages.perceptron import answers
from pages.perceptron.question import LINEAR, Question
from pages.perceptron.sentences import existence
from ui.page.showing import Showing
from ui.solve.kernels import KernelSpec
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.memory import SharedResults
from ui.solve.recording import recording
from ui.solve.solving import Solved, solved
from ui.solve.way import PERCEPTRON
from ui.words import Words, number

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}


@dataclass(frozen=True)
class Centred:
    """A run on the same points around the origin."""

    mistakes: int
    outcome: Outcome
    before: float  # R of the points as they are
    after: float  # and around the origin


_centred: SharedResults[Centred] = SharedResults()


def ask_for_another_kernel(asked: Question, showing: Showing) -> None:
    """Ask whether the run ends under another kernel, where no plane separates."""
    spec = other_kernel(asked)

    def show() -> None:
        trace = recording(asked.X, asked.y, spec, None, asked.way).trace
        st.markdown(other_sentence(trace, solved(asked.X, asked.y, spec, None), showing.words))

    showing.fold("straight" if spec == LINEAR else "bent", show)


def ask_around_the_origin(asked: Question, showing: Showing) -> None:
    """Ask whether a run that is cut ends once the mean of the points is at the origin."""

    def show() -> None:
        st.markdown(centred_sentence(centred(asked), showing.words))

    showing.fold("centred", show)


def other_kernel(asked: Question) -> KernelSpec:
    """Return the kernel that is asked about: the linear one beside the Gaussian."""
    return LINEAR if asked.spec["name"] == "gaussian" else GAUSSIAN


def centred(asked: Question) -> Centred:
    """Return the run once the mean of the points is at the origin."""

    def make() -> Centred:
        way, problem = asked.way, answers.svm(asked).problem
        there = moved_away(problem, np.asarray(-problem.X.mean(axis=0)))
        found = finish(there, PERCEPTRON, 0.0, STEPS_OF_A_RUN, order=way.order, seed=way.seed, eta=way.eta)
        before, after = (float(np.sqrt(squared_constant(each))) for each in (problem, there))
        return Centred(found.steps, Outcome(found.outcome), before, after)

    return _centred.get(asked.key("centred"), make)


def other_sentence(trace: Trace, found: Solved, words: Words) -> str:
    """Say whether a run on the same points under another kernel ends."""
    k = number(len(trace))
    if trace.outcome is Outcome.STEP_LIMIT:
        return words("perceptron.other.STEP_LIMIT", k=k, exists=existence(found, words))
    if trace.outcome in (Outcome.OPTIMAL, Outcome.INFEASIBLE):
        return words(f"perceptron.other.{trace.outcome.name}", k=k)
    return words("perceptron.centred.open", k=k)


def centred_sentence(shown: Centred, words: Words) -> str:
    """Say whether a run around the origin ends, and what becomes of R."""
    k, before, after = (number(value) for value in (shown.mistakes, shown.before, shown.after))
    if shown.outcome in (Outcome.OPTIMAL, Outcome.STEP_LIMIT):
        return words(f"perceptron.centred.{shown.outcome.name}", k=k, before=before, after=after)
    return words("perceptron.centred.open", k=k)
