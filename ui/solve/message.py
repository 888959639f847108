"""The sentences about a solution: those of the truth light, the numbers beside it, and the headline of the board.

They are based on predicates that were checked numerically.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from core.problem import Certificate, InputError, LinearCertificate, Role, Separable
from core.solver import Outcome
from core.view import Light, Solution
from ui.solve.options import LOSSES, CoordinateOptions
from ui.solve.recording import COORDINATE_TOLERANCE
from ui.solve.solving import TOLERANCE
from ui.words import Words, at_most, certain, common_digits, interval, number

COUNTED = 10**9  # integers from here on are written with a power of ten
MOST_PROVED = 12  # from this many digits on, both ends are written alike
OTHER = {  # the sentence about the problem of coordinate descent, by whether it has an offset, and by its loss
    (True, LOSSES[0]): "solved.other.bias",
    (True, LOSSES[1]): "solved.other.bias.squared",
    (False, LOSSES[0]): "solved.other.plain",
    (False, LOSSES[1]): "solved.other.plain.squared",
}

NumberRows = list[dict[str, str]]


def optimality_message(found: Solution, words: Words) -> tuple[str, str]:
    """Return (title, detail) of the truth light."""
    if found.light is Light.IMPOSSIBLE:
        title = words("light.impossible.title")
        if found.common is None:
            return title, words("light.impossible.space")
        x, y = (number(float(value)) for value in found.common)
        return title, words("light.impossible.common", x=x, y=y)
    if found.light is Light.PROVED:
        return words("light.proved.title"), _proved(found, words)
    return words("light.running.title"), _not_yet(found, words)


def _proved(found: Solution, words: Words) -> str:
    return proved_between(*found.value, found.digits, found.certificate, words)


def proved_between(low: float, high: float, digits: int, proof: Certificate | LinearCertificate, words: Words) -> str:
    """Say in which interval the optimum lies, to the proved digits; it is negative for nu-SVC and one class."""
    ends, conditions = interval(low, high), kkt_conditions(proof, words)
    if not 0 < digits < MOST_PROVED or ends.low == ends.high:  # the two ends differ by rounding only
        value = certain(low, high) if digits else number(abs(proof.primal), 6)  # a tube that holds every point
        return words.joined([words("light.proved.exact", value=value), conditions])
    said = words("light.proved.detail", digits=common_digits(low, high), low=ends.low, high=ends.high)
    return words.joined([said, conditions])


def kkt_conditions(proof: Certificate | LinearCertificate, words: Words) -> str:
    """Say how far the worst KKT condition is violated, or that none is."""
    if proof.violation == 0.0:
        return words("light.kkt.exact")
    return words("light.kkt.within", violation=at_most(proof.violation, 2))


def may_be_indefinite(proof: Certificate | LinearCertificate, words: Words) -> str:
    """Say that it is undecided whether the dual is convex, and how well the KKT conditions hold."""
    return words.joined([words("light.running.indefinite"), kkt_conditions(proof, words)])


def _not_yet(found: Solution, words: Words) -> str:
    proof = found.certificate
    if not found.psd:
        return may_be_indefinite(proof, words)
    if math.isinf(proof.primal):
        return _no_plane(found, words)
    return ended_between(*found.value, found.outcome, found.steps, words)


def ended_between(low: float, high: float, outcome: Outcome, steps: int, words: Words) -> str:
    """Say what ended a run before its optimum was proved, and in which interval the optimum lies."""
    key = {
        Outcome.STEP_LIMIT: "light.running.limit",
        Outcome.STUCK: "light.running.stuck",
        Outcome.CANCELLED: "light.running.cancelled",
    }.get(outcome, "light.running.loose")
    ends = interval(low, high)
    return words(key, steps=number(steps), low=ends.low, high=ends.high)


def _no_plane(found: Solution, words: Words) -> str:
    """Say that no plane was found, whether one is known to exist, and the known upper bound of the margin, if any."""
    exists = found.separation is not None and found.separation.separable is Separable.YES
    said = words("light.running.thin" if exists else "light.running.broken", steps=number(found.steps))
    if math.isinf(found.largest_margin):
        return said
    bound = words("light.running.margin", margin=at_most(found.largest_margin))
    return words.joined([said, bound])


def cut(outcome: Outcome, steps: int, words: Words) -> str | None:
    """Say why a recorded run gives no answer; None if it ended by itself."""
    key = {
        Outcome.STEP_LIMIT: "light.cut.limit",
        Outcome.INFEASIBLE: "light.cut.endless",
        Outcome.THIN: "light.cut.endless",
    }.get(outcome)
    return None if key is None else words(key, steps=number(steps))


def numbers(found: Solution, words: Words) -> NumberRows:
    """Return the numbers beside the light, in reading order."""
    count = len(found.alpha)
    if found.light is Light.IMPOSSIBLE:
        return [_entry("points", number(count), words)]
    errors = f"{number(found.errors)} / {number(count)}"
    steps = "visits" if found.coordinates else "steps.trained" if found.trained else "steps"
    tolerance = COORDINATE_TOLERANCE if found.coordinates else TOLERANCE
    rows = [
        _entry("free", number(found.free), words),
        _entry("bounded", number(found.bounded), words),
        _entry("width" if found.w is not None else "width.feature", number(found.margin_width), words),
        _entry("errors", errors, words),
        _entry("offset", _offset(found), words),
        _entry(steps, number(found.steps), words, tolerance=number(tolerance)),
    ]
    return rows


def _entry(key: str, value: str, words: Words, **named: str) -> dict[str, str]:
    return {"key": key, "label": words(f"number.{key}", **named), "value": value}


def _offset(found: Solution) -> str:
    """Format b, or the interval of all valid offsets if no free vector determines it."""
    low, high = found.b_interval
    proved = found.light is Light.PROVED  # before that the interval is not the one of the optimum
    if proved and found.free == 0 and math.isfinite(low) and math.isfinite(high) and high - low > 1e-3:
        return f"[{number(low)}, {number(high)}]"
    return number(found.b)


def input_message(error: InputError, words: Words, quote: Callable[[str], str] = str) -> str:
    """Return the sentence about a refused input, in the visitor's language; `quote` escapes texts in it."""
    values = {}
    for name, value in error.values.items():
        if isinstance(value, int) and abs(value) < COUNTED:
            values[name] = number(value)
        elif isinstance(value, (int, float)):
            values[name] = number(float(value))
        else:
            values[name] = quote(str(value))
    return words(f"refusal.{error.key}", **values)


