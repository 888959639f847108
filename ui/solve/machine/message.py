"""The words of the light about a machine and the numbers beside it, based on predicates checked numerically."""

from __future__ import annotations

from core.problem import Formulation
from core.topics.machines.experiment import hull_distance
from core.topics.machines.view import OF_NU, MachineFit
from core.view import Light
from ui.solve.message import NumberRows, ended_between, may_be_indefinite, proved_between
from ui.solve.solving import TOLERANCE
from ui.words import Words, at_most, number

DIGITS = 4  # of rho and epsilon on every page: with three, rho and 1/rho could look equal


def machine_light(found: MachineFit, words: Words) -> tuple[str, str]:
    """Return (title, detail) of the truth light."""
    if found.light is Light.IMPOSSIBLE:  # up to a proved distance
        distance = hull_distance(found, len(found.decision))
        one = found.formulation is Formulation.ONE_CLASS
        if distance == 0.0:
            detail = words("machine.light.none.one.touch" if one else "machine.light.none.touch")
        else:
            detail = words("machine.light.none.one" if one else "machine.light.none", apart=at_most(distance, 2))
        return words("machine.light.none.title"), detail
    if found.light is Light.PROVED:
        return words("light.proved.title"), _proved(found, words)
    title, proof = words("light.running.title"), found.certificate
    if not found.psd:
        return title, may_be_indefinite(proof, words)
    return title, ended_between(proof.low, proof.high, found.outcome, found.steps, words)


def _proved(found: MachineFit, words: Words) -> str:
    proof = found.certificate
    return proved_between(proof.low, proof.high, found.digits, proof, words)


def machine_numbers(found: MachineFit, words: Words, tolerance: float = TOLERANCE) -> NumberRows:
    """Return the numbers beside the light, in reading order; `tolerance` is that of the steps."""
    count, rows = len(found.decision), []

    def add(key: str, label: str, value: str, **named: str) -> None:
        rows.append({"key": key, "label": words(label, **named), "value": value})

    if found.exists:
        add("beyond", f"machine.number.beyond.{kind(found)}", f"{number(found.beyond)} / {number(count)}")
    add("free", "number.free", number(found.free))
    add("bounded", "number.bounded", number(found.bounded))
    if found.exists and found.formulation in (*OF_NU, Formulation.EPS_SVR):
        add("r", f"machine.number.r.{kind(found)}", number(found.r, DIGITS))
    if found.exists and found.formulation is Formulation.NU_SVC:
        add("C", "machine.number.C", number(1.0 / found.unit, DIGITS))
    if found.exists and found.formulation in (Formulation.C_SVC, Formulation.NU_SVC):
        add("errors", "number.errors", f"{number(found.errors)} / {number(count)}")
    if found.exists:
        add("offset", "number.offset", number(found.b))
    steps = "number.steps.trained" if found.trained else "number.steps"
    add("steps", steps, number(found.steps), tolerance=number(tolerance))
    return rows


def kind(found: MachineFit) -> str:
    """Return the word for the machine's region: a margin, a tube or a region."""
    if found.regression:
        return "tube"
    return "one" if found.formulation is Formulation.ONE_CLASS else "margin"
