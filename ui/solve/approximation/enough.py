"""The smallest order, or number of features, from which on an approximation agrees with the exact kernel.

The values of the slider are tried from the largest down until one disagrees: then all above it agree, which a bisection
could not show. Each value costs a training, so the search runs in the server's queue, and its progress is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from core.solver import CancelFlag
from core.view.grid import Square
from ui.solve.approximation.overlay import differing_share, known_share
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KERNELS, PARAMETERS, Entry, whole
from ui.solve.queue.long_work import WORKS

NEAR: Final = 0.01  # two boundaries agree if they differ on less of the window, two curves by less of the values' range
SEEDS: Final = 3  # for random features: all must agree
LADDERS: Final[Mapping[str, tuple[int, ...]]] = {  # by the rank parameter of a kernel, best first
    "order": tuple(range(int(PARAMETERS["order"].slider[1]), -1, -1)),
    "components": (1000, 700, 500, 300, 200, 150, 100, 70, 50, 30, 20, 10),
    "landmarks": (100, 70, 50, 40, 30, 20, 15, 10, 7, 5, 3, 2, 1),
}
A_TRIAL = 1e-7  # about this many seconds times n^2; the longest search measured took 6 s for 2,000 points


@dataclass(frozen=True)
class Enough:
    """The progress of the search."""

    name: str  # of the parameter
    largest: int  # value tried
    smallest: int | None  # all values tried from here on agree; None: the largest does not
    failed: int | None  # the first that does not; None: not found yet
    complete: bool
    proved: bool  # whether it is known to differ; False: its boundary is not proved
    seeds: tuple[int, ...]  # all of which agree; empty without randomness
    done: int  # values that agree
    of: int  # values in all


def enough(question: BoardProblem, square: Square) -> Enough:
    """Return the progress of the search."""
    parameter, seeds, agreed = parameter_of(question), _seeds(question), list[int]()
    ladder = LADDERS[parameter]

    def told(failed: int | None, complete: bool, proved: bool = True) -> Enough:
        smallest = agreed[-1] if agreed else None
        return Enough(parameter, ladder[0], smallest, failed, complete, proved, seeds, len(agreed), len(ladder))

    for value in ladder:
        for trial in _trials(question, parameter, value, seeds):
            share = known_share(trial, square)
            if share is None:
                return told(None, complete=False)
            if not share < NEAR:
                return told(value, complete=True, proved=not math.isnan(share))
        agreed.append(value)
    return told(None, complete=True)


def follow(question: BoardProblem, square: Square, visitor: str) -> Enough:
    """Return the progress of the search, and keep it going while the visitor asks."""
    found = enough(question, square)
    if not found.complete:
        cost = A_TRIAL * len(question.X) ** 2
        WORKS.follow(
            name(question, square), visitor, lambda _, cancel: search(question, square, cancel), cost, kept=False
        )
    return found


def is_over(question: BoardProblem, square: Square, found: Enough) -> bool:
    """Tell whether the search has ended."""
    so_far = WORKS.known(name(question, square))
    return found.complete or (so_far is not None and so_far.failed)


def leave(question: BoardProblem, square: Square, visitor: str) -> None:
    """Stop the current training unless another visitor waits for it."""
    WORKS.leave(name(question, square), visitor)


def name(question: BoardProblem, square: Square) -> str:
    """Return the key of the search."""
    return f"enough {question.key(square)}"


def search(question: BoardProblem, square: Square, cancel: CancelFlag) -> Iterator[None]:
    """Try one value after another until one disagrees; yield after every training."""
    parameter, seeds = parameter_of(question), _seeds(question)
    with suppress(CancelledError):
        for value in LADDERS[parameter]:
            for trial in _trials(question, parameter, value, seeds):
                share = known_share(trial, square)
                if share is None:
                    share = differing_share(trial, square, cancel, kept=False)
                    yield
                if not share < NEAR:
                    return


def parameter_of(question: BoardProblem) -> str:
    """Return the parameter that improves the approximation of a kernel."""
    return _entry(question).rank


def _entry(question: BoardProblem) -> Entry:
    return KERNELS[str(question.kernel["name"])]


def _seeds(question: BoardProblem) -> tuple[int, ...]:
    """Return the visitor's own seed and the next ones."""
    name = _entry(question).seed
    if not name:
        return ()
    first, most = whole(question.kernel[name]), int(PARAMETERS[name].high)
    return tuple((first + more) % (most + 1) for more in range(SEEDS))


def _trials(question: BoardProblem, name: str, value: int, seeds: tuple[int, ...]) -> Iterator[BoardProblem]:
    """Yield the questions to train for a value."""
    for each in [{_entry(question).seed: seed} for seed in seeds] or [{}]:
        yield question.with_kernel({**question.kernel, name: value, **each})
