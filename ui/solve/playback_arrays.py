"""A recorded run as the browser replays it: 24 bytes per step, and 16 for what a player draws during a drag.

A machine other than C-SVC adds 4 bytes if its r changes during the run.
"""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from core.view import Playback

NO_PARTNER = 65535  # encodes j = -1 in 16 bits
COLUMNS = 512  # of a curve during a drag: a panel has fewer pixels
LONG = 5 * COLUMNS  # number of states above which only some are sent


def playback_arrays(play: Playback, costs: Vector | None = None) -> dict[str, np.ndarray]:
    """Return the arrays of a run: which variables moved, how far (exactly), and curves in single precision.

    `costs` are the multiplications of each step, integers that single precision represents exactly.
    """
    i, j = play.i.astype(np.uint32), np.where(play.j < 0, NO_PARTNER, play.j).astype(np.uint32)
    machine: dict[str, np.ndarray] = {}
    if play.machine is not None:
        track = play.machine
        r = track.r[:1] if (track.r == track.r[0]).all() else track.r
        machine = {"signs": track.signs.astype(np.int8), "begun": track.start, "r": in_range(r)}
    return {
        "pair": (i | j << np.uint32(16)).view(np.int32),
        "move": play.move,
        "b": in_range(play.b),
        "dual": in_range(play.dual),
        "violation": in_range(play.violation),
        "step": play.sampled.step.astype(np.int32),
        "primal": in_range(play.sampled.primal),
        "gap": in_range(play.sampled.gap),
        **({} if costs is None else {"costs": costs.astype(np.float32)}),
        **({} if play.aside is None else {"aside": play.aside.ravel()}),
        **machine,
    }


def drawn_arrays(played: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of a run whose curves are only drawn until the page's arrive: a long run at fewer states.

    `told` are these states: of each column of a curve the first, the lowest and the highest, and the last two of all.
    """
    curves, states = (played["dual"], played["violation"]), len(played["dual"])
    if states <= LONG:
        return played
    width = -(-states // COLUMNS)
    firsts = np.arange(0, states, width)
    marked = [firsts, np.array([states - 2, states - 1])]
    for curve in curves:
        for worst, extreme in ((np.inf, np.argmin), (-np.inf, np.argmax)):
            columns = np.full(len(firsts) * width, worst, np.float32)
            columns[:states] = np.where(np.isnan(curve), worst, curve)
            marked.append(firsts + extreme(columns.reshape(-1, width), axis=1))
    told = np.unique(np.concatenate(marked)).astype(np.int32)
    dual, violation = (curve[told] for curve in curves)
    return {**played, "told": told, "dual": dual, "violation": violation}


def in_range(values: np.ndarray) -> np.ndarray:
    """Return single precision, with nan for overflow: a hard margin that is still violated has no primal value."""
    return np.where(np.abs(values) < 1e38, values, np.nan).astype(np.float32)
