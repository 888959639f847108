"""What must hold for every call: it returns in time, and makes no false claim."""

from __future__ import annotations

import math

from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import DEFAULT, FITS, PLANES, WALKS, Call
from benchmarks.hostile.kernels import MOST_FEATURES
from benchmarks.hostile.points import FEWER
from core.trace.record import MOST_STEPS

ALWAYS = 5.0  # seconds of processor time that any call may take
STEP, VALUE = 1e-5, 2e-7  # seconds per step, and per step and kernel value that it may need
COORDINATES = 100  # of a point: with so many, a kernel value takes twice as long
KERNEL_STEPS, EPOCHS = 10_000_000, 1000  # the default limits of LIBSVM and scikit-learn
SMALL_FIT = 3.0  # seconds of processor time that a fit of fewer than `FEWER` points may take, with any options
NEAR = 1.0 + 1e-6  # factor on the tolerance: LIBSVM's rule is strict, and the offset is a mean
TRAININGS = 3  # of nu-SVC: it is solved again with a smaller tolerance if the margin is not clear
FAINT = 1e-6  # of a margin: rounding up to it has no visible effect
PLATT = 2.0  # Platt's rule allows an error of the tolerance on each side


def longest(steps: float, variables: int, coordinates: int) -> float:
    """Return the longest time of a fit in seconds, as `core.estimators` promises it.

    An epoch of a linear machine counts as many steps as it has points; its coordinates are its training features.
    """
    return ALWAYS + TRAININGS * steps * (STEP + VALUE * variables * (1.0 + coordinates / COORDINATES))


def most_steps(call: Call) -> int:
    """Return the limit of the call, or the default of its kind."""
    if call.limit != DEFAULT:
        return call.limit
    if call.way in WALKS:
        return MOST_STEPS
    return EPOCHS if call.way in ("linear", "features") else KERNEL_STEPS


def seconds_allowed(call: Call) -> float:
    """Return the longest time of the call: `SMALL_FIT` for a small fit, else by steps, variables and coordinates."""
    points, coordinates = call.X.shape
    if call.way in FITS and points < FEWER:
        return SMALL_FIT
    if call.way == "features" or hasattr(call.kernel, "features"):
        coordinates = MOST_FEATURES
    each = points if call.way in (*PLANES, "platt") else 1  # of an epoch; pairs tried in vain
    return longest(most_steps(call) * each, call.variables, coordinates)


def broken(call: Call, ended: Ended | None) -> str:
    """Return how the call breaks the law, or ""; None as `ended` means that it was killed."""
    if ended is None:
        return f"it did not come back within {seconds_allowed(call):.3g} seconds of the processor"
    if ended.raised:
        return f"it raised what is no refusal:\n{ended.raised}"
    if ended.refused:
        return "" if " " in ended.refused else f"it refused without a sentence: {ended.refused!r}"
    if ended.steps > most_steps(call):
        return f"it took {ended.steps} steps where {most_steps(call)} are allowed"
    if not (falls_short(call, ended) and not ended.admitted):
        return ""
    return f"it claims {call.tolerance:g}, and the violation is {ended.violation:g}"


def falls_short(call: Call, ended: Ended) -> bool:
    """Return whether the certificate misses the tolerance.

    Its rounding error is deducted only where a machine need not warn of it, and for the walks, which claim only that
    the gradient that they keep is small.
    """
    most = NEAR * call.tolerance * (PLATT if call.way == "platt" else 1.0)
    faint = ended.rounding <= max(call.tolerance, FAINT) or call.way not in FITS
    return not ended.violation <= most + (ended.rounding if faint else 0.0)


def unproved(call: Call, ended: Ended | None) -> float:
    """Return by what factor a claim of the call misses the tolerance; 0 if it claims nothing false."""
    if ended is None or ended.raised or ended.refused or ended.admitted or not falls_short(call, ended):
        return 0.0
    ratio = ended.violation / call.tolerance
    return math.inf if math.isnan(ratio) else ratio
