"""The question of the page about duality: a problem and its point, the second of three points, and a proposed plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from core.problem.arrays import Matrix, Vector
from core.topics.duality.theory import TOYS, Program, Toy
from ui.link.codec import Maybe, OneOf, Real, Several, Whole, part, words
from ui.link.form import LinkForm
from ui.solve.limits import EXAMPLE_POINT, EXERCISE_C, GUESSED_PLANE, TOY
from ui.state.change import with_option
from ui.state.lab import Lab, choosing

DIGITS = 9  # decimals of a slider's value: the rest is rounding
EXAMPLE: Final = ((3.0, 3.0), (4.0, 3.0), (1.0, 1.0))  # Li, example 7.1: the last is of class -1
EXERCISE: Final = (((1.0, 2.0), (2.0, 3.0), (3.0, 3.0), (2.0, 1.0), (3.0, 2.0)), (1, 1, 1, -1, -1))  # Li, exercise 7.2
X, MULTIPLIERS, KNOBS = ("x1", "x2"), ("l1", "l2"), ("p1", "p2")  # fields of the options, and names of their sliders

_USUAL = Maybe(Real(-TOY, TOY))
_PICKED = Several(Whole(0, len(EXERCISE[1]) - 1), "-", 0, len(EXERCISE[1]))
_YES = OneOf({"no": False, "yes": True})


@dataclass(frozen=True)
class Options:
    """The visitor's choice; None: the default of the problem."""

    problem: str = part("one", words(*TOYS))
    x1: float | None = part(None, _USUAL)
    x2: float | None = part(None, _USUAL)
    l1: float | None = part(None, _USUAL)
    l2: float | None = part(None, _USUAL)
    p1: float | None = part(None, _USUAL)  # the parameters of the problem
    p2: float | None = part(None, _USUAL)
    s1: float = part(EXAMPLE[1][0], Real(*EXAMPLE_POINT))  # the second point of Li's example 7.1
    s2: float = part(EXAMPLE[1][1], Real(*EXAMPLE_POINT))
    w1: float = part(1.0, Real(*GUESSED_PLANE))  # the proposed plane of Li's exercise 7.2
    w2: float = part(1.0, Real(*GUESSED_PLANE))
    b: float = part(-4.5, Real(*GUESSED_PLANE))
    picked: tuple[int, ...] = part((), _PICKED)  # points marked as support vectors
    shown: bool = part(False, _YES)  # whether the computed solution is shown
    penalty: float = part(0.5, Real(*EXERCISE_C))  # C of the soft margin on the points of the exercise


FORM = LinkForm("duality", "dual", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """The whole question of the page."""

    options: Options
    toy: Toy
    numbers: tuple[float, ...]  # the parameters of the problem
    program: Program
    x: Vector  # (d,)
    multipliers: Vector  # (m,)
    points: Matrix  # (3, 2) of Li's example 7.1
    w: Vector  # (2,) of the proposed plane
    b: float
    picked: tuple[int, ...]


def read(lab: Lab) -> Question:
    """Return the question for a lab; a number outside its problem's range is replaced by its default."""
    options = lab.options(Options)
    toy = TOYS[options.problem]
    numbers = tuple(
        _within(getattr(options, field), (knob.low, knob.high), knob.usual)
        for field, knob in zip(KNOBS, toy.knobs, strict=False)
    )
    x, multipliers = toy.start
    return Question(
        options=options,
        toy=toy,
        numbers=numbers,
        program=toy.build(numbers),
        x=_numbers(options, X, toy.x, x),
        multipliers=_numbers(options, MULTIPLIERS, toy.multiplier, multipliers),
        points=np.array([EXAMPLE[0], (options.s1, options.s2), EXAMPLE[2]]),
        w=np.array([options.w1, options.w2]),
        b=options.b,
        picked=tuple(sorted(set(options.picked))),
    )


def _numbers(options: Options, names: Sequence[str], ends: tuple[float, float], usual: Sequence[float]) -> Vector:
    return np.array([_within(getattr(options, name), ends, each) for name, each in zip(names, usual, strict=False)])


def _within(value: float | None, ends: tuple[float, float], usual: float) -> float:
    return usual if value is None or not ends[0] <= value <= ends[1] else value


# ---- changes by a slider, a list or a button ----


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; another problem starts at its own point."""
    options = lab.options(Options)
    if name == "problem":
        nothing: dict[str, Any] = dict.fromkeys((*X, *MULTIPLIERS, *KNOBS))
        fresh = replace(options, **nothing)
        return (
            with_option(lab, fresh, name, value)
            if isinstance(value, str) and value in TOYS and value != options.problem
            else lab
        )
    if name == "picked" and isinstance(value, list):
        return with_option(lab, options, name, tuple(value))
    if name == "optimum":
        return choosing(lab, _at_the_optimum(read(lab)))
    return with_option(lab, options, name, round(value, DIGITS) if isinstance(value, float) else value)


def _at_the_optimum(question: Question) -> Options:
    """Return the options with x and lambda at the optimum; those without an attained optimum stay."""
    best = question.program.optimum()
    found: dict[str, Any] = {
        **_named(X, best.x, question.toy.x),
        **_named(MULTIPLIERS, best.multipliers, question.toy.multiplier),
    }
    return replace(question.options, **found)


def _named(names: Sequence[str], values: Vector | None, ends: tuple[float, float]) -> dict[str, float]:
    """Return the values by the names of their fields, as far as they lie in the window."""
    there = () if values is None else values
    inside = (each for each in zip(names, there, strict=False) if ends[0] <= each[1] <= ends[1])
    return {name: float(value) + 0.0 for name, value in inside}
