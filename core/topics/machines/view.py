"""An answer of any of the five machines, the standing of its run, its proof, and a step of the run."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...problem import (
    Certificate,
    Form,
    Formulation,
    Problem,
    Role,
    certificate,
    free_scalars,
    kkt_residuals,
    machine,
    margins_without_offset,
    normal,
)
from ...problem.arrays import Vector
from ...problem.scalars import Scalars, can_fall, can_rise, scalar_ranges, scores
from ...solver import Answer, Outcome
from ...trace import Trace
from ...view.solution import PROVED_DIGITS, Enclosed, Light, enclosed, proved_digits
from ...view.standing import highest

# ---- The violation by the variables of one sign, or of both ----
# There is one for b. If e' alpha is fixed besides s' alpha, each sign has its own: for b - r the sign +1, for b + r the
# other, with r as in `Scalars` (mathematics 7).


SIGNS = (1, -1)


@dataclass(frozen=True)
class Breach:
    """m of the variables that can rise and M of those that can fall, of one sign or of both."""

    sign: int  # 0: of both
    m: float
    M: float
    up: int  # the variable of m, -1 if none can rise
    low: int  # the variable of M, -1 if none can fall
    free: int  # variables between 0 and their bound

    @property
    def violation(self) -> float:
        """Return m - M, which is at most 0 at the optimum."""
        return self.m - self.M


def breaches(form: Form, alpha: Vector, score: Vector) -> tuple[Breach, ...]:
    """Return the violations of an alpha with scores -y G: one per sign if both sums are fixed, else one of all."""
    return tuple(_breach(sign, form, alpha, score) for sign in (SIGNS if form.alike else (0,)))


def _breach(sign: int, form: Form, alpha: Vector, score: Vector) -> Breach:
    own = np.ones(len(form.y), dtype=bool) if sign == 0 else form.y == sign
    up, low = highest(score, own & can_rise(form, alpha)), highest(-score, own & can_fall(form, alpha))
    return Breach(
        sign,
        m=float(score[up]) if up >= 0 else -np.inf,
        M=float(score[low]) if low >= 0 else np.inf,
        up=up,
        low=low,
        free=int(np.count_nonzero(own & (alpha > 0) & (alpha < form.upper))),
    )


# ---- The view of an answer of any of the five machines, as plain numbers ----


LEAST = 1e-9  # of values compared with 0
DIGITS_OF_NU = 12  # reliable digits of a sum of rounded numbers
SETTLED = 1e-9  # of the cost of f = 0: a tube's optimum that is proved to be closer to 0 counts as 0
REGRESSION = (Formulation.EPS_SVR, Formulation.NU_SVR)
OF_NU = (Formulation.NU_SVC, Formulation.NU_SVR, Formulation.ONE_CLASS)


@dataclass(frozen=True)
class MachineFit:
    """An answer with everything that a page can say about it."""

    formulation: Formulation
    light: Light
    outcome: Outcome
    steps: int
    trained: bool  # whether the trainer continued SMO's run
    alpha: Vector  # (N,) in the scale of the solver
    coef: Vector  # (n,) the factors of K(x_i, x) in the drawn f
    b: float  # of that f
    decision: Vector  # (n,) that f at the points
    role: NDArray[np.uint8]  # (n,) a `Role`; for a tube OUTSIDE means inside it, and INSIDE beyond its edge
    excess: Vector  # (n,) how far a point is beyond its margin or the edge of the tube, in units of that f; else 0
    exists: bool  # False: w may be 0, and f is meaningless
    unit: float  # the solver's f = this times the drawn f
    r: float  # in the solver's units: rho of nu-SVC and of one class, epsilon of a tube; 1 for C-SVC
    nu: float  # the given fraction, or the one for the same machine; nan for a hard margin
    least_share: float  # of the points: those beyond their margin, at most nu
    most_share: float  # the support vectors, at least nu
    beyond: int  # points beyond their margin or the edge of the tube
    errors: int  # points on the wrong side of f = 0; for one class those outside
    value: Enclosed  # encloses the absolute value of the optimum
    certificate: Certificate
    digits: int  # proved leading digits of the optimum
    psd: bool  # False: the dual is not proved to be convex
    norm: float  # |w| of the drawn f
    r_range: tuple[float, float]  # all optimal r; equal ends, r itself, where there is one
    b_range: tuple[float, float]  # all b of the drawn f that belong to an optimal pair of b and r

    @property
    def vectors(self) -> int:
        """The number of support vectors."""
        return self.free + self.bounded

    @property
    def free(self) -> int:
        """The number of them strictly between 0 and their bound."""
        return int(np.count_nonzero(self.role == Role.FREE))

    @property
    def bounded(self) -> int:
        """The number of them at their bound."""
        at_bound = (Role.INSIDE, Role.ON_PLANE, Role.MISCLASSIFIED, Role.BOUNDED_ON_MARGIN)
        return int(np.isin(self.role, at_bound).sum())

    @property
    def regression(self) -> bool:
        """Whether it predicts numbers."""
        return self.formulation in REGRESSION

    @property
    def half_width(self) -> float | None:
        """Epsilon of a tube; None without one."""
        return self.r if self.regression else None


def fitted(problem: Problem, answer: Answer) -> MachineFit:
    """Return the view of an answer; every number is computed from alpha, independently of the solver."""
    form, alpha = problem.form, answer.alpha
    g = margins_without_offset(problem, alpha)
    found = free_scalars(form, alpha, g)
    proof = certificate(problem, alpha, found.b)
    exists, unit = _scale(problem, alpha, found, proof)
    f = (g + found.b) / unit
    tolerance = LEAST * unit
    if answer.outcome is not Outcome.RUNNING:  # how far an optimum may be off; a state of a run is what it is
        tolerance = max(tolerance, 2.0 * float(kkt_residuals(problem, alpha, g, found.b, found.r).max()))
    u = shortfalls(form, g + found.b, found.r)
    role = _roles(form, alpha, u, g + found.b, tolerance)
    past = u.reshape(form.copies, -1).max(axis=0)  # the edge of a tube that a point is beyond need not be the one
    beyond = past > tolerance  # that its alpha pulls it to, before the end of a run
    value = enclosed(proof)
    digits = proved_digits(value)
    ranges = _ranges(form, alpha, g, found, unit, tolerance)
    shares = (float(beyond.mean()), float(np.mean(role >= Role.FREE)))
    return MachineFit(
        formulation=form.formulation,
        light=_light(form, exists, digits, proof),
        outcome=answer.outcome,
        steps=answer.steps,
        trained=answer.trained,
        alpha=alpha,
        coef=form.coefficients(alpha) / unit,
        b=found.b / unit,
        decision=f,
        role=role,
        excess=np.where(beyond, past, 0.0) / unit,
        exists=exists,
        unit=unit,
        r=_r(form, found),
        nu=nu_of(form, alpha),
        least_share=shares[0],
        most_share=shares[1],
        beyond=int(beyond.sum()),
        errors=_errors(form, f, tolerance / unit),
        value=value,
        certificate=proof,
        digits=digits,
        psd=problem.doubt == 0.0 or digits >= PROVED_DIGITS,
        norm=math.sqrt(max(0.0, float(form.coefficients(alpha) @ g))) / unit,
        r_range=ranges[0],
        b_range=ranges[1],
    )


def nu_of(form: Form, alpha: Vector) -> float:
    """Return sum alpha / (n C): nu of the nu problems, or the nu for the same machine (mathematics 7)."""
    most = float(form.upper.sum()) / form.copies
    return round(float(alpha.sum()) / most, DIGITS_OF_NU) if math.isfinite(most) else math.nan


def _scale(problem: Problem, alpha: Vector, found: Scalars, proof: Certificate) -> tuple[bool, float]:
    """Return whether w is proved to be non-zero if f is divided by rho, and that rho; 1 if nothing is divided."""
    form = problem.form
    if form.formulation is Formulation.NU_SVC:
        made = machine(problem, alpha)
        return made.has_margin, 1.0 / made.scale
    if form.formulation is Formulation.ONE_CLASS:
        rho = -found.b
        exists = rho > 0.0 and proof.dual > proof.gap + proof.rounding
        return exists, rho if exists else 1.0
    return True, 1.0


def shortfalls(form: Form, f: Vector, r: float) -> Vector:
    """Return u_k = r - p_k - s_k f(x_k) (mathematics, equation 18.2), (N,): above 0 beyond a margin or an edge."""
    return np.asarray(r - form.p - form.y * form.per_variable(f))


def _roles(form: Form, alpha: Vector, u: Vector, f: Vector, tolerance: float) -> NDArray[np.uint8]:
    """Return the role of each point, (n,)."""
    n, upper = len(form.target), form.upper
    if form.copies == 2:
        # The variable that decides the role of a point: the non-zero one, else that of the nearer edge.
        pulls, up, down = form.coefficients(alpha), np.arange(n), np.arange(n, 2 * n)
        nearer = np.where(u[:n] >= u[n:], up, down)
        k = np.where(pulls > 0.0, up, np.where(pulls < 0.0, down, nearer))
        alpha, upper, u = alpha[k], upper[k], u[k]
    role = np.full(n, Role.FREE, dtype=np.uint8)
    role[alpha <= 0.0] = Role.OUTSIDE
    role[(alpha <= 0.0) & (np.abs(u) <= tolerance)] = Role.ON_MARGIN
    at_bound = alpha >= upper
    role[at_bound] = Role.INSIDE
    role[at_bound & (u <= tolerance)] = Role.BOUNDED_ON_MARGIN
    if form.formulation in (Formulation.C_SVC, Formulation.NU_SVC):
        side = form.y * f
        role[at_bound & (np.abs(side) <= tolerance)] = Role.ON_PLANE
        role[at_bound & (side < -tolerance)] = Role.MISCLASSIFIED
    return role


def _r(form: Form, found: Scalars) -> float:
    """Return rho or epsilon, depending on the formulation; 1 for C-SVC."""
    match form.formulation:
        case Formulation.NU_SVC:
            return found.r
        case Formulation.NU_SVR:
            return -found.r
        case Formulation.ONE_CLASS:
            return -found.b
        case Formulation.EPS_SVR:
            n = len(form.target)
            return float(0.5 * (form.p[0] + form.p[n])) if n else 0.0
        case Formulation.C_SVC:
            return 1.0


def _ranges(
    form: Form, alpha: Vector, g: Vector, found: Scalars, unit: float, tolerance: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the optimal values of `MachineFit.r` and of b of the drawn f, each as (least, greatest).

    An interval that is not longer than the `tolerance`, in the solver's units, counts as one value.
    """
    every, r, b = scalar_ranges(form, alpha, g), _r(form, found), found.b / unit
    match form.formulation:
        case Formulation.NU_SVC:
            r_range, b_range = every.r, every.share  # unit is rho, so the b of the drawn f is b / rho
        case Formulation.NU_SVR:
            r_range, b_range = (-every.r[1], -every.r[0]), every.b
        case Formulation.ONE_CLASS:
            r_range, b_range = (-every.b[1], -every.b[0]), (b, b)  # f is divided by rho = -b
        case _:
            r_range, b_range = (r, r), every.b
    return _or_one(r_range, r, tolerance), _or_one(b_range, b, tolerance / unit)


