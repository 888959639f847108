"""The folds below the player: the equations of this step, its candidates, KKT conditions, and clipping."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.problem import Problem, kkt_residuals, margins_without_offset
from core.trace import Trace
from core.view import BoxView, box_at, box_view, cut_pairs, pair_at
from pages.smo.figures.regions import regions_figure, regions_text
from ui.component.plot import Drawn
from ui.page import guard
from ui.page.showing import Showing
from ui.solve.recording import Recording
from ui.words import TIMES, Words, number

CANDIDATES = 12  # rows: those with the largest gain


@guard.part
def show_folds(run: Recording, k: int, showing: Showing) -> None:
    """Show the folds, each built only when unfolded; at the end of the run there are no folds about a step."""
    trace, words = run.trace, showing.words

    def candidates() -> None:
        """Show the decrease for each candidate for the partner of i, without and with the box, in descending order."""
        leg = trace.leg(k)
        table = candidates_table(leg, k, words)
        st.dataframe(table, hide_index=True)
        st.caption(words("smo.candidates.note", shown=len(table), count=len(pair_at(leg, k).candidates.j)))
        st.caption(directions_sentence(leg, k, words))

    def regions() -> None:
        """Show how a box with two different bounds clips a step."""
        pairs = cut_pairs()
        showing.draw("smo-regions", lambda: Drawn(regions_figure(pairs, words), regions_text(pairs, words)))
        st.markdown(words("smo.regions.text"))

    if k < len(trace):
        showing.fold("equations", partial(_equations, trace.leg(k), k, words))
    if k < len(trace) and trace.stepper.name != "platt":
        showing.fold("candidates", candidates)
    showing.fold("kkt", partial(_kkt_table, run, k, words))
    showing.fold("regions", regions)


def _equations(trace: Trace, k: int, words: Words) -> None:
    """Show the update of step k + 1, which starts from the state after k steps, with its numbers."""
    box = box_at(trace, k)
    st.markdown(words("smo.equations.step", step=k + 1, i=box.i + 1, j=box.j + 1))
    for line in equations(trace, k):
        st.latex(line)
    st.caption(words("smo.equations.source"))


def equations(trace: Trace, k: int) -> list[str]:
    """Return curvature, unclipped optimum, clipping, partner and offsets of step k in LaTeX, with their numbers."""
    problem, box = trace.problem, box_at(trace, k)
    assert isinstance(problem, Problem)
    K, y, i, j = problem.dual.kernel, problem.y, box.i, box.j
    E_i, E_j = _errors(problem, trace, k, i), _errors(problem, trace, k, j)
    return [
        rf"a_{{ij}} = K_{{ii}} + K_{{jj}} - 2K_{{ij}} = {_n(K[i, i])} + {_f(K[j, j])} - 2\cdot {_f(K[i, j])} "
        rf"= {_n(box.curvature)}",
        rf"\alpha_j^{{unc}} = \alpha_j + \frac{{y_j (E_i - E_j)}}{{a_{{ij}}}} = {_n(box.old[1])} + "
        rf"\frac{{{_f(y[j])}\cdot {_f(E_i - E_j)}}}{{{_n(box.curvature)}}} = {_n(box.free[1])}",
        rf"L = {_n(box.L)},\quad H = {_n(box.H)},\quad \alpha_j^{{new}} = {_n(box.new[1])}",
        rf"\alpha_i^{{new}} = \alpha_i + y_i y_j (\alpha_j - \alpha_j^{{new}}) = {_n(box.old[0])} + "
        rf"{_f(y[i] * y[j])}\cdot {_f(box.old[1] - box.new[1])} = {_n(box.new[0])}",
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
        rf"b_1^{{new}} = {_n(b_i)},\quad b_2^{{new}} = {_n(b_j)},\quad "
        rf"\tfrac12(b_1^{{new}}+b_2^{{new}}) = {_n((b_i + b_j) / 2)}"
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


def _n(value: float) -> str:
    """Write a number for LaTeX."""
    text = number(float(value), 4).replace("−", "-").replace("∞", r"\infty")
    if "×" in text:
        mantissa, power = text.split(f"{TIMES}10")
        digits = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
        return rf"{mantissa}\cdot 10^{{{digits}}}"
    return text


def _f(value: float) -> str:
    """Write a number as a factor or a term: a negative one in parentheses."""
    return f"({_n(value)})" if value < 0 else _n(value)
