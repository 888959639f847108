"""Whether a certificate is ever false: random problems whose kernel values cancel, against optima in 200 digits.

Run from the root of the project: ``python -m benchmarks proofs``, with ``--count 100`` for fewer than 5,000 problems
and ``--seed 1`` for others. A problem has at most four points, so its dual can be solved on every face of its box: the
best of those solutions is the optimum, even if the dual is not convex.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from itertools import product
from typing import NamedTuple

import numpy as np

from core.problem import (
    Certificate,
    FourierMap,
    Gaussian,
    InputError,
    Kernel,
    Linear,
    LinearCertificate,
    LinearProblem,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Precomputed,
    Problem,
    Sigmoid,
    TaylorGaussian,
    TaylorMap,
    augmented_certificate,
    c_svc,
    certificate,
    eps_svr,
    linear_certificate,
    linear_svc,
    nu_svc,
    nu_svr,
    one_class,
)
from core.problem.arrays import Matrix
from core.solver import finish
from core.view import proved_digits
from core.view.solution import enclosed

DIGITS = 200
NOTHING = Decimal(10) ** -60  # relative error of a solve in this precision
Decimals = list[Decimal]
AnyProblem = Problem | LinearProblem


class Instance(NamedTuple):
    """A problem, the name of its kind, and its certificate's type."""

    name: str
    problem: AnyProblem
    augmented: bool = False  # with the constant feature R appended to phi(x)


class Claim(NamedTuple):
    """The claim about a problem, and whether it is true."""

    name: str
    digits: int
    true: bool
    text: str


def main(options: list[str] | None = None) -> int:
    """Print the claimed digits for each kind of problem, and every claim that is false.

    Returns 1 if one is.
    """
    reader = argparse.ArgumentParser()
    reader.add_argument("--count", type=int, default=5000)
    reader.add_argument("--seed", type=int, default=0)
    given = reader.parse_args(options or [])
    made, claimed, digits, wrong = Counter[str](), Counter[str](), Counter[str](), 0
    for claim in claims(given.count, given.seed):
        made[claim.name] += 1
        claimed[claim.name] += claim.digits > 0
        digits[claim.name] += claim.digits
        if not claim.true:
            wrong += 1
            print(claim.text)
    print(f"{'kind':<24}{'problems':>10}{'claimed':>10}{'digits each':>13}")
    for name in sorted(made):
        mean = digits[name] / claimed[name] if claimed[name] else 0.0
        print(f"{name:<24}{made[name]:>10}{claimed[name]:>10}{mean:>13.1f}")
    print(f"{wrong} of {sum(made.values())} claims are false")
    return int(wrong > 0)


