"""How the player's current step changes w and b, and the same w and b as sums over the dual run."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from pages.perceptron.answers import ByWeights
from ui.component.standing import Row, StandingRows
from ui.words import Words, at_most, number

DIGITS = 4
TOLD = 4  # terms of the sum that are written out
NONE = "–"


def weight_rows(shown: ByWeights, words: Words) -> StandingRows:
    """Return w and b before and after the step, and the sums over the multipliers of the dual run."""
    if not shown.same:
        return StandingRows((Row(words("perceptron.weights.parted"), NONE, words("perceptron.weights.parted.how")),))
    (w, b), (new, offset) = shown.before, shown.after
    if shown.i < 0:
        steps = (
            Row("w", _point(new), words("perceptron.weights.after")),
            Row("b", written(offset), words("perceptron.weights.after.b")),
        )
    else:
        rate, sign, i, square = number(shown.eta), number(int(shown.y[shown.i])), shown.i + 1, written(shown.square)
        added = f"{_point(w)} + {rate} · ({sign}) · {_point(shown.X[shown.i])} = {_point(new)}"
        raised = f"{written(b)} + {rate} · ({sign}) · {square} = {written(offset)}"
        steps = (
            Row("w", f"{_point(w)} → {_point(new)}", f"w + η yᵢ xᵢ, i = {i}: {added}"),
            Row("b", f"{written(b)} → {written(offset)}", f"b + η yᵢ R², i = {i}: {raised}"),
        )
    return StandingRows((*steps, *_sums(shown, words)))


def _sums(shown: ByWeights, words: Words) -> tuple[Row, ...]:
    """Return the two sums over the multipliers, and their differences from w and b."""
    w, b = shown.sums
    largest = np.argsort(-shown.alpha, kind="stable")[:TOLD]
    counted = sorted(int(t) for t in largest if shown.alpha[t] > 0.0)
    terms = words.listed(
        [f"{written(shown.alpha[t])} · ({number(int(shown.y[t]))}) · {_point(shown.X[t])}" for t in counted]
    )
    total, square = written(float(shown.alpha @ shown.y)), written(shown.square)
    return (
        Row("Σ αᵢ yᵢ xᵢ", _point(w), words("perceptron.weights.sum.w", terms=terms)),
        Row("R² Σ αᵢ yᵢ", written(b), words("perceptron.weights.sum.b", total=total, square=square, b=written(b))),
        Row(
            words("perceptron.weights.apart"),
            at_most(shown.apart, 2),
            words("perceptron.weights.apart.how"),
        ),
    )


def _point(place: Vector) -> str:
    return f"({', '.join(written(float(value)) for value in place)})"


def written(value: float) -> str:
    """Write a number of a step."""
    return number(value, DIGITS)
