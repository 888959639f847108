"""What the page of equal budgets needs: its setting, its machines, trained once for everybody, and its curves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.view.budget import (
    MAPS,
    Choice,
    Entry,
    Reference,
    Setting,
    Spent,
    admit,
    approximate,
    budget,
    fold_count,
    judged,
    largest_order,
    reference,
    spent,
)
from datasets import all_features
from ui import express, session
from ui.hands import number_in
from ui.memory import SharedResults
from ui.options.budget import HIGHEST_GAMMA, LOWEST_GAMMA, BudgetOptions
from ui.script import penalty, script
from ui.session import Lab
from ui.solving import content_key, penalty_of

SEEDS = 5  # draws of the frequencies that the band of the Fourier features is made of
ORDERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30)  # of the curves: about even in the logarithm of the budget
GAMMA_ON_BOARD = 1.0  # where the board's own kernel has no such gamma

_references: SharedResults[Reference] = SharedResults()
_entries: SharedResults[Entry] = SharedResults()
_judged: SharedResults[int] = SharedResults()
_spent: SharedResults[Spent] = SharedResults()


@dataclass(frozen=True)
class Comparison:
    """All machines at one budget."""

    setting: Setting
    order: int
    exact: Reference
    entries: tuple[Entry, ...]  # in the order of `MAPS`

    @property
    def features(self) -> int:
        """The budget."""
        return budget(self.order, self.setting.X.shape[1])

    @property
    def plane(self) -> bool:
        """Whether the points can be drawn."""
        return self.setting.window is not None


def options_of(lab: Lab) -> BudgetOptions:
    """Return the visitor's options."""
    return lab.shared.chosen(BudgetOptions) or BudgetOptions()


def gamma_of(lab: Lab) -> float:
    """Return gamma: the board's own where its kernel has one, 1 / d at first for all features of a bundled set."""
    options = options_of(lab)
    if options.data == "board":
        alike = lab.shared.kernel["name"] in ("gaussian", "taylor")
        return float(lab.shared.kernel["gamma"]) if alike else GAMMA_ON_BOARD
    return options.gamma or 1.0 / all_features(options.data).X.shape[1]


def setting_of(lab: Lab) -> Setting:
    """Return what every machine is asked; of copies, since compiled code has a version of its own for frozen arrays."""
    options, gamma, C = options_of(lab), gamma_of(lab), penalty_of(lab.shared.C)
    if options.data == "board":
        window = lab.points.window
        square = (window.x0, window.y0, window.size)
        return Setting(lab.points.X.copy(), lab.points.y.astype(np.float64), gamma, C, square)
    rows = all_features(options.data)
    return Setting(rows.X.copy(), rows.y.astype(np.float64), gamma, C, None)