def claims(count: int, seed: int = 0) -> Iterator[Claim]:
    """Yield the claims about so many random problems, each solved by steps, and judged by its exact optimum."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        case = None
        while case is None:
            try:
                case = random_case(random)
            except InputError:  # an overflow, for instance
                continue
        yield judged(case, int(random.choice([3, 30, 3000])))


def judged(case: Instance, limit: int) -> Claim:
    """Return the claim after at most so many steps, and whether the exact optimum confirms it."""
    problem = case.problem
    name = "dual-cd" if isinstance(problem, LinearProblem) else "perceptron" if case.augmented else "smo-second-order"
    alpha = finish(problem, name, 1e-9, limit=limit).alpha
    if not np.isfinite(alpha).all():
        return Claim(case.name, 0, True, "")
    proof: Certificate | LinearCertificate
    if isinstance(problem, LinearProblem):
        proof = linear_certificate(problem, alpha)
    else:
        proof = augmented_certificate(problem, alpha) if case.augmented else certificate(problem, alpha)
    best = optimum(case)
    low = not math.isfinite(proof.low) or Decimal(proof.low) <= best
    high = not math.isfinite(proof.high) or best <= Decimal(proof.high)
    text = f"{case.name}: [{proof.low!r}, {proof.high!r}] is claimed of {best:.20g}; {problem}"
    return Claim(case.name, proved_digits(enclosed(proof)), low and high, text)


# ---- random problems ----


def random_case(random: np.random.Generator) -> Instance:
    """Return a random problem in which the terms of kernel values cancel, if the kernel has several."""
    n, d = int(random.integers(2, 5)), int(random.integers(1, 4))
    X = random.normal(size=(n, d)) * 10.0 ** random.choice([0, 0, -3, 3, 6])
    if random.random() < 0.5:  # nearly equal, or far from the origin
        X = random.normal(size=d) * 10.0 ** random.choice([0, 2]) + X * 10.0 ** -random.uniform(0, 9)
    if random.random() < 0.3:
        X = np.round(X, 1)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    kernel = _kernel(random, X)
    C = math.inf if random.random() < 0.3 else 10.0 ** random.uniform(-3, 6)
    kind = random.choice(["c", "c", "c", "squared", "nu", "tube", "nu-tube", "one", "linear", "augmented"])
    name = type(kernel).__name__
    match kind:
        case "linear":
            loss, bias = str(random.choice(["hinge", "squared_hinge"])), None if random.random() < 0.5 else 1.0
            return Instance("plane", linear_svc(X, y, C, loss, bias))
        case "augmented":
            return Instance(f"augmented {name}", c_svc(X, y, kernel, math.inf), True)
        case "squared" if math.isfinite(C):
            return Instance(f"{name} squared", c_svc(X, y, kernel, C, loss="squared_hinge"))
        case "nu":
            return Instance(f"{name} nu", nu_svc(X, y, kernel, float(random.choice([0.3, 0.5]))))
        case "one":
            return Instance(f"{name} one", one_class(X, kernel, float(random.uniform(0.2, 1.0))))
        case "tube" if n < 4 and math.isfinite(C):
            return Instance(
                f"{name} tube", eps_svr(X, random.normal(size=n), kernel, C, float(random.choice([0.0, 0.1])))
            )
        case "nu-tube" if n < 4 and math.isfinite(C):
            return Instance(f"{name} nu tube", nu_svr(X, random.normal(size=n), kernel, C, 0.5))
        case _:
            return Instance(name, c_svc(X, y, kernel, C))


def _kernel(random: np.random.Generator, X: Matrix) -> Kernel:
    """Return a random kernel; if its value is a sum, the terms usually cancel at an inner product of X."""
    x, z = X[random.integers(len(X))], X[random.integers(len(X))]
    gamma = float(10.0 ** random.uniform(-2, 1) / max(1.0, float((X * X).sum(axis=1).max())) ** random.integers(0, 2))
    shift = -gamma * float(x @ z) * float(random.choice([1.0, 1.0 + 1e-12, 1.0 - 1e-6, 0.5, -1.0]))
    degree, choice = int(random.choice([1, 1, 2, 3, 5])), random.random()
    if choice < 0.3:
        return Sigmoid(gamma, shift)
    if choice < 0.65:
        return Polynomial(degree, gamma, shift)
    scale = float((X * X).sum(axis=1).max())
    near = float(10.0 ** random.uniform(-2, 1) / max(scale, 1e-300))
    kernels: list[Callable[[], Kernel]] = [
        Linear,
        lambda: Gaussian(near),
        lambda: TaylorGaussian(near, int(random.integers(0, 9))),
        lambda: TaylorMap(near, 3),
        lambda: PolynomialMap(2, gamma, abs(shift)),
        lambda: FourierMap(near, 6, int(random.integers(9)), bool(random.random() < 0.5)),
        lambda: NystroemMap.choose(Gaussian(near), X, 2, 0),
    ]
    return kernels[int(random.integers(len(kernels)))]()


# ---- the exact optimum ----


def optimum(case: Instance) -> Decimal:
    """Return the minimum of the primal, equal to the maximum of -D; infinite if there is none."""
    with localcontext() as context:
        context.prec = DIGITS
        problem = case.problem
        if isinstance(problem, LinearProblem):
            K = exact_gram(Linear(), problem.X)
            shift = Decimal(0) if problem.bias is None else Decimal(problem.bias) ** 2
            return _optimum(problem, [[value + shift for value in row] for row in K], bound=False)
        K = [[Decimal(v) for v in row] for row in problem.gram.tolist()]
        if not isinstance(problem.kernel, Precomputed):
            K = exact_gram(problem.kernel, problem.X)
        if not case.augmented:
            return _optimum(problem, K)
        shift = max(Decimal(0), *(K[i][i] for i in range(len(K))))
        return _optimum(problem, [[value + shift for value in row] for row in K], bound=False)


def _optimum(problem: AnyProblem, K: list[Decimals], bound: bool = True) -> Decimal:
    """Return max -D over all faces of the box; for a dual without bounds over those that meet the KKT conditions."""
    form, n = problem.form, len(K)
    N = len(form.y)
    signs, p = [int(s) for s in form.y], [Decimal(v) for v in form.p.tolist()]
    upper = [Decimal(v) for v in form.upper.tolist()]
    Q = [[signs[k] * signs[m] * K[k % n][m % n] for m in range(N)] for k in range(N)]
    for k in range(N):
        Q[k][k] += Decimal(float(form.diagonal[k]))
    balance, total = Decimal(form.balance), Decimal(form.total)
    sums = [([Decimal(s) for s in signs], balance)]  # rows of the equalities, no two of which share a variable
    if form.alike:
        sums = [([Decimal(s == c) for s in signs], (total + c * balance) / 2) for c in (1, -1)]
    sums = sums if bound else []
    endless, best = any(u.is_infinite() for u in upper), Decimal("-Infinity")
    for states in product(*(("0", "F") if u.is_infinite() else ("0", "F", "U") for u in upper)):
        alpha = _on_face(states, Q, p, upper, sums)
        if alpha is None:
            continue
        G = [sum((q * a for q, a in zip(row, alpha, strict=True)), p_k) for row, p_k in zip(Q, p, strict=True)]
        if endless and not _meets_kkt(states, G, sums):
            continue
        value = -sum((a * (g + p_k) for a, g, p_k in zip(alpha, G, p, strict=True)), Decimal(0)) / 2
        best = max(best, value)
    if best.is_infinite() or (endless and not _is_psd(Q) and _falls(Q, sums)):
        return Decimal("Infinity")
    return best


def _falls(Q: list[Decimals], sums: list[tuple[Decimals, Decimal]]) -> bool:
    """Whether D may be unbounded below in some direction d >= 0 that keeps the sums: d' Q d is not above 0."""
    N = len(Q)
    nothing, endless = [Decimal(0)] * N, [Decimal("Infinity")] * N
    kept = [*((row, Decimal(0)) for row, _ in sums), ([Decimal(1)] * N, Decimal(1))]
    for states in product("0F", repeat=N):
        d = _on_face(states, Q, nothing, endless, kept)
        if d is not None:
            bent = sum(
                (a * b * q for a, row in zip(d, Q, strict=True) for b, q in zip(d, row, strict=True)), Decimal(0)
            )
            if bent <= NOTHING * max(abs(q) for row in Q for q in row):
                return True
    return False


