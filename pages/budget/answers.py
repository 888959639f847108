"""The machines of a question about equal budgets and the data of the curves, cached for all visitors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.problem.maps import LANDMARKS, PAIRED, WAVES, paired_count
from core.solver import CancelFlag
from core.topics.budget.experiment import (
    MAPS,
    MapChoice,
    MeasuredMachine,
    Reference,
    Setting,
    Spent,
    approximate,
    budget,
    fold_count,
    judged,
    reference,
    spent,
)
from core.topics.choosing.experiment import Approximation
from core.view import Solution, solution
from pages.budget.question import Draws, Question, largest_order
from ui.page.choice import StandIns
from ui.solve.kernels import EXACT, KernelSpec
from ui.solve.memory import SharedResults
from ui.solve.queue.long_work import WORKS

SEEDS = 5  # draws of the frequencies and of the landmarks for the bands
ORDERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30)  # of the curves: about evenly spaced in the log of the budget
A_TRAINING = 1e-6  # approximate seconds per point and feature

Rival = MapChoice | None  # None: the exact kernel
FoundSpent = Mapping[Rival, Spent]

_references: SharedResults[Reference] = SharedResults()
_boards: SharedResults[Solution] = SharedResults()
_entries: SharedResults[MeasuredMachine] = SharedResults()
_judged: SharedResults[int] = SharedResults()
_spent: SharedResults[Spent] = SharedResults()


@dataclass(frozen=True)
class Comparison:
    """All machines at one budget."""

    setting: Setting
    order: int
    exact: Reference
    choices: tuple[MapChoice, ...]  # in the order of `MAPS`
    entries: tuple[MeasuredMachine, ...]  # of these choices

    @property
    def features(self) -> int:
        """The budget."""
        return budget(self.order, self.setting.X.shape[1])

    @property
    def plane(self) -> bool:
        """Whether the points can be drawn."""
        return self.setting.window is not None

    @property
    def everyone(self) -> tuple[MeasuredMachine, ...]:
        """All machines, the exact one first."""
        return (self.exact.entry, *self.entries)


# ---- the machines at one budget ----


def choices(order: int, draws: Draws) -> tuple[MapChoice, ...]:
    """Return the maps at one budget: only the random ones depend on a seed."""
    made = {
        "polynomial": MapChoice("polynomial", 0),
        WAVES: MapChoice(draws.waves, order, draws.seed),
        LANDMARKS: MapChoice(LANDMARKS, order, draws.landmark_seed),
    }
    return tuple(made.get(name, MapChoice(name, order)) for name in MAPS)


def exact(question: Question, cancel: CancelFlag | None = None) -> Reference:
    """Return the exact machine; `InputError` if the problem cannot be solved."""
    return _references.get(question.key(), lambda: reference(question.setting, cancel), cancel)


def board(question: Question) -> Solution:
    """Return the solution of the exact machine for its board; only for the points on the board."""

    def make() -> Solution:
        kernel: KernelSpec = {"name": EXACT, "gamma": question.setting.gamma}
        return solution(question.board.problem.with_kernel(kernel).core_problem(), exact(question).answer)

    return _boards.get(question.key("board"), make)


def entry(question: Question, choice: MapChoice, cancel: CancelFlag | None = None) -> MeasuredMachine:
    """Return the machine of a choice."""

    def make() -> MeasuredMachine:
        return approximate(choice, question.setting, exact(question, cancel), cancel)

    return _entries.get(question.key(choice), make, cancel)


def entries(question: Question) -> Iterator[MeasuredMachine]:
    """Yield the exact machine and the others as soon as each is trained; `InputError` if nothing can be solved."""
    yield exact(question).entry
    for choice in choices(question.order, question.draws):
        yield entry(question, choice)


def comparison(question: Question) -> Comparison:
    """Return all machines at the visitor's budget; `InputError` if the problem cannot be solved."""
    _, *others = entries(question)
    return Comparison(
        question.setting, question.order, exact(question), choices(question.order, question.draws), tuple(others)
    )


# ---- the curves, which fill in point by point ----


def curve_orders(question: Question) -> tuple[int, ...]:
    """Return the orders of the curves, including the visitor's."""
    largest = largest_order(question.d)
    return tuple(sorted({at for at in (*ORDERS, question.order, largest) if at <= largest}))


