"""What the SMO page needs of a run at a halt: the run itself, where the visitor stands, and what a hand has done."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.view import BoxView, box_at
from ui import session
from ui.link import RULES
from ui.recording import Recording, recording
from ui.solving import content_key

FIRST_STEP = 12  # a first visit opens in the middle of the story
SEEK = "seek"


def rule_of(lab: session.Lab) -> str:
    """Return the rule that the visitor watches; LIBSVM's at first."""
    return lab.shared.rule or RULES[0]


def run_of(lab: session.Lab, rule: str) -> Recording:
    """Return the recorded run of a rule on what is on the board; `InputError` where nothing can be solved."""
    return recording(*lab.question(), rule)


def run_name(lab: session.Lab, rule: str) -> str:
    """Return a name that changes whenever the run does."""
    X, y, spec, C = lab.question()
    return content_key(X, y, sorted(spec.items()), C, rule)


def step_of(lab: session.Lab, run: Recording) -> int:
    """Return the step at which the visitor stands, within the run."""
    step = FIRST_STEP if lab.shared.step is None else lab.shared.step
    return max(0, min(step, len(run.trace)))


def box_of(run: Recording, k: int) -> BoxView | None:
    """Return the box of the pair that moves next; None at the end of the run."""
    return box_at(run.trace, k) if k < len(run.trace) else None


def take_step(key: str) -> None:
    """Take over where the player halted."""
    sent = st.session_state[key].get("step")
    k = sent.get("k") if isinstance(sent, dict) else None
    if isinstance(k, int) and 0 <= k <= 1 << 20:
        lab = session.current()
        session.put(replace(lab, shared=replace(lab.shared, step=k), problems=()))


def take_rule(key: str) -> None:
    """Take over the rule that was chosen, and stay at the step."""
    rule = st.session_state[key]
    if rule in RULES:
        lab = session.current()
        session.put(replace(lab, shared=replace(lab.shared, rule=rule)))


def seek() -> int:
    """Return the number of times that something other than the player's own buttons has moved it."""
    return int(st.session_state.get(SEEK, 0))
