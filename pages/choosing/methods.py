"""The fold about four kernels: each chooses gamma and C, or lambda, on the same folds (Liu14's methods).

Liu14 trains LINEAR, POLY-2 and GAUSS-m as linear machines on mapped points. Here each enters by the inner product of
its map, so that all four are the same machine with the same free offset, and differ by their kernels only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.lowlevel.thread_clock import CLOCK
from core.problem import Gaussian, Kernel, Linear, Polynomial, TaylorGaussian, c_svc, offset
from core.problem.arrays import Indices
from core.problem.decision import decision_values
from core.selection import Grid, Look, Strategy, best, grid_of, penalty_of, walk
from core.selection.plan import KERNELS
from core.solver import CancelFlag, answer
from core.solver.ridge import ridge
from core.topics.choosing.experiment import NOT_THERE, Judgement, sides
from pages.choosing import answers
from pages.choosing.question import Question
from pages.choosing.sentences import penalty, percent
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import POINTS_OF_METHODS, steps_of_one
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS, Progress
from ui.state.visitor import visitor
from ui.words import Words, number

METHODS = ("linear", "poly2", "taylor", "kernel")
PLAIN = (1.0,)  # LINEAR has no gamma: it is searched along C only
TOLERANCE = 1e-3
OPEN, NONE = "…", "–"

_judged: SharedResults[Judgement | None] = SharedResults()


@dataclass(frozen=True)
class Method:
    """One method and its progress."""

    name: str  # one of `METHODS`
    looks: tuple[Look, ...]
    of: int
    over: bool

    @property
    def choice(self) -> Look | None:
        """The cell with the smallest validation error so far."""
        return best(self.looks) if self.looks else None

    @property
    def ends(self) -> tuple[float, float]:
        """The validation error of the choice, less and plus its standard error."""
        choice = best(self.looks)
        return choice.error - choice.standard_error, choice.error + choice.standard_error


def kernel_of_method(name: str, gamma: float, order: int) -> Kernel:
    """Return the kernel of a method at a gamma."""
    match name:
        case "linear":
            return Linear()
        case "poly2":
            return Polynomial(2, gamma, 1.0)
        case "taylor":
            return TaylorGaussian(gamma, order)
        case _:
            return Gaussian(gamma)


def grid_of_method(name: str) -> Grid:
    """Return the cells that a method looks at."""
    return grid_of(PLAIN if name == "linear" else ALONG_GAMMA, ALONG_C)


def machines_of(folds: int) -> int:
    """Return how many machines all methods train: one for each cell and fold."""
    return folds * sum(grid_of_method(name).cells for name in METHODS)


# ---- the searches ----


def comparing(question: Question) -> PageWork[tuple[Method, ...]]:
    """Return the searches of all methods."""
    return PageWork(
        "choosing-methods",
        question.key("methods", question.order),
        partial(_ask, question),
        partial(known, question),
        partial(_leave, question),
        lambda found: (sum(len(each.looks) for each in found), sum(each.of for each in found)),
        lambda found: all(each.over for each in found),
    )


def known(question: Question) -> tuple[Method, ...]:
    """Return the progress of all methods."""
    found = []
    for name in METHODS:
        so_far: Progress[Look] = WORKS.known(_name(question, name)) or answers.NOTHING
        found.append(Method(name, so_far.found, grid_of_method(name).cells, so_far.over))
    return tuple(found)


def _ask(question: Question) -> tuple[Method, ...]:
    for name in METHODS:
        WORKS.follow(_name(question, name), visitor(), _steps(question, name), answers.cost_of_a_look(question))
    return known(question)


def _leave(question: Question, name: str) -> None:
    for method in METHODS:
        WORKS.leave(_name(question, method), name)


def _name(question: Question, name: str) -> str:
    """Return the key of a search: that of the map's full grid for the exact kernel, which is the same search."""
    if name == "kernel":
        return answers.name_of_search(question, "grid")
    return question.key("method", name, question.order if name == "taylor" else 0)


def _steps(question: Question, name: str) -> Callable[[Sequence[Look], CancelFlag], Iterator[Look]]:
    points, grid, order = answers.folds_of(question), grid_of_method(name), question.order

    def make(found: Sequence[Look], cancel: CancelFlag) -> Iterator[Look]:
        kernels = tuple(kernel_of_method(name, gamma, order) for gamma in grid.gammas)
        strategy = "grid" if name == "kernel" else Strategy(KERNELS, kernels=kernels)
        yield from walk(strategy, points, grid, cancel, clock=CLOCK, known=found)

    return make


def judged(question: Question, method: Method) -> Judgement | None:
    """Train on all points for choosing at the choice of a method, and count the errors; None if there is no machine."""
    choice = method.choice
    if choice is None:
        return None

    def make() -> Judgement | None:
        parts, X, y = answers.parts(question), question.X, question.z
        own, kernel = parts.choosing, kernel_of_method(method.name, choice.gamma, question.order)
        if question.options.machine == "ridge":
            values = kernel.gram(X, X[own]) @ ridge(kernel.gram(X[own], X[own]), y[own], penalty_of(choice.C)).weights
        else:
            problem = c_svc(X[own], y[own], kernel, choice.C)
            done = answer(problem, tolerance=TOLERANCE, limit=steps_of_one(len(own)))
            if done.outcome in NOT_THERE:
                return None
            values = decision_values(problem, done.alpha, offset(problem, done.alpha), X)
        return _errors(sides(np.asarray(values)) != y, parts.choosing, parts.test)

    return _judged.get(question.key("method", method.name, question.order, choice.gamma, choice.C), make)