def headline(shown: Solution | None, words: Words) -> str:
    """Say which points determine the boundary on the board; None: its question was refused."""
    if shown is None:
        return words("solved.refused")
    if shown.light is Light.IMPOSSIBLE:
        return words("solved.impossible" if shown.common is not None else "solved.impossible.space")
    if shown.coordinates and math.isfinite(shown.certificate.primal):
        # In a run of single coordinates no support vector need be on the margin; its proof is a gap.
        gap, n = at_most(100.0 * shown.certificate.relative_width, 2), len(shown.alpha)
        values = {"visits": number(shown.steps), "n": n, "vectors": shown.vectors, "wrong": shown.errors}
        return words("solved.visits", gap=gap, **values)
    if shown.light is Light.NOT_YET:
        return words("solved.open", steps=number(shown.steps))
    return words(
        _case(shown),
        n=len(shown.alpha),
        vectors=shown.vectors,
        free=shown.free,
        bounded=shown.bounded,
        street=_street(shown, words),
        wrong=shown.errors,
        touching=shown.count(Role.ON_MARGIN),
    )


def other_problem(options: CoordinateOptions, words: Words) -> str:
    """Say which problem coordinate descent solves instead of SMO's."""
    return words(OTHER[options.bias, options.loss])


def _case(shown: Solution) -> str:
    if shown.errors > 0:
        return "solved.wrong"
    if shown.bounded > 0:
        return "solved.inside"
    if shown.count(Role.ON_MARGIN) > 0:
        return "solved.touching"
    return "solved.clean" if shown.vectors < len(shown.alpha) else "solved.all"


def _street(shown: Solution, words: Words) -> str:
    """Say how wide the street is, and where: only for a linear kernel it lies in the plane of the board."""
    return words("solved.street" if shown.w is not None else "solved.street.space", width=number(shown.margin_width))
