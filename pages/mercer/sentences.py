"""Sentences about matrices, runs and functions, based on predicates checked on the numbers shown."""

from __future__ import annotations

import math

from core.problem import FormulaKernel
from core.solver import Outcome
from core.topics.mercer.distances import LARGEST_EXPONENT
from core.topics.mercer.given import MatrixOfFile
from core.topics.mercer.rules import keeps
from core.topics.mercer.space import Operator, SpaceElement
from core.topics.mercer.theory import MatrixJudgement, Verdict, split
from pages.mercer.answers import Descended, GivenAnswer, Made, OverExponents
from pages.mercer.question import Options, Question
from ui.solve.kernels import FORMULA, KernelSpec, kernel_of
from ui.solve.message import optimality_message
from ui.words import Words, at_most, number


def lead_sentence(found: MatrixJudgement, spec: KernelSpec, words: Words) -> str:
    """Say the verdict with its numbers."""
    told = words(f"mercer.lead.{found.verdict.value}", **numbers_of(found))
    if found.verdict is not Verdict.THEOREM:
        return told
    if spec["name"] == FORMULA:
        kernel = kernel_of(spec)
        assert isinstance(kernel, FormulaKernel)
        used = words.listed([words(f"mercer.reason.{rule}") for rule in kernel.reasons])
        return words.joined([told, words("mercer.theorem.formula", rules=used)])
    own = f"mercer.theorem.{spec['name']}"
    return words.joined([told, words(own if own in words.texts else "mercer.theorem.other")])


def numbers_of(found: MatrixJudgement) -> dict[str, object]:
    """Return the numbers of a verdict as they are written."""
    return {
        "n": len(found.eigenvalues),
        "below": found.below,
        "least": number(found.least),
        "largest": number(found.largest),
        "value": number(found.form.value),
        "error": at_most(found.form.error, 2) if math.isfinite(found.form.error) else "∞",
        "noise": at_most(found.noise, 2),
    }


def verdict_sentence(found: MatrixJudgement, words: Words) -> str:
    """Say the verdict on any matrix."""
    return words(f"mercer.verdict.{found.verdict.value}", **numbers_of(found))


def witness_sentence(found: MatrixJudgement, words: Words) -> str:
    """Say what pairs of equal and of opposite sign add to the form."""
    parts = split(found.known.K, found.witness)
    values = {"equal": number(parts.equal), "opposite": number(parts.opposite), "value": number(found.form.value)}
    return words("mercer.witness.no" if found.verdict is Verdict.NEGATIVE else "mercer.witness.yes", **values)


def some_sentence(question: Question, words: Words) -> str:
    """Say that only some of many points are judged; nothing if all are."""
    count, n = len(question.rows), len(question.X)
    return words("mercer.some", count=count, n=n) if count < n else ""


def spectrum_sentence(found: MatrixJudgement, words: Words) -> str:
    """Say how many eigenvalues are negative, 0 up to rounding, and positive."""
    n, below, rank = len(found.eigenvalues), found.below, found.rank
    return words("mercer.spectrum", below=below, zero=n - rank, above=rank - below, noise=at_most(found.noise, 2))


# ---- SMO ----


def run_sentences(found: Descended, no_kernel: bool, words: Words) -> list[str]:
    """Say where the run meets a curvature that is not positive, how it ends, and what the light proves."""
    run = found.course
    told = []
    if run.first is not None:
        k = run.first
        values = {"k": k + 1, "i": int(run.i[k]) + 1, "j": int(run.j[k]) + 1, "eta": number(float(run.curvature[k]))}
        told.append(words("mercer.run.first", flat=number(run.flat), steps=number(run.steps), **values))
    elif run.steps:
        told.append(words("mercer.run.none", steps=number(run.steps)))
    if run.outcome in (Outcome.INFEASIBLE, Outcome.THIN):
        told.append(words("mercer.run.endless", steps=number(run.steps)))
    elif found.stationary:
        told.append(words("mercer.run.stationary", value=number(-float(run.dual[-1]))))
    if no_kernel:
        told.append(_of_pairs(found, words))
    title, detail = optimality_message(found.solution, words)
    return [*told, words("mercer.run.light", title=title, detail=detail)]


