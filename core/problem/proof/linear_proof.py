"""The proof of a linear answer: its certificate from the rows of features, in float64, a block of rows at a time.

The rows can be a table, CSR, or the output of a feature map; nothing of their size is copied, and the constant feature
is not stored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ..arrays import Vector
from ..form import Form
from ..maps.feature_map import FeatureMap, Features, Rows, blocks
from .optimality import hard_gap, hard_primal, relative_width, soft_gap

EPS = float(np.finfo(float).eps)
BLOCK_BYTES = 8 << 20  # of features at a time, in float64


@dataclass(frozen=True)
class LinearCertificate:
    """Numbers that prove an answer, or show how far it is from optimal, without reading the solver's w."""

    primal: float  # P of w(alpha); inf if a hard margin is violated by every rescaling of w
    dual: float  # D, minimised form; -D <= optimum <= P
    gap: float  # P + D, summed over the points without cancellation
    rounding: float  # how much larger the real gap can be, because of floating-point arithmetic
    violation: float  # the largest projected gradient
    box: float  # largest excursion of alpha outside [0, U]
    noise: float = 0.0  # how much larger the real violation can be: rounding in the values of f
    unit: float = 1.0  # of the tolerance
    of_dual: float = 0.0  # how far -D can exceed the optimum: floating-point errors, and an alpha outside its box

    @property
    def low(self) -> float:
        """A proved lower bound of the optimum."""
        return -self.dual - self.of_dual

    @property
    def high(self) -> float:
        """A proved upper bound of the optimum; inf if there is none."""
        return max(self.primal, -self.dual + self.of_dual + self.gap + self.rounding)

    @property
    def relative_gap(self) -> float:
        """The gap and its rounding relative to the computed dual value."""
        return (self.gap + self.rounding) / max(abs(self.dual), 1e-300)

    @property
    def relative_width(self) -> float:
        """The relative uncertainty of the optimum: see `relative_width`."""
        return relative_width(self.low, self.high)


@np.errstate(over="ignore")  # a loss beyond float64 is inf, and proves nothing
def linear_certify(
    form: Form,
    X: Rows,
    alpha: Vector,
    bias: float | None = 1.0,
    phi: FeatureMap | None = None,
    plane: Vector | None = None,
) -> LinearCertificate:
    """Return the certificate of alpha (n,) for the linear problem of a form: its box, without its equality.

    Parameters
    ----------
    form
        As from `c_svc_form`: a bound and a diagonal for every point, which need not be equal.
    X
        Rows (n, d): a table, float32 or float64, or CSR.
    bias
        The constant feature; None for a plane through the origin.
    phi
        If given, the features are those of this map for the rows of X.
    plane
        The weights (d + 1,) of a soft margin, with the constant feature last, if they are more exact than the sum
        w(alpha) of rounded multipliers: a large C |x|^2 requires it.

    Notes
    -----
    P of any w and D of alpha differ by P + D = 1/2 |w - w(alpha)|^2 + the gaps of the points, and nothing cancels. So
    the given plane itself is proved, and the rounding error of the sum w(alpha) counts only by its square.
    A hard margin has a finite primal only if some rescaling of w puts every point outside the band: then
    P = 1/2 |w|^2 / min(y f)^2.
    """
    constant = 0.0 if bias is None else float(bias)
    w, own, margin, length = margins(form, X, alpha, constant, phi, plane)
    squared_norm = float(w @ w)
    of_sum = (len(alpha) + 2) * EPS * float(length @ alpha)  # of w(alpha)
    error = np.asarray((len(w) + 3) * EPS * math.sqrt(squared_norm) * length)
    apart = float(np.linalg.norm(w - own))
    gap, most = (linear_gap(form, alpha, squared_norm, margin, wrong) for wrong in (np.zeros_like(error), error))
    gap, most = gap + 0.5 * apart * apart, most + 0.5 * (apart + of_sum) * (apart + of_sum)
    G = margin - 1.0 + form.diagonal * alpha
    violation, outside = _steepest(form, alpha, G), np.maximum(-alpha, alpha - form.upper).clip(min=0.0)
    own_square, bent = float(own @ own), float(alpha @ (form.diagonal * alpha))
    sums = (len(alpha) + len(w) + 4) * EPS * (own_square + bent + float(np.abs(alpha).sum()))
    moved, bend = float(outside.sum()), float((length**2 + form.diagonal).max())
    slope = float(np.abs(G).max() + error.max())
    return LinearCertificate(
        primal=_primal(form, squared_norm, margin),
        dual=0.5 * own_square + 0.5 * bent - float(alpha.sum()),
        gap=gap,
        rounding=most - gap + len(alpha) * EPS * most if math.isfinite(gap) else math.inf,
        violation=violation,
        box=float(outside.max(initial=0.0)),
        noise=max(_steepest(form, alpha, G + error), _steepest(form, alpha, G - error)) - violation,
        of_dual=sums + of_sum * (math.sqrt(own_square) + of_sum) + moved * (slope + moved * bend),
    )


