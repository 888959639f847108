"""The numbers of a step of the perceptron: misclassified points, mistakes so far, and the current w and b."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.problem import Problem, squared_constant
from core.problem.arrays import Vector
from pages.perceptron.weights import written
from ui.component.standing import Row, StandingRows
from ui.words import Words, number


@dataclass(frozen=True)
class Counted:
    """The plane after some mistakes: f = score + b, where b = R^2 sum of y_i alpha_i."""

    y: Vector  # (n,)
    alpha: Vector  # (n,) eta n_i
    score: Vector  # (n,) sum_j alpha_j y_j K(x_j, x_i)
    eta: float
    square: float  # R^2

    @property
    def sums(self) -> tuple[float, float]:
        """The sums of alpha of class +1 and of class -1."""
        return float(self.alpha[self.y > 0].sum()), float(self.alpha[self.y < 0].sum())

    @property
    def b(self) -> float:
        """The offset."""
        return self.square * float(self.alpha @ self.y)

    @property
    def margins(self) -> Vector:
        """Y f of every point (n,)."""
        return np.asarray(self.y * (self.score + self.b))

    @property
    def squared_norm(self) -> float:
        """|w|^2."""
        return float((self.alpha * self.y) @ self.score)

    @property
    def offsets(self) -> tuple[float, float]:
        """The ends of the open interval of all b with which this w separates; empty unless the first end is smaller."""
        return -float(self.score[self.y > 0].min()), -float(self.score[self.y < 0].max())


def counted(problem: Problem, alpha: Vector, eta: float) -> Counted:
    """Return the plane given by the multipliers (n,)."""
    score = np.asarray(problem.gram @ (alpha * problem.y))
    return Counted(problem.y, alpha, score, eta, squared_constant(problem))


def number_rows(shown: Counted, words: Words, impossible: bool = False) -> StandingRows:
    """Return the numbers, each with its formula; `impossible`: it is proved that no plane separates the classes."""
    n, wrong = len(shown.y), int(np.count_nonzero(~(shown.margins > 0.0)))
    learnt, vectors = int(np.rint(shown.alpha.sum() / shown.eta)), int(np.count_nonzero(shown.alpha))
    state = "impossible" if impossible else "running" if wrong else "proved"
    total, eta = written(float(shown.alpha.sum())), number(shown.eta)
    values = {"wrong": wrong, "n": n, "vectors": vectors, "total": total, "eta": eta, "k": learnt}
    light = words(f"perceptron.numbers.{state}"), f"{wrong} / {n}", words("perceptron.numbers.wrong", **values), state
    counts = {"learnt": learnt, "vectors": vectors}
    told = [
        Row(words(f"perceptron.numbers.{name}"), number(count), words(f"perceptron.numbers.{name}.how", **values))
        for name, count in counts.items()
    ]
    return StandingRows((Row(*light), *told, *_plane(shown, words), _interval(shown, words)))


def _plane(shown: Counted, words: Words) -> tuple[Row, ...]:
    """Return the sum of y alpha, b, the length of w, and the smallest margin with its point."""
    positive, negative = (written(value) for value in shown.sums)
    total, b, square = written(float(shown.alpha @ shown.y)), written(shown.b), written(shown.square)
    factor = f"({total})" if float(shown.alpha @ shown.y) < 0.0 else total
    length = float(np.sqrt(max(0.0, shown.squared_norm)))
    at = int(np.argmin(shown.margins))
    least = float(shown.margins[at])
    margin = number(least / length) if length > 0.0 else "–"
    values = {"i": at + 1, "least": written(least), "length": written(length), "margin": margin}
    said = "perceptron.numbers.margin.how" if length > 0.0 else "perceptron.numbers.margin.none"
    norm = words("perceptron.numbers.norm", squared=written(shown.squared_norm), length=written(length))
    return (
        Row("Σ yα", total, words("standing.sum", positive=positive, negative=negative, value=total)),
        Row("b", b, f"b = R² Σ yα = {square} · {factor} = {b}"),
        Row("‖w‖", number(length), norm),
        Row(words("perceptron.numbers.margin"), margin, words(said, **values)),
    )


def _interval(shown: Counted, words: Words) -> Row:
    """Return all b with which this w separates the classes, or that there is none."""
    low, high = shown.offsets
    label, values = words("perceptron.numbers.interval"), {"low": number(low), "high": number(high)}
    if low < high:
        return Row(label, f"({values['low']}, {values['high']})", words("perceptron.numbers.interval.how", **values))
    return Row(label, words("standing.absent.value"), words("perceptron.numbers.interval.none", **values))
