"""Sentences about the lift, based on checked numbers."""

from __future__ import annotations

from core.topics.phi.view import Lift
from core.view import Light, Solution
from pages.phi.maps import REACH, ShownMap
from pages.phi.question import Question
from ui.words import Words, at_most, number


def lift_sentence(shown: Lift, part: Solution, full: Solution, p: int, words: Words) -> str:
    """Say how the plane in the chosen coordinates classifies, and how all p coordinates would."""
    return words.joined([_plane(shown, part, words), _lost(part, full, p, words)])


def _plane(shown: Lift, part: Solution, words: Words) -> str:
    values = {"n": len(part.alpha), "errors": part.errors, "plane": words(f"phi.noun.{len(shown.low)}")}
    if part.light is Light.IMPOSSIBLE:
        return words("lifted.impossible")
    if part.light is not Light.PROVED:
        return words("phi.plane.open", **values)
    seen = len(shown.border) > 0  # the boundary runs through the window of the board
    if part.errors == 0:
        return words("phi.plane.clean" if seen else "phi.plane.clean.away", **values)
    return words("phi.plane.some" if seen else "phi.plane.some.away", **values)


def _lost(part: Solution, full: Solution, p: int, words: Words) -> str:
    """Compare with all coordinates of the map; counts are only compared where both planes are proved."""
    if p <= 3:
        return words("phi.lost.none", p=p)
    if full.light is Light.IMPOSSIBLE:
        return words("phi.lost.impossible", p=p)
    if Light.IMPOSSIBLE is part.light:
        return words("phi.lost.possible" if full.light is Light.PROVED else "phi.lost.open", p=p, errors=full.errors)
    if full.light is not Light.PROVED or part.light is not Light.PROVED:
        return words("phi.lost.open", p=p, errors=full.errors)
    if full.errors == part.errors:
        return words("phi.lost.same.clean" if full.errors == 0 else "phi.lost.same", p=p)
    if full.errors == 0:
        return words("phi.lost.all", p=p, errors=part.errors)
    return words("phi.lost.fewer" if full.errors < part.errors else "phi.lost.more", p=p, errors=full.errors)


def point_sentence(shown: Lift, part: Solution, picked: int, words: Words) -> str:
    """Say where the marked point is lifted to, and its distance from the plane."""
    place = ", ".join(number(float(value)) for value in shown.points[picked])
    if part.light is Light.IMPOSSIBLE:
        return words("phi.point.place", i=picked + 1, place=place)
    f, length = float(part.decision[picked]), float((shown.w @ shown.w) ** 0.5)
    if length == 0.0:
        return words("phi.point.place", i=picked + 1, place=place)
    return words("phi.point", i=picked + 1, place=place, f=number(f), distance=number(abs(f) / length))


def truncation_sentence(features: ShownMap, miss: float, words: Words) -> str:
    """Say how large the error of truncating the Gaussian is."""
    return words("phi.truncation", m=features.order, p=features.dimension, error=at_most(miss, 2))


def reach_sentence(question: Question, words: Words) -> str:
    """Say which of the chosen numbers the page cannot show, and which it shows instead."""
    features, numbers, parts = question.features, question.board.numbers, []
    for name, (low, high) in REACH.get(features.name, {}).items():
        if not low <= numbers[name] <= high:
            shown = number(min(max(numbers[name], low), high))
            values = {"chosen": number(numbers[name]), "low": number(low), "high": number(high), "shown": shown}
            parts.append(words(f"phi.reach.{name}", **values))
    kernel = question.board.kernel
    if features.name == "poly2" and kernel["name"] == "polynomial" and kernel["degree"] != 2:
        parts.append(words("phi.reach.degree", chosen=number(float(kernel["degree"]))))
    return words.joined(parts)
