"""What the SMO page needs at a halt: the run, where the visitor stands, and what the page is used for."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.view import BoxView, Light, box_at
from ui import session
from ui.link import MODES, RULES
from ui.recording import Recording, recording
from ui.solving import content_key, solved

FIRST_STEP = 12  # a first visit opens in the middle of the story
SEEK = "seek"
PROBLEM = "smo-problem"


def mode_of(lab: session.Lab) -> str:
    """Return what the page is used for; to watch at first."""
    return lab.shared.mode or MODES[0]


def rule_of(lab: session.Lab) -> str:
    """Return the rule that the visitor watches; LIBSVM's at first."""
    return lab.shared.rule or RULES[0]


def rivals_of(lab: session.Lab) -> tuple[str, ...]:
    """Return the rules that may run beside it."""
    return tuple(rule for rule in RULES if rule != rule_of(lab))


def rival_of(lab: session.Lab) -> str:
    """Return the rule that runs beside it."""
    rivals = rivals_of(lab)
    return lab.shared.rival if lab.shared.rival in rivals else rivals[0]


def run_of(lab: session.Lab, rule: str) -> Recording:
    """Return the recorded run of a rule on what is on the board; `InputError` where nothing can be solved."""
    return recording(*lab.question(), rule)


def run_name(lab: session.Lab, *which: object) -> str:
    """Return a name that changes whenever the run does: of a rule, or of pairs that were picked."""
    X, y, spec, C = lab.question()
    return content_key(X, y, sorted(spec.items()), C, *which)


def step_of(lab: session.Lab, *runs: Recording) -> int:
    """Return the step at which the visitor stands, within the longest of the runs."""
    step = FIRST_STEP if lab.shared.step is None else lab.shared.step
    return max(0, min(step, max(len(run.trace) for run in runs)))


def box_of(run: Recording, k: int) -> BoxView | None:
    """Return the box of the pair that moves next; None at the end of the run."""
    return box_at(run.trace, k) if k < len(run.trace) else None


def runs_away(lab: session.Lab) -> bool:
    """Tell whether this is a hard margin of which it is proved that it does not exist."""
    return lab.shared.C is None and solved(*lab.question()).solution.light is Light.IMPOSSIBLE


def is_another(lab: session.Lab) -> bool:
    """Tell whether the problem is another one than at the last call."""
    name = run_name(lab)
    known, st.session_state[PROBLEM] = st.session_state.get(PROBLEM, name), name
    return bool(known != name)


def take_step(key: str) -> None:
    """Take over where the player halted."""
    sent = st.session_state[key].get("step")
    k = sent.get("k") if isinstance(sent, dict) else None
    if isinstance(k, int) and 0 <= k <= 1 << 20:
        lab = session.current()
        session.put(replace(lab, shared=replace(lab.shared, step=k), problems=()))


def turn_of(key: str) -> float:
    """Return the number that the browser gave to the last halt of a player; 0 where there was none."""
    sent = (st.session_state.get(key) or {}).get("step")
    turn = sent.get("turn") if isinstance(sent, dict) else None
    return float(turn) if isinstance(turn, int | float) and 0 <= turn < 1e15 else 0.0


def take_choice(key: str, field: str, was: str | None) -> None:
    """Take over the mode or the rule that was chosen in a control, and stay at the step.

    `was` is what the lab said when the control was drawn: where it says something else by now, this is a late word of
    a control that is gone.
    """
    chosen, lab = st.session_state[key], session.current()
    if getattr(lab.shared, field) == was and chosen in (MODES if field == "mode" else RULES):
        session.put(replace(lab, shared=replace(lab.shared, **{field: chosen}), problems=()))
        st.session_state[SEEK] = seek() + 1


def seek() -> int:
    """Return the number of times that something other than the player's own buttons has moved it."""
    return int(st.session_state.get(SEEK, 0))
