"""Sentences of the page, based on predicates checked on the numbers shown."""

from __future__ import annotations

import numpy as np

from core.problem import Kernel, Polynomial
from core.topics.kernels.experiment import AlgorithmRun, AtDegree, InnerProducts
from core.topics.kernels.view import HighDegree, QuadraticProgram, Slice, TermSum, length_of_w
from pages.kernels import answers
from pages.kernels.advice import errors_left_out
from pages.kernels.answers import LeftOutOnBoards, OnBoards
from pages.kernels.boards import name_of
from pages.kernels.question import Question
from ui.page.measured.summaries import power
from ui.solve.board_problem import Coordinates
from ui.solve.solving import Solved
from ui.words import Words, at_most, number

PLANE = 2  # coordinates of a point


def lead_sentence(question: Question, found: OnBoards, known: LeftOutOnBoards, words: Words) -> str:
    """Say which kernel has the lowest leave-one-out error, and with how many support vectors."""
    solved = answers.with_boundary(found)
    n, names = number(len(question.y)), {board: name_of(question, board, words) for board in found}
    if not solved:
        return words("kernels.lead.none")
    wrong = errors_left_out(known)
    if not wrong or len(wrong) < len(solved):
        counted = {board: each.solution.errors for board, each in solved.items()}
        listed = words.listed(
            [words("kernels.lead.each", name=names[board], errors=count) for board, count in counted.items()]
        )
        waits = any(each.error is None for each in known.values())
        return words(f"kernels.lead.{'waits' if waits else 'training'}", listed=listed, n=n)
    least = min(wrong.values())
    best = [board for board, count in wrong.items() if count == least]
    few = min(best, key=lambda board: solved[board].solution.vectors)
    values = {"errors": least, "n": n, "vectors": solved[few].solution.vectors, "few": names[few]}
    if len(best) > 1:
        tied = words.listed([names[board] for board in best])
        return words("kernels.lead.tie" if len(best) < len(wrong) else "kernels.lead.alike", names=tied, **values)
    others = [
        words("kernels.lead.other", name=names[board], errors=count, vectors=solved[board].solution.vectors)
        for board, count in wrong.items()
        if board not in best
    ]
    if not others:
        return words("kernels.lead.best", name=names[few], **values)
    return words("kernels.lead.others", name=names[few], others=words("language.comma").join(others), **values)


def bumps_sentence(question: Question, found: Solved, shown: TermSum, words: Words) -> str:
    """Say what the changed terms do to the classes of the points."""
    support = found.solution.alpha > 0.0
    changed = int((support & (question.factors != 1.0)).sum())
    values = {"terms": int(support.sum()), "changed": changed, "errors": shown.errors, "n": number(len(question.y))}
    if not changed:
        return words("kernels.bumps.whole", **values)
    if not (support & (question.factors > 0.0)).any():
        return words("kernels.bumps.none", b=number(found.solution.b), **values)
    return words("kernels.bumps.changed", turned=shown.turned, **values)


def slice_note(shown: Slice, drawn: int, words: Words) -> str:
    """Explain how to read the slice, and how many of its terms are drawn."""
    key = "kernels.slice.all" if drawn == len(shown.which) else "kernels.slice.some"
    return words(key, height=number(shown.height), drawn=drawn, terms=len(shown.which))


def gradient_sentence(shown: QuadraticProgram, words: Words) -> str:
    """Say how far difference quotients of the objective are from Qa + p (Xing, section 3.1)."""
    apart = float(np.abs(shown.quotients - shown.gradient).max())
    return words("kernels.programme.gradient", apart=at_most(apart, 2))


def columns_sentence(kernel: Kernel, n: int, words: Words) -> str:
    """Say which product of the images is K: Z'Z if they are columns, as the lecture writes them."""
    length = length_of_w(kernel, PLANE)
    key = "kernels.programme.columns.endless" if length is None else "kernels.programme.columns"
    return words(key, n=number(n), length=number(length or 0))


