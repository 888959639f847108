"""The lines that svm-train prints at the end of its loop, made from the same run, in its units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...problem import Formulation, Problem
from ...problem.proof.optimality import margins_of_gradient
from ...problem.scalars import free_scalars
from ...solver import LoopState
from ...trace import Trace
from .view import WARNING, printed_line


@dataclass(frozen=True)
class EndReport:
    """The printed numbers; those of nu-SVC are divided by the margin r, as its multipliers are (`solve_nu_svc`)."""

    passes: int
    derived: tuple[str, float] | None  # "nu" of C-SVC and a tube, "C" of nu-SVC, "epsilon" of nu-SVR; else None
    objective: float  # of the dual as it is minimised, so that it is below 0 where the margin is above 0
    rho: float  # -b
    supports: int
    bounded: int  # support vectors at their bound
    line: str  # the signs printed during the run
    margin: float  # r of nu-SVC, else 1
    classified: bool  # whether a last line has the support vectors of all pairs of classes

    @property
    def text(self) -> str:
        """All of it as svm-train prints it, with six decimals."""
        derived = "" if self.derived is None else f"{self.derived[0]} = {self.derived[1]:.6f}\n"
        return (
            f"{self.line}\noptimization finished, #iter = {self.passes}\n{derived}"
            f"obj = {self.objective:.6f}, rho = {self.rho:.6f}\n"
            f"nSV = {self.supports}, nBSV = {self.bounded}\n"
        ) + (f"Total nSV = {self.supports}\n" if self.classified else "")


def report(trace: Trace) -> EndReport | None:
    """Return the report of a finished run of LIBSVM's loop; None for nu-SVC without a margin, by which it divides."""
    problem, last = trace.problem, trace.last
    if not (isinstance(problem, Problem) and isinstance(last, LoopState)):
        raise TypeError(f"{trace.stepper.name} prints no report")
    form, alpha = problem.form, last.alpha
    found = free_scalars(form, alpha, margins_of_gradient(problem, alpha, last.gradient))
    kind, coef = form.formulation, form.coefficients(alpha)
    scale = found.r if kind is Formulation.NU_SVC else 1.0
    if scale == 0.0:
        return None
    bound = form.upper[: len(coef)]
    derived: tuple[str, float] | None = None
    if kind in (Formulation.C_SVC, Formulation.EPS_SVR):
        if np.all(bound == bound[0]):  # svm-train prints none for two different C
            derived = "nu", float(np.abs(coef).sum() / (bound[0] * len(coef)))
    elif kind is Formulation.NU_SVC:
        derived = "C", 1.0 / scale
    elif kind is Formulation.NU_SVR:
        derived = "epsilon", -found.r
    return EndReport(
        passes=len(trace),
        derived=derived,
        objective=float(alpha @ (last.gradient + form.p)) / 2.0 / scale**2,
        rho=-found.b / scale,
        supports=int((coef != 0).sum()),
        bounded=int(((coef != 0) & (np.abs(coef) >= bound)).sum()),
        line="".join(printed_line(trace)).replace(WARNING, "\nWARNING: using -h 0 may be faster\n"),
        margin=scale,
        classified=kind in (Formulation.C_SVC, Formulation.NU_SVC),
    )
