"""The sentence about a machine, and the comparison of its shares with nu, based on checked predicates."""

from __future__ import annotations

import math

from core.problem import Formulation, InputError
from core.topics.machines.view import OF_NU, MachineFit
from core.view import Light
from ui.page.machine.on_machine import OnMachine
from ui.solve.machine.message import DIGITS, r_ends
from ui.solve.solving import MachineSolved
from ui.words import Words, interval, number

RANGED = ("nu-svc", "nu-svr")  # whose rho or epsilon may be any value of an interval
WHOLE = 1e-9  # rounding of a number of points


def lead_sentence(on_machine: OnMachine, found: MachineSolved | InputError, words: Words) -> str:
    """Say what the machine looks for, and what it found."""
    if isinstance(found, InputError):
        return words("solved.refused")
    shown, name = found.fitted, on_machine.spec.name
    if shown.light is Light.IMPOSSIBLE:
        one = shown.formulation is Formulation.ONE_CLASS
        return words("machine.lead.none.one" if one else "machine.lead.none", nu=number(shown.nu))
    told = {
        "n": len(shown.decision),
        "beyond": shown.beyond,
        "vectors": shown.vectors,
        "nu": number(shown.nu),
        "r": number(shown.r, DIGITS),
        "C": words("machine.hard") if on_machine.C is None else number(on_machine.C),
        "epsilon": number(on_machine.spec.epsilon),
    }
    if name == "c-svc" and on_machine.C is None:
        return words("machine.lead.hard", **told)
    low, high = r_ends(shown)
    if name not in RANGED or low == high:
        return words(f"machine.lead.{name}", **told)
    ends = interval(low, high)._asdict()
    return words(f"machine.lead.{name}.above" if math.isinf(high) else f"machine.lead.{name}.between", **told, **ends)


def shares_sentence(shown: MachineFit, words: Words, ended: bool = True) -> str:
    """Compare the two shares with nu; both are checked. Before the end of a run nothing is guaranteed."""
    if not ended:
        return words("machine.shares.open")
    if math.isnan(shown.nu):
        return words("machine.shares.hard")
    if shown.light is Light.IMPOSSIBLE:
        return words("machine.shares.none")
    n = len(shown.decision)
    if shown.beyond > shown.nu * n + WHOLE * n or shown.vectors < shown.nu * n - WHOLE * n:
        return words("machine.shares.open")  # before the optimum nothing is guaranteed
    told = {"nu": number(shown.nu), "sum": number(shown.nu * n), "n": n}
    if shown.formulation is Formulation.NU_SVR:
        return words("machine.shares.tube", **told)
    return words("machine.shares" if shown.formulation in OF_NU else "machine.shares.given", **told)
