"""What a machine says whose tolerance was not reached: by how much, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from core.estimators.machine.training import SolvedDual
from core.problem import Certificate, meets
from core.solver import Outcome

PREPROCESS = "Consider pre-processing your data with StandardScaler or MinMaxScaler."  # scikit-learn's words
SHORT = (
    "The violation is {:.3g} and does not reach tol={:g}; the duality gap is {:.3g} of the objective.  If scaling does "
    "not help, lower C, or raise max_iter or tol."
)
NOISY = (
    "The violation is {:.3g} at tol={:g}, and rounding may change it by {:.3g}; the duality gap is {:.3g} of the "
    "objective."
)


def told_by_run(solved: Sequence[SolvedDual], tolerance: float, max_iter: int) -> str:
    """Return what is said of runs of which one ended early; -1 for `max_iter` is no limit."""
    short = [pair for pair in solved if pair.outcome != Outcome.OPTIMAL]
    worst, gap = max(pair.violation for pair in short), max(pair.gap for pair in short)
    by_limit = max_iter != -1 and any(pair.outcome == Outcome.STEP_LIMIT for pair in short)
    why = f" (max_iter={max_iter})." if by_limit else "."
    return f"Solver terminated early{why}  {PREPROCESS}  {SHORT.format(worst, tolerance, gap)}"


def told_by(proofs: Sequence[Certificate], tolerance: float) -> str:
    """Return what is said of certificates that fall short of the tolerance, in the scale of the solver."""
    short = [proof for proof in proofs if not meets(proof, tolerance)]
    violation, noise = (
        max(value) for value in zip(*((p.violation / p.unit, p.noise / p.unit) for p in short), strict=True)
    )
    gap = max(proof.relative_gap for proof in short)
    return f"{NOISY.format(violation, tolerance, noise, gap)}  {PREPROCESS}"
