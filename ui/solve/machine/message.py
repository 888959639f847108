"""The words of the light about a machine and the numbers beside it, based on predicates checked numerically."""

from __future__ import annotations

from core.problem import Formulation
from core.topics.machines.experiment import hull_distance
from core.topics.machines.view import OF_NU, MachineFit
from core.view import Light
from ui.solve.message import NumberRows, ended_between, may_be_indefinite, proved_between
from ui.solve.solving import TOLERANCE
from ui.words import Words, at_most, interval, number

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
        add("r", f"machine.number.r.{kind(found)}", written(found.r, r_ends(found)))
    if found.exists and found.formulation is Formulation.NU_SVC:
        add("C", "machine.number.C", written(1.0 / found.unit, penalties(found)))
    if found.exists and found.formulation in (Formulation.C_SVC, Formulation.NU_SVC):
        add("errors", "number.errors", f"{number(found.errors)} / {number(count)}")
    if found.exists:
        add("offset", "number.offset", written(found.b, b_ends(found), 3))
    steps = "number.steps.trained" if found.trained else "number.steps"
    add("steps", steps, number(found.steps), tolerance=number(tolerance))
    return rows


def written(value: float, ends: tuple[float, float], digits: int = DIGITS) -> str:
    """Return a number, or the interval of all its optimal values."""
    low, high = ends
    return number(value, digits) if low == high else f"[{', '.join(interval(low, high))}]"


def r_ends(found: MachineFit) -> tuple[float, float]:
    """Return the range of all optimal rho, or epsilon; one value twice if there is one, or nothing is proved."""
    return found.r_range if found.exists and found.light is Light.PROVED else (found.r, found.r)


def b_ends(found: MachineFit) -> tuple[float, float]:
    """Return the range of all optimal b of the drawn f; one value twice if there is one, or nothing is proved."""
    return found.b_range if found.exists and found.light is Light.PROVED else (found.b, found.b)


def penalties(found: MachineFit) -> tuple[float, float]:
    """Return the range of C = 1 / rho of nu-SVC: every such C-SVC is the same machine (mathematics, equation 7.6)."""
    low, high = r_ends(found)
    return 1.0 / high, 1.0 / low


def kind(found: MachineFit) -> str:
    """Return the word for the machine's region: a margin, a tube or a region."""
    if found.regression:
        return "tube"
    return "one" if found.formulation is Formulation.ONE_CLASS else "margin"
