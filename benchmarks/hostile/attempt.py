"""Make a call, and return how it ended, with numbers computed by its certificate instead of its trainer."""

from __future__ import annotations

import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from benchmarks.hostile.calls import DEFAULT, FITS, WALKS, Call
from benchmarks.hostile.points import AnyNumbers
from core import estimators
from core.problem import (
    Certificate,
    InputError,
    LinearCertificate,
    Problem,
    c_svc,
    eps_svr,
    free_scalars,
    kkt_residuals,
    linear_certificate,
    linear_svc,
    margins_without_offset,
    nu_svc,
    nu_svr,
    one_class,
)
from core.solver import Outcome, train
from core.trace import record

EPS = float(np.finfo(float).eps)
MEGABYTE = 1 << 20
THIRD = 3
MINIMISED: dict[str, dict[str, Any]] = {  # by `LinearSVC`
    "hinge": {"loss": "hinge"},
    "squared_hinge": {"loss": "squared_hinge"},
    "l1": {"penalty": "l1", "dual": False},
    "crammer_singer": {"multi_class": "crammer_singer"},
}
REFUSALS = (ValueError, InputError)  # exactly these: NumPy's own errors are subclasses of ValueError


@dataclass(frozen=True)
class Ended:
    """How a call ended.

    Attributes
    ----------
    refused, raised
        The message of a refusal; the traceback of any other exception. Empty if there was none.
    admitted
        Whether the outcome, or the status and a warning, report that the tolerance is not met.
    violation
        Of the KKT conditions, in the units of the tolerance, by the certificate.
    rounding
        Possible float64 error of that number, unless it is reported elsewhere.
    gap
        Relative, if its certificate has one; else nan.
    """

    refused: str = ""
    raised: str = ""
    admitted: bool = False
    violation: float = 0.0
    rounding: float = 0.0
    gap: float = float("nan")
    steps: int = 0
    seconds: float = 0.0


def attempt(call: Call) -> Ended:
    """Return how the call ended, and its duration: processor time, or wall time if threads shared the processor."""
    make = _makes(call.way)
    begun, worked = time.perf_counter(), time.process_time()
    try:
        with warnings.catch_warnings(record=True) as warned, np.errstate(all="ignore"):
            warnings.simplefilter("always")
            ended = make(call)
        told = any(issubclass(one.category, ConvergenceWarning) for one in warned)
        if call.way in FITS:
            ended = replace(ended, admitted=ended.admitted and told)
    except Exception as error:
        refusal = type(error) in REFUSALS
        ended = Ended(refused=str(error)) if refusal else Ended(raised=traceback.format_exc(limit=-4))
    return replace(ended, seconds=min(time.perf_counter() - begun, time.process_time() - worked))


def _makes(way: str) -> Callable[[Call], Ended]:
    if way in WALKS:
        return _descent if way == "dual-cd" else _walk
    return {"machine": _machine, "linear": _linear, "features": _on_features, "trainer": _trainer}[way]


def _machine(call: Call) -> Ended:
    options = {"kernel": call.kernel, "tol": call.tolerance, "max_iter": call.limit, **call.options}
    machine = getattr(estimators, call.what)(**options)
    labels = () if call.what == "OneClassSVM" else (call.y,)
    machine.fit(call.X, *labels, sample_weight=call.weight)
    return _told(machine.certificate_, machine.fit_status_ == 1, int(np.max(machine.n_iter_)))


def _linear(call: Call) -> Ended:
    options = {**MINIMISED[call.what], "tol": call.tolerance, "C": call.options["C"]}
    if call.limit != DEFAULT:
        options["max_iter"] = call.limit
    if call.options["bias"] is None:
        options["fit_intercept"] = False
    else:
        options["intercept_scaling"] = call.options["bias"]
    y = call.y.copy()
    if call.options.get("third"):
        y[::THIRD] = 0.0  # a third class
    machine = estimators.LinearSVC(**options).fit(call.X, y, sample_weight=call.weight)
    proof = machine.certificate_
    assert not isinstance(proof, tuple)
    return _told(proof, machine.fit_status_ == 1, machine.n_iter_)


def _on_features(call: Call) -> Ended:
    name, given = call.options["features"]
    made = getattr(estimators, name)(**given).fit_transform(call.X)
    return _linear(replace(call, X=made))


def _told(proof: Certificate | LinearCertificate, admitted: bool, steps: int) -> Ended:
    """Return the numbers of a certificate, in the unit of its tolerance."""
    unit = proof.unit
    return Ended("", "", admitted, proof.violation / unit, proof.noise / unit, proof.relative_gap, steps)


def _problem(call: Call) -> Problem:
    assert call.kernel is not None
    assert hasattr(call.kernel, "gram")
    given: dict[str, Any] = {key: value for key, value in call.options.items() if key in ("C", "nu", "epsilon")}
    make: dict[str, Callable[..., Problem]] = {
        "c_svc": c_svc,
        "squared_hinge": c_svc,
        "nu_svc": nu_svc,
        "eps_svr": eps_svr,
        "nu_svr": nu_svr,
        "one_class": one_class,
    }
    if call.what == "squared_hinge":
        given["loss"] = call.what
    labels = () if call.what == "one_class" else (call.y,)
    X = call.X.toarray() if sparse.issparse(call.X) else call.X
    return make[call.what](X, *labels, call.kernel, sample_weight=call.weight, **given)


def _trainer(call: Call) -> Ended:
    problem = _problem(call)
    cache = int(call.options.get("cache_size", 200) * MEGABYTE)
    X = call.X if sparse.issparse(call.X) else problem.X
    limit = None if call.limit == DEFAULT else call.limit
    found = train(problem.form, X, problem.kernel, call.tolerance, cache_bytes=cache, limit=limit)
    return _proved(problem, found.alpha, found.outcome, found.steps)


def _walk(call: Call) -> Ended:
    problem = _problem(call)
    run = record(problem, call.way, call.tolerance, limit=None if call.limit == DEFAULT else call.limit)
    return _proved(problem, run.last.alpha, run.outcome, len(run))


def _proved(problem: Problem, alpha: AnyNumbers, outcome: Outcome, steps: int) -> Ended:
    """Return the violation at LIBSVM's offset, and the possible float64 error of its sums."""
    if not np.isfinite(alpha).all():
        return Ended("", "", outcome != Outcome.OPTIMAL, float("inf"), 0.0, float("nan"), steps)
    g, coef = margins_without_offset(problem, alpha), np.abs(problem.form.coefficients(alpha))
    violation = kkt_residuals(problem, alpha, g, *free_scalars(problem.form, alpha, g)).max()
    lost = len(alpha) * EPS * float((np.abs(problem.gram) @ coef).max() + np.abs(problem.form.p).max())
    return Ended("", "", outcome != Outcome.OPTIMAL, float(violation), 8.0 * lost, float("nan"), steps)


def _descent(call: Call) -> Ended:
    problem = linear_svc(call.X, call.y, call.options["C"], loss=call.what, bias=call.options["bias"])
    run = record(problem, call.way, call.tolerance, limit=None if call.limit == DEFAULT else call.limit)
    alpha, features = run.last.alpha, np.abs(problem.dual.features)
    proof = linear_certificate(problem, alpha)
    lost = sum(features.shape) * EPS * float((features @ (features.T @ alpha)).max() + 1.0)
    return Ended("", "", run.outcome != Outcome.OPTIMAL, proof.violation, 8.0 * lost, proof.relative_gap, len(run))