def _errors(wrong: NDArray[np.bool_], choosing: Indices, test: Indices) -> Judgement:
    return Judgement(int(wrong[choosing].sum()), len(choosing), int(wrong[test].sum()), len(test))


# ---- what the fold shows ----


def show_methods(question: Question, showing: Showing) -> None:
    """Show the four methods side by side, as their searches go on."""
    words, count = showing.words, len(answers.parts(question).choosing)
    st.markdown(words("choosing.methods.told"))
    showing.parameter("order", question.order)
    folds = len(answers.folds_of(question).splits)
    values = {"machines": number(machines_of(folds)), "folds": folds, "n": count, "most": POINTS_OF_METHODS}
    if count > POINTS_OF_METHODS:
        st.markdown(words("choosing.methods.many", **values))
        return
    st.caption(words("choosing.methods.cost", seconds=number(seconds_of(question), 1), **values))
    work = comparing(question)

    def show(found: tuple[Method, ...]) -> None:
        over = work.is_over(found)
        judgements = {each.name: judged(question, each) for each in found} if over else {}
        st.table(methods_table(question, found, judgements, words), hide_index=False)
        if over:
            st.markdown(methods_sentence(found, words))
            st.markdown(held_out_sentence(found, judgements, words))

    follow(work, work.soon(), show, words, "choosing.progress.looks")


def seconds_of(question: Question) -> float:
    """Return the approximate seconds of all searches."""
    return answers.cost_of_a_look(question) * sum(grid_of_method(name).cells for name in METHODS)


def name_of_method(name: str, order: int, words: Words) -> str:
    """Return the name of a method, as in Liu14."""
    return words(f"choosing.method.{name}", m=order)


def methods_table(
    question: Question, found: Sequence[Method], judgements: dict[str, Judgement | None], words: Words
) -> pd.DataFrame:
    """Return a row for each method: its choice, its validation error with its standard error, and the test errors."""
    machine = question.options.machine
    rows = []
    for each in found:
        choice, judgement = each.choice, judgements.get(each.name)
        name = name_of_method(each.name, question.order, words)
        looks = number(each.of) if len(each.looks) == each.of else f"{number(len(each.looks))} / {number(each.of)}"
        if choice is None:
            rows.append((name, NONE, NONE, looks, NONE, NONE, NONE))
            continue
        gamma = NONE if each.name == "linear" else number(choice.gamma)
        test = NONE if each.name in judgements else OPEN
        if judgement is not None and judgement.of_test:
            test = f"{number(judgement.test)} / {number(judgement.of_test)}"
        error = (percent(choice.error), number(100.0 * choice.standard_error, 2))
        rows.append((name, gamma, number(penalty(choice, machine)), looks, *error, test))
    penalised = "penalty" if machine == "ridge" else "C"
    columns = ("method", "gamma", penalised, "looks", "validated", "spread", "held_out")
    names = [words(f"choosing.column.{name}") for name in columns]
    return pd.DataFrame(rows, columns=names).set_index(names[0])


def methods_sentence(found: Sequence[Method], words: Words) -> str:
    """Say which method has the smallest validation error, and from which others it can be told apart."""
    seen = [each for each in found if each.looks]
    if not seen:
        return words("choosing.methods.nothing")
    least = min(seen, key=lambda each: best(each.looks).error)
    others = [each for each in seen if each is not least]
    alike = [each for each in others if each.ends[0] <= least.ends[1]]
    apart = [each for each in others if each not in alike]
    short = {each.name: words(f"choosing.method.short.{each.name}") for each in seen}
    error = percent(best(least.looks).error)
    tied = [each for each in alike if percent(best(each.looks).error) == error]
    if tied:
        names = words.listed([short[each.name] for each in (least, *tied)])
        sentences = [words("choosing.methods.tied", names=names, error=error)]
    else:
        sentences = [words("choosing.methods.least", name=short[least.name], error=error)]
    if alike:
        names = words.listed([short[each.name] for each in ((least, *alike) if tied else alike)])
        key = "choosing.methods.alike.tied" if tied else "choosing.methods.alike"
        sentences.append(words(key, names=names))
    if apart:
        sentences.append(words("choosing.methods.apart", names=words.listed([short[each.name] for each in apart])))
    return words.joined(sentences)


def held_out_sentence(found: Sequence[Method], judgements: dict[str, Judgement | None], words: Words) -> str:
    """Say what the points that no search has seen can tell; empty if there are none."""
    tests = [each for each in (judgements.get(method.name) for method in found) if each is not None and each.of_test]
    if not tests:
        return words("choosing.told.no_test")
    of, errors = tests[0].of_test, [each.test for each in tests]
    key = "same" if min(errors) == max(errors) else "range"
    return words(f"choosing.methods.held_out.{key}", of=of, low=min(errors), high=max(errors), one=percent(1.0 / of))
