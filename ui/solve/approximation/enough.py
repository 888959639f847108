"""From which order, or from how many features on, an approximation decides or predicts as the exact kernel does.

The values that a slider reaches are tried from the largest down, until one of them disagrees: then all above it agree,
which a search that halves could not say. Each costs a training, so the search stands in the queue of the server, and
is shown as far as it has come.
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

NEAR: Final = 0.01  # of the window, where two classes differ, or of the range of the values, by which two curves do
SEEDS: Final = 3  # of random features that must agree
LADDERS: Final[Mapping[str, tuple[int, ...]]] = {  # by the rank of a kernel, the best first
    "order": tuple(range(int(PARAMETERS["order"].slider[1]), -1, -1)),
    "components": (1000, 700, 500, 300, 200, 150, 100, 70, 50, 30, 20, 10),
    "landmarks": (100, 70, 50, 40, 30, 20, 15, 10, 7, 5, 3, 2, 1),
}
A_TRIAL = 1e-7  # seconds, about, times the points squared; 6 s for a search of 2,000 points is the longest measured


@dataclass(frozen=True)
class Enough:
    """How far the search has come."""

    name: str  # of the parameter
    largest: int  # that was tried
    smallest: int | None  # all values tried from here on agree; None: the largest does not
    failed: int | None  # the first that does not; None: not met yet
    complete: bool
    proved: bool  # whether that one is known to differ; False: no boundary of it is proved
    seeds: tuple[int, ...]  # all of which agree; none where nothing is random
    done: int  # values that agree
    of: int  # that there are


def enough(question: BoardProblem, square: Square) -> Enough:
    """Return how far the search has come."""
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
    """Return how far the search has come, and keep it going while the visitor asks."""
    found = enough(question, square)
    if not found.complete:
        cost = A_TRIAL * len(question.X) ** 2
        WORKS.follow(
            name(question, square), visitor, lambda _, cancel: search(question, square, cancel), cost, kept=False
        )
    return found


def is_over(question: BoardProblem, square: Square, found: Enough) -> bool:
    """Tell whether nothing more will be found."""
    so_far = WORKS.known(name(question, square))
    return found.complete or (so_far is not None and so_far.failed)


def leave(question: BoardProblem, square: Square, visitor: str) -> None:
    """Stop the current training unless another visitor waits for it."""
    WORKS.leave(name(question, square), visitor)


def name(question: BoardProblem, square: Square) -> str:
    """Return the name of the search."""
    return f"enough {question.key(square)}"


def search(question: BoardProblem, square: Square, cancel: CancelFlag) -> Iterator[None]:
    """Try one value after the other until one disagrees, and pause after every training."""
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
    """Return the parameter that makes the approximation of a kernel better."""
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
    """Yield what is to be trained for a value, one question after the other."""
    for each in [{_entry(question).seed: seed} for seed in seeds] or [{}]:
        yield question.with_kernel({**question.kernel, name: value, **each})