def _on_face(
    states: tuple[str, ...], Q: list[Decimals], p: Decimals, upper: Decimals, sums: list[tuple[Decimals, Decimal]]
) -> Decimals | None:
    """Return the stationary point of D on a face, or None if there is no feasible one, or more than one."""
    fixed = [u if s == "U" else Decimal(0) for s, u in zip(states, upper, strict=True)]
    free = [k for k, s in enumerate(states) if s == "F"]
    scale = max((abs(Q[k][k]) for k in free), default=Decimal(1)) or Decimal(1)
    rows = []
    for row, value in sums:
        rest = value - sum((r * a for r, a in zip(row, fixed, strict=True)), Decimal(0))
        if any(row[k] for k in free):
            rows.append((row, rest))
        elif abs(rest) > NOTHING * (abs(value) + max(fixed)):
            return None
    A = [[Q[k][m] for m in free] + [scale * row[k] for row, _ in rows] for k in free]
    A += [[scale * row[m] for m in free] + [Decimal(0)] * len(rows) for row, _ in rows]
    right = [-p[k] - sum((q * a for q, a in zip(Q[k], fixed, strict=True)), Decimal(0)) for k in free]
    solved = _solved(A, right + [scale * rest for _, rest in rows])
    if solved is None:
        return None
    for k, a in zip(free, solved, strict=False):
        slack = NOTHING * max(abs(v) for v in solved)
        if a < -slack or a > upper[k] + slack:
            return None
        fixed[k] = a
    return fixed


def _solved(A: list[Decimals], b: Decimals) -> Decimals | None:
    """Return x with A x = b by elimination, or None if A is singular to a hundred digits."""
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    n = len(rows)
    smallest = max((abs(v) for row in A for v in row), default=Decimal(0)) * Decimal(10) ** -100
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if abs(rows[pivot][k]) <= smallest:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [v - factor * w for v, w in zip(rows[i], rows[k], strict=True)]
    x: Decimals = [Decimal(0)] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum((rows[k][m] * x[m] for m in range(k + 1, n)), Decimal(0))) / rows[k][k]
    return x


