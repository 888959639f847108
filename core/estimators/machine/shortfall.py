"""The warning of a machine that has not reached its tolerance: by how much, and what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...problem import Certificate, Gaussian, meets
from ...problem.arrays import is_sparse
from ...problem.maps import Rows
from ...solver import Outcome
from .kernel_choice import FAR, KernelChoice
from .training import SolvedDual

PREPROCESS = "Consider pre-processing your data with StandardScaler or MinMaxScaler."  # scikit-learn's words
SHORT = (
    "The violation is {:.3g} and does not reach tol={:g}; the duality gap is {:.3g} of the objective.  If scaling does "
    "not help, lower C, or raise max_iter or tol."
)
ENOUGH = "The violation is {:.3g} and reaches tol={:g} all the same."
NOISY = (
    "The violation is {:.3g} at tol={:g}, and rounding may change it by {:.3g}; the duality gap is {:.3g} of the "
    "objective."
)
SHIFTED = (
    "  The support vectors lie {:.3g} from the origin and {:.3g} from their mean: a {} kernel cannot be centred, and "
    "loses digits by this shift."
)


def of_shift(choice: KernelChoice, support: Rows | None) -> str:
    """Return a remark on support vectors (s, d) far from the origin, `FAR` times their spread; empty for all others.

    A Gaussian is independent of the origin, and for a linear kernel dense points were centred. For features there is no
    remark: their mean is not that of the points.
    """
    safe = isinstance(choice.kernel, Gaussian) or choice.centre is not None or choice.lift is not None
    if safe or support is None or support.shape[0] == 0:
        return ""
    mean = np.asarray(support.mean(axis=0)).ravel()
    far = float(np.linalg.norm(mean))
    squares = float(support.multiply(support).sum() if is_sparse(support) else np.vdot(support, support))
    near = math.sqrt(max(squares / support.shape[0] - far * far, 0.0))
    return SHIFTED.format(far, near, type(choice.kernel).__name__) if far > FAR * near else ""


def ended_early(pair: SolvedDual, max_iter: int) -> bool:
    """Whether a run missed the tolerance, or used all of `max_iter`, -1 for no limit: LIBSVM counts first.

    LIBSVM counts a step before it looks for a pair, so a run that is optimal after exactly `max_iter` steps has ended
    early, as in scikit-learn.
    """
    return pair.outcome != Outcome.OPTIMAL or -1 < max_iter <= pair.steps


def told_by_run(solved: Sequence[SolvedDual], tolerance: float, max_iter: int) -> str:
    """Return the message for runs of which one ended early; -1 for `max_iter` means no limit."""
    ended = [pair for pair in solved if ended_early(pair, max_iter)]
    short = [pair for pair in ended if pair.outcome != Outcome.OPTIMAL]
    by_limit = max_iter != -1 and any(pair.outcome in (Outcome.STEP_LIMIT, Outcome.OPTIMAL) for pair in ended)
    early = f"Solver terminated early (max_iter={max_iter})." if by_limit else "Solver terminated early."
    worst, gap = max(pair.violation for pair in short or ended), max(pair.gap for pair in short or ended)
    reached = SHORT.format(worst, tolerance, gap) if short else ENOUGH.format(worst, tolerance)
    return f"{early}  {PREPROCESS}  {reached}"


def told_by(proofs: Sequence[Certificate], tolerance: float) -> str:
    """Return the message for certificates that miss the tolerance, in the unit of the tolerance."""
    short = [proof for proof in proofs if not meets(proof, tolerance)]
    violation = max(proof.violation / proof.unit for proof in short)
    noise = max(proof.noise / proof.unit for proof in short)
    gap = max(proof.relative_gap for proof in short)
    return f"{NOISY.format(violation, tolerance, noise, gap)}  {PREPROCESS}"
