"""Recorded runs for the player: one for everybody who watches the same problem under the same rule."""

from __future__ import annotations

from dataclasses import dataclass

from core.trace import Trace, record
from core.view import Playback, playback
from ui.solve.kernels import KernelSpec
from ui.solve.limits import STEPS_OF_A_RUN
from ui.solve.memory import SharedResults
from ui.solve.solving import Coordinates, Labels, content_key, problem_of

TOLERANCE = 1e-3  # LIBSVM's own: what one watches is what LIBSVM does


@dataclass(frozen=True)
class Recording:
    """A run, and the run as the player needs it."""

    trace: Trace
    playback: Playback


_recordings: SharedResults[Recording] = SharedResults()


def recording(X: Coordinates, y: Labels, spec: KernelSpec, C: float | None, rule: str) -> Recording:
    """Record the run of a rule on what is on the board, or return somebody else's identical one."""

    def make() -> Recording:
        trace = record(problem_of(X, y, spec, C), rule, tolerance=TOLERANCE, limit=STEPS_OF_A_RUN)
        return Recording(trace, playback(trace))

    return _recordings.get(content_key(X, y, sorted(spec.items()), C, rule), make)
