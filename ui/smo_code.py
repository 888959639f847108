"""The script that finds the runs of the page about SMO, for the state on screen."""

from __future__ import annotations

from ui import pair_hand, smo
from ui.link import MOST_STEPS
from ui.recording import TOLERANCE
from ui.script import penalty, points, script
from ui.session import Lab


def reproduction(lab: Lab) -> str:
    """Return a script that makes the same runs with the project's own core: of the rules, or of the pairs picked."""
    made = f"by_hand(problem, {pair_hand.hand_of(lab).pairs!r}, {TOLERANCE})"
    rules = {"watch": (smo.rule_of(lab),), "two": (smo.rule_of(lab), smo.rival_of(lab))}.get(smo.mode_of(lab))
    if rules is not None:
        made = f"record(problem, rule, {TOLERANCE}, {MOST_STEPS}) for rule in {rules!r}"
    return script(
        [
            "from core.problem import c_svc",
            f"from core.trace import {'by_hand' if rules is None else 'record'}",
            "from core.view import playback",
            "from ui.solving import kernel_of",
        ],
        [
            *points(lab),
            f"problem = c_svc(X, y, kernel_of({dict(lab.shared.kernel)!r}), C={penalty(lab.shared.C)})",
            f"runs = [{made}]",
            "for run in runs:",
            "    print(run.outcome, len(run), run.objective[-1], run.last.alpha, playback(run).b[-1])",
        ],
    )
