"""The machines of several classes, solved pair by pair: an edited point trains only the machines that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

import numpy as np

from core.solver import CancelFlag
from core.topics.classes.view import OneOfMany, VotingMachines, assembled
from core.view import Light, Solution
from datasets import LABELS
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import POINTS_AGAINST_THE_REST
from ui.solve.message import optimality_message
from ui.solve.solving import Solved, solved, solved_live
from ui.words import Words, number


@dataclass(frozen=True)
class SeveralSolved:
    """The machines of all pairs of classes and, for not too many points, of each class against the rest."""

    labels: tuple[int, ...]  # of the classes that have points, in their order
    found: VotingMachines
    one: tuple[Solution, ...]  # of the pairs in order
    rest: tuple[Solution, ...]

    @property
    def worst(self) -> int:
        """The pair whose optimum is proved to the fewest digits, an unproved one first."""
        return min(range(len(self.one)), key=lambda k: (self.one[k].light is Light.PROVED, self.one[k].digits))


def several(question: BoardProblem) -> SeveralSolved:
    """Return all machines, solved or cached; `InputError` if one of them is refused, or for a single class."""
    found = _several(question, solved)
    assert found is not None
    return found


def several_live(question: BoardProblem, cancel: CancelFlag | None = None) -> SeveralSolved | None:
    """Return all machines during a drag; None if a newer question has cancelled this one."""
    return _several(question, partial(solved_live, cancel=cancel))


def _several(question: BoardProblem, solve: Callable[[BoardProblem], Solved | None]) -> SeveralSolved | None:
    X, y = question.X, question.y
    labels = tuple(label for label in LABELS if (y == label).any())
    if len(labels) < 2:  # refused as every machine refuses one class
        solve(replace(question, y=np.ones_like(y)))
    one, rest, solutions = list[OneOfMany](), list[OneOfMany](), list[Solution]()
    against = [(np.isin(y, pair), pair[0], one) for pair in combinations(labels, 2)]
    if len(labels) > 2 and len(y) <= POINTS_AGAINST_THE_REST:
        against += [(np.ones(len(y), dtype=bool), label, rest) for label in labels]
    for chosen, label, machines in against:
        signs = np.where(y[chosen] == label, 1, -1).astype(np.int8)
        answer = solve(replace(question, X=np.ascontiguousarray(X[chosen]), y=signs))
        if answer is None:
            return None
        shown = answer.solution
        machines.append(OneOfMany(np.flatnonzero(chosen), shown.alpha * signs, shown.b))
        solutions.append(shown)
    codes = np.array([labels.index(int(label)) for label in y], dtype=np.int64)
    found = assembled(codes, len(labels), one, rest)
    return SeveralSolved(labels, found, tuple(solutions[: len(one)]), tuple(solutions[len(one) :]))


def several_parts(solved: SeveralSolved, words: Words) -> tuple[dict[str, object], dict[str, np.ndarray]]:
    """Return header and arrays of the answer: every machine's coefficients, and the light of the worst of them."""
    found, worst = solved.found, solved.one[solved.worst]
    title, detail = optimality_message(worst, words)
    vectors = (found.coef != 0.0).any(axis=0)
    pairs = list(combinations(range(found.classes), 2))
    a, b = (LABELS.index(solved.labels[code]) + 1 for code in pairs[solved.worst])
    numbers = {
        "machines": len(pairs),
        "vectors": int(vectors.sum()),
        "coefficients": int((found.coef != 0.0).sum()),
        "steps": sum(each.steps for each in solved.one),
    }
    header: dict[str, object] = {
        "state": worst.light.value,
        "title": title,
        "detail": words.joined([words("light.several", a=a, b=b), detail]),
        "draw": all(each.light is not Light.IMPOSSIBLE for each in (*solved.one, *solved.rest)),
        "b": 0.0,
        "numbers": [
            {"key": f"several-{name}", "label": words(f"light.several.{name}"), "value": number(value)}
            for name, value in numbers.items()
        ],
        "labels": list(solved.labels),
        "pairs": pairs,
        "bs": found.b.tolist(),
        "restBs": found.rest_b.tolist(),
        "steps": numbers["steps"],
    }
    n = len(found.codes)
    arrays: dict[str, np.ndarray] = {
        "alpha": np.zeros(n),  # a point has one in each machine of its class
        "role": np.where(vectors, 2, 0).astype(np.uint8),
        "slack": np.zeros(n),
        "coefs": found.coef,
        "restCoefs": found.rest_coef,
    }
    return header, arrays
