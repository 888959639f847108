"""The machines of a question about equal budgets, trained once for everybody, and what the curves are made of."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.experiment.budget import (
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
from core.experiment.choosing import Approximation
from core.problem.maps import LANDMARKS, PAIRED, WAVES, paired_count
from pages.budget.question import Draws, Question, largest_order
from ui.page import early_figures
from ui.page.choice import StandIns
from ui.solve.memory import SharedResults

SEEDS = 5  # draws of the frequencies that the band of the Fourier features is made of
ORDERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30)  # of the curves: about even in the logarithm of the budget

Rival = MapChoice | None  # None: the exact kernel
FoundSpent = Mapping[Rival, Spent]

_references: SharedResults[Reference] = SharedResults()
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
    entries: tuple[MeasuredMachine, ...]  # of the choices

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
        """The exact machine, and the others."""
        return (self.exact.entry, *self.entries)


# ---- the machines at one budget ----


def choices(order: int, draws: Draws) -> tuple[MapChoice, ...]:
    """Return the maps at one budget: only those that draw something depend on a seed."""
    made = {
        "polynomial": MapChoice("polynomial", 0),
        WAVES: MapChoice(draws.waves, order, draws.seed),
        LANDMARKS: MapChoice(LANDMARKS, order, draws.landmark_seed),
    }
    return tuple(made.get(name, MapChoice(name, order)) for name in MAPS)


def exact(asked: Question) -> Reference:
    """Return the exact machine; `InputError` where nothing can be solved."""
    return _references.get(asked.key(), lambda: reference(asked.setting))


def entry(asked: Question, choice: MapChoice) -> MeasuredMachine:
    """Return the machine of a choice."""
    return _entries.get(asked.key(choice), lambda: approximate(choice, asked.setting, exact(asked)))


def entries(asked: Question) -> Iterator[MeasuredMachine]:
    """Yield the exact machine and the others as soon as each is trained; `InputError` where nothing can be solved."""
    yield exact(asked).entry
    for choice in choices(asked.order, asked.draws):
        yield entry(asked, choice)


def comparison(asked: Question) -> Comparison:
    """Return all machines at the visitor's budget; `InputError` where nothing can be solved."""
    _, *others = entries(asked)
    return Comparison(asked.setting, asked.order, exact(asked), choices(asked.order, asked.draws), tuple(others))


# ---- the curves, which fill in point by point ----


def curve_orders(asked: Question) -> tuple[int, ...]:
    """Return the orders of the curves, that of the visitor among them."""
    largest = largest_order(asked.d)
    return tuple(sorted({at for at in (*ORDERS, asked.order, largest) if at <= largest}))


def jobs(asked: Question, curves: bool = True) -> tuple[Rival, ...]:
    """Return everything that the curves are made of, what the boards show first; without curves nothing else."""
    draws, orders = asked.draws, curve_orders(asked)
    here = (None, *choices(asked.order, draws))
    if not curves:
        return here
    along = [choice for at in orders for choice in choices(at, draws)]
    band = [MapChoice(draws.waves, at, draws.seed + more) for more in range(1, SEEDS) for at in orders]
    return tuple(dict.fromkeys((*here, *along, *band)))


def known(asked: Question, wanted: tuple[Rival, ...]) -> FoundSpent:
    """Return what is there already."""
    found = ((choice, _spent.known(asked.key(choice))) for choice in wanted)
    return {choice: point for choice, point in found if point is not None}


def work(asked: Question, wanted: tuple[Rival, ...], seconds: float) -> None:
    """Find the next of what is wanted for about so many seconds, one training at least; the next call goes on there.

    One is all while a hand waits for its boards: they have the processor to themselves.
    """
    until = time.monotonic() + seconds
    for choice in (choice for choice in wanted if _spent.known(asked.key(choice)) is None):
        for _ in _trainings(asked, choice):
            if time.monotonic() > until or early_figures.somebody_waits():
                return


def _trainings(asked: Question, choice: Rival) -> Iterator[None]:
    """Find one point of the curves, and pause after every training that nobody has done before."""
    setting = asked.setting
    if choice is None:
        done, machine = _references.known(asked.key()) is not None, exact(asked).entry
    else:
        done, machine = _entries.known(asked.key(choice)) is not None, entry(asked, choice)
    if not done:
        yield
    right, last = 0, fold_count(setting) - 1
    for k in range(last + 1):
        key = asked.key(choice, k)
        done = _judged.known(key) is not None
        right += _judged.get(key, partial(judged, choice, setting, k))
        if not done and k < last:
            yield
    _spent.get(asked.key(choice), lambda: spent(choice, setting, machine, right / len(setting.y)))
    yield


def stand_ins(asked: Question) -> StandIns:
    """Return the approximations that spend the budget, each of which may choose gamma and C."""
    draws, features = asked.draws, asked.features
    spent = (
        Approximation("taylor", asked.order),
        Approximation(draws.waves, paired_count(features) if draws.waves == PAIRED else features, draws.seed),
        Approximation(LANDMARKS, asked.landmarks, draws.landmark_seed),
    )
    return StandIns(asked.setting.X, asked.setting.y.astype(np.int8), spent)
