"""What the light says of a machine and the numbers beside it, made from predicates that were checked on the numbers."""

from __future__ import annotations

from core.problem import Formulation
from core.topics.machines.experiment import hull_distance
from core.topics.machines.view import OF_NU, MachineFit
from core.view import Light
from ui.solve.message import NumberRows, ended_between, may_be_indefinite, proved_between
from ui.solve.solving import TOLERANCE
from ui.words import Words, at_most, number

DIGITS = 4  # of rho and epsilon on every page: with three, rho and 1/rho may look like one number


def machine_light(found: MachineFit, words: Words) -> tuple[str, str]:
    """Return (title, detail) of the truth light."""
    if found.light is Light.IMPOSSIBLE:
        return words("machine.light.none.title"), _no_machine(found, words)
    if found.light is Light.PROVED:
        return words("light.proved.title"), _proved(found, words)
    return words("light.running.title"), _not_yet(found, words)


def _no_machine(found: MachineFit, words: Words) -> str:
    """Say why there is no margin, and up to which distance that is proved."""
    apart = at_most(hull_distance(found, len(found.decision)), 2)
    one = found.formulation is Formulation.ONE_CLASS
    return words("machine.light.none.one" if one else "machine.light.none", apart=apart)


def _proved(found: MachineFit, words: Words) -> str:
    proof = found.certificate
    return proved_between(proof.low, proof.high, found.digits, proof, words)


def _not_yet(found: MachineFit, words: Words) -> str:
    if not found.psd:
        return may_be_indefinite(found.certificate, words)
    proof = found.certificate
    return ended_between(proof.low, proof.high, found.outcome, found.steps, words)


def machine_numbers(found: MachineFit, words: Words, tolerance: float = TOLERANCE) -> NumberRows:
    """Return the numbers beside the light, in the order in which they are read; the steps went to that tolerance."""
    count, rows = len(found.decision), []

    def add(key: str, label: str, value: str, **named: str) -> None:
        rows.append({"key": key, "label": words(label, **named), "value": value})

    if found.exists:
        add("beyond", f"machine.number.beyond.{kind(found)}", _share(found.beyond, count))
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
    """Return the word of what a machine leaves beyond: a margin, a tube or a region."""
    if found.regression:
        return "tube"
    return "one" if found.formulation is Formulation.ONE_CLASS else "margin"


def _share(part: int, count: int) -> str:
    return f"{number(part)} / {number(count)}"
