"""One BLAS thread during a training, and the previous number afterwards.

The matrix products of a training are small: a second thread spends more time waiting than helping, and when another
process occupies its processor, the first thread waits for it. BLAS nearly always has one thread count per process, not
per thread. So concurrent trainings are counted: the first sets the count to one, the last restores it. Any other use of
BLAS meanwhile gets one thread too, which is slower but as correct. threadpoolctl finds the libraries; its limits are
not used, because it lets one thread of a process set them and ignores all others.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from threadpoolctl import threadpool_info

AFFIXES = tuple(product(("", "scipy_"), ("", "64_", "_64")))
PAIRS = (  # the names of what tells the number of threads and of what sets it, in each kind of library
    *((f"{a}openblas_get_num_threads{b}", f"{a}openblas_set_num_threads{b}") for a, b in AFFIXES),
    ("MKL_Get_Max_Threads", "MKL_Set_Num_Threads"),
    ("bli_thread_get_num_threads", "bli_thread_set_num_threads"),
)


class BlasLibrary(NamedTuple):
    """A library, as far as its threads go."""

    get: Callable[[], int]
    set: Callable[[int], Any]
    per_thread: bool  # each thread has a number of its own: OpenMP's rule


@lru_cache(maxsize=1)
def libraries() -> tuple[BlasLibrary, ...]:
    """Return the BLAS libraries of the process. It takes milliseconds to find them, so that is done once."""
    found = []
    for pool in threadpool_info():
        if pool["user_api"] != "blas":
            continue
        library = ctypes.CDLL(pool["filepath"])  # it is loaded: this is its handle
        for getter, setter in PAIRS:
            if hasattr(library, getter) and hasattr(library, setter):
                per_thread = pool.get("threading_layer") == "openmp"
                found.append(BlasLibrary(getattr(library, getter), getattr(library, setter), per_thread))
                break
    return tuple(found)


def thread_count() -> int:
    """Return how many threads a product of matrices takes at the moment, 1 where that is not known."""
    return max(1, min((library.get() for library in libraries()), default=1))


def set_to_one(some: tuple[BlasLibrary, ...]) -> list[tuple[BlasLibrary, int]]:
    """Set the libraries to one thread; return those that had another number, and it."""
    had = [(library, library.get()) for library in some]
    changed = [(library, count) for library, count in had if count != 1]
    for library, _ in changed:
        library.set(1)
    return changed


def restore(changed: list[tuple[BlasLibrary, int]]) -> None:
    """Restore each thread count that is still 1: other code has changed the others since, and they stay."""
    for library, count in changed:
        if library.get() == 1:
            library.set(count)


class SharedLimit:
    """The libraries whose number of threads belongs to the process, and how many trainings keep it at one."""

    def __init__(self) -> None:
        self._lock, self._inside = threading.Lock(), set[object]()
        self._changed: list[tuple[BlasLibrary, int]] = []
        if hasattr(os, "register_at_fork"):  # a child has none of the threads that would leave
            os.register_at_fork(after_in_child=self._leave_all)

    def enter(self, who: object) -> None:
        """Let one more be inside."""
        with self._lock:
            self._inside.add(who)
            if len(self._inside) == 1:
                self._changed = set_to_one(tuple(each for each in libraries() if not each.per_thread))

    def leave(self, who: object) -> None:
        """Let one leave, also one that Ctrl-C kept from entering; the last sets everything back."""
        with self._lock:
            self._inside.discard(who)
            if not self._inside:
                restore(self._changed)
                self._changed = []

    def _leave_all(self) -> None:
        self._lock, self._inside = threading.Lock(), set[object]()
        restore(self._changed)
        self._changed = []


SHARED = SharedLimit()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Run what is inside with one BLAS thread. It may be entered many times, by many threads at the same time."""
    own = set_to_one(tuple(each for each in libraries() if each.per_thread))
    who = object()
    try:
        SHARED.enter(who)
        yield
    finally:
        SHARED.leave(who)
        restore(own)