def _or_one(ends: tuple[float, float], value: float, tolerance: float) -> tuple[float, float]:
    """Return an interval, or one value twice if it is too short or does not contain that value."""
    low, high = ends
    return ends if high - low > tolerance and low - tolerance <= value <= high + tolerance else (value, value)


def _errors(form: Form, f: Vector, tolerance: float) -> int:
    """Return the number of points on the wrong side; for one class those outside, for regression 0."""
    if form.copies == 2:
        return 0
    if form.formulation is Formulation.ONE_CLASS:
        return int(np.count_nonzero(f < -tolerance))
    return int(np.count_nonzero(np.where(f >= 0.0, 1.0, -1.0) != form.y))


def _light(form: Form, exists: bool, digits: int, proof: Certificate) -> Light:
    if not exists:
        return Light.IMPOSSIBLE
    near = form.copies == 2 and proof.high - proof.low <= SETTLED * float(form.cost @ np.abs(form.p))
    least = form.copies == 2 and proof.primal <= 0.0  # no tube costs less than nothing
    return Light.PROVED if digits >= PROVED_DIGITS or near or least else Light.NOT_YET


# ---- The standing of a run of any of the five machines ----


@dataclass(frozen=True)
class MachineStanding:
    """What is proved after some steps: P = half_norm + loss + given, -D = linear - half_norm (mathematics 18)."""

    fit: MachineFit  # the machine of this alpha
    half_norm: float  # 1/2 |w|^2 in the scale of the solver
    loss: float  # the cost of the points beyond their margin or the tube
    given: float  # b s' start - r e' start: of a nu problem -rho nu n or epsilon C nu n, else 0
    linear: float  # -p' alpha
    alpha_sums: tuple[float, float]  # over the variables of sign +1 and of sign -1
    kept: float  # the invariant of the steps: each sum if e' alpha is fixed too, else their difference
    upper: float  # of alpha, the largest
    w: Vector | None  # if it lies in the space of the points
    breaches: tuple[Breach, ...]  # one per sign if e' alpha is fixed too, else one

    @property
    def r(self) -> float:
        """The second free scalar of the primal: rho of nu-SVC, -epsilon of nu-SVR."""
        return self.fit.r if self.fit.formulation is Formulation.NU_SVC else -self.fit.r

    @property
    def proof(self) -> Certificate:
        """The certificate at the b that the solver would return now."""
        return self.fit.certificate

    @property
    def light(self) -> Light:
        """The truth light of this alpha; that no machine exists is known only at the end of a run."""
        return Light.PROVED if self.fit.light is Light.PROVED else Light.NOT_YET


