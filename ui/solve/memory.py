"""The server's caches: results shared by all visitors, with one limit in bytes over all caches together.

Simultaneous identical requests share one run, and a finished run is kept for later ones. The least recently used result
is evicted first, whichever page it belongs to. An array in several results is counted once.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from itertools import count
from threading import Lock
from types import FunctionType
from typing import Any, Generic, TypeVar

import numpy as np

from core.solver import CancelFlag

LIMIT = 256 << 20  # bytes of all caches; a solve of 2,000 points holds 33 MB, one of 200 points 0.4 MB
LIVE_LIMIT = 64 << 20  # bytes of what is solved during a drag: 160 answers about 200 points
EACH = 1024  # bytes that any result holds besides its arrays: key, future, dataclasses

PLAIN = frozenset({type(None), bool, int, float, np.float64, np.int64})  # frequent parts, without arrays

Key = tuple[int, str]  # of a cache, and of the content of a question
Result = TypeVar("Result")


@dataclass
class _Entry:
    """A result in progress or kept; `held` maps the arrays of a kept one to their bytes."""

    future: Future[Any]
    held: Mapping[int, int] = field(default_factory=dict)


class Memory:
    """Results of all caches in the order of their last use, with one common limit.

    The newest result is kept even if it alone exceeds the limit: the page that asked for it will ask again.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._lock = Lock()
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._holders: Counter[int] = Counter()  # how many results hold an array, by its id
        self._size = 0

    @property
    def size(self) -> int:
        """The bytes kept."""
        return self._size

    def claim(self, key: Key) -> tuple[Future[Any], bool]:
        """Return the future of a result, and whether the caller has to compute it."""
        with self._lock:
            mine = key not in self._entries
            entry = self._entries.setdefault(key, _Entry(Future()))
            self._entries.move_to_end(key)
        return entry.future, mine

    def known(self, key: Key) -> Future[Any] | None:
        """Return the future of a result that is kept or in progress; this counts as a use."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key].future

    def keep(self, key: Key, result: object) -> None:
        """Count the bytes of a result, and evict other finished ones until all are within the limit."""
        held = arrays_of(result)
        with self._lock:
            self._entries[key].held = held
            self._entries.move_to_end(key)
            self._size += EACH + sum(size for each, size in held.items() if each not in self._holders)
            self._holders.update(held.keys())
            if self._size > self._limit:
                self._make_room(key)

    def _make_room(self, key: Key) -> None:
        """Evict finished results until all are within the limit, the one under the key last."""
        for other in tuple(self._entries):
            if self._size <= self._limit:
                return
            if other != key and self._entries[other].future.done():  # checking hundreds took 2 ms
                self._drop(other)

    def forget(self, key: Key) -> None:
        """Drop a result that could not be computed."""
        with self._lock:
            del self._entries[key]

    def _drop(self, key: Key) -> None:
        self._size -= EACH
        for each, size in self._entries.pop(key).held.items():
            self._holders[each] -= 1
            if not self._holders[each]:
                del self._holders[each]
                self._size -= size


MEMORY = Memory()
LIVE = Memory(LIVE_LIMIT)  # what is solved and recorded during a drag
_numbers = count()


class SharedResults(Generic[Result]):
    """One cache: read-only results by content, one run for simultaneous requests; errors are not kept.

    A run that ends with `CancelledError` ends for its own caller only: another caller that waits for it runs it again.
    """

    def __init__(self, memory: Memory = MEMORY) -> None:
        self._memory, self._number = memory, next(_numbers)

    def get(self, key: str, make: Callable[[], Result], cancel: CancelFlag | None = None) -> Result:
        """Return the result under the key, computed by the first caller.

        `cancel` is the flag that `make` polls: once it is set the result is incomplete, and `CancelledError` is raised.
        """
        while True:
            future, mine = self._memory.claim((self._number, key))
            if mine:
                return self._made(key, make, future, cancel)
            try:
                result: Result = future.result()
            except CancelledError:
                continue  # the caller that ran it was interrupted by a rerun or a closed tab: we are not
            return result

    def known(self, key: str) -> Result | None:
        """Return the result under the key if it is cached."""
        future = self._memory.known((self._number, key))
        if future is None or not future.done() or future.cancelled() or future.exception() is not None:
            return None
        result: Result = future.result()
        return result

    def _made(self, key: str, make: Callable[[], Result], future: Future[Result], cancel: CancelFlag | None) -> Result:
        try:
            result = read_only(make())
            if cancel is not None and cancel[0]:
                raise CancelledError
            self._memory.keep((self._number, key), result)
        except BaseException as error:
            self._memory.forget((self._number, key))
            if isinstance(error, Exception) and not isinstance(error, CancelledError):
                future.set_exception(error)
            else:
                future.cancel()
            raise
        future.set_result(result)
        return result


def read_only(value: Result) -> Result:
    """Return a result with all its arrays set read-only, because many pages share it."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, tuple):
        for part in value:
            read_only(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            read_only(getattr(value, part.name))
    return value


def arrays_of(value: object) -> dict[int, int]:
    """Return the bytes of every array and string that a result keeps alive, by id, each once.

    It descends into containers, dataclasses with their cached properties, and functions with their closures.
    """
    found: dict[int, int] = {}
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if type(part) in PLAIN or id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, np.ndarray):
            owner = part  # of the memory of which this array is a view
            while isinstance(owner.base, np.ndarray):
                owner = owner.base
            found[id(owner)] = owner.nbytes
        elif isinstance(part, str | bytes):
            found[id(part)] = len(part)
        else:
            waiting.extend(_parts(part))
    return found


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, tuple | list):
        yield from value
    elif isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, FunctionType):
        for cell in value.__closure__ or ():
            with suppress(ValueError):  # an empty closure cell
                yield cell.cell_contents
    elif is_dataclass(value) and not isinstance(value, type):
        yield from vars(value).values()
