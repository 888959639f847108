"""The numbers of a step of a machine other than C-SVC: its own primal and dual, its sums, and its b."""

from __future__ import annotations

import math

from core.problem import Formulation
from core.problem.arrays import Vector
from core.topics.machines.view import Breach, MachineStanding
from core.view import Light
from ui.component.standing import Row, StandingRows
from ui.page.numbers.of_every_run import bounds_text, gap_text, interval_row, operand, sums_of, vector_text
from ui.solve.machine.message import DIGITS
from ui.words import Words, number

TERMS = {  # keys of the primal and the dual in the catalogues
    Formulation.NU_SVC: "nu",
    Formulation.ONE_CLASS: "nu",
    Formulation.EPS_SVR: "tube",
    Formulation.NU_SVR: "nu-tube",
}
FREE = {Formulation.NU_SVC: "rho", Formulation.ONE_CLASS: "one", Formulation.NU_SVR: "epsilon"}  # found beside w
OWN = {  # specific to a machine: its interval and its sums
    Formulation.NU_SVC: "nu",
    Formulation.ONE_CLASS: "one",
    Formulation.EPS_SVR: "tube",
    Formulation.NU_SVR: "nu-tube",
}
LEVELS = {  # the quantity of an interval
    Formulation.NU_SVC: ("b − ρ", "b + ρ"),
    Formulation.ONE_CLASS: ("b = −ρ",),
    Formulation.EPS_SVR: ("b",),
    Formulation.NU_SVR: ("b + ε", "b − ε"),
}
ENDS = {  # the key for the ends of each
    Formulation.NU_SVC: ("nu-plus", "nu-minus"),
    Formulation.ONE_CLASS: ("one",),
    Formulation.EPS_SVR: ("tube",),
    Formulation.NU_SVR: ("nu-tube-plus", "nu-tube-minus"),
}
SUMS = {Formulation.NU_SVC: "Σ yα", Formulation.ONE_CLASS: "Σα"}  # of a tube Σ(α − α*)


def machine_rows(shown: MachineStanding, words: Words) -> StandingRows:
    """Return the numbers of a step, first what is proved."""
    rows = [machine_light_row(shown, words), *_vectors(shown, words)]
    if shown.fit.formulation is Formulation.NU_SVC:
        rows += [_width(shown, words)]
    if shown.w is not None:
        rows += [_w(shown, shown.w, words)]
    form = shown.fit.formulation
    # [m, M], for nu-SVC and nu-SVR one of each sign: the interval of valid values, or the violation.
    every = zip(shown.breaches, LEVELS[form], ENDS[form], strict=True)
    intervals = [_interval(shown, *each, words) for each in every]
    return StandingRows((*rows, _sum(shown, words), *intervals, _offset(shown, words)))


def machine_light_row(shown: MachineStanding, words: Words, impossible: bool = False) -> Row:
    """Return the truth light of a step; `impossible`: at the end of the run it is not proved that a machine exists."""
    proof, form = shown.proof, shown.fit.formulation
    given = shown.given if form is Formulation.NU_SVR else -shown.given
    light = Light.IMPOSSIBLE if impossible and shown.light is Light.NOT_YET else shown.light
    terms = {
        "half": number(shown.half_norm, 4),
        "loss": number(shown.loss, 4),
        "given": operand(given),
        "linear": number(shown.linear, 4),
        "primal": number(proof.primal, 4),
        "dual": number(-proof.dual, 4),
    }
    lines = [words(f"machine.standing.primal.{TERMS[form]}", **terms)]
    lines += [words(f"machine.standing.at.{FREE.get(form, 'b')}", b=number(proof.b), r=number(abs(proof.r), DIGITS))]
    lines += [words(f"machine.standing.dual.{TERMS[form]}", **terms), bounds_text(proof, words)]
    title = "machine.light.none.title" if light is Light.IMPOSSIBLE else f"light.{light.value}.title"
    if shown.light is Light.PROVED and not shown.fit.digits:
        # A tube that contains every point has the optimum 0, of which no digit can be certain.
        gap = words("machine.standing.zero", gap=number(proof.gap))
    else:
        gap = gap_text(proof, words)
    return Row(words(title), gap, "\n".join(lines), light.value)


