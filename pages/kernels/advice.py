"""The advice of the lecture on kernels, each piece with what the points say (Redstone)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from pages.kernels import answers
from pages.kernels.answers import LeftOutOnBoards, OnBoards
from pages.kernels.question import Question
from pages.kernels.tables import milliseconds
from ui.page.measured.claims import FAILS, HOLDS, OPEN, WEAKER
from ui.solve.kernels import EXACT
from ui.solve.solving import Solved
from ui.words import Words, number

# What the training errors say, by the sign of what the Gaussian has more than the best of the others.
MORE_POWER = {-1: ("fewer", HOLDS), 0: ("equal", WEAKER), 1: ("more", FAILS)}


@dataclass(frozen=True)
class Advice:
    """A piece of advice, the sentence about these points, and the verdict."""

    name: str
    told: str
    verdict: str


def advice(
    question: Question,
    found: OnBoards,
    known: LeftOutOnBoards,
    words: Words,
) -> tuple[Advice, ...]:
    """Return all advice about the kernels on the boards that the points can judge."""
    n = number(len(question.y))
    wrong = errors_left_out(known)
    boards = answers.with_boundary(found)
    said: list[Advice] = [_first(wrong, n, words)]
    said.append(_separable(question, boards.get("linear"), n, words))
    if "linear" in boards and boards["linear"].solution.w is not None:
        w = [number(float(value)) for value in boards["linear"].solution.w]
        said.append(Advice("explains", words("kernels.says.explains", a=w[0], b=w[1]), HOLDS))
    said += _polynomial(question, boards.get("polynomial"), words)
    if question.options.third == EXACT and "third" in boards:
        said += _gaussian(question, boards, wrong, n, words)
    return tuple(said)


def errors_left_out(known: LeftOutOnBoards) -> dict[str, int]:
    """Return the leave-one-out errors that are known."""
    return {b: each.error.errors for b, each in known.items() if each.error is not None and each.error.complete}


def _first(wrong: Mapping[str, int], n: str, words: Words) -> Advice:
    if "linear" not in wrong or len(wrong) < 2:
        return Advice("first", words("kernels.says.open"), OPEN)
    best = min(wrong.values())
    enough = wrong["linear"] <= best
    values = {"linear": wrong["linear"], "best": best, "n": n}
    return Advice(
        "first", words(f"kernels.says.first.{'enough' if enough else 'more'}", **values), HOLDS if enough else WEAKER
    )


def _separable(question: Question, linear: Solved | None, n: str, words: Words) -> Advice:
    if answers.is_separable(question):
        return Advice("separable", words("kernels.says.separable.are"), OPEN)
    if question.C is None or linear is None:
        return Advice("separable", words("kernels.says.separable.hard"), WEAKER)
    values = {"errors": linear.solution.errors, "n": n, "C": number(question.C)}
    return Advice("separable", words("kernels.says.separable.soft", **values), FAILS)


def _polynomial(question: Question, found: Solved | None, words: Words) -> Iterator[Advice]:
    shown, degree = answers.degrees(question), int(question.board.numbers["degree"])
    low, high = float(shown.lowest[degree - 1]), float(shown.highest[degree - 1])
    values = {"degree": degree, "powers": number(round(high - low, 1)), "blurred": shown.blurred or 0}
    if shown.blurred is None:
        yield Advice("range", words("kernels.says.range.never", **values), FAILS)
    elif shown.blurred <= degree:
        parts = [words("kernels.says.range.now", **values)]
        if found is not None and (lost := answers.gram(question, "polynomial", found).lost):
            parts.append(words("kernels.says.range.lost", lost=lost, all=len(question.y) ** 2))
        yield Advice("range", words.joined(parts), HOLDS)
    else:
        yield Advice("range", words("kernels.says.range.later", **values), WEAKER)


def _gaussian(
    question: Question,
    boards: Mapping[str, Solved],
    wrong: Mapping[str, int],
    n: str,
    words: Words,
) -> Iterator[Advice]:
    gram = answers.gram(question, "third", boards["third"])
    low, high = number(gram.smallest), number(gram.largest)
    yield Advice("bounded", words("kernels.says.bounded", low=low, high=high), HOLDS)
    errors = {board: each.solution.errors for board, each in boards.items()}
    others = [count for board, count in errors.items() if board != "third"]
    if others:
        values = {"third": errors["third"], "least": min(others), "n": n}
        name, verdict = MORE_POWER[int(np.sign(errors["third"] - min(others)))]
        yield Advice("power", words(f"kernels.says.power.{name}", **values), verdict)
    rivals = [count for board, count in wrong.items() if board != "third"]
    if "third" in wrong and rivals:
        values = {"training": errors["third"], "left": wrong["third"], "best": min(rivals), "n": n}
        over = wrong["third"] > min(rivals) and wrong["third"] > errors["third"]
        yield Advice("over", words(f"kernels.says.over.{'yes' if over else 'no'}", **values), HOLDS if over else FAILS)
    if "linear" in boards:
        yield _slower(boards["third"], boards["linear"], words)


def _slower(gaussian: Solved, linear: Solved, words: Words) -> Advice:
    values = {"third": milliseconds(gaussian.seconds), "linear": milliseconds(linear.seconds)}
    steps = {"third_steps": number(gaussian.solution.steps), "linear_steps": number(linear.solution.steps)}
    holds = gaussian.seconds > linear.seconds and values["third"] != values["linear"]  # as far as it is told
    return Advice("slower", words("kernels.says.slower", **values, **steps), HOLDS if holds else FAILS)
