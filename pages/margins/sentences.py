"""Sentences about the line, the street, its methods and its points, based on predicates checked numerically."""

from __future__ import annotations

import math

import numpy as np

from core.problem import Role
from core.solver import Outcome
from core.topics.margin.experiment import FromAStart, Street, WithoutPoint, largest_difference
from core.topics.margin.tolerance import CONFIDENCE, OffsetBounds, OnNewPoints, mean_interval, share_interval
from core.topics.margin.view import HandLine
from core.view import Light
from pages.margins.answers import RADII, TRIALS, Between, Routes, StreetOfPoints, Tolerance
from ui.words import Words, at_most, number

BEST = 1.0 - 1e-6  # share of the widest margin from which a hand-set line counts as the best
SAME = 1e-7  # relative difference up to which two methods agree
ABOVE = 1.0 - 1e-9  # a functional margin of 1 up to rounding
ONE_OFFSET = 1e-6  # difference of two bounds on b, in units of their size, up to which they are one
FEW_SETS = 20  # training sets, below which nothing is compared
MOST_NAMED = 24  # most points in a list


def lead_sentence(mine: HandLine, hard: StreetOfPoints, words: Words) -> str:
    """Compare the margin of the hand-set line with that of the widest street."""
    n = len(mine.functional)
    if mine.errors:
        never = hard.solution.light is Light.IMPOSSIBLE
        return words("margins.lead.never" if never else "margins.lead.wrong", errors=mine.errors, n=n)
    if not hard.exists:
        return words("margins.lead.open", margin=number(mine.smallest))
    best = 0.5 * hard.solution.margin_width
    if mine.smallest >= BEST * best:
        return words("margins.lead.best", margin=number(mine.smallest))
    share = math.floor(1000.0 * mine.smallest / best) / 10.0
    return words("margins.lead.share", margin=number(mine.smallest), best=number(best), share=number(share))