def _vectors(shown: MachineStanding, words: Words) -> tuple[Row, Row]:
    """Return the numbers of free and of bounded support vectors."""
    fit, own = shown.fit, "tube" if shown.fit.regression else "nu"
    free, bounded = number(fit.free), number(fit.bounded)
    values = {"upper": number(shown.upper), "n": number(len(fit.decision))}
    return (
        Row(words("number.free"), free, words(f"machine.standing.free.{own}", free=free, **values)),
        Row(words("number.bounded"), bounded, words(f"machine.standing.bounded.{own}", bounded=bounded, **values)),
    )


def _width(shown: MachineStanding, words: Words) -> Row:
    """Return the width of the street of nu-SVC, on the board or in feature space."""
    fit, label = shown.fit, words("number.width.feature" if shown.w is None else "number.width")
    if not fit.exists or not fit.norm:
        return Row(label, "–", words("machine.standing.width.none"))
    width, squared = number(2.0 / fit.norm), number(2.0 * shown.half_norm, 4)
    return Row(label, width, words("machine.standing.width", r=number(fit.r, DIGITS), squared=squared, width=width))


def _w(shown: MachineStanding, w: Vector, words: Words) -> Row:
    tube, vectors = shown.fit.regression, number(shown.fit.vectors)
    written = number(float(w[0])) if tube else vector_text(w)  # the points of a graph lie on one axis
    own = "tube" if tube else OWN[shown.fit.formulation]
    key = "standing.w" if own == "nu" else f"machine.standing.w.{own}"
    return Row("w", written, words(key, w=written, vectors=vectors))


def _sum(shown: MachineStanding, words: Words) -> Row:
    """Return the sum that the equality constraint fixes, and its formula."""
    form, (positive, negative) = shown.fit.formulation, shown.alpha_sums
    value = number(positive if form is Formulation.ONE_CLASS else positive - negative, 2)
    sums = {**sums_of(shown.alpha_sums), "kept": number(shown.kept, 4)}
    return Row(SUMS.get(form, "Σ(α − α*)"), value, words(f"machine.standing.sum.{OWN[form]}", value=value, **sums))


def _interval(shown: MachineStanding, of: Breach, level: str, ends: str, words: Words) -> Row:
    label, m, M = words("machine.standing.interval", level=level), number(of.m), number(of.M)
    up, low = (_point(shown, variable) for variable in (of.up, of.low))
    lines = words(f"machine.standing.ends.{ends}", m=m, M=M, up=up, low=low)
    none = words("machine.standing.interval.closed", level=level, lacks=number(of.violation))
    told = words("machine.standing.interval.open", level=level), none
    return interval_row(label, (of.m, of.M), shown.proof.noise, lines, told, words)


def _point(shown: MachineStanding, variable: int) -> str:
    """Name a variable: its point, and in a tube which of the point's two multipliers."""
    n = len(shown.fit.decision)
    if variable < 0:
        return "–"
    star = "" if not shown.fit.regression else "α " if variable < n else "α* "
    return f"{star}{variable % n + 1}"


def _offset(shown: MachineStanding, words: Words) -> Row:
    """Return b as LIBSVM would choose it now, and rho or epsilon if it is determined together with b."""
    fit, own, b = shown.fit, OWN[shown.fit.formulation], shown.proof.b
    levels, written = LEVELS[fit.formulation], number(b) if own == "tube" else f"{number(b)};  {number(fit.r, DIGITS)}"
    values = (b,) if len(levels) == 1 else (b - shown.r, b + shown.r)
    lines = [_level(*each, words) for each in zip(shown.breaches, levels, values, strict=True)]
    if len(values) == 2:
        plus, minus = (operand(value) for value in values)
        both = {"plus": plus, "minus": minus, "b": number(b, 4), "r": number(fit.r, DIGITS)}
        lines += [words(f"machine.standing.both.{own}", **both)]
    if fit.exists and not fit.regression:
        lines += [words("machine.standing.drawn", b=number(fit.b))]
    return Row(words("standing.b" if own == "tube" else f"machine.standing.b.{own}"), written, "\n".join(lines))


def _level(of: Breach, level: str, value: float, words: Words) -> str:
    """Say how LIBSVM computes the quantity: from the free variables, or else from the ends of the interval."""
    m, M, shown = operand(of.m), operand(of.M), number(value, 4)
    if of.free:
        return words("machine.standing.level.mean", level=level, value=shown, free=number(of.free))
    if math.isfinite(of.violation):
        return words("machine.standing.level.middle", level=level, value=shown, m=m, M=M)
    return words("machine.standing.level.side", level=level, value=shown)
