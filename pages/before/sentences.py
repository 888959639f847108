"""Sentences about the machine, the threshold, units, folds, signs and one prediction, based on checked numbers."""

from __future__ import annotations

import math

from core.problem import InputError
from core.solver import Outcome
from core.topics.before.diagnosis import Sign, bounded_classes, constant_features, contradicting, gamma_ratio
from core.topics.before.imbalance import Recall
from core.topics.before.scaling import HeldOut, MachineInUnit, NoiseLeak
from pages.before import answers
from pages.before.answers import Explained, Recalls
from pages.before.question import Cure, Question
from ui.words import Words, at_least, number, told_apart

TINY = 1e-3  # the median cosine below which a kernel matrix is nearly diagonal
ALIKE = 0.99  # and from which all points look alike


def lead_sentence(question: Question, words: Words) -> str:
    """Say what the chosen part shows on these points."""
    topic = question.options.topic
    if topic == "scales":
        return _scales(question, words)
    if topic == "point":
        return _point(answers.explained(question), words)
    found = answers.recalls(question)
    return words.joined([recall_sentence(found.weighted, words), _compared(found, words)])


def recall_sentence(own: Recall, words: Words) -> str:
    """Say on how many points of either class a machine is right."""
    n = own.plus + own.minus
    called = own.right_plus + (own.minus - own.right_minus)
    values = {"share": number(100.0 * own.accuracy), "right": own.right_plus + own.right_minus, "n": n}
    if called in (0, n):
        return words(f"before.recall.{'plus' if called else 'minus'}", **values)
    recalled = {"right_plus": own.right_plus, "plus": own.plus, "right_minus": own.right_minus, "minus": own.minus}
    return words("before.recall", **values, **recalled)


def _compared(found: Recalls, words: Words) -> str:
    """Compare the balanced accuracies of the board's machine and of the best threshold on one C."""
    best = max(0.5 * float(one + other) for one, other in zip(found.curve.of_plus, found.curve.of_minus, strict=True))
    own = found.weighted.balanced
    if math.isclose(best, own, abs_tol=1e-9):
        return words("before.lead.same", own=number(100.0 * own))
    values = dict(zip(("own", "best"), told_apart(100.0 * own, 100.0 * best, 3), strict=True))
    return words("before.lead.threshold" if best > own else "before.lead.weights", **values)


def board_sentence(question: Question, words: Words) -> str:
    """Report the machine of the board, as far as the part beside it is about that."""
    if question.options.topic == "scales":
        return scaled_sentence(answers.as_is(question), words)
    return _recalled(answers.recalls(question).weighted, words)


def _recalled(own: Recall, words: Words) -> str:
    plus, minus = (number(100.0 * share) for share in (own.of_plus, own.of_minus))
    return words("before.recalled", plus=plus, minus=minus)


def threshold_sentence(question: Question, words: Words) -> str:
    """Report the machine with one C at the threshold."""
    t, moved, b = question.options.threshold, answers.recalls(question).moved, answers.plain(question).solution.b
    told = [words("before.threshold.told", t=number(t)), _recalled(moved, words)]
    if question.board.kernel["name"] == "gaussian" and t <= b < 0.0:  # f tends to b, away from all points
        told.append(words("before.threshold.far", b=number(b)))
    return words.joined(told)


def unit_title(question: Question, name: str, words: Words) -> str:
    """Name the unit of a picture."""
    symbol = ("x₁", "x₂")[question.feature]
    return words(f"before.title.{name}", x=symbol, factor=number(question.options.factor))


def scaled_sentence(machine: MachineInUnit, words: Words) -> str:
    """Report steps, support vectors, the shares of the features, and what the kernel matrix looks like."""
    share = _percent(float(machine.shares[0]))
    n, values = len(machine.alpha), {"steps": machine.steps, "vectors": machine.vectors, "share": share}
    told = words("before.scaled", n=n, **values)
    ended = "" if machine.outcome is Outcome.OPTIMAL else words("before.scaled.limit")
    key = "tiny" if machine.alike < TINY else "alike" if machine.alike > ALIKE else "usual"
    return words.joined([told, ended, words(f"before.scaled.{key}", alike=number(machine.alike))])


