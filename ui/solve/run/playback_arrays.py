"""A recorded run as the browser replays it: 24 bytes a step, from a page and over the socket alike."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Vector
from core.view import Playback
from core.view.playback import MachineTrack

NOBODY = 65535  # stands for j = -1 beside i in 32 bits


def playback_arrays(play: Playback, costs: Vector | None = None) -> dict[str, np.ndarray]:
    """Return the arrays of a run: who moved, how far (exactly), and curves in single precision.

    `costs` are the multiplications of each step, whole numbers that single precision holds.
    """
    i, j = play.i.astype(np.uint32), np.where(play.j < 0, NOBODY, play.j).astype(np.uint32)
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
        **({} if play.machine is None else _of_machine(play.machine)),
    }


def _of_machine(track: MachineTrack) -> dict[str, np.ndarray]:
    return {"signs": track.signs.astype(np.int8), "begun": track.start, "r": in_range(track.r)}


def in_range(values: np.ndarray) -> np.ndarray:
    """Return single precision, with nan for what does not fit: a hard margin still broken has no primal."""
    return np.where(np.abs(values) < 1e38, values, np.nan).astype(np.float32)
