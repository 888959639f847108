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

SEEDS = 5  # draws of the frequencies for the band of the Fourier features
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


def exact(asked: Question, cancel: CancelFlag | None = None) -> Reference:
    """Return the exact machine; `InputError` if the problem cannot be solved."""
    return _references.get(asked.key(), lambda: reference(asked.setting, cancel), cancel)


def board(asked: Question) -> Solution:
    """Return the solution of the exact machine for its board; only for the points on the board."""

    def make() -> Solution:
        kernel: KernelSpec = {"name": EXACT, "gamma": asked.setting.gamma}
        return solution(asked.board.problem.with_kernel(kernel).core_problem(), exact(asked).answer)

    return _boards.get(asked.key("board"), make)


def entry(asked: Question, choice: MapChoice, cancel: CancelFlag | None = None) -> MeasuredMachine:
    """Return the machine of a choice."""

    def make() -> MeasuredMachine:
        return approximate(choice, asked.setting, exact(asked, cancel), cancel)

    return _entries.get(asked.key(choice), make, cancel)


def entries(asked: Question) -> Iterator[MeasuredMachine]:
    """Yield the exact machine and the others as soon as each is trained; `InputError` if nothing can be solved."""
    yield exact(asked).entry
    for choice in choices(asked.order, asked.draws):
        yield entry(asked, choice)


def comparison(asked: Question) -> Comparison:
    """Return all machines at the visitor's budget; `InputError` if the problem cannot be solved."""
    _, *others = entries(asked)
    return Comparison(asked.setting, asked.order, exact(asked), choices(asked.order, asked.draws), tuple(others))


# ---- the curves, which fill in point by point ----


def curve_orders(asked: Question) -> tuple[int, ...]:
    """Return the orders of the curves, including the visitor's."""
    largest = largest_order(asked.d)
    return tuple(sorted({at for at in (*ORDERS, asked.order, largest) if at <= largest}))


def jobs(asked: Question, curves: bool = True) -> tuple[Rival, ...]:
    """Return all jobs, those of the boards first; with `curves=False` only those."""
    draws, orders = asked.draws, curve_orders(asked)
    here = (None, *choices(asked.order, draws))
    if not curves:
        return here
    along = [choice for at in orders for choice in choices(at, draws)]
    band = [MapChoice(draws.waves, at, draws.seed + more) for more in range(1, SEEDS) for at in orders]
    return tuple(dict.fromkeys((*here, *along, *band)))


def known(asked: Question, wanted: tuple[Rival, ...]) -> FoundSpent:
    """Return the cached results."""
    found = ((choice, _spent.known(asked.key(choice))) for choice in wanted)
    return {choice: point for choice, point in found if point is not None}


def told_apart(found: FoundSpent) -> tuple[tuple[Rival, float, float], ...]:
    """Return what distinguishes results of the same question: times are measured, all else is determined by it."""
    return tuple((choice, point.entry.train_seconds, point.entry.predict_seconds) for choice, point in found.items())


def follow(asked: Question, wanted: tuple[Rival, ...], visitor: str) -> FoundSpent:
    """Return the cached results, and request that the other jobs continue."""
    found = known(asked, wanted)
    if len(found) < len(wanted):
        features = max(budget(each.order, asked.d) for each in wanted if each is not None)
        cost = A_TRAINING * len(asked.setting.y) * features
        WORKS.follow(name(asked, wanted), visitor, lambda _, cancel: trainings(asked, wanted, cancel), cost, kept=False)
    return found


def name(asked: Question, wanted: tuple[Rival, ...]) -> str:
    """Return the key of the work on the wanted jobs."""
    return asked.key("trainings", asked.order, asked.draws, len(wanted))


def is_over(asked: Question, wanted: tuple[Rival, ...], found: FoundSpent) -> bool:
    """Whether the work has ended."""
    so_far = WORKS.known(name(asked, wanted))
    return len(found) == len(wanted) or (so_far is not None and so_far.failed)


def leave(asked: Question, wanted: tuple[Rival, ...], visitor: str) -> None:
    """Stop the current training unless another visitor waits for it."""
    WORKS.leave(name(asked, wanted), visitor)


def trainings(asked: Question, wanted: tuple[Rival, ...], cancel: CancelFlag) -> Iterator[None]:
    """Compute the wanted jobs point by point, and yield after every training; cached ones need none."""
    with suppress(CancelledError):
        for choice in wanted:
            if _spent.known(asked.key(choice)) is None:
                yield from _trained(asked, choice, cancel)


def _trained(asked: Question, choice: Rival, cancel: CancelFlag) -> Iterator[None]:
    """Compute one point of the curves: a machine, and its validation fold by fold."""
    setting = asked.setting
    if choice is None:
        done, machine = _references.known(asked.key()) is not None, exact(asked, cancel).entry
    else:
        done, machine = _entries.known(asked.key(choice)) is not None, entry(asked, choice, cancel)
    if not done:
        yield
    right, last = 0, fold_count(setting) - 1
    for k in range(last + 1):
        key = asked.key(choice, k)
        done = _judged.known(key) is not None
        right += _judged.get(key, partial(judged, choice, setting, k, cancel), cancel)
        if not done and k < last:
            yield
    _spent.get(asked.key(choice), lambda: spent(choice, setting, machine, right / len(setting.y)))
    yield


def stand_ins(asked: Question) -> StandIns:
    """Return the approximations within the budget, for each of which gamma and C can be chosen."""
    draws, features = asked.draws, asked.features
    spent = (
        Approximation("taylor", asked.order),
        Approximation(draws.waves, paired_count(features) if draws.waves == PAIRED else features, draws.seed),
        Approximation(LANDMARKS, asked.landmarks, draws.landmark_seed),
    )
    return StandIns(asked.setting.X, asked.setting.y.astype(np.int8), spent)
