"""Sentences about losses, slack and the path, based on predicates checked numerically."""

from __future__ import annotations

import math

import numpy as np

from core.problem import InputError, Role
from core.problem.arrays import Vector
from core.solver import Outcome, RegularisationPath, Status
from core.topics.margin.view import Band, Terms
from core.view import Light
from pages.losses.answers import (
    COSTLY,
    LOW,
    Compared,
    ErrorsOnALine,
    MachineAtC,
    SamePlace,
    Squared,
    SumOfLoss,
)
from pages.losses.figures.offset import WIDE
from pages.losses.figures.path import MOST_TOLD, around, moves_told
from pages.losses.tables import KINDS
from ui.solve.message import input_message
from ui.words import Words, at_most, number

SAME = 1e-6  # relative difference up to which two minima count as equal
TIED = 1e-7  # slacks that differ by less than this tie for the largest


def lead_sentence(found: MachineAtC, words: Words) -> str:
    """Say how many points have slack, what it costs in total, and which point costs most."""
    shown = found.solution
    if shown.light is not Light.PROVED:
        return words("losses.lead.open", C=number(found.C))
    some, n = shown.count(*COSTLY), len(shown.alpha)
    half = number(0.5 * found.norm**2)
    if some == 0:
        return words("losses.lead.none", C=number(found.C), half=half)
    worst = int(np.argmax(found.slack))
    return words(
        "losses.lead",
        C=number(found.C),
        some=some,
        n=n,
        total=number(found.total),
        i=worst + 1,
        xi=number(float(found.slack[worst])),
        half=half,
        cost=number(found.C * found.total),
    )


def point_sentence(found: MachineAtC, i: int, words: Words) -> str:
    """Say which kind of point the marked one is, its cost, and its distance from its margin."""
    if not 0.0 < found.norm < math.inf:
        return words("losses.point.flat", i=i + 1, xi=number(float(found.slack[i])))
    xi = float(found.slack[i])
    return words(
        f"losses.point.{KINDS[Role(found.solution.role[i])]}",
        i=i + 1,
        m=number(float(found.margin[i])),
        xi=number(xi),
        alpha=number(float(found.solution.alpha[i])),
        distance=number(xi / found.norm),
    )


# ---- every C at once ----


def near_sentence(path: RegularisationPath, C: float, words: Words) -> str:
    """Describe the breakpoint at C, or else the last one below it, and the next one above.

    While C is dragged, the browser says the same from the marks of the figure (assets/js/plot/told.js).
    """
    if not path.low <= C <= path.high:
        return words("losses.path.outside", C=number(C))
    sentences = [
        words(f"losses.near.{name}", C=number(one.C, 4), moves=moves_told(one.moves, words, MOST_TOLD))
        for name, one in around(path, C).items()
    ]
    return words.joined(sentences)


def path_sentence(path: RegularisationPath, terms: Terms, asked_high: float, words: Words) -> str:
    """Say how many breakpoints there are, how to reach them, and how both terms change as C grows."""
    count = len(path.breakpoints)
    parts = [words("losses.path", count=count, low=number(path.low), high=number(path.high))]
    if path.outcome is not Outcome.OPTIMAL or path.high < asked_high:
        parts.append(words("losses.path.short", high=number(path.high)))
    curves, ends = {"slack": terms.slack, "norm": terms.norm}, {"low": 0, "high": -1}
    values = {f"{name}_{end}": number(float(curves[name][k])) for name in curves for end, k in ends.items()}
    parts.append(words("losses.path.terms", **values))
    return words.joined([*parts, words("losses.path.keys") if count else ""])


def no_path_sentence(why: InputError | None, words: Words) -> str:
    """Say why there is no path, and how the losses are computed instead."""
    return words.joined([input_message(why, words) if why else "", words("losses.path.none")])


def offset_sentence(path: RegularisationPath, shown: Band, C: float, words: Words) -> str:
    """Say whether b is unique at C, and where on the path its interval is longest."""
    parts = []
    if path.low <= C <= path.high:
        low, high = path.b_interval(C)
        free = int(np.count_nonzero(path.places(C) == Status.FREE))
        if free:
            parts.append(words("losses.offset.fixed", C=number(C), free=free, b=number(path.b(C))))
        elif math.isfinite(low) and math.isfinite(high):
            parts.append(words("losses.offset.interval", C=number(C), low=number(low), high=number(high)))
    length, where = shown.longest
    if length > WIDE:
        parts.append(words("losses.offset.widest", length=number(length), C=number(where)))
    else:
        parts.append(words("losses.offset.never"))
    return words.joined(parts)


# ---- Li's theorem 7.4 and exercise 7.3 ----


