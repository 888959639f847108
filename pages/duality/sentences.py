"""Sentences about duality, based on predicates checked numerically."""

from __future__ import annotations

import math

import numpy as np

from core.topics.duality.experiment import FromAlpha, ThreePoints, from_alpha
from core.topics.duality.soft import SoftMultipliers
from core.topics.duality.theory import Spot
from core.topics.duality.view import AtPlace, DualMap, Guess, Landscape, PlaneKind, PlaneOfX
from core.view import Light, Solution
from ui.words import Words, at_most, number

SAME = 1e-9  # values that differ by less are equal up to rounding


def lead_sentence(place: AtPlace, words: Words) -> str:
    """Say between which bounds the optimum lies, and whether any point can close the gap."""
    return words.joined([_bounds(place, words), _problem(place, words)])


def _bounds(place: AtPlace, words: Words) -> str:
    values = {"dual": told(place.dual), "primal": told(place.primal), "gap": told(place.gap)}
    if (place.multipliers < 0.0).any():
        return words("duality.lead.negative")
    if place.closed:
        return words("duality.lead.closed", p=told(place.optimum.p))
    if math.isinf(place.primal):
        return words("duality.lead.nothing" if math.isinf(place.dual) else "duality.lead.outside", **values)
    return words("duality.lead.floorless" if math.isinf(place.dual) else "duality.lead.open", **values)


def _problem(place: AtPlace, words: Words) -> str:
    """Say which properties the problem as a whole lacks."""
    best = place.optimum
    if not place.strong:
        key = "duality.lead.weak.kkt" if place.holds else "duality.lead.weak"
        return words(key, gap=told(best.gap), p=told(best.p), d=told(best.d))
    if best.multipliers is None:
        return words("duality.lead.unattained", p=told(best.p))
    if place.closed or (place.multipliers < 0.0).any():
        return ""
    return words("duality.lead.near" if place.holds else "duality.lead.task")


def picture_sentence(
    shown: Landscape | PlaneOfX, numbers_of: tuple[float, ...], machine: bool, words: Words, brief: bool = False
) -> str:
    """Explain the picture, and for x >= a > 0 say of which support vector machine it is.

    A `brief` sentence, for projector mode, explains only the lines.
    """
    if brief:
        name = "plane" if isinstance(shown, PlaneOfX) else "landscape"
        return words(f"duality.picture.{name}.brief", step=number(shown.step))
    if isinstance(shown, PlaneOfX):
        return words("duality.picture.plane", step=number(shown.step))
    read = words("duality.picture.landscape", step=number(shown.step))
    if not machine or numbers_of[0] <= 0.0:
        return read
    return words.joined([words("duality.machine", place=number(1.0 / numbers_of[0])), read])


def map_sentence(shown: DualMap, place: AtPlace, words: Words) -> str:
    """Explain the map of theta_D, and say where it is largest."""
    read = words("duality.map", step=number(shown.step), dual=told(place.dual))
    if shown.best is None:
        return words.joined([read, words("duality.map.none")])
    return words.joined([read, words("duality.map.best", d=told(shown.best.value), at=numbers(shown.best.at))])


# ---- three points ----


def edges_sentence(shown: ThreePoints, words: Words) -> str:
    """Say where the minimum of s lies and why, and which solution the solver found."""
    return words.joined([_by_hand(shown, words), _by_solver(shown, words)])


def _by_hand(shown: ThreePoints, words: Words) -> str:
    best, still, (first, second) = shown.dual.best, shown.dual.stationary, shown.dual.edges
    if best is None:
        return words("duality.edges.none")
    if still is not None and still.inside:
        return words("duality.edges.inside", at=_at(still), s=told(still.value))
    if first is None or second is None:  # s has a minimum, so it has one on every edge
        return ""
    outside = words("duality.edges.singular") if still is None else words("duality.edges.outside", at=_at(still))
    values = {"first": told(first.value), "at_first": told(first.at[1])}
    values |= {"second": told(second.value), "at_second": told(second.at[0])}
    if abs(first.value - second.value) <= SAME:
        return words.joined([outside, words("duality.edges.tie", **values)])
    lower = "first" if first.value < second.value else "second"
    return words.joined([outside, words("duality.edges.both", **values), words(f"duality.edges.{lower}")])


def _by_solver(shown: ThreePoints, words: Words) -> str:
    found = shown.solution
    if not shown.agree or found.w is None:
        return "" if found.light is Light.IMPOSSIBLE else words("duality.edges.open")
    return words(
        "duality.edges.solver",
        steps=len(shown.path) - 1,
        alpha=numbers(found.alpha),
        w=numbers(found.w),
        b=told(found.b),
        gap=at_most(max(0.0, found.certificate.gap), 1),
    )


