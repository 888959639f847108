"""Sentences on the effect of a roll on K and on the boundary, and on the bounds, based on checked numbers."""

from __future__ import annotations

from core.topics.fourier.experiment import Cloud, points_apart
from core.topics.fourier.theory import chance_of
from core.topics.fourier.view import DRAWS, Bounds, ErrorCurves, Extreme, Factor, Frequencies, Roll
from core.view import Light
from pages.fourier.answers import Rolled
from ui.words import Words, number

UNLIKELY = 1e-3  # if a bound is true, so many rolls exceed it with a smaller probability


def dice_sentence(shown: Rolled, D: int, gamma: float, words: Words) -> str:
    """Give the largest error, the share of the plane, and the number of points that change sides."""
    parts = [words("fourier.sentence.worst", D=D, worst=number(shown.errors.worst)), _boundary(shown, words)]
    if shown.extreme is not Extreme.NO:
        parts.append(words(f"fourier.extreme.{shown.extreme.value}", gamma=number(gamma)))
    return words.joined(parts)


def _boundary(shown: Rolled, words: Words) -> str:
    if not shown.exact.exists:
        return words("fourier.sentence.none")
    if not shown.roll.exists:
        key = "impossible" if shown.roll.solution.light is Light.IMPOSSIBLE else "none"
        return words(f"fourier.sentence.{key}")
    share = shown.share
    apart, n = points_apart(shown.roll, shown.exact), len(shown.exact.solution.alpha)
    key = "same" if share == 0.0 else "points" if apart else "plane"
    return words(f"fourier.sentence.{key}", share=number(100.0 * share, 2), apart=apart, n=n)


def even_sentence(chosen: int, D: int, words: Words) -> str:
    """Say that the map has another number of features than was chosen, and why."""
    return words("fourier.even", chosen=chosen, D=D)


def cloud_sentence(shown: Cloud, words: Words) -> str:
    """Say how much the rolls disagree with the exact boundary, and how many of them are proved."""
    rolls = len(shown.rolls)
    if not len(shown.disagreement):
        return words("fourier.cloud.none", rolls=rolls)
    low, middle, high = (number(100.0 * shown.quantile(part), 2) for part in (0.05, 0.5, 0.95))
    values = {"rolls": len(shown.disagreement), "low": low, "middle": middle, "high": high}
    key = "fourier.cloud.alike" if low == high else "fourier.cloud"
    sentence = words(key, median=number(100.0 * shown.median, 2), **values)
    parts = [sentence]
    if shown.impossible:
        parts.append(words("fourier.cloud.impossible", count=shown.impossible, rolls=rolls))
    all_proved = shown.proved == rolls and shown.exact.solution.light is Light.PROVED
    key = "fourier.cloud.proved" if all_proved else "fourier.cloud.open"
    parts.append(words(key, proved=shown.proved + (shown.exact.solution.light is Light.PROVED), all=rolls + 1))
    if not shown.resolved:
        parts.append(words("fourier.cloud.finer"))
    return words.joined(parts)


def error_sentence(shown: Roll, total: int, words: Words) -> str:
    """Compare the mean square error of the roll with its mean over all rolls."""
    sentence = words("fourier.error", mse=number(shown.mse), expected=number(shown.expected))
    if shown.points == total:
        return sentence
    return words.joined([sentence, words("fourier.part", points=shown.points, n=total)])


def bounds_sentence(measured: ErrorCurves, claimed: Bounds, place: int, case: str, words: Words) -> str:
    """Say in how many rolls the printed bound was exceeded, and whether that is more often than it allows."""
    rolls = len(measured.worst)
    broken = measured.exceeding(claimed.printed, place)
    held = all(measured.exceeding(curve, place) == 0 for curve in (claimed.ball, claimed.hoeffding, claimed.bernstein))
    unlikely = chance_of(broken, rolls, claimed.delta) < UNLIKELY
    key = "kept" if not broken else "broken" if unlikely else "some"
    sentence = words(
        f"fourier.bounds.{key}",
        D=int(measured.components[place]),
        eps=number(float(claimed.printed[place])),
        percent=number(100.0 * (1.0 - claimed.delta)),
        broken=broken,
        rolls=rolls,
    )
    parts = [sentence]
    if held:
        parts.append(words("fourier.bounds.held", rolls=rolls))
    if case == "points" and key != "broken":
        parts.append(words("fourier.bounds.invitation"))
    return words.joined(parts)


def frequencies_sentence(shown: Frequencies, words: Words) -> str:
    """Say how many frequencies lie in the circle that contains half of the density."""
    return words(
        "fourier.frequencies",
        count=shown.count,
        inside=int(shown.inside[0]),
        deviation=number(shown.deviation),
        length=number(float(shown.radii[-1])),
    )


def factor_sentence(shown: Factor, words: Words) -> str:
    """Compare the mean of two cosines without the root of 2 with K and K / 2."""
    values = {name: number(value, 4) for name, value in (("K", shown.K), ("mean", shown.mean), ("half", shown.K / 2.0))}
    return words("fourier.factor", draws=DRAWS, error=number(shown.error, 1), **values)