def theorem_sentence(here: Compared, words: Words) -> str:
    """Say to how many digits both minima agree at the chosen C."""
    values = {"C": number(here.C), "regulariser": number(1.0 / (2.0 * here.C)), "primal": number(here.primal, 8)}
    if here.least is None:
        return words("losses.theorem.open", **values)
    if here.apart > SAME:
        return words("losses.theorem.apart", apart=number(here.apart), **values)
    return words("losses.theorem.agree", scaled=number(here.scaled, 8), digits=digits(here.apart), **values)


def same_place_sentence(here: SamePlace, words: Words) -> str:
    """Say to how many digits both objectives agree at the w and b of the board, where no library minimises them."""
    if not here.apart <= SAME:
        return words("losses.theorem.same.open", C=number(here.C))
    return words(
        "losses.theorem.same",
        C=number(here.C),
        regulariser=number(1.0 / (2.0 * here.C)),
        primal=number(here.primal, 8),
        hinge=number(here.hinge, 8),
        digits=digits(here.apart),
    )


def digits(apart: float) -> int:
    """Return to how many digits two numbers of this relative difference agree."""
    return min(15, max(0, math.floor(-math.log10(max(apart, 1e-15)))))


def squared_sentence(found: Squared, hinge: MachineAtC, words: Words) -> str:
    """Say whether xi = alpha / (2 C) holds, and how the squared slack changes the solution."""
    if found.light is not Light.PROVED:
        return words("losses.squared.open")
    if found.apart > SAME:
        return words("losses.squared.apart", apart=number(found.apart))
    vectors = int(np.count_nonzero(found.alpha > 0.0))
    return words(
        "losses.squared.holds",
        apart=at_most(found.apart, 2),
        vectors=vectors,
        hinge=hinge.solution.vectors,
        largest=number(float(found.slack.max())),
        before=number(float(hinge.slack.max())),
    )


# ---- the quiz at the end ----


def doubled_sentence(now: MachineAtC, then: MachineAtC, guess: int, words: Words) -> str:
    """Say which point has the largest slack once C is doubled, whether it was the guess, and how the sum changes."""
    if Light.PROVED not in {then.solution.light} or now.solution.light is not Light.PROVED:
        return words("losses.doubled.open")
    if then.solution.count(*COSTLY) == 0:
        return words("losses.doubled.none", C=number(then.C))
    said, shown = _judged(then.slack, guess, words)
    sentence = words(
        "losses.doubled",
        C=number(then.C),
        i=shown + 1,
        xi=number(float(then.slack[shown])),
        before=number(float(now.slack[shown])),
        total=number(then.total),
        was=number(now.total),
    )
    return words.joined([said, sentence])


def lowered_sentence(now: MachineAtC, then: MachineAtC | None, guess: int, words: Words) -> str:
    """Say which point has the largest slack at the first lower C with slack, and whether it was the guess."""
    if then is None:
        return words("losses.lowered.none", C=number(LOW))
    if then.solution.light is not Light.PROVED or now.solution.light is not Light.PROVED:
        return words("losses.doubled.open")
    said, shown = _judged(then.slack, guess, words)
    sentence = words(
        "losses.lowered",
        C=number(then.C),
        i=shown + 1,
        xi=number(float(then.slack[shown])),
        some=then.solution.count(*COSTLY),
        now=number(now.C),
    )
    return words.joined([said, sentence])


def _judged(slack: Vector, guess: int, words: Words) -> tuple[str, int]:
    """Say whether the guess has the largest slack; return the verdict and the point with the largest slack."""
    first = int(np.argmax(slack))
    right = bool(slack[guess] >= slack[first] - TIED)
    return words("losses.doubled.right" if right else "losses.doubled.wrong"), guess if right else first


# ---- surrogates of the 0-1 loss ----


def surrogate_sentence(sums: tuple[SumOfLoss, ...], words: Words) -> str:
    """Say that the sum of the hinge bounds the number of errors, and whether the loss of the perceptron does."""
    by_name = {one.name: one for one in sums}
    errors, hinge, perceptron = (by_name[name] for name in ("zero_one", "hinge", "perceptron"))
    said = words("losses.surrogate.hinge", errors=number(errors.total), hinge=number(hinge.total))
    if perceptron.below:
        return words.joined([said, words("losses.surrogate.below", below=perceptron.below)])
    return words.joined([said, words("losses.surrogate.never")])


def line_sentence(shown: ErrorsOnALine, words: Words) -> str:
    """Say that the fewest errors and the least hinge are two things (Li, 7.2.1), by the five points of a line."""
    values = {"C": number(shown.C), "machine": shown.machine, "fewest": shown.fewest, "hinge": number(shown.hinge)}
    return words("losses.surrogate.line" if shown.machine > shown.fewest else "losses.surrogate.line.equal", **values)
