"""The light of a step under another machine than C-SVC: its own primal and dual, and what their gap proves."""

from __future__ import annotations

from core.problem import Formulation
from core.view import Light
from core.view.machines.standing import MachineStanding
from ui.component.standing import Row
from ui.page.numbers.of_every_run import bounds_text, gap_text
from ui.words import Words, number

TERMS = {  # of the primal and of the dual, as the catalogues name them
    Formulation.NU_SVC: "nu",
    Formulation.ONE_CLASS: "nu",
    Formulation.EPS_SVR: "tube",
    Formulation.NU_SVR: "nu-tube",
}
FREE = {Formulation.NU_SVC: "rho", Formulation.ONE_CLASS: "one", Formulation.NU_SVR: "epsilon"}  # found beside w


def machine_light_row(shown: MachineStanding, words: Words, impossible: bool = False) -> Row:
    """Return the truth light of a step; `impossible`: at the end of the run nothing proves that there is a machine."""
    proof, form = shown.proof, shown.fit.formulation
    given = shown.given if form is Formulation.NU_SVR else -shown.given
    light = Light.IMPOSSIBLE if impossible and shown.light is Light.NOT_YET else shown.light
    terms = {
        "half": number(shown.half_norm, 4),
        "loss": number(shown.loss, 4),
        "given": number(given, 4) if given >= 0 else f"({number(given, 4)})",
        "linear": number(shown.linear, 4),
        "primal": number(proof.primal, 4),
        "dual": number(-proof.dual, 4),
    }
    lines = [words(f"machine.standing.primal.{TERMS[form]}", **terms)]
    lines += [words(f"machine.standing.at.{FREE.get(form, 'b')}", b=number(proof.b), r=number(abs(proof.r)))]
    lines += [words(f"machine.standing.dual.{TERMS[form]}", **terms), bounds_text(proof, shown.fit.digits, words)]
    title = "machine.light.none.title" if light is Light.IMPOSSIBLE else f"light.{light.value}.title"
    return Row(words(title), _gap(shown, words), "\n".join(lines), light.value)


def _gap(shown: MachineStanding, words: Words) -> str:
    """Say what the gap proves; a tube that holds every point has the optimum 0, of which no digit can be certain."""
    if shown.light is Light.PROVED and not shown.fit.digits:
        return words("machine.standing.zero", gap=number(shown.proof.gap))
    return gap_text(shown.proof, words)
