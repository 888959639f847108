"""The names of the variables of the dual: points, and in regression two multipliers per point."""

from __future__ import annotations

from pages.libsvm.question import Question
from ui.words import Words


def pulls_up(question: Question, t: int) -> bool:
    """Whether a variable of a tube is alpha, not alpha*."""
    return t < len(question.y)


def variable(question: Question, t: int) -> str:
    """Return its short name: the number of a point, in a tube after alpha or alpha*."""
    name = str(t % len(question.y) + 1)
    if not question.entry.graph:
        return name
    return f"α {name}" if pulls_up(question, t) else f"α* {name}"


def pair(question: Question, i: int, j: int, words: Words) -> str:
    """Return the names of a pair."""
    if not question.entry.graph:
        return words("libsvm.pair", i=i + 1, j=j + 1)
    names = [
        words("libsvm.variable.up" if pulls_up(question, t) else "libsvm.variable.down", i=t % len(question.y) + 1)
        for t in (i, j)
    ]
    return words("libsvm.pair.tube", i=names[0], j=names[1])


def family(question: Question) -> str:
    """Return the word for the variables: in a tube they are not the points."""
    return "tube" if question.entry.graph else "points"


def upper(question: Question) -> str:
    """Return the symbol of the upper bound of a multiplier."""
    return "C" if "C" in question.entry.parameters else "1"


def linear_term(question: Question) -> str:
    """Return the linear term of Q alpha + p as text: -1 for C-SVC, empty for nu-SVC and one class, p for a tube."""
    if question.entry.graph:
        return " + p"
    return " − 1" if question.classifies else ""
