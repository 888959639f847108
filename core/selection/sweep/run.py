"""The rounds of a plan on joblib's backends: units in any order, looks in the order of the plan.

Threads are the default, since they share the points and what is computed from them; any other active backend is used
instead. If a worker is lost, its units are repeated.
"""

from __future__ import annotations

import uuid
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Any, NamedTuple

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import BrokenProcessPool as BrokenLokyPool
from joblib.parallel import get_active_backend

from ...lowlevel.blas_threads import one_blas_thread
from ...lowlevel.interruption import told_of_interruption
from ...solver import CancelFlag
from ..folded import Folded
from ..judged import Judged, stopped
from ..look import Look
from ..plan import Leg, Plan, look_at
from .journal import Journal
from .units import HOME, Batch, Portions, Unit, in_turns, judge

AHEAD = 3  # batches for each worker: one finished, one waiting, one in transit
MOST_LOSSES = 3  # most workers lost in a row without a finished unit
# A lost cluster worker takes the points sent to it along, and Dask cancels every task that waits for them.
LOST = (BrokenLokyPool, BrokenProcessPool, CancelledError)
Report = Callable[[int, int], None]
Results = Generator[tuple[Unit, tuple[Judged, ...]], None, None]


class LookedAt(NamedTuple):
    """A look and the result of each fold."""

    look: Look
    folds: tuple[Judged, ...]


class Sweep:
    """One run of a plan.

    Attributes
    ----------
    entries
        The results so far, in the order of the plan; only looks validated on every fold.
    """

    def __init__(
        self,
        folded: Folded,
        journal: Journal,
        n_jobs: int | None,
        cancel: CancelFlag,
        progress: Report | None,
        total: int,
    ) -> None:
        self.asked, self.journal, self.n_jobs, self.cancel = folded, journal, n_jobs, cancel
        self.progress, self.total, self.finished = progress, total, 0
        self.entries: list[LookedAt] = []
        self._token = uuid.uuid4().hex

    def run(self, plan: Plan) -> bool:
        """Run one round after another; return whether the plan was completed."""
        try:
            with one_blas_thread(), told_of_interruption(self._cancel):
                step = next(plan)
                while True:
                    entries = self._round(step)
                    if stopped(self.cancel):
                        return False
                    try:
                        step = plan.send([entry.look for entry in entries])
                    except StopIteration:
                        return True
        finally:
            HOME.forget(self._token)

    def _round(self, step: Leg) -> list[LookedAt]:
        units = [Unit(spot, fold, step.Cs) for spot in dict.fromkeys(step.spots) for fold in self._folds]
        self.total = max(self.total, self.finished + len(units))  # some plans continue if the best is an end
        done: dict[Unit, tuple[Judged, ...]] = {}
        try:
            with closing(self._judged(units)) as results:
                for unit, judged in results:
                    done[unit] = judged
                    self.finished += 1
                    if self.progress is not None:
                        self.progress(self.finished, self.total)
        finally:  # finished work is kept, however the search ends
            made = list(self._assembled(step, done))
            self.entries += made
        return made

    def _cancel(self) -> None:
        """Cancel the threads, since joblib waits for them."""
        self.cancel[0] = 1

    @property
    def _folds(self) -> range:
        return range(len(self.asked.splits))

    def _assembled(self, step: Leg, done: dict[Unit, tuple[Judged, ...]]) -> Iterator[LookedAt]:
        for spot, told in zip(step.spots, step.told, strict=True):
            chains = [done.get(Unit(spot, fold, step.Cs), ()) for fold in self._folds]
            for C, judged in zip(step.Cs, zip(*chains, strict=False), strict=False):
                yield LookedAt(look_at(step.purpose, told, C, judged), judged)

    def _judged(self, units: Sequence[Unit]) -> Results:
        """Yield the units with their results: those of the journal first, the others as they are finished."""
        left = dict.fromkeys(units)
        for unit in units:
            known = self.journal.find(unit)
            if known is not None:
                del left[unit]
                yield unit, known
        losses = 0
        while left and not stopped(self.cancel):
            try:
                with closing(self._in_parallel(list(left))) as results:
                    for unit, judged in results:
                        if len(judged) < len(unit.Cs):
                            continue  # cancelled
                        losses = 0
                        del left[unit]
                        self.journal.keep(unit, judged)
                        yield unit, judged
                        if stopped(self.cancel):
                            return
            except LOST as lost:
                losses += 1
                if losses > MOST_LOSSES:
                    raise RuntimeError(
                        f"{losses} workers were lost, one after the other, before any of them had done a unit of the "
                        "search: they may lack memory. Give fewer of them, or fewer points."
                    ) from lost

    def _batches(self, units: Sequence[Unit]) -> tuple[Iterable[Batch], int]:
        """Return the units as batches in sending order, and the number of batches sent before a result is back.

        Threads share a kernel matrix and take one unit at a time, alternating between two spots, so that one thread
        prepares a spot while another prepares the next. Processes take all folds of a spot, since each would compute
        the matrix again.
        """
        backend, usual = get_active_backend(prefer="threads")
        workers = int(backend.effective_n_jobs(usual if self.n_jobs is None else self.n_jobs))
        if not getattr(backend, "supports_sharedmem", False):
            return Portions(units, workers), AHEAD * workers
        order = in_turns(units) if workers > 1 else units
        return [Batch((unit,)) for unit in order], AHEAD * workers

    def _in_parallel(self, units: Sequence[Unit]) -> Results:
        batches, ahead = self._batches(units)
        calls = (delayed(judge)(self._token, self.asked, batch, self.cancel) for batch in batches)
        # joblib's own batches grow to a second of work, for which the other worker would wait at the end
        options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1, "pre_dispatch": ahead}
        results = Parallel(n_jobs=self.n_jobs, prefer="threads", **options)(calls)
        try:
            for done in results:
                for unit, judged in done:
                    if isinstance(batches, Portions):
                        batches.learn(judged)
                    yield unit, judged
        except GeneratorExit:  # the consumer of the results stopped
            self._cancel()
            raise
        finally:
            with warnings.catch_warnings():  # joblib warns of unused results, which are expected after a stop
                warnings.simplefilter("ignore", UserWarning)
                results.close()