def statements(shown: ThreePoints, words: Words) -> list[str]:
    """Return theorem 7.2, algorithm 7.2 and definition 7.4 of Li, each with its values for these points."""
    if not shown.agree:
        return []
    alpha = shown.solution.alpha
    found = from_alpha(shown.X, alpha)
    steps, largest = len(shown.path) - 1, int(alpha.argmax())
    algorithm = words("duality.here.algorithm", steps=steps, alpha=numbers(alpha), j=_x(largest))
    seen = {"theorem": _theorem(found, words), "algorithm": algorithm, "vector": _vectors(found, words)}
    return [f"{words(f'duality.says.{name}')} {told_here}" for name, told_here in seen.items()]


def _theorem(found: FromAlpha, words: Words) -> str:
    each = words.listed([f"b = {told(float(b))} ({_x(j)})" for j, b in zip(found.vectors, found.b, strict=True)])
    apart = float(np.ptp(found.b))
    key = (
        "duality.here.theorem" if apart <= SAME * (1.0 + float(np.abs(found.b).max())) else "duality.here.theorem.apart"
    )
    return words(key, w=numbers(found.w), each=each, apart=at_most(apart, 1))


def _vectors(found: FromAlpha, words: Words) -> str:
    on = words.listed([f"{_x(j)}: {told(float(found.functional[j]))}" for j in found.vectors])
    off = [k for k in range(len(found.functional)) if k not in found.vectors]
    parts = [words("duality.here.vector", on=on)]
    if off:
        rest = words.listed([f"{_x(k)}: {told(float(found.functional[k]))}" for k in off])
        parts.append(words("duality.here.vector.rest", rest=rest))
    return words.joined(parts)


def _x(k: int) -> str:
    return f"x{'₁₂₃'[k]}"


# ---- the proposed plane ----


def guess_sentence(proposed: Guess, found: Solution, words: Words) -> str:
    """Describe the proposed plane, without the solution."""
    i, least = f"x{'₁₂₃₄₅'[proposed.worst]}", told(float(proposed.functional.min()))
    match proposed.kind:
        case PlaneKind.NONE:
            return words("duality.guess.none")
        case PlaneKind.WRONG:
            return words("duality.guess.wrong", i=i, least=least)
        case PlaneKind.INFEASIBLE:
            return words("duality.guess.infeasible", i=i, least=least, distance=number(proposed.geometric))
        case PlaneKind.WIDE:
            values = {"half": number(proposed.objective), "distance": number(proposed.geometric)}
            return words("duality.guess.feasible", **values)
    return words("duality.guess.best", half=number(found.certificate.primal))


def off_sentence(proposed: Guess, picked: tuple[int, ...], found: Solution, words: Words) -> str:
    """Say how far the proposed plane and the picked points are from the solution."""
    off = [told(float(part)) for part in proposed.off]
    parts = [words("duality.off", w1=off[0], w2=off[1], b=off[2])]
    if not math.isnan(proposed.geometric):
        parts.append(words("duality.off.margin", own=number(proposed.geometric), best=number(proposed.best)))
    right = set(np.flatnonzero(found.alpha > 0.0).tolist())
    missing, wrong = sorted(right - set(picked)), sorted(set(picked) - right)
    if not picked:
        parts.append(words("duality.picked.none"))
    elif not missing and not wrong:
        parts.append(words("duality.picked.right"))
    else:
        parts += [words("duality.picked.missing", names=_names(missing, words))] if missing else []
        parts += [words("duality.picked.wrong", names=_names(wrong, words))] if wrong else []
    return words.joined(parts)


def _names(places: list[int], words: Words) -> str:
    return words.listed([f"x{'₁₂₃₄₅'[k]}" for k in places])


# ---- numbers ----


def soft_sentence(found: SoftMultipliers, words: Words) -> str:
    """Say that primal, Lagrangian and dual agree, and which points may have slack."""
    if not found.proved:
        return words("duality.soft.open")
    values = {"primal": told(found.primal), "lagrangian": told(found.lagrangian), "dual": told(found.dual)}
    bound, slack = int(np.count_nonzero(found.mu == 0.0)), int(np.count_nonzero(found.xi > 0.0))
    same = len(set(values.values())) == 1
    counts = {"C": number(found.C), "bound": bound, "slack": slack}
    said = words("duality.soft.same" if same else "duality.soft.apart", **values)
    kind = "none" if not bound else "some" if slack else "free"
    return words.joined([said, words(f"duality.soft.{kind}", **counts)])


def told(value: float) -> str:
    """Return a number without its rounding error."""
    return number(round(value, 9) + 0.0 if math.isfinite(value) else value)


def numbers(values: np.ndarray) -> str:
    """Return numbers in brackets."""
    return f"({', '.join(told(float(value)) for value in values)})"


def _at(spot: Spot) -> str:
    return numbers(spot.at)
