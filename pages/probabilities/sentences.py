"""Sentences about probabilities, based on predicates checked on the numbers shown."""

from __future__ import annotations

import math

import numpy as np

from core.estimators.probability import NEAR, laplace_within
from core.topics.probabilities.experiment import HELD_OUT, ISOTONIC, TRAINING, CalibrationCurves, Noise
from core.topics.probabilities.theory import Confusion, CouplingCourse, value_at
from pages.probabilities import answers
from pages.probabilities.answers import Coverage
from pages.probabilities.question import Question
from ui.words import Words, number, told_apart


def lead_sentence(found: CalibrationCurves, words: Words) -> str:
    """Compare the sigmoid fitted to training values with the one fitted to held-out values, on unseen points."""
    honest, own = found.scores[HELD_OUT], found.scores[TRAINING]
    values = dict(zip(("honest", "own"), told_apart(honest.log_loss, own.log_loss, 3), strict=True))
    key = "lies" if own.log_loss > honest.log_loss else "equal" if own.log_loss == honest.log_loss else "lucky"
    return words(f"probabilities.lead.{key}", **values)


def score_sentence(found: CalibrationCurves, words: Words) -> str:
    """Say what the scores are of, and where a curve was certain and wrong."""
    infinite = [method for method in found.scores if math.isinf(found.scores[method].log_loss)]
    told = [words("probabilities.scores.unseen", n=len(found.y))]
    if infinite:
        names = words.listed([words(f"probabilities.method.{method}") for method in infinite])
        told.append(words("probabilities.scores.infinite", names=names))
    elif found.scores[ISOTONIC].log_loss > found.scores[HELD_OUT].log_loss:
        told.append(words("probabilities.scores.steps"))
    return words.joined(told)


def some_sentence(question: Question, words: Words) -> str:
    """Say that only some of many points are used; nothing if all are."""
    count, n = len(question.rows), len(question.X)
    return words("probabilities.some", count=count, n=n) if count < n else ""


def disagreement_sentence(question: Question, words: Words) -> str:
    """Say where `predict` and `predict_proba` differ, and why."""
    found, shown = answers.calibrated(question), answers.probability_field(question)
    half, values = value_at(0.5, found.A, found.B), {"A": number(found.A), "B": number(found.B)}
    told = [words("probabilities.field.marks")]
    if found.A == 0.0:
        return words.joined([*told, words("probabilities.field.flat", p=number(float(found.p[0])))])
    if found.A > 0.0:
        return words.joined([*told, words("probabilities.field.falls", **values)])
    if found.B == 0.0 or not (shown.share or answers.disagreeing(question)):
        return words.joined([*told, words("probabilities.field.agree", half=number(half), **values)])
    share, points = number(100.0 * shown.share), answers.disagreeing(question)
    key = "plus" if half < 0.0 else "minus"
    told.append(words(f"probabilities.field.{key}", half=number(half), share=share, points=points, **values))
    return words.joined(told)


def threshold_sentence(at: Confusion, threshold: float, words: Words) -> str:
    """Say what the threshold makes of the held-out points."""
    values = {"threshold": number(threshold), "alarms": at.alarms, "misses": at.misses}
    if not at.hits + at.alarms:
        return words("probabilities.threshold.none", **values)
    if not at.misses + at.rejections:
        return words("probabilities.threshold.all", **values)
    return words("probabilities.threshold.some", **values)


def step_sentence(found: CalibrationCurves, k: int, words: Words) -> str:
    """Describe a step of Newton's method."""
    step, last = found.steps[k], len(found.steps) - 1
    largest = max(abs(each) for each in step.gradient)
    values = {"k": k, "last": last, "gradient": number(largest), "halvings": step.halvings}
    if k == 0:
        return words("probabilities.step.start", **values)
    key = "untested" if not step.tested else "whole" if step.halvings == 0 else "halved"
    told = words(f"probabilities.step.{key}", **values)
    return words.joined([told, words("probabilities.step.end", **values) if k == last else ""])


def targets_sentence(found: CalibrationCurves, words: Words) -> str:
    """Say the targets of both classes."""
    plus = int((found.y > 0).sum())
    upper, lower = (number(each, 4) for each in found.targets)
    return words("probabilities.targets", plus=plus, minus=len(found.y) - plus, upper=upper, lower=lower)


def votes_sentence(found: CouplingCourse, words: Words) -> str:
    """Compare the votes of the pairs with the largest probability."""
    votes, p = found.votes, found.exact
    chosen, likeliest = int(np.argmax(votes)) + 1, int(np.argmax(p)) + 1
    values = {"votes": ", ".join(map(str, votes)), "chosen": chosen, "likeliest": likeliest}
    tied = sum(vote == max(votes) for vote in votes) > 1
    told = [words("probabilities.votes.tied" if tied else "probabilities.votes.one", **values)]
    if np.sort(p)[-1] - np.sort(p)[-2] <= 1e-9:
        told.append(words("probabilities.votes.even"))
    else:
        told.append(words(f"probabilities.votes.{'agree' if chosen == likeliest else 'differ'}", **values))
    return words.joined(told)


def sweep_sentence(found: CouplingCourse, k: int, words: Words) -> str:
    """Say how far the iteration is from the solution of the linear system."""
    apart, stopped = (float(np.abs(found.p[each] - found.exact).max()) for each in (k, found.libsvm))
    values = {"k": k, "residual": number(float(found.residual[k])), "apart": number(apart)}
    stop = words("probabilities.sweep.stop", stop=found.libsvm, tolerance=number(NEAR / 3.0), stopped=number(stopped))
    return words.joined([words("probabilities.sweep.now", **values), stop])


def errata_sentence(found: CouplingCourse, words: Words) -> str:
    """Say what the printed equations do on these numbers (mathematics 20)."""
    value = number(found.objective)
    told = [words("probabilities.erratum.equation", value=value, double=number(2.0 * found.objective))]
    if len(found.printed) > 1 and not math.isclose(found.printed[-1], 1.0, rel_tol=1e-9):
        sums = ", ".join(number(float(each)) for each in found.printed[1:])
        told.append(words("probabilities.erratum.algorithm", sums=sums))
    else:
        told.append(words("probabilities.erratum.harmless"))
    return words.joined(told)


def noise_sentence(found: Noise, words: Words) -> str:
    """Say the scale, what the rule of five standard deviations leaves out, and the scale of training residuals."""
    if found.s == 0.0:
        return words("probabilities.noise.zero")
    values = {"scale": number(found.s), "plain": number(found.plain), "own": number(found.of_training)}
    far, edge = int((~found.kept).sum()), number(5.0 * math.sqrt(2.0) * found.plain)
    told = [words(f"probabilities.noise.{'far' if far else 'near'}", far=far, edge=edge, **values)]
    if found.of_training < found.s:
        told.append(words("probabilities.noise.training", **values))
    return words.joined(told)


def coverage_sentence(found: Noise, shown: Coverage, width: float, words: Words) -> str:
    """Compare what the density promises of an interval with what the residuals say."""
    promised, measured = number(100.0 * shown.promised), number(100.0 * shown.measured)
    told = words("probabilities.coverage", width=number(width), promised=promised, measured=measured)
    if found.s == 0.0:
        return told
    ninety = found.s * math.log(10.0)
    held = number(100.0 * float((np.abs(found.residuals) <= ninety).mean()))
    check = number(100.0 * float(laplace_within(ninety, found.s)))
    return words.joined([told, words("probabilities.coverage.ninety", width=number(ninety), check=check, held=held)])
