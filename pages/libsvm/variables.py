"""The names of the variables of the dual: points, and in regression two multipliers per point."""

from __future__ import annotations

from pages.libsvm.question import Question
from ui.words import Words


def pulls_up(asked: Question, t: int) -> bool:
    """Whether a variable of a tube is alpha, not alpha*."""
    return t < len(asked.y)


def variable(asked: Question, t: int) -> str:
    """Return its short name: the number of a point, in a tube after alpha or alpha*."""
    name = str(t % len(asked.y) + 1)
    if not asked.entry.graph:
        return name
    return f"α {name}" if pulls_up(asked, t) else f"α* {name}"


def pair(asked: Question, i: int, j: int, words: Words) -> str:
    """Return the names of a pair."""
    if not asked.entry.graph:
        return words("libsvm.pair", i=i + 1, j=j + 1)
    names = [
        words("libsvm.variable.up" if pulls_up(asked, t) else "libsvm.variable.down", i=t % len(asked.y) + 1)
        for t in (i, j)
    ]
    return words("libsvm.pair.tube", i=names[0], j=names[1])


def family(asked: Question) -> str:
    """Return the word for the variables: in a tube they are not the points."""
    return "tube" if asked.entry.graph else "points"


def upper(asked: Question) -> str:
    """Return the symbol of the upper bound of a multiplier."""
    return "C" if "C" in asked.entry.parameters else "1"


def linear_term(asked: Question) -> str:
    """Return the linear term of Q alpha + p as text: -1 for C-SVC, empty for nu-SVC and one class, p for a tube."""
    if asked.entry.graph:
        return " + p"
    return " − 1" if asked.classifies else ""
