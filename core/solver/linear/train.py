"""The linear trainer: coordinate descent first, and Newton's method if that is slow and there are few features.

It solves the dual of `core.solver.dual_cd` with a bound and a diagonal for each point, to the same stopping rule: the
range of the projected gradients, zero included, is within the tolerance. Here all of them are computed at the final
alpha, in float64, from a recomputed w.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ...lowlevel.blas_threads import one_blas_thread
from ...problem.arrays import Vector
from ...problem.dual import ceiling
from ...problem.form import Form
from ...problem.maps.feature_map import FeatureMap, Rows, precision
from ...problem.proof.optimality import soft_gap
from ..outcome import Outcome
from ..stepper import CancelFlag
from .descent import EPOCHS, MOVED, STEEPEST, VISITS, RowDual, divide, new_pace, spell_out, survey
from .feature_source import FeatureSource, LinearRun, StoredFeatures
from .interior import FewWeights, interior, suits
from .mapped import Mapped
from .newton import FreeMatrix, solve_stage, stage_of

EAGER = 0.3  # of the steepest slope of the last epoch: beyond it a point at its bound is set aside
MOST_EPOCHS = 60  # between two surveys
PATIENCE = 8.0  # visits to each point between two Newton attempts
NEWTON_BEGINS = 12.0  # initial cost of Newton's method, in visits to each point
NEWTON_DECADE = 20.0  # and its cost for each factor of ten of the violation
MOST_FEATURES = 1100  # for Newton's method, whose matrix then has 10 MB
WIDE = 256.0  # features: with more a Newton step costs more than some passes
SIGMA, GROW = 10.0, 5.0  # first sigma, in units of U / violation; and its factor per stage
NEAR = 4.0  # violations: points further from the margin are left out of a stage
MOST_FAILURES = 2  # stages of all points without an improvement, each with a smaller sigma; none where `interior` suits
LIGHT = 1e-3  # the least tolerance for which CSR in float64 is visited in float32
DRIFT = 4.0  # allowed error of a float32 w, as a fraction of the tolerance
SCALES = (1e-8, 1e8)  # of |x|^2, for which float32 suffices
LARGEST_BOUND = 1e9


@dataclass(frozen=True)
class TrainedLinear:
    """The end of linear training.

    Attributes
    ----------
    w
        Weights of the given features: sum_i alpha_i y_i x_i, up to rounding.
    b
        The weight of the constant feature times it; 0 without one.
    violation
        The range of the projected gradients, zero included, in float64; for a cancelled run, that of its last epoch.
    epochs
        Passes over the active points; a step of Newton's method counts as one.
    """

    alpha: Vector  # (n,) float64
    w: Vector  # (d,) float64
    b: float
    violation: float
    epochs: int
    outcome: Outcome
    plane: Vector | None = None  # (d + 1,) w with the constant feature, if it is more exact than w(alpha)


@dataclass(frozen=True)
class Reading:
    """The values of all points at an alpha."""

    w: Vector  # (d + 1,) of f
    own: Vector  # w(alpha), recomputed: the same, unless its rounding is too large
    G: Vector  # (n,) slopes
    violation: float
    gap: float  # inf for a hard margin
    dual: float  # D, minimised form


def train_linear(
    form: Form,
    X: Rows,
    bias: float | None = 1.0,
    tolerance: float = 1e-3,
    limit: int = 1000,
    seed: int = 0,
    shrinking: bool = True,
    phi: FeatureMap | None = None,
    cancel: CancelFlag | None = None,
    progress: Vector | None = None,
    finish: bool = True,
) -> TrainedLinear:
    """Train a linear machine on rows of features that were checked.

    Parameters
    ----------
    form
        As from `c_svc_form`; its y, bounds and diagonal are used, not its equality.
    X
        Rows (n, d): a table, float32 or float64, copied unless in C order; or CSR.
    bias
        The constant feature; None for a plane through the origin.
    tolerance
        Of the spread of the projected gradients.
    limit
        Of epochs.
    seed
        Of the orders; the same seed gives the same bits.
    shrinking
        Whether points that are pushed against their bounds are temporarily left out.
    phi
        Train on the features of this map; at most `ARENA_BYTES` of them are in memory at a time.
    cancel, progress
        See `new_cancel_flag`; the violation, the epochs and the active points are written, (3,).
    finish
        Whether Newton's method may finish the run.

    Returns
    -------
    TrainedLinear
        Also where it was cancelled or ran out of epochs; the outcome says so.
    """
    flag = np.zeros(1, dtype=np.int64) if cancel is None else cancel
    source: FeatureSource = StoredFeatures(X) if phi is None else Mapped(X, phi)
    told = np.array([math.inf, 0.0, 0.0]) if progress is None else progress
    light = phi is None and sparse.issparse(X) and tolerance >= LIGHT  # CSR, with a low accuracy
    kind = np.dtype(np.float32) if light else precision(X)
    training = Training(form, source, bias, tolerance, shrinking, finish)
    with one_blas_thread():
        return training.train(training.start(kind, seed, limit, flag, told))


class Training:
    """One training: its problem and settings."""

    def __init__(
        self, form: Form, source: FeatureSource, bias: float | None, tolerance: float, shrinking: bool, finish: bool
    ) -> None:
        self.form, self.source, self.tolerance, self.shrinking = form, source, tolerance, shrinking
        self.bias = 0.0 if bias is None else float(bias)
        counted = form.upper[form.upper > 0.0]
        finite = form.squared or bool(np.isfinite(counted).all())
        self.finish = finish and finite and source.d < MOST_FEATURES
        self.reached: tuple[Vector, Reading] | None = None  # the result of Newton's method

    def start(
        self, kind: np.dtype[np.floating], seed: int, limit: int, cancel: CancelFlag, progress: Vector
    ) -> LinearRun:
        """Return alpha = 0 and w = 0, with every point active that can move."""
        form, n = self.form, self.source.n
        curvature = self.source.squared_lengths(cancel) + self.bias**2 + form.diagonal
        box = RowDual(np.array(form.y), np.array(form.upper), np.array(form.diagonal), curvature, self.bias)
        top = float(curvature.max(initial=0.0))
        moderate = SCALES[0] <= top <= SCALES[1] and float(form.cost.max()) <= LARGEST_BOUND
        w = np.zeros(self.source.d + 1, kind if moderate and self.tolerance > 1e-7 * (1.0 + top) else np.float64)
        order = np.empty(n, dtype=np.int64)
        active = divide(np.zeros(n), box.upper, np.full(n, -1.0), 0.0, order)
        eager = EAGER if self.shrinking else math.inf
        until = PATIENCE * n if self.finish else math.inf
        self.ceiling = ceiling(top) if form.hard else math.inf
        return LinearRun(box, np.zeros(n), w, order, active, new_pace(), until, eager, seed, limit, cancel, progress)

    def train(self, run: LinearRun) -> TrainedLinear:
        """Descend and survey until something ends it."""
        idle = 0
        while True:
            most = max(0, min(MOST_EPOCHS, run.limit - int(run.pace[EPOCHS])))
            before = run.alpha.copy()
            ended = self.source.sweep(run, self.tolerance, most)
            if ended != Outcome.RUNNING:
                return self._ended(run, None, Outcome(ended))
            look = self.look(run, run.alpha)
            idle = idle + 1 if np.array_equal(run.alpha, before) else 0
            if self._outcome(run, look) == Outcome.RUNNING and self.finish and run.pace[VISITS] >= run.until:
                run.until += PATIENCE * self.source.n
                if self._newton_is_quicker(run, look):
                    look = self.interior(run, self.newton(run, look))
                    self.reached = run.alpha.copy(), look
                    run.until, self.finish = math.inf, False
            outcome = self._outcome(run, look)
            if outcome == Outcome.RUNNING and idle > 2:
                outcome = Outcome.STUCK
            if outcome != Outcome.RUNNING:
                return self._ended(run, look, outcome)
            self._go_on(run, look)

    def look(self, run: LinearRun, alpha: Vector, plane: Vector | None = None) -> Reading:
        """Survey all points at an alpha, with f of the plane (d + 1,) or else of w(alpha)."""
        form = self.form
        own = self.source.combine(alpha * form.y, run)
        w = own if plane is None else plane
        G = form.y * self.source.products(w, run) - 1.0 + form.diagonal * alpha
        high, low = survey(alpha, run.box.upper, G)
        short, apart = form.diagonal * alpha - G, w - own
        with np.errstate(over="ignore", invalid="ignore"):  # infinite for features near the float limit
            off = 0.5 * float(apart @ apart)
            gap = math.inf if form.hard else soft_gap(form, alpha, short, np.zeros_like(short)) + off
            dual = 0.5 * float(own @ own) + 0.5 * float(alpha @ (form.diagonal * alpha)) - float(alpha.sum())
        violation = high - low if np.isfinite(G).all() else math.inf  # comparisons miss NaN
        return Reading(w, own, G, violation, gap, dual)

    def _outcome(self, run: LinearRun, look: Reading) -> Outcome:
        run.progress[:2] = look.violation, run.pace[EPOCHS]
        if run.cancel[0] != 0:
            return Outcome.CANCELLED
        if look.violation <= self.tolerance:
            return Outcome.OPTIMAL
        if look.dual < -self.ceiling:
            return Outcome.INFEASIBLE
        if math.isinf(look.violation):
            return Outcome.STUCK
        return Outcome.STEP_LIMIT if run.pace[EPOCHS] >= run.limit else Outcome.RUNNING

    def _newton_is_quicker(self, run: LinearRun, look: Reading) -> bool:
        """Estimate whether Newton's method is faster from the progress of the descent."""
        done = math.log(max(run.pace[STEEPEST] / look.violation, 1.01))
        left = math.log(look.violation / self.tolerance)
        visits = run.pace[VISITS] / self.source.n
        digits = 0.0 if self.form.squared else left / math.log(10.0)
        p = self.source.d + 1.0
        wide = max(1.0, p / WIDE) + p**2 / (WIDE * self.source.n)  # the matrix is computed and factored
        return bool(visits * left / done > wide * (NEWTON_BEGINS + NEWTON_DECADE * digits))

    def _go_on(self, run: LinearRun, look: Reading) -> None:
        """Continue from the exact w, with all points that could matter; in float64 once float32 is not enough."""
        longest = math.sqrt(float(run.box.curvature.max()))
        drift = float(np.linalg.norm(run.w - look.own)) * longest
        rough = DRIFT * drift > self.tolerance or run.pace[MOVED] == 0.0
        run.w = look.own.copy() if rough else look.own.astype(run.w.dtype)
        width = look.violation if self.shrinking else math.inf
        run.active = divide(run.alpha, run.box.upper, look.G, width, run.order)
        run.pace[:2] = math.inf, -math.inf

    @np.errstate(over="ignore", invalid="ignore")  # a stage that overflows brings no improvement
    def newton(self, run: LinearRun, look: Reading) -> Reading:
        """Run stage after stage as long as the certificate improves; return the last survey."""
        matrix = FreeMatrix(self.source.n, self.source.d, self.bias)
        most_failures = 0 if suits(self.source.n, self.source.d + 1) else MOST_FAILURES
        largest = float(self.form.cost.max())
        soft = 0.0 if self.form.squared else look.violation / (SIGMA * largest)
        width, failures, some = math.inf, 0, np.empty(self.source.n, dtype=np.int64)
        while self._outcome(run, look) == Outcome.RUNNING:
            points = np.sort(some[: divide(run.alpha, run.box.upper, look.G, width, some)])
            held = self.source.hold(points, run.cancel)
            if held is None:
                return look
            goal = max(0.1 * self.tolerance, 0.1 * look.violation / GROW) if soft > 0.0 else 0.1 * self.tolerance
            stage = stage_of(held, points, run.box, run.alpha, soft, run.cancel)
            most = run.limit - int(run.pace[EPOCHS])
            found, plane, steps = solve_stage(stage, matrix, look.w, look.own, goal, most)
            run.pace[EPOCHS] += max(steps, 1)  # a stage without a step counts too, so that they end
            alpha = run.alpha.copy()
            alpha[points] = found
            after = self.look(run, alpha, plane)
            if run.cancel[0] != 0 or not (after.gap < look.gap):
                failures, soft = failures + (width == math.inf), soft if width < math.inf else GROW * soft
                width = math.inf
                if failures > most_failures or self.form.squared:
                    return look
                continue
            run.alpha, look = alpha, after
            width, soft = NEAR * look.violation, soft / GROW
        return look

    def interior(self, run: LinearRun, look: Reading) -> Reading:
        """Try the interior point method if Newton's method fell short; return the better survey of the two."""
        n, q = self.source.n, self.source.d + 1
        if self._outcome(run, look) != Outcome.RUNNING or self.form.squared or not suits(n, q):
            return look
        held = self.source.hold(np.arange(n), run.cancel)
        if held is None:
            return look
        rows = np.empty((n, q))
        spell_out(*held, self.bias, rows)
        rows *= self.form.y[:, None]
        asked = FewWeights(rows, np.ones(q), np.zeros(q), self.form.p, self.form.upper)
        found = interior(asked, self.tolerance, run.limit - int(run.pace[EPOCHS]), run.cancel)
        if found is None:
            return look
        plane, alpha, steps = found
        run.pace[EPOCHS] += steps
        after = self.look(run, alpha, plane)
        if not after.gap < look.gap:
            return look
        run.alpha = alpha
        return after

    def _ended(self, run: LinearRun, look: Reading | None, outcome: Outcome) -> TrainedLinear:
        if self.reached is not None and look is not None and self.reached[1].gap < look.gap:
            run.alpha, look = self.reached
        w = np.asarray(run.w, dtype=np.float64) if look is None else look.w
        violation = float(run.progress[0]) if look is None else look.violation
        plane = None if look is None or look.w is look.own else look.w
        v, epochs = float(w[-1]) * self.bias, int(run.pace[EPOCHS])
        return TrainedLinear(run.alpha, w[:-1].copy(), v, violation, epochs, outcome, plane)