def confidence_sentence(mine: HandLine, y: np.ndarray, words: Words) -> str:
    """Say how far A, B and C are from the line: the farthest, the middle and the nearest point of class +1."""
    right = np.sort(mine.geometric[(y > 0) & (mine.geometric > 0)])[::-1]
    if len(right) < 3:
        return words("margins.confidence.none")
    named = {name: number(float(right[k])) for name, k in (("a", 0), ("b", len(right) // 2), ("c", -1))}
    return words("margins.confidence", **named)


def street_sentence(found: StreetOfPoints, C: float | None, words: Words) -> str:
    """Say how wide the street is, and which points determine it."""
    shown = found.solution
    if shown.light is Light.IMPOSSIBLE:
        return words("margins.street.impossible")
    if not found.exists:
        return words("margins.street.open")
    w = ", ".join(number(float(part)) for part in found.w)
    values = {"width": number(shown.margin_width), "w": w, "b": number(shown.b), "vectors": shown.vectors}
    if C is None:
        return words("margins.street.hard", **values)
    inside = shown.count(Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED)
    return words("margins.street.soft", inside=inside, C=number(C), **values)


def other_sentence(C: float, found: StreetOfPoints, words: Words) -> str:
    """Say whether another soft margin has a street, and how many points violate it."""
    shown = found.solution
    if shown.light is not Light.PROVED:
        return words("margins.other.open", C=number(C))
    if not found.exists:
        return words("margins.other.flat", C=number(C))
    beyond = shown.count(Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED)
    n, width = number(len(shown.decision)), number(shown.margin_width)
    return words("margins.other.yes", C=number(C), width=width, beyond=number(beyond), n=n)


def separators_sentence(margins: list[float], hard: StreetOfPoints, words: Words) -> str:
    """Give the margins of three other separating lines; empty if the best one is not proved."""
    if hard.solution.light is Light.IMPOSSIBLE:
        return words("margins.separators.none")
    if not (margins and hard.exists):
        return ""
    told = words.listed([number(margin) for margin in margins])
    return words("margins.separators", margins=told, best=number(0.5 * hard.solution.margin_width))


# ---- three methods ----


def routes_sentence(found: Routes, C: float | None, words: Words) -> str:
    """Say to how many digits the methods agree."""
    if found.primal is None:
        return words("margins.routes.open")
    agreed = _agreed(found.smo, found.primal, words)
    if found.hulls is None:
        return words.joined([agreed, words("margins.routes.meet")])
    w, b = found.hulls.bisector
    if C is None:
        halfway = Street(w, b, 0.5 * float(w @ w), found.smo.alpha)
        return words.joined([agreed, words("margins.routes.hulls", digits=digits(halfway.apart(found.smo)))])
    cosine = float(w @ found.smo.w) / float(np.hypot(*w) * np.hypot(*found.smo.w))
    angle = float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    shift = abs(b / float(np.hypot(*w)) - found.smo.b / float(np.hypot(*found.smo.w)))
    values = {"bound": number(found.hulls.bound), "angle": at_most(angle, 2), "shift": number(shift)}
    key = "middle" if shift <= SAME * found.smo.width else "reduced"
    return words.joined([agreed, words(f"margins.routes.{key}", **values)])


def _agreed(smo: Street, primal: Street, words: Words) -> str:
    apart = smo.apart(primal)
    if apart <= SAME:
        return words("margins.routes.agree", digits=digits(apart))
    line = float(np.abs(smo.w - primal.w).max() / np.abs(primal.w).max())
    value = abs(smo.objective - primal.objective) / abs(primal.objective)
    if max(line, value) <= SAME:  # b lies in an interval of optimal offsets
        return words(
            "margins.routes.offset", digits=digits(max(line, value)), smo=number(smo.b), primal=number(primal.b)
        )
    return words("margins.routes.apart", apart=number(apart))


def digits(apart: float) -> int:
    """Return to how many digits two numbers of this relative difference agree."""
    return min(15, max(0, math.floor(-math.log10(max(apart, 1e-15)))))


# ---- uniqueness ----


def between_sentence(shown: Between | None, words: Words) -> str:
    """Describe the lines between the hand-set one and the widest street."""
    if shown is None:
        return words("margins.between.none")
    first, last = float(shown.half_norm[0]), float(shown.half_norm[-1])
    least = float(shown.smallest.min())
    if first <= last * (1.0 + 1e-6):
        return words("margins.between.there", value=number(last))
    falls = least >= ABOVE and not (np.diff(shown.half_norm) > 0.0).any()
    key = "margins.between" if falls else "figure.margins.between.alt"  # if the claim does not hold, only describe
    return words(key, first=number(first), last=number(last), least=number(least))


def starts_sentence(runs: tuple[FromAStart, ...], words: Words) -> str:
    """Say where SMO ends from random starts."""
    if any(run.outcome != Outcome.OPTIMAL for run in runs):
        return words("margins.starts.open")
    apart = largest_difference(runs)
    normals = np.array([run.w for run in runs])
    only_b = float(np.ptp(normals, axis=0).max()) <= SAME * float(np.abs(normals).max()) and apart > SAME
    if apart == 0.0:
        return words("margins.starts.alike", n=len(runs))
    key = "margins.starts.apart" if only_b else "margins.starts"
    return words(key, n=len(runs), apart=at_most(apart, 2))


# ---- without a point ----


def without_sentence(found: WithoutPoint, before: StreetOfPoints, guess: str, words: Words) -> str:
    """Say how the street changes without a point, with the proof if there is one, and whether the guess was right."""
    if found.solution.light is not Light.PROVED:
        return words("margins.without.open")
    values = {"i": found.index + 1, "alpha": number(found.alpha), "width": number(found.solution.margin_width)}
    if found.stays and found.proof is not None:
        said = words("margins.without.proof", gap=at_most(found.proof.relative_width, 2), **values)
    elif found.stays:
        said = words("margins.without.carried", **values)
    else:
        said = words("margins.without.moves", before=number(before.solution.margin_width), **values)
    right = (guess == "stays") == found.stays
    return words.joined([words("margins.without.right" if right else "margins.without.wrong"), said])


def separable_sentence(found: WithoutPoint, before: StreetOfPoints, guess: str, words: Words) -> str:
    """Say whether the remaining points are separable, where all points are not, and whether the guess was right."""
    shown, i = found.solution, found.index + 1
    assert before.solution.light is Light.IMPOSSIBLE
    if shown.light not in (Light.PROVED, Light.IMPOSSIBLE):
        return words("margins.without.open")
    still = shown.light is Light.IMPOSSIBLE
    if not still:
        said = words("margins.none.separates", i=i, width=number(shown.margin_width))
    elif shown.common is None:
        said = words("margins.none.still.plain")
    else:
        x, y = (number(float(value)) for value in shown.common)
        said = words("margins.none.still", x=x, y=y)
    right = (guess == "stays") == still
    return words.joined([words("margins.without.right" if right else "margins.without.wrong"), said])


def carriers_sentence(found: StreetOfPoints, words: Words) -> str:
    """Say which points determine the street, and how many can be removed."""
    support = np.flatnonzero(found.solution.alpha > 0.0) + 1
    if len(support) > MOST_NAMED:
        return words("margins.carriers.many", k=len(support), n=len(found.solution.alpha))
    return words("margins.carriers", points=words.listed([str(i) for i in support]))


# ---- the offset, noise and new points ----


def offsets_sentence(shown: OffsetBounds, words: Words) -> str:
    """Say which offsets the points on both edges allow for the shortest w: one (Li, theorem 7.1)."""
    size = max(abs(shown.low), abs(shown.high), 1.0)
    one = abs(shown.low - shown.high) <= ONE_OFFSET * size
    values = {"plus": shown.plus + 1, "minus": shown.minus + 1}
    ends = {"low": number(shown.low, 6), "high": number(shown.high, 6)}
    return words("margins.offset.one" if one else "margins.offset.open", **values, **ends)


def moved_sentence(shown: Tolerance, words: Words) -> str:
    """Say how often each line still separates after moves that are a little shorter than the widest margin."""
    short = max(k for k, share in enumerate(RADII) if share < 1.0)
    best, others = int(shown.kept[0, short]), [int(count) for count in shown.kept[1:, short]]
    values = {"radius": number(shown.radii[short]), "best": best, "trials": TRIALS}
    said = words("margins.moved.said", margin=number(shown.margins[0]), **values)
    if not others:
        return said
    listed = words.listed([str(count) for count in others])
    return words.joined([said, words("margins.moved.others", others=listed)])


def new_points_sentences(shown: OnNewPoints, words: Words) -> str:
    """Say whether the widest street errs less at new points than other separators, with counts and intervals."""
    drawn = words("margins.new.drawn", sets=shown.drawn, separable=shown.separable, sigma=number(shown.sigma))
    if shown.separable < FEW_SETS:
        return words.joined([drawn, words("margins.new.few", least=FEW_SETS)])
    parts = [drawn]
    for other, name in ((1, "halfway"), (2, "anywhere")):
        won = shown.wins(other)
        low, high = share_interval(won, shown.separable)
        verdict = "better" if low > 0.5 else "worse" if high < 0.5 else "open"
        shares = {"low": number(100.0 * low, 3), "high": number(100.0 * high, 3)}
        counts = {"won": won, "separable": shown.separable, "confidence": number(100.0 * CONFIDENCE)}
        told = words(f"margins.new.{name}", **counts, **shares)
        parts.append(words.joined([told, words(f"margins.new.{verdict}")]))
    return words.joined(parts)


def mean_error(errors: np.ndarray, words: Words) -> str:
    """Return a mean error in percent with its interval."""
    mean, half = mean_interval(100.0 * errors)
    return words("margins.new.mean", mean=number(mean, 3), half=number(half, 2))
