"""The results of the page: the kernel value of two words and where it comes from, and the machine of the word lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.problem import InputError, Precomputed, StringKernel, c_svc
from core.problem.arrays import Vector
from core.solver import answer
from core.topics.strings.view import Common, StringTables, choices, common, features, tables
from core.view import Solution, solution
from pages.strings.question import Question
from ui.solve.limits import STEPS_OF_A_SOLVE, SUBSEQUENCES_MAPPED
from ui.solve.memory import SharedResults
from ui.solve.solving import SOLVER, TOLERANCE

LISTED = 60  # common subsequences that are found with their places


@dataclass(frozen=True, eq=False)
class WordPair:
    """The two words under the kernel."""

    s: str
    t: str
    length: int
    decay: float
    tables: StringTables
    cosine: float
    squares: tuple[float, float]  # k(s, s) and k(t, t)
    common: tuple[Common, ...]  # that add most, `LISTED` at most
    count: int  # of all common subsequences
    ways: int  # to choose the letters of a subsequence in either word
    refused: InputError | None  # why they are not listed

    @property
    def value(self) -> float:
        """The kernel value, not normalised."""
        return self.tables.value


@dataclass(frozen=True, eq=False)
class WordMachine:
    """C-SVC of the word lists, and f of the new word as its terms."""

    words: tuple[str, ...]
    y: Vector  # (n,)
    solution: Solution
    short: int  # words that have no subsequence of the length
    cells: int  # of the tables of all kernel values
    new: str
    terms: Vector  # (n,) alpha_i y_i K(x_i, x)

    @property
    def support(self) -> list[int]:
        """The support words, those with the largest alpha first."""
        order = np.argsort(-self.solution.alpha, kind="stable")
        return [int(i) for i in order if self.solution.alpha[i] > 0.0]

    @property
    def f(self) -> float:
        """F of the new word."""
        return float(self.terms.sum()) + self.solution.b


_pairs: SharedResults[WordPair] = SharedResults()
_trained: SharedResults[Solution] = SharedResults()
_machines: SharedResults[WordMachine] = SharedResults()


def pair(question: Question) -> WordPair:
    """Return the two words under the kernel."""
    options = question.options
    key = f"{options.s!r} {options.t!r} {options.length} {options.decay!r}"

    def make() -> WordPair:
        s, t, length, decay = options.s, options.t, options.length, options.decay
        found: tuple[tuple[Common, ...], int] = (), 0
        refused = None
        try:
            found = common(s, t, length, decay, LISTED)
        except InputError as error:
            refused = error
        plain, cosine = StringKernel(length, decay, False), StringKernel(length, decay)
        squares = (float(plain.gram([s], [s])[0, 0]), float(plain.gram([t], [t])[0, 0]))
        ways = choices(s, length) + choices(t, length)
        shown = tables(s, t, length, decay)
        return WordPair(s, t, length, decay, shown, float(cosine.gram([s], [t])[0, 0]), squares, *found, ways, refused)

    return _pairs.get(key, make)


def mapped(question: Question) -> Mapping[str, tuple[float, float]] | None:
    """Return both features of every subsequence that one of the words has; None if they are too many."""
    shown = pair(question)
    if shown.ways > SUBSEQUENCES_MAPPED:
        return None
    of_s, of_t = (features(word, shown.length, shown.decay) for word in (shown.s, shown.t))
    both = {letters: (of_s.get(letters, 0.0), of_t.get(letters, 0.0)) for letters in {**of_s, **of_t}}
    return dict(sorted(both.items(), key=lambda one: (-one[1][0] * one[1][1], -max(one[1]))))


def machine(question: Question) -> WordMachine:
    """Return the machine of the word lists; `InputError` if a class has no word."""
    plus, minus = question.classes
    for sign, own in (("+1", plus), ("−1", minus)):
        if not own:
            raise InputError("words.class", "Class {sign} has no word; write one at least.", sign=sign)
    kernel, words, C = question.kernel, (*plus, *minus), question.C
    y = np.repeat([1.0, -1.0], [len(plus), len(minus)])
    key = f"{kernel!r} {C!r} {plus!r} {minus!r}"

    def train() -> Solution:
        problem = c_svc(kernel.gram(words, words), y, Precomputed(), C)
        return solution(problem, answer(problem, SOLVER, TOLERANCE, STEPS_OF_A_SOLVE))

    def make() -> WordMachine:
        found = _trained.get(key, train)  # a new word needs no training
        terms = found.alpha * y * kernel.gram([question.new], words)[0]
        short = sum(len(word) < kernel.length for word in words)
        return WordMachine(words, y, found, short, kernel.operations(words, words), question.new, terms)

    return _machines.get(f"{key} {question.new!r}", make)