def _of_pairs(found: Descended, words: Words) -> str:
    """Say what two points alone show, and what follows for the hard margin."""
    pair = found.falling or found.nearest
    if pair is None:
        return words("mercer.run.unseen")
    key = "mercer.run.falling" if found.falling else "mercer.run.alike"
    return words(key, i=pair.i + 1, j=pair.j + 1, eta=number(pair.squared.value))


# ---- the rules ----


def made_sentence(found: Made, options: Options, words: Words) -> str:
    """Say whether the result is a kernel, and why."""
    told = [verdict_sentence(found.made, words)]
    parts = [found.one] + ([found.other] if found.other is not None else [])
    if found.made.verdict is Verdict.THEOREM:
        told = [words("mercer.made.theorem", least=number(found.made.least))]
    elif keeps(options.rule) and any(part.verdict is Verdict.NEGATIVE for part in parts):
        told.append(words("mercer.made.no_promise"))
    elif not keeps(options.rule):
        told.append(words("mercer.made.difference"))
    if found.apart is not None:
        told.append(words("mercer.made.limit", m=options.times, apart=number(found.apart)))
    return words.joined(told)


# ---- distances ----


def distance_sentence(found: OverExponents, options: Options, words: Words) -> str:
    """Say whether exp(-gamma d^p) is a kernel: by theorem, or by the witness on these points."""
    name, limit = words(f"mercer.metric.{options.metric}"), LARGEST_EXPONENT[options.metric]
    values = {"p": number(options.exponent), "limit": number(limit), "name": name, "count": found.count}
    if found.judged.verdict is Verdict.THEOREM:
        return words("mercer.distance.theorem", least=number(found.judged.least), **values)
    key = "fails" if found.judged.verdict is Verdict.NEGATIVE else "hidden"
    return words(f"mercer.distance.{key}", **{**numbers_of(found.judged), **values})


# ---- the space ----


def element_sentence(found: SpaceElement, words: Words) -> str:
    """Say whether the inequality of Cauchy and Schwarz holds at the place."""
    if found.square.value + found.square.error < 0.0:
        return words("mercer.space.negative", norm=number(found.square.value), f=number(found.value))
    if not found.holds:
        return words("mercer.space.broken", square=number(found.value**2), bound=number(found.bound))
    share = abs(found.value) / math.sqrt(found.bound) if found.bound > 0.0 else 0.0
    return words("mercer.space.holds", share=number(100.0 * min(share, 1.0)))


def operator_sentence(found: Operator, words: Words) -> str:
    """Say what the grid over the window shows about Mercer's condition."""
    judged = found.judged
    n, low, high = len(judged.eigenvalues), number(found.area * judged.least), number(found.area * judged.largest)
    return words.joined([words("mercer.operator.told", n=n, low=low, high=high), verdict_sentence(judged, words)])


def general_sentence(found: Operator, words: Words) -> str:
    """Say why a positive definite kernel need not be a Mercer kernel: K = 1 at x = z alone, on two grids."""
    n = len(found.judged.eigenvalues)
    return words("mercer.operator.general", n=n, area=number(found.area), finer=number(found.area / 4.0))


# ---- a matrix from a file ----


def given_sentences(found: GivenAnswer, given: MatrixOfFile, points: int, words: Words) -> list[str]:
    """Say the verdict on the matrix, where its labels are from, and how its machine was trained."""
    told, n, solution = [verdict_sentence(found.judged, words)], len(given.known.K), found.solution
    if given.apart > 0.0:
        told.append(words("mercer.given.apart", apart=number(given.apart, 2)))
    if given.y is None:
        told.append(words("mercer.given.borrowed" if n == points else "mercer.given.unlabelled", n=n, points=points))
    if solution is not None:
        values = {"vectors": solution.vectors, "n": n, "errors": solution.errors}
        title, detail = optimality_message(solution, words)
        told += [words("mercer.given.trained", **values), words("mercer.run.light", title=title, detail=detail)]
    return told
