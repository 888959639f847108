"""Sentences about a machine, based on predicates checked numerically."""

from __future__ import annotations

import math

import numpy as np

from core.problem import Formulation, InputError
from core.problem.scalars import AT_BOUND
from core.topics.machines.experiment import EveryNu, Twin
from core.topics.machines.view import MachineFit, PairStep
from pages.machines.question import Question
from ui.solve.machine.message import DIGITS, penalties, r_ends
from ui.solve.message import input_message
from ui.words import Words, at_most, common_digits, interval, number

WHOLE = 1e-9  # rounding error of a number of points


def twin_sentence(found: MachineFit, other: Twin | None, words: Words) -> str:
    """Say which parameter gives the same machine, and to how many digits that is proved."""
    if other is None:
        one = found.formulation is Formulation.ONE_CLASS
        return words("machines.twin.one" if one else "machines.twin.none")
    # This number comes from the page's solution: the twin's own, solved to more digits, may round differently.
    on_board = {Formulation.NU_SVC: 1.0 / found.unit, Formulation.NU_SVR: max(0.0, found.r)}
    value = {"value": number(on_board.get(found.formulation, other.parameter), DIGITS)}
    every = has_range(found) and found.formulation in on_board
    name = found.formulation.value
    parts = [words(f"machines.twin.{name}.middle" if every else f"machines.twin.{name}", **value)]
    digits = common_digits(*other.value)
    if other.value.low > 0.0 and digits:
        parts.append(words("machines.twin.proved", digits=digits))
    parts.append(words("machines.twin.apart", apart=at_most(other.apart, 2)))
    return words.joined(parts)


def has_range(found: MachineFit) -> bool:
    """Whether more than one rho or epsilon is optimal, which is proved where the machine is."""
    low, high = r_ends(found)
    return low < high


def range_sentence(found: MachineFit, y: np.ndarray, words: Words) -> str:
    """Say between which values rho or epsilon lies, why, and what it is chosen to be; empty if there is one value."""
    if not has_range(found):
        return ""
    low, high = r_ends(found)
    ends = interval(low, high)
    form = found.formulation
    if form is not Formulation.NU_SVC:
        return words(f"machines.range.{form.value}", value=number(found.r, DIGITS), **ends._asdict())
    where = "above" if math.isinf(high) else "between"
    parts = [words(f"machines.range.{where}", **ends._asdict())]
    free = (found.alpha > AT_BOUND) & (found.alpha < 1.0 - AT_BOUND)
    without = [name for name, label in (("plus", 1), ("minus", -1)) if not free[y == label].any()]
    if len(without) == 2:
        parts.append(words("machines.range.both"))
    elif without:
        parts.append(words(f"machines.range.{without[0]}"))
    least, most = interval(*penalties(found))
    parts.append(words(f"machines.range.penalty.{where}", low=least, high=most, nu=number(found.nu)))
    parts.append(words("machines.range.chosen", value=number(found.r, DIGITS)))
    return words.joined(parts)


def nu_sentence(shown: MachineFit, every: EveryNu, words: Words) -> str:
    """Say which nu are feasible and which leave a margin, or for one class what nu guarantees."""
    n = len(shown.decision)
    if shown.formulation is Formulation.ONE_CLASS:  # the bound of nu on the points outside, and their count
        most, given = math.floor(shown.nu * n + WHOLE * n), number(shown.nu * n)
        if most == 0:
            return words("machines.one.none", n=n, sum=given, least=number(1.0 / n))
        return words("machines.one.some", most=most, beyond=shown.beyond, n=n, sum=given)
    if shown.formulation is Formulation.NU_SVR:
        return words.joined([words("machines.every.tube"), words("machines.every.printed", n=n, slacks=2 * n)])
    values = {"most": number(every.most), "n": n}
    parts = [words("machines.every.most", **values)]
    least = least_nu(shown, every)
    if math.isinf(least):
        parts.append(words("machines.every.never"))
    elif least > every.nu[0]:
        parts.append(words("machines.every.least", least=number(least)))
    elif every.exists.all():
        parts.append(words("machines.every.always"))
    return words.joined(parts)


def least_nu(shown: MachineFit, every: EveryNu) -> float:
    """Return the smallest nu of nu-SVC with a proved margin, among those tried and the chosen one; inf without any."""
    proved = [nu for nu, exists in zip(every.nu, every.exists, strict=True) if exists]
    return float(min([*proved, *([shown.nu] if shown.exists else [])], default=math.inf))


def pairs_sentence(shown: PairStep, count: int, words: Words) -> str:
    """Say why these two points move together: which sums are fixed, and where the violation is largest."""
    values = {"i": shown.i % count + 1, "j": shown.j % count + 1, "k": shown.k + 1, "steps": number(shown.steps)}
    if not shown.alike:
        return words("machines.pairs.any", violation=number(shown.breaches[0].violation), **values)
    plus, minus = (number(each.violation) if math.isfinite(each.violation) else "−" for each in shown.breaches)
    sign = "plus" if shown.signs[0] > 0 else "minus"
    return words(f"machines.pairs.alike.{sign}", plus=plus, minus=minus, **values)


def refused_sentence(question: Question, error: InputError, words: Words) -> str:
    """Say why nu is not feasible: the hull of a class that is too small would need more weight than it has."""
    if error.key != "nu.too_large":
        return input_message(error, words)
    n = len(question.y)
    few = min(int((question.y > 0).sum()), int((question.y < 0).sum()))
    half = number(0.5 * question.spec.nu * n)
    return words("machines.refused.large", half=half, few=few, bound=number(2.0 / (question.spec.nu * n)))