def _scales(question: Question, words: Words) -> str:
    """Compare the machine in the visitor's unit with the one on the standardised features."""
    own, other = answers.in_unit(question, False), answers.in_unit(question, True)
    symbol, factor = ("x₁", "x₂")[question.feature], number(question.options.factor)
    values = {"x": symbol, "factor": factor, "share": _percent(float(own.shares[question.feature]))}
    counts = {"steps": own.steps, "vectors": own.vectors, "n": len(own.alpha)}
    told = words("before.lead.scales", **values, **counts, other=other.steps, others=other.vectors)
    try:
        found = answers.folds_of(question)
    except InputError:  # the part below says why
        return told
    if found is None:
        return told
    plain, within = (number(100.0 * found.accuracy(f)) for f in (found.plain, found.within))
    return words.joined([told, words("before.lead.folds", plain=plain, within=within)])


def _percent(share: float) -> str:
    """Write a share in percent; 100 only if it is all."""
    told = number(100.0 * share)
    return at_least(100.0 * share) if told == "100" and share < 1.0 else told


def _point(found: Explained, words: Words) -> str:
    x1, x2 = (number(at) for at in found.place.tolist())
    values = {"x1": x1, "x2": x2, "f": number(found.f)}
    key = "plus" if found.f >= 0.0 else "minus"
    told = words(f"before.lead.point.{key}", **values)
    if not found.largest:
        return words.joined([told, words("before.lead.point.none")])
    return words.joined([told, words("before.lead.point.terms", share=number(100.0 * found.share))])


def moves_sentence(found: Explained, words: Words) -> str:
    """Say how far each feature must move alone to change the class."""
    parts = []
    for move in found.moves:
        symbol = ("x₁", "x₂")[move.feature]
        if move.to is None:
            parts.append(words("before.move.never", x=symbol))
        else:
            parts.append(words("before.move", x=symbol, by=number(move.by), to=number(move.to)))
    return words.joined(parts)


def folds_sentence(found: HeldOut, words: Words) -> str:
    """Say what fitting the scaler on all points changes on these points."""
    if not found.differs:
        return words("before.leak.none")
    within, leaky = found.accuracy(found.within), found.accuracy(found.leaky)
    if within == leaky:
        return words("before.leak.same", count=found.differs, n=len(found.y))
    key = "better" if leaky > within else "worse"
    shown = dict(zip(("within", "leaky"), told_apart(100.0 * within, 100.0 * leaky, 3), strict=True))
    return words(f"before.leak.{key}", count=found.differs, n=len(found.y), **shown)


def noise_sentence(found: NoiseLeak, words: Words) -> str:
    """Say what choosing features before the folds makes of features that are noise."""
    return words("before.leak.noise", within=number(100.0 * found.within), leaky=number(100.0 * found.leaky))


def sign_sentence(sign: Sign, question: Question, words: Words) -> str:
    """Say what a sign means on these points."""
    values = {}
    if sign is Sign.CONSTANT:
        own = answers.recalls(question).weighted
        values = {"sign": "+1" if own.right_plus else "−1", "share": number(100.0 * own.accuracy)}
    elif sign is Sign.BOUNDED:
        classes = bounded_classes(answers.trained(question))
        values = {"classes": " / ".join("+1" if each > 0 else "−1" for each in classes)}
    elif sign is Sign.VECTORS:
        values = {"n": str(len(question.y))}
    elif sign is Sign.FEATURE:
        values = {"x": ", ".join(("x₁", "x₂")[k] for k in constant_features(question.X))}
    elif sign is Sign.LABELS:
        values = {"count": str(len(contradicting(question.X, question.labels)))}
    elif sign is Sign.WIDTH and question.gamma is not None:
        ratio = gamma_ratio(question.X, question.gamma)
        values = {"gamma": number(question.gamma), "median": number(question.gamma / ratio)}
        values["K"] = number(math.exp(-0.5 * ratio))
    return words(f"before.sign.{sign}", **values)


def cure_label(cure: Cure, words: Words) -> str:
    """Return the label of the button of a cure."""
    plus, minus = (number(weight) for weight in cure.weights)
    return words(f"before.cure.{cure.name}", value=number(cure.value), plus=plus, minus=minus)
