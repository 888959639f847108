"""The sliders of the page: x and lambda, the numbers of the problem, the second point of the example, a plane, C."""

from __future__ import annotations

from pages.duality.question import KNOBS, MULTIPLIERS, Question, X
from ui.component.sliders import Dial
from ui.solve.limits import EXAMPLE_POINT, EXERCISE_C, GUESSED_PLANE
from ui.words import Words

SIGNS = {"a": "a", "a21": "a₂₁", "a22": "a₂₂", "r": "r", "s": "s"}  # labels of the parameters
DOWN = "₁₂"


def place_dials(question: Question, words: Words) -> list[Dial]:
    """Return a slider for each variable and for each multiplier."""
    toy = question.toy
    several = toy.variables > 1
    x = [
        _dial(X[k], words("duality.dial.x"), f"x{DOWN[k]}" if several else "x", toy.x, float(value))
        for k, value in enumerate(question.x)
    ]
    multipliers = [
        _dial(
            MULTIPLIERS[k],
            words("duality.dial.multiplier"),
            f"λ{DOWN[k]}" if several else "λ",
            toy.multiplier,
            float(value),
        )
        for k, value in enumerate(question.multipliers)
    ]
    return [*x, *multipliers]


def knob_dials(question: Question, words: Words) -> list[Dial]:
    """Return a slider for each parameter of the problem."""
    return [
        _dial(field, words(f"duality.dial.{knob.name}"), SIGNS[knob.name], (knob.low, knob.high), value)
        for field, knob, value in zip(KNOBS, question.toy.knobs, question.numbers, strict=False)
    ]


def point_dials(question: Question, words: Words) -> list[Dial]:
    """Return the two coordinates of the second point of Li's example 7.1."""
    return [
        _dial("s1", words("duality.dial.across"), "x₂₁", EXAMPLE_POINT, question.options.s1),
        _dial("s2", words("duality.dial.up"), "x₂₂", EXAMPLE_POINT, question.options.s2),
    ]


def plane_dials(question: Question, words: Words) -> list[Dial]:
    """Return w and b of the visitor's plane."""
    return [
        _dial("w1", words("duality.dial.weight"), "w₁", GUESSED_PLANE, question.options.w1),
        _dial("w2", words("duality.dial.weight"), "w₂", GUESSED_PLANE, question.options.w2),
        _dial("b", words("duality.dial.offset"), "b", GUESSED_PLANE, question.options.b),
    ]


def penalty_dial(question: Question, words: Words) -> Dial:
    """Return the C of the soft margin on the points of the exercise."""
    return Dial("penalty", words("duality.dial.penalty"), "C", *EXERCISE_C, question.options.penalty)


def _dial(name: str, word: str, symbol: str, ends: tuple[float, float], value: float) -> Dial:
    return Dial(name, word, symbol, *ends, value, "linear")