def _meets_kkt(states: tuple[str, ...], G: Decimals, sums: list[tuple[Decimals, Decimal]]) -> bool:
    """Whether no variable at 0 would lower D: with one equality there is a multiplier for all of them."""
    allowed = Decimal(10) ** -40 * (1 + max(abs(g) for g in G))
    if not sums:
        return all(g >= -allowed for s, g in zip(states, G, strict=True) if s == "0")
    (row, _), *more = sums
    assert not more  # of a hard margin
    free = [-g * r for s, g, r in zip(states, G, row, strict=True) if s == "F"]
    least = max([-g for s, g, r in zip(states, G, row, strict=True) if s == "0" and r > 0], default=None)
    most = min([g for s, g, r in zip(states, G, row, strict=True) if s == "0" and r < 0], default=None)
    lows, highs = [*free[:1], *([] if least is None else [least])], [*free[:1], *([] if most is None else [most])]
    return not lows or not highs or max(lows) <= min(highs) + allowed


def _is_psd(Q: list[Decimals]) -> bool:
    """Whether Q is positive semidefinite, to a hundred digits."""
    A, least = [list(row) for row in Q], max(abs(v) for row in Q for v in row) * Decimal(10) ** -100
    while A:
        k = max(range(len(A)), key=lambda i: A[i][i])
        pivot = A[k][k]
        if pivot <= least:
            return all(abs(v) <= least for row in A for v in row)
        others = [i for i in range(len(A)) if i != k]
        A = [[A[i][j] - A[i][k] * A[k][j] / pivot for j in others] for i in others]
    return True


# ---- exact kernels ----


def exact_gram(kernel: Kernel, X: Matrix) -> list[Decimals]:
    """Return K to `DIGITS` digits, with the points and parameters taken as exact."""
    if isinstance(kernel, TaylorMap | PolynomialMap):
        kernel = kernel.kernel
    if isinstance(kernel, NystroemMap):  # its features are numbers of their own
        return exact_gram(Linear(), np.asarray(kernel.features(X)))
    rows = [[Decimal(v) for v in row] for row in X.tolist()]
    if isinstance(kernel, FourierMap):
        rows, kernel = _waves(kernel, rows), Linear()
    return [[_value(kernel, x, z) for z in rows] for x in rows]


def _value(kernel: Kernel, x: Decimals, z: Decimals) -> Decimal:
    inner = sum((a * b for a, b in zip(x, z, strict=True)), Decimal(0))
    match kernel:
        case Linear():
            return inner
        case Polynomial(degree, gamma, zeta):
            return (Decimal(zeta) + Decimal(gamma) * inner) ** int(degree)
        case Sigmoid(gamma, r):
            t = Decimal(gamma) * inner + Decimal(r)
            faded = (-2 * abs(t)).exp()
            return ((1 - faded) / (1 + faded)).copy_sign(t)
        case Gaussian(gamma):
            return (-Decimal(gamma) * sum(((a - b) ** 2 for a, b in zip(x, z, strict=True)), Decimal(0))).exp()
        case TaylorGaussian(gamma, order, None):
            norms = sum((a * a for a in (*x, *z)), Decimal(0))
            step, term = 2 * Decimal(gamma) * inner, Decimal(1)
            total = term
            for k in range(1, order + 1):
                term = term * step / k
                total += term
            return total * (-Decimal(gamma) * norms).exp()
        case _:
            raise TypeError(f"no exact value of {kernel}")


def _waves(kernel: FourierMap, rows: list[Decimals]) -> list[Decimals]:
    """Return the features of a map, with its frequencies and phases taken as exact."""
    W, phases = kernel.frequencies(len(rows[0]))
    factor = (Decimal(1 if kernel.paired else 2) / len(W)).sqrt()
    across = [[Decimal(v) for v in row] for row in W.tolist()]
    shifts = [Decimal(v) for v in (np.zeros(len(W)) if phases is None else phases).tolist()]
    made = []
    for x in rows:
        angles = [
            sum((a * b for a, b in zip(w, x, strict=True)), shift) for w, shift in zip(across, shifts, strict=True)
        ]
        turned = [_wave(angle, 0) for angle in angles]
        made.append([factor * v for v in turned + ([_wave(angle, 1) for angle in angles] if kernel.paired else [])])
    return made


def _wave(angle: Decimal, first: int) -> Decimal:
    """Return the cosine (0) or the sine (1) of a moderate angle by its series."""
    term = angle if first else Decimal(1)
    total, k = term, first
    while abs(term) > Decimal(10) ** -DIGITS:
        term = -term * angle * angle / ((k + 1) * (k + 2))
        k += 2
        total += term
    return total
