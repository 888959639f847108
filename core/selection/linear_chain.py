"""The chain of linear support vector machines on features, along C."""

from __future__ import annotations

import time

import numpy as np

from ..problem import c_svc_of_signs
from ..problem.arrays import Matrix
from ..solver import CancelFlag, Outcome
from ..solver.linear import train_linear
from .exact import called_of, pairs_among
from .folded import Folded, Split
from .judged import Chain, Judged, stopped

TOLERANCE = 1e-2  # on the projected gradients, as for the maps of the budget (`core.topics.budget`)


def linear_chain(
    folded: Folded, own: Matrix, seen: Matrix, split: Split, Cs: tuple[float, ...], cancel: CancelFlag
) -> Chain:
    """Yield the result of a fold for the machine at each C, with features own (train, D) and seen (test, D).

    The constant feature 1 replaces the offset (mathematics 20.1.7).
    """
    codes = folded.target[split.train].astype(np.int64)
    present = np.unique(codes)
    pairs = [(codes == present[a], codes == present[b]) for a, b in pairs_among(len(present))]
    for C in Cs:
        began = time.perf_counter()
        found = []
        for positive, negative in pairs:
            rows = np.flatnonzero(positive | negative)
            form = c_svc_of_signs(np.where(positive[rows], 1.0, -1.0), C)
            taken = own if len(rows) == len(own) else own[rows]
            found.append(train_linear(form, taken, 1.0, TOLERANCE, cancel=cancel))
            if stopped(cancel):
                return
        trained = time.perf_counter()
        columns = [seen @ machine.w + machine.b for machine in found]
        called = present[called_of(columns, len(present), len(split.test))]
        errors = folded.errors(split.test, called.astype(np.float64))
        finished = all(machine.outcome == Outcome.OPTIMAL for machine in found)
        yield Judged(errors, len(split.test), finished, trained - began, time.perf_counter() - trained)