def machine_standing(problem: Problem, alpha: Vector, steps: int) -> MachineStanding:
    """Return the standing at alpha (N,), which a run has reached after `steps` steps."""
    form, fit = problem.form, fitted(problem, Answer(alpha, Outcome.RUNNING, steps))
    proof = fit.certificate
    u = shortfalls(form, fit.decision * fit.unit, proof.r)
    return MachineStanding(
        fit,
        half_norm=0.5 * (fit.norm * fit.unit) ** 2,
        loss=float(form.cost @ np.maximum(0.0, u)),
        given=proof.b * form.balance - (proof.r * form.total if form.alike else 0.0),
        linear=-float(form.p @ alpha),
        alpha_sums=(float(alpha[form.y > 0].sum()), float(alpha[form.y < 0].sum())),
        kept=0.5 * form.total if form.alike else form.balance,
        upper=float(form.upper.max()),
        w=normal(problem, alpha),
        breaches=breaches(form, alpha, scores(form, alpha, margins_without_offset(problem, alpha))),
    )


# ---- A step of the recorded run of any machine ----
# If e' alpha is fixed besides s' alpha, so is the sum over each sign: both of a pair have one sign (mathematics 7).


@dataclass(frozen=True)
class PairStep:
    """The state before and after a step; in regression variables 0..n-1 pull up and n..2n-1 pull down."""

    k: int  # starting at 0
    steps: int  # of the run
    i: int
    j: int
    signs: tuple[int, int]  # of the pair
    before: tuple[float, float]  # alpha of the pair
    after: tuple[float, float]
    sums: tuple[float, float]  # of alpha over the signs +1 and -1, before
    sums_after: tuple[float, float]
    alike: bool  # whether both sums are fixed
    score: Vector  # (N,) -y G, before
    sign: Vector  # (N,)
    rises: NDArray[np.bool_]  # (N,) whether alpha y can increase
    falls: NDArray[np.bool_]  # (N,) whether it can decrease
    breaches: tuple[Breach, ...]  # of each sign if both sums are fixed, else of all


def pair_step(trace: Trace, k: int) -> PairStep:
    """Return step k of a run of pairs; 0 <= k < len(trace)."""
    problem = trace.problem
    assert isinstance(problem, Problem)
    form, row = problem.form, trace.table[k]
    alpha, after = (np.asarray(trace.state_at(step).alpha) for step in (k, k + 1))
    i, j = int(row["i"]), int(row["j"])
    score = scores(form, alpha, margins_without_offset(problem, alpha))
    rises, falls = can_rise(form, alpha), can_fall(form, alpha)
    return PairStep(
        k=k,
        steps=len(trace),
        i=i,
        j=j,
        signs=(int(form.y[i]), int(form.y[j])),
        before=(float(alpha[i]), float(alpha[j])),
        after=(float(after[i]), float(after[j])),
        sums=_sums(form.y, alpha),
        sums_after=_sums(form.y, after),
        alike=form.alike,
        score=score,
        sign=form.y,
        rises=rises,
        falls=falls,
        breaches=breaches(form, alpha, score),
    )


def _sums(y: Vector, alpha: Vector) -> tuple[float, float]:
    return float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
