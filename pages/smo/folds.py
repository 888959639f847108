"""The folds below the player: equations, errors and offsets, the rules' linear problem, candidates, KKT."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.problem import Problem, kkt_residuals, margins_without_offset
from core.trace import Trace
from core.view import BoxView, box_at, box_view, pair_at
from pages.smo.errata import step_errata
from pages.smo.errors import show_errors
from pages.smo.latex import factor, latex
from pages.smo.offsets import show_offsets
from pages.smo.working_sets import show_working_sets
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.recording import Recording
from ui.words import Words, number

CANDIDATES = 12  # rows: those with the largest gain


@guard.part
def show_folds(run: Recording, name: str, k: int, turn: float, showing: Showing) -> None:
    """Show the folds, each built only when unfolded; at the end of the run there are no folds about a step.

    `name` is that of the run, `turn` the number of the player's halt at step k.
    """
    trace, words = run.trace, showing.words
    leg = trace.leg(k)

    def candidates() -> None:
        """Show the decrease for each candidate for the partner of i, without and with the box, in descending order."""
        table = candidates_table(leg, k, words)
        st.dataframe(table, hide_index=True)
        st.caption(words("smo.candidates.note", shown=len(table), count=len(pair_at(leg, k).candidates.j)))
        st.caption(directions_sentence(leg, k, words))

    if k < len(trace):
        showing.fold("equations", partial(_equations, leg, k, words))
        showing.fold("errors", partial(show_errors, leg, k, words))
    showing.fold("offsets", partial(show_offsets, leg, k, name, turn, showing))
    showing.fold("linear", partial(show_working_sets, leg, k, name, turn, showing))
    if k < len(trace) and trace.stepper.name != "platt":
        showing.fold("candidates", candidates)
    showing.fold("kkt", partial(_kkt_table, run, k, words))


def _equations(trace: Trace, k: int, words: Words) -> None:
    """Show the update of step k + 1, which starts from the state after k steps, with its numbers."""
    box = box_at(trace, k)
    st.markdown(words("smo.equations.step", step=k + 1, i=box.i + 1, j=box.j + 1))
    for line in equations(trace, k):
        st.latex(line)
    st.caption(words("smo.equations.source"))
    st.markdown(words("smo.errata.title"))
    st.markdown("\n".join(f"* {erratum}" for erratum in step_errata(trace, k, words)))


def equations(trace: Trace, k: int) -> list[str]:
    """Return curvature, unclipped optimum, clipping, partner and offsets of step k in LaTeX, with their numbers."""
    problem, box = trace.problem, box_at(trace, k)
    assert isinstance(problem, Problem)
    K, y, i, j = problem.dual.kernel, problem.y, box.i, box.j
    E_i, E_j = _errors(problem, trace, k, i), _errors(problem, trace, k, j)
    return [
        rf"a_{{ij}} = K_{{ii}} + K_{{jj}} - 2K_{{ij}} = {latex(K[i, i])} + {factor(K[j, j])} "
        rf"- 2\cdot {factor(K[i, j])} = {latex(box.curvature)}",
        rf"\alpha_j^{{unc}} = \alpha_j + \frac{{y_j (E_i - E_j)}}{{a_{{ij}}}} = {latex(box.old[1])} + "
        rf"\frac{{{factor(y[j])}\cdot {factor(E_i - E_j)}}}{{{latex(box.curvature)}}} = {latex(box.free[1])}",
        rf"L = {latex(box.L)},\quad H = {latex(box.H)},\quad \alpha_j^{{new}} = {latex(box.new[1])}",
        rf"\alpha_i^{{new}} = \alpha_i + y_i y_j (\alpha_j - \alpha_j^{{new}}) = {latex(box.old[0])} + "
        rf"{factor(y[i] * y[j])}\cdot {factor(box.old[1] - box.new[1])} = {latex(box.new[0])}",
        *_offsets(problem, trace, k, box),
    ]


def _errors(problem: Problem, trace: Trace, k: int, t: int) -> float:
    """Return E_t - b = f(x_t) - b - y_t before step k: b cancels in differences."""
    return float(problem.dual.kernel[t] @ (trace.state_at(k).alpha * problem.y) - problem.y[t])


def _offsets(problem: Problem, trace: Trace, k: int, box: BoxView) -> list[str]:
    """Return b1, b2 after the step: the offsets that make E_i and E_j zero (mathematics, equation 6.7)."""
    g = margins_without_offset(problem, trace.state_at(k + 1).alpha)
    b_i, b_j = float(problem.y[box.i] - g[box.i]), float(problem.y[box.j] - g[box.j])
    return [
        rf"b_1^{{new}} = {latex(b_i)},\quad b_2^{{new}} = {latex(b_j)},\quad "
        rf"\tfrac12(b_1^{{new}}+b_2^{{new}}) = {latex((b_i + b_j) / 2)}"
    ]


def candidates_table(trace: Trace, k: int, words: Words) -> pd.DataFrame:
    """Return b_ij, a_ij and the decrease of the dual without and with the box, for the candidates of largest gain."""
    problem, state, shown = trace.problem, trace.state_at(k), pair_at(trace, k)
    assert isinstance(problem, Problem)
    found, gradient = shown.candidates, trace.stepper.gradient(problem.dual, state)
    first = np.argsort(-found.gain, kind="stable")[:CANDIDATES]
    boxes = [box_view(problem.dual, state.alpha, gradient, state.objective, shown.i, int(j)) for j in found.j[first]]
    return pd.DataFrame(
        {
            words("figure.pair.j"): found.j[first] + 1,
            "b": found.violation[first],
            "a": found.curvature[first],
            "b² / 2a": 0.5 * found.gain[first],
            words("smo.candidates.decrease"): [box.decrease for box in boxes],
        }
    )


def directions_sentence(trace: Trace, k: int, words: Words) -> str:
    """Say how the two multipliers of step k move against each other: y_i d_i = -y_j d_j (Xing, equation 71)."""
    box = box_at(trace, k)
    moved = {name: number(box.new[t] - box.old[t]) for t, name in enumerate(("d_i", "d_j"))}
    return words("smo.candidates.same" if box.same_label else "smo.candidates.opposite", **moved)


def _kkt_table(run: Recording, k: int, words: Words) -> None:
    """Show every point with its alpha, its y f and the violation of its condition, the largest first."""
    problem = run.trace.problem
    assert isinstance(problem, Problem)
    alpha, b = run.trace.state_at(k).alpha, float(run.playback.b[k])
    g = margins_without_offset(problem, alpha)
    broken = kkt_residuals(problem, alpha, g, b)
    conditions = np.where(alpha <= 0, "y f ≥ 1", np.where(alpha >= problem.dual.upper, "y f ≤ 1", "y f = 1"))
    table = pd.DataFrame(
        {
            words("smo.kkt.point"): np.arange(1, len(alpha) + 1),
            "α": alpha,
            words("smo.kkt.condition"): conditions,
            "y f": problem.y * (g + b),
            words("smo.kkt.broken"): broken,
        }
    )
    st.dataframe(table.iloc[np.argsort(-broken, kind="stable")], hide_index=True, height=320)