def jobs(question: Question, curves: bool = True) -> tuple[Rival, ...]:
    """Return all jobs, those of the boards first; with `curves=False` only those."""
    draws, orders = question.draws, curve_orders(question)
    here = (None, *choices(question.order, draws))
    if not curves:
        return here
    along = [choice for at in orders for choice in choices(at, draws)]
    more = range(1, SEEDS)
    band = [MapChoice(draws.waves, at, draws.seed + each) for each in more for at in orders]
    # With as many landmarks as points every draw takes all points.
    few = [at for at in orders if budget(at, question.d) < len(question.setting.y)]
    band += [MapChoice(LANDMARKS, at, draws.landmark_seed + each) for each in more for at in few]
    return tuple(dict.fromkeys((*here, *along, *band)))


def known(question: Question, wanted: tuple[Rival, ...]) -> FoundSpent:
    """Return the cached results."""
    found = ((choice, _spent.known(question.key(choice))) for choice in wanted)
    return {choice: point for choice, point in found if point is not None}


def told_apart(found: FoundSpent) -> tuple[tuple[Rival, float, float], ...]:
    """Return what distinguishes results of the same question: times are measured, all else is determined by it."""
    return tuple((choice, point.entry.train_seconds, point.entry.predict_seconds) for choice, point in found.items())


def follow(question: Question, wanted: tuple[Rival, ...], visitor: str) -> FoundSpent:
    """Return the cached results, and request that the other jobs continue."""
    found = known(question, wanted)
    if len(found) < len(wanted):
        features = max(budget(each.order, question.d) for each in wanted if each is not None)
        cost = A_TRAINING * len(question.setting.y) * features
        WORKS.follow(
            name(question, wanted), visitor, lambda _, cancel: trainings(question, wanted, cancel), cost, kept=False
        )
    return found


def name(question: Question, wanted: tuple[Rival, ...]) -> str:
    """Return the key of the work on the wanted jobs."""
    return question.key("trainings", question.order, question.draws, len(wanted))


def is_over(question: Question, wanted: tuple[Rival, ...], found: FoundSpent) -> bool:
    """Whether the work has ended."""
    so_far = WORKS.known(name(question, wanted))
    return len(found) == len(wanted) or (so_far is not None and so_far.failed)


def leave(question: Question, wanted: tuple[Rival, ...], visitor: str) -> None:
    """Stop the current training unless another visitor waits for it."""
    WORKS.leave(name(question, wanted), visitor)


def trainings(question: Question, wanted: tuple[Rival, ...], cancel: CancelFlag) -> Iterator[None]:
    """Compute the wanted jobs point by point, and yield after every training; cached ones need none."""
    with suppress(CancelledError):
        for choice in wanted:
            if _spent.known(question.key(choice)) is None:
                yield from _trained(question, choice, cancel)


def _trained(question: Question, choice: Rival, cancel: CancelFlag) -> Iterator[None]:
    """Compute one point of the curves: a machine, and its validation fold by fold."""
    setting = question.setting
    if choice is None:
        done, machine = _references.known(question.key()) is not None, exact(question, cancel).entry
    else:
        done, machine = _entries.known(question.key(choice)) is not None, entry(question, choice, cancel)
    if not done:
        yield
    right, last = 0, fold_count(setting) - 1
    for k in range(last + 1):
        key = question.key(choice, k)
        done = _judged.known(key) is not None
        right += _judged.get(key, partial(judged, choice, setting, k, cancel), cancel)
        if not done and k < last:
            yield
    _spent.get(question.key(choice), lambda: spent(choice, setting, machine, right / len(setting.y)))
    yield


def stand_ins(question: Question) -> StandIns:
    """Return the approximations within the budget, for each of which gamma and C can be chosen."""
    draws, features = question.draws, question.features
    spent = (
        Approximation("taylor", question.order),
        Approximation(draws.waves, paired_count(features) if draws.waves == PAIRED else features, draws.seed),
        Approximation(LANDMARKS, question.landmarks, draws.landmark_seed),
    )
    return StandIns(question.setting.X, question.setting.y.astype(np.int8), spent)
