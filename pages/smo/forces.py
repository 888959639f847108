"""The fold with the forces on the line of a step: they balance under SMO, whatever the step."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from core.problem import Problem, kkt_residuals, margins_without_offset, normal
from core.topics.margin.forces import balance
from core.view.grid import Square
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing
from ui.plot.forces import forces_figure, forces_text
from ui.solve.recording import Recording
from ui.words import at_most, number


@guard.part
def show_forces(run: Recording, k: int, window: Square, showing: Showing) -> None:
    """Show the fold where f is a line, after k steps."""
    trace = run.trace
    if isinstance(trace.problem, Problem) and normal(trace.problem, trace.state_at(k).alpha) is not None:
        showing.fold("forces", partial(_forces, run, k, window, showing), k=k)


def _forces(run: Recording, k: int, window: Square, showing: Showing) -> None:
    """Show the forces on the line after k steps, which balance at each of them (mathematics 3.1)."""
    problem, words, b = run.trace.problem, showing.words, float(run.playback.b[k])
    assert isinstance(problem, Problem)
    alpha = run.trace.state_at(k).alpha
    w = normal(problem, alpha)
    if w is None or not float(np.hypot(*w)) > 0.0:
        st.markdown(words("smo.forces.zero"))
        return
    found = balance(w, b, problem.X, problem.y, alpha)

    def draw() -> Drawn:
        drawn = forces_figure(found, w, problem.X, problem.y, window, words)
        return Drawn(drawn, forces_text(found, words))

    left, right = st.columns([13, 12], gap="medium")
    with left:
        showing.draw("smo-forces", draw, k)
    with right:
        lack = max(abs(found.force), abs(found.torque))
        told = "smo.forces.told" if lack > 0.0 else "smo.forces.exactly"
        st.markdown(words(told, size=number(found.size), left=at_most(lack, 2)))
        tolerance = float(run.trace.rule[0])
        residuals = kkt_residuals(problem, alpha, margins_without_offset(problem, alpha), b)
        broken = int(np.count_nonzero(residuals > tolerance))
        key = "broken" if broken else "met"
        st.markdown(words(f"smo.forces.{key}", broken=broken, n=len(alpha), tolerance=number(tolerance)))