def changed(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after a slider sent a value; the same lab where the value makes no sense.

    For the points on the board gamma is the board's own, which counts as a change there.
    """
    options, sent = options_of(lab), number_in(value)
    if name == "order" and sent in range(largest_order(setting_of(lab).X.shape[1]) + 1):
        return session.choosing(lab, options._replace(order=int(sent)))
    if name != "gamma" or not LOWEST_GAMMA <= sent <= HIGHEST_GAMMA:
        return lab
    if options.data == "board":
        return session.revised(lab, replace(lab.shared, kernel={"name": "gaussian", "gamma": sent}))
    return session.choosing(lab, options._replace(gamma=sent))


def question_key(setting: Setting, *more: object) -> str:
    """Return a key of everything that a result depends on."""
    return content_key(setting.X, setting.y.astype(np.int8), setting.gamma, setting.C, setting.window, *more)


def choices(order: int, seed: int) -> tuple[Choice, ...]:
    """Return the maps at one budget: only those that draw something depend on the seed."""
    drawn = {"fourier": seed, "nystroem": seed}
    return tuple(Choice(name, 0 if name == "polynomial" else order, drawn.get(name, 0)) for name in MAPS)


def exact_of(setting: Setting) -> Reference:
    """Return the exact machine; `InputError` where nothing can be solved."""
    return _references.get(question_key(setting), lambda: reference(setting))


def entry_of(choice: Choice, setting: Setting) -> Entry:
    """Return the machine of a choice."""
    return _entries.get(question_key(setting, choice), lambda: approximate(choice, setting, exact_of(setting)))


def comparison_of(lab: Lab) -> Comparison:
    """Return all machines at the visitor's budget; a budget that does not fit is refused before anything is made."""
    entries = tuple(entries_of(lab))
    setting = setting_of(lab)
    return Comparison(setting, options_of(lab).order, exact_of(setting), entries[1:])


def entries_of(lab: Lab) -> Iterator[Entry]:
    """Yield the exact machine and the others as soon as each is trained; refused like their comparison."""
    options, setting = options_of(lab), setting_of(lab)
    admit(options.order, setting.X.shape[1])
    yield exact_of(setting).entry
    for choice in choices(options.order, options.seed):
        yield entry_of(choice, setting)


def curve_orders(setting: Setting, order: int) -> tuple[int, ...]:
    """Return the orders of the curves, that of the visitor among them."""
    largest = largest_order(setting.X.shape[1])
    return tuple(sorted({at for at in (*ORDERS, order, largest) if at <= largest}))


def jobs(setting: Setting, order: int, seed: int, curves: bool = True) -> tuple[Choice | None, ...]:
    """Return everything that the curves are made of, what the boards show first; without curves nothing else."""
    here = (None, *choices(order, seed))
    if not curves:
        return here
    along = [c for at in curve_orders(setting, order) for c in choices(at, seed)]
    band = [Choice("fourier", at, seed + more) for more in range(1, SEEDS) for at in curve_orders(setting, order)]
    return tuple(dict.fromkeys((*here, *along, *band)))


def known_of(setting: Setting, wanted: tuple[Choice | None, ...]) -> dict[Choice | None, Spent]:
    """Return what is there already."""
    found = ((choice, _spent.known(question_key(setting, choice))) for choice in wanted)
    return {choice: point for choice, point in found if point is not None}


def work(setting: Setting, wanted: tuple[Choice | None, ...], seconds: float) -> None:
    """Find the next of what is wanted for about so many seconds, one training at least; the next call goes on there.

    One is all while a hand waits for its boards: they have the processor to themselves.
    """
    until = time.monotonic() + seconds
    for choice in _missing(setting, wanted):
        for _ in _trainings(choice, setting):
            if time.monotonic() > until or express.somebody_waits():
                return


def _missing(setting: Setting, wanted: tuple[Choice | None, ...]) -> Iterator[Choice | None]:
    return (choice for choice in wanted if _spent.known(question_key(setting, choice)) is None)


def _trainings(choice: Choice | None, setting: Setting) -> Iterator[None]:
    """Find one point of the curves, and pause after every training that nobody has done before."""
    if choice is None:
        known, entry = _references.known(question_key(setting)) is not None, exact_of(setting).entry
    else:
        known, entry = _entries.known(question_key(setting, choice)) is not None, entry_of(choice, setting)
    if not known:
        yield
    right, last = 0, fold_count(setting) - 1
    for k in range(last + 1):
        key = question_key(setting, choice, k)
        known = _judged.known(key) is not None
        right += _judged.get(key, partial(judged, choice, setting, k))
        if not known and k < last:
            yield
    _spent.get(question_key(setting, choice), lambda: spent(choice, setting, entry, right / len(setting.y)))
    yield


def reproduction(lab: Lab) -> str:
    """Return a script that trains the same machines with the project's own core, for the state on screen."""
    options, window = options_of(lab), lab.points.window
    plane = (window.x0, window.y0, window.size) if options.data == "board" else None
    if options.data == "board":
        points = [f"X = np.array({lab.points.X.tolist()!r})", f"y = np.array({lab.points.y.tolist()!r}, float)"]
    else:
        points = [f"rows = all_features({options.data!r})", "X, y = rows.X, rows.y.astype(float)"]
    C = penalty(lab.shared.C)
    return script(
        [
            "from core.view.budget import MAPS, Choice, Setting, approximate, held_out, reference",
            "from datasets import all_features",
        ],
        [
            *points,
            f"setting = Setting(X, y, {gamma_of(lab)!r}, {C}, {plane!r})",
            "exact = reference(setting)",
            "print(exact.entry.features, exact.entry.training, held_out(None, setting))",
            "for name in MAPS:",
            f"    choice = Choice(name, {options.order}, {options.seed})",
            "    found = approximate(choice, setting, exact)",
            "    print(name, found.features, found.disagreement, found.kernel_error, held_out(choice, setting))",
        ],
    )
