"""What must hold of every call, whatever it is: it comes back in time, and claims nothing that is not so."""

from __future__ import annotations

import math

from benchmarks.hostile.attempt import Ended
from benchmarks.hostile.calls import Call

ALWAYS = 5.0  # seconds that any call may take: numbers around it, on a machine that others use, too
STEP, VARIABLE = 1e-5, 2e-7  # seconds for each step, and for each step and variable
LIBSVM_LIMIT = 10_000_000
NEAR = 1.0 + 1e-6  # times the tolerance: LIBSVM's rule is a strict one, and the offset is a mean
TRAININGS = 3  # of nu-SVC: it is solved again, more finely, where the margin is not clear
FAINT = 1e-6  # of a margin: rounding up to it shows nowhere
PLATT = 2.0  # Platt's rule lets each side be wrong by the tolerance


def seconds_allowed(call: Call) -> float:
    """Return how long the call may take, from its limit of steps and the number of its variables."""
    limit = LIBSVM_LIMIT if call.limit < 0 else call.limit
    steps = limit * (len(call.X) if call.way in ("linear", "platt") else 1)  # epochs; pairs that were tried in vain
    return ALWAYS + TRAININGS * steps * (STEP + VARIABLE * call.variables)


def broken(call: Call, ended: Ended | None) -> str:
    """Return in which way the call breaks the law, or nothing; None ended it by force."""
    if ended is None:
        return f"it did not come back within {seconds_allowed(call):.3g} seconds"
    if ended.raised:
        return f"it raised what is no refusal:\n{ended.raised}"
    if ended.refused:
        return "" if " " in ended.refused else f"it refused without a sentence: {ended.refused!r}"
    if call.limit >= 0 and ended.steps > call.limit:
        return f"it took {ended.steps} steps where {call.limit} are allowed"
    if not (falls_short(call, ended) and not ended.admitted):
        return ""
    return f"it claims {call.tolerance:g}, and the violation is {ended.violation:g}"


def falls_short(call: Call, ended: Ended) -> bool:
    """Return whether the certificate does not meet the tolerance.

    Its rounding counts for the call only where a machine may not be expected to warn of it, and for the walks, which
    claim no more than that the gradient that they keep is small.
    """
    most = NEAR * call.tolerance * (PLATT if call.way == "platt" else 1.0)
    faint = ended.rounding <= max(call.tolerance, FAINT) or call.way not in ("machine", "linear")
    return not ended.violation <= most + (ended.rounding if faint else 0.0)


def unproved(call: Call, ended: Ended | None) -> float:
    """Return how many times the tolerance a claim of the call falls short of it; 0 where it claims nothing false."""
    if ended is None or ended.raised or ended.refused or ended.admitted or not falls_short(call, ended):
        return 0.0
    ratio = ended.violation / call.tolerance
    return math.inf if math.isnan(ratio) else ratio