def printed_sentence(kernel: Kernel, words: Words) -> str:
    """Say what the lecture's step to g multiplies as printed: w with x in the place of its image."""
    length = length_of_w(kernel, PLANE)
    how = "endless" if length is None else "equal" if length == PLANE else "apart"
    return words(f"kernels.algorithm.printed.{how}", length=number(length or 0), d=PLANE)


def scale_sentence(X: Coordinates, gamma: float, words: Words) -> str:
    """Say that gamma is a scale of the points: the largest difference of both sides on these points."""
    one, other = Polynomial(2, gamma, 1.0).gram(X, X), Polynomial(2, 1.0, 1.0).gram(*[np.sqrt(gamma) * X] * 2)
    apart = float(np.abs(one - other).max(initial=0.0)) / max(1.0, float(np.abs(one).max(initial=0.0)))
    equal = words("kernels.maps.same", gamma=number(gamma))
    return words.joined(
        [
            words("kernels.maps.scale"),
            equal if apart == 0.0 else words("kernels.maps.apart", gamma=number(gamma), apart=at_most(apart, 2)),
        ]
    )


def programme_sentence(shown: QuadraticProgram, words: Words) -> str:
    """Say how large the programme is, and what its solution gives."""
    key = "kernels.programme.whole" if shown.A.shape[1] == shown.count else "kernels.programme.part"
    values = {"n": number(shown.count), "rows": number(shown.rows), "shown": shown.A.shape[1]}
    return words(key, value=number(shown.value, 4), balance=number(shown.balance, 2), **values)


def algorithm_sentence(run: AlgorithmRun, words: Words) -> str:
    """Say which line costs most, and whether every support vector gives the same b."""
    if not run.exists:
        return words("kernels.algorithm.none")
    longest = max(range(4), key=lambda line: run.seconds[line])
    return words(
        "kernels.algorithm.said",
        line=longest + 1,
        vectors=run.vectors,
        b=number(run.b, 4),
        spread=number(run.spread, 2),
        points=run.points,
    )


def products_sentence(shown: InnerProducts, words: Words) -> str:
    """Say how the measured times grow with d, and the factor at the largest d."""
    last = int(shown.d[-1])
    large = [k for k, d in enumerate(shown.d) if d >= 20]  # below, the calls themselves dominate
    fits = [power([(int(shown.d[k]), float(seconds[k])) for k in large]) for seconds in (shown.explicit, shown.kernel)]
    factor = number(float(shown.explicit[-1] / shown.kernel[-1]), 2)
    counts = {"counted": number(float(shown.explicit_count[-1] / shown.kernel_count[-1]), 3), "d": last}
    said = words("kernels.products.said", factor=factor, **counts)
    if any(fit is None for fit in fits):
        return said
    grown = {name: number(fit.exponent, 2) for name, fit in zip(("explicit", "kernel"), fits, strict=True) if fit}
    return words.joined([said, words("kernels.products.grown", **grown)])


def degree_sentence(shown: HighDegree, words: Words) -> str:
    """Say from which degree on values are lost."""
    parts = [
        words(f"kernels.degree.{name}" if value is not None else f"kernels.degree.{name}.never", degree=value or 0)
        for name, value in (("blurred", shown.blurred), ("zero", shown.zero), ("overflow", shown.overflow))
    ]
    return words.joined(parts)


def vectors_sentence(found: tuple[AtDegree, ...], words: Words) -> str:
    """Compare the number of support vectors at the lowest and the highest degree with a proved optimum."""
    proved = [one for one in found if one.proved]
    if len(proved) < 2:
        return words("kernels.vectors.none")
    first, last, most = proved[0], proved[-1], max(proved, key=lambda one: one.vectors)
    key = "kernels.vectors.fewer" if last.vectors <= first.vectors else "kernels.vectors.more"
    values = {"first": first.degree, "last": last.degree, "most": most.vectors, "at": most.degree}
    return words(key, few=first.vectors, many=last.vectors, **values)
