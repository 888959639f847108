"""From which order, or from how many features on, an approximation decides as the exact kernel does.

The values that a slider reaches are tried from the largest down, until one of them disagrees: then all above it agree,
which a search that halves could not say. Each costs a training, so the search goes as far as there is time for, and
goes on from there when it is asked again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from core.view.grid import Square
from ui.solve.cost.exact import Asked, differing_share, knows_share
from ui.solve.kernels import KERNELS, PARAMETERS, Entry, whole

NEAR: Final = 0.01  # share of the window that two classes may differ on and still be called alike
SEEDS: Final = 3  # of random features that must agree
LADDERS: Final[Mapping[str, tuple[int, ...]]] = {  # by the rank of a kernel, the best first
    "order": tuple(range(int(PARAMETERS["order"].slider[1]), -1, -1)),
    "components": (1000, 700, 500, 300, 200, 150, 100, 70, 50, 30, 20, 10),
    "landmarks": (100, 70, 50, 40, 30, 20, 15, 10, 7, 5, 3, 2, 1),
}
Busy = Callable[[], bool]


@dataclass(frozen=True)
class Enough:
    """How far the search has come."""

    name: str  # of the parameter
    largest: int  # that was tried
    smallest: int | None  # all values tried from here on agree; None: the largest does not
    failed: int | None  # the first that does not; None: not met yet
    complete: bool
    seeds: tuple[int, ...]  # all of which agree; none where nothing is random


def enough(asked: Asked, square: Square, seconds: float, busy: Busy = lambda: False) -> Enough:
    """Search for so many seconds, or while nobody is in a hurry; what is known already costs none."""
    name = parameter_of(asked)
    seeds, tried = _seeds(asked), list[int]()
    deadline = time.monotonic() + seconds
    for value in LADDERS[name]:
        for trial in _trials(asked, name, value, seeds):
            if not knows_share(trial, square) and (time.monotonic() > deadline or busy()):
                return Enough(name, LADDERS[name][0], tried[-1] if tried else None, None, False, seeds)
            if not differing_share(trial, square) < NEAR:
                return Enough(name, LADDERS[name][0], tried[-1] if tried else None, value, True, seeds)
        tried.append(value)
    return Enough(name, LADDERS[name][0], tried[-1], None, True, seeds)


def parameter_of(asked: Asked) -> str:
    """Return the parameter that makes the approximation of a kernel better."""
    return _entry(asked).rank


def _entry(asked: Asked) -> Entry:
    return KERNELS[str(asked.spec["name"])]


def _seeds(asked: Asked) -> tuple[int, ...]:
    """Return the visitor's own seed and the next ones."""
    name = _entry(asked).seed
    if not name:
        return ()
    first, most = whole(asked.spec[name]), int(PARAMETERS[name].high)
    return tuple((first + more) % (most + 1) for more in range(SEEDS))


def _trials(asked: Asked, name: str, value: int, seeds: tuple[int, ...]) -> Iterator[Asked]:
    """Yield what is to be trained for a value, one question after the other."""
    for each in [{_entry(asked).seed: seed} for seed in seeds] or [{}]:
        yield asked.of({**asked.spec, name: value, **each})
