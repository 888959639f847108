"""Tables of the page: the numbers of all kernels, matrices, what is stored, and the lines of the algorithm."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from core.problem import InputError
from core.problem.arrays import Matrix
from core.topics.kernels.experiment import AlgorithmRun, AtDegree
from core.topics.kernels.view import GramNumbers, QuadraticProgram, length_of_w, stored_numbers
from pages.kernels import answers
from pages.kernels.answers import LeftOutOnBoards, OnBoards
from pages.kernels.boards import name_of
from pages.kernels.question import Question
from ui.page.left_out import LeftOut
from ui.page.measured.table import NONE
from ui.solve.kernels import kernel_of
from ui.solve.message import optimality_message
from ui.solve.solving import Solved
from ui.words import Words, number

LARGE = 300  # coordinates of a point for which storage is compared, too
NUMBERS = ("light", "vectors", "steps", "time", "errors", "left_out", "range", "condition")  # rows of the table
ALPHAS = ["α₁", "α₂", "α₃", "α₄", "α₅"]  # of the points that are shown


def numbers_rows(
    question: Question, found: OnBoards, known: LeftOutOnBoards, waits: str, words: Words
) -> list[list[str]]:
    """Return the rows of the numbers, each with its name and one cell per board.

    `waits` is shown for a leave-one-out error that is not known yet.
    """
    columns = [_numbers(question, board, each, known.get(board), waits, words) for board, each in found.items()]
    return [[words(f"kernels.row.{name}"), *(column[name] for column in columns)] for name in NUMBERS]


def _numbers(
    question: Question, board: str, found: Solved | InputError, left: LeftOut | None, waits: str, words: Words
) -> Mapping[str, str]:
    shown = dict.fromkeys(NUMBERS, NONE)
    if isinstance(found, InputError):
        return {**shown, "light": words("light.refused.title")}
    gram, machine, n = answers.gram(question, board, found), found.solution, number(len(question.y))
    shown["light"], _ = optimality_message(machine, words)
    shown["time"] = words("kernels.milliseconds", time=milliseconds(found.seconds))
    low, high = number(gram.smallest), number(gram.largest)
    shown["range"] = low if low == high else words("kernels.range", low=low, high=high)
    shown["condition"] = _condition(gram, n, words)
    if answers.exists(found):
        shown["vectors"], shown["steps"] = number(machine.vectors), number(machine.steps)
        shown["errors"] = words("kernels.count", count=machine.errors, n=n)
    error = None if left is None else left.error
    if error is not None and error.complete:
        shown["left_out"] = words("kernels.count", count=error.errors, n=n)
    elif left is not None and error is None:
        shown["left_out"] = waits
    return shown


def _condition(gram: GramNumbers, n: str, words: Words) -> str:
    if gram.condition is None:
        return NONE
    if gram.singular:
        return words("kernels.condition.singular", rank=gram.rank, n=n)
    return number(gram.condition)


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, two digits."""
    return number(1e3 * seconds, 2)


def matrix_table(values: Matrix, names: list[str]) -> pd.DataFrame:
    """Return a matrix of a few columns with the names of its rows."""
    columns = ALPHAS[: values.shape[1]]
    return pd.DataFrame([[number(float(cell)) for cell in row] for row in values], names, columns)


def programme_table(shown: QuadraticProgram, names: list[str]) -> pd.DataFrame:
    """Return Q of the first points with p, and the gradient of the objective at the solution."""
    gradient = [number(float(each)) for each in shown.gradient]
    return matrix_table(shown.Q, names).assign(**{"p": "−1", "Qα + p": gradient})


def constraints_table(shown: QuadraticProgram, words: Words) -> pd.DataFrame:
    """Return the rows of A beside c."""
    alphas = ALPHAS[: shown.A.shape[1]]
    names = ["y′", "−y′", *alphas, *(f"−{each}" for each in alphas)][: len(shown.c)]
    table = matrix_table(shown.A, names)
    return table.assign(**{words("kernels.programme.bound"): [f"≥ {number(float(bound))}" for bound in shown.c]})


def algorithm_table(run: AlgorithmRun, steps: int, words: Words) -> pd.DataFrame:
    """Return the lines of the algorithm with the kernel values and the time of each."""
    rows = [
        [
            words(f"kernels.algorithm.{line}"),
            words(f"kernels.algorithm.{line}.cost"),
            number(values) if values else words("kernels.algorithm.steps", steps=number(steps)),
            words("kernels.milliseconds", time=milliseconds(seconds)),
        ]
        for line, values, seconds in zip(("q", "qp", "b", "g"), run.values, run.seconds, strict=True)
    ]
    columns = [words(f"kernels.column.{name}") for name in ("line", "cost", "values", "time")]
    return pd.DataFrame(rows, ["1", "2", "3", "4"], columns)


def stored_table(question: Question, found: OnBoards, words: Words) -> pd.DataFrame:
    """Return the numbers of w and of the support vectors for points of the plane, and with many coordinates."""
    rows, names = [], []
    for board, each in found.items():
        if isinstance(each, InputError) or not answers.exists(each):
            continue
        kernel, vectors = kernel_of(question.kernel(board), question.X), each.solution.vectors
        cells = [number(vectors)]
        for d in (2, LARGE):
            w = length_of_w(kernel, d)
            cells += [words("kernels.endless") if w is None else number(w), number(stored_numbers(vectors, d))]
        rows.append(cells)
        names.append(name_of(question, board, words))
    columns = [words("kernels.row.vectors")]
    for d in (2, LARGE):
        columns += [words("kernels.column.w", d=d), words("kernels.column.kept", d=d)]
    return pd.DataFrame(rows, names, columns)


def degrees_table(found: tuple[AtDegree, ...], words: Words) -> pd.DataFrame:
    """Return the machines of all degrees."""
    rows = [[number(one.vectors), number(one.errors), number(one.steps)] for one in found]
    columns = [words(f"kernels.row.{name}") for name in ("vectors", "errors", "steps")]
    names = [f"Q = {one.degree}" + ("" if one.proved else " *") for one in found]
    return pd.DataFrame(rows, names, columns)