def margins(
    form: Form,
    X: Rows,
    alpha: Vector,
    constant: float,
    phi: FeatureMap | None = None,
    plane: Vector | None = None,
) -> tuple[Vector, Vector, Vector, Vector]:
    """Return w, w(alpha) = sum_i alpha_i y_i phi_i, y_i f(x_i) and |phi_i|; the constant's weight is last.

    w is the given plane, or else w(alpha).
    """
    n, step = X.shape[0], np.asarray(alpha * form.y)
    own, f, squared = np.zeros(1), np.empty(n), np.empty(n)
    for part, features in feature_blocks(X, phi):
        if len(own) == 1:
            own = np.zeros(features.shape[1] + 1)
        own[:-1] += features.T @ step[part]
        squared[part] = _squared_lengths(features)
    own[-1] = constant * float(step.sum())
    w = own if plane is None else plane
    for part, features in feature_blocks(X, phi):
        f[part] = features @ w[:-1] + constant * w[-1]
    return w, own, form.y * f, np.sqrt(squared + constant**2)


def feature_blocks(X: Rows, phi: FeatureMap | None) -> Iterator[tuple[slice, Features]]:
    """Yield the features in float64, some rows at a time."""
    rows = X.tocsr() if sparse.issparse(X) else X
    if phi is None and sparse.issparse(rows) and rows.dtype == np.float64:  # nothing is copied
        yield slice(0, rows.shape[0]), rows
        return
    if phi is not None:
        row_bytes = 8 * phi.dimension(rows.shape[1])
    elif sparse.issparse(rows):
        row_bytes = 12 * math.ceil(rows.nnz / rows.shape[0])  # a number and its column for each non-zero entry
    else:
        row_bytes = 8 * rows.shape[1]
    for part in blocks(rows.shape[0], row_bytes, BLOCK_BYTES):
        features = rows[part] if phi is None else phi.features(rows[part])
        yield part, features.astype(np.float64) if sparse.issparse(features) else np.asarray(features, np.float64)


def _squared_lengths(features: Features) -> Vector:
    if sparse.issparse(features):
        found, starts = np.zeros(features.shape[0]), features.indptr[:-1]
        filled = starts < features.indptr[1:]
        found[filled] = np.add.reduceat(features.data[: features.indptr[-1]] ** 2, starts[filled])
        return found
    return np.asarray(np.einsum("ij,ij->i", features, features))


def projection(alpha: Vector, G: Vector, upper: Vector | float) -> Vector:
    """Return the part of the gradient not blocked by the box, shape (n,); zero exactly at the optimum."""
    free = np.where(alpha >= upper, np.maximum(G, 0.0), G)
    return np.where(alpha <= 0, np.where(np.asarray(upper) > 0, np.minimum(G, 0.0), 0.0), free)


def _steepest(form: Form, alpha: Vector, G: Vector) -> float:
    """Return the largest projected gradient."""
    return float(np.abs(projection(alpha, G, form.upper)).max())


def _primal(form: Form, squared_norm: float, margin: Vector) -> float:
    if form.hard:
        return hard_primal(squared_norm, margin)
    slack = np.maximum(0.0, 1.0 - margin)
    return 0.5 * squared_norm + float(form.cost @ (slack**2 if form.squared else slack))


def linear_gap(form: Form, alpha: Vector, squared_norm: float, margin: Vector, error: Vector) -> float:
    """Return the largest possible P + D if the error of each m_i = y_i f(x_i) is at most `error` (n,)."""
    if form.hard:
        return hard_gap(alpha, squared_norm, margin, error)
    return soft_gap(form, alpha, 1.0 - margin, error)
