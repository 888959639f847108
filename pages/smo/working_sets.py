"""The fold about the linear problem over two points: its optimum for every pair, and those of the rules."""

from __future__ import annotations

import math
from functools import partial

import streamlit as st

from core.problem import Problem
from core.trace import Trace
from core.view import WorkingSets, pair_standing, working_sets
from pages.smo.errata import multiplier_erratum
from pages.smo.figures.working_sets import drawn_points, values_map, values_text, violating_points
from pages.smo.latex import factor, latex
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import Words, number

PROBLEM = (
    r"\min_{d_B}\ \nabla f(\alpha)_B^\top d_B,\quad y_B^\top d_B = 0",
    r"-1\le d_t\le 1",
    r"\alpha_t = 0 \Rightarrow d_t\ge 0,\quad \alpha_t = C_t \Rightarrow d_t\le 0",
)


def show_working_sets(trace: Trace, k: int, name: str, turn: float, showing: Showing) -> None:
    """Show the linear problem in the state after k steps of the run with this name."""
    found, words = working_sets(trace, k), showing.words
    st.markdown(words("smo.linear.problem"))
    for line in PROBLEM:
        st.latex(line)
    if found.least < 0.0:
        showing.draw("smo-linear", partial(_drawn, found, words), name, k, turn=turn)
        st.caption(words.joined(_key(found, words)))
        for line in least_equations(trace, found):
            st.latex(line)
    st.markdown(words.joined(working_set_sentences(trace, found, words)))
    st.caption(multiplier_erratum(pair_standing(trace, k), words))


def _drawn(found: WorkingSets, words: Words) -> Drawn:
    return Drawn(values_map(found, words), values_text(found, words))


def _key(found: WorkingSets, words: Words) -> list[str]:
    """Explain the marks of the figure, and which rows and columns it has."""
    said = [words(f"smo.linear.mark.{name}") for name in ("first", "second", "taken") if getattr(found, name)]
    drawn, violating = drawn_points(found), violating_points(found)
    counts = [number(len(points)) for points in (*drawn, *violating)]
    if counts[:2] != counts[2:]:
        said.append(words("smo.linear.sampled", **dict(zip(("rows", "columns", "up", "low"), counts, strict=True))))
    return [*said, words("smo.linear.rows")]


def least_equations(trace: Trace, found: WorkingSets) -> list[str]:
    """Return the direction and the objective of the maximal violating pair with their numbers, in LaTeX."""
    i, j = int(found.up[0]), int(found.low[0])
    y = trace.problem.y
    d_i, d_j = y[i], -y[j]
    G_i, G_j = -y[i] * found.score[i], -y[j] * found.score[j]
    # Four digits of the sum need more of its terms where these almost cancel.
    digits = min(12, 4 + max(0, math.ceil(math.log10(max(abs(G_i), abs(G_j)) / -found.least))))
    return [
        rf"d_{{{i + 1}}} = y_{{{i + 1}}} = {latex(d_i)},\quad d_{{{j + 1}}} = -y_{{{j + 1}}} = {latex(d_j)}",
        rf"{factor(G_i, digits)}\cdot{factor(d_i)} + {factor(G_j, digits)}\cdot{factor(d_j)} = {latex(found.least)}",
    ]


def working_set_sentences(trace: Trace, found: WorkingSets, words: Words) -> list[str]:
    """Say what the least value is, which pairs have it, and by how much those of other rules are above it."""
    least = number(found.least)
    if found.least == 0.0:
        said = [words("smo.linear.optimal")]
    else:
        key = "smo.linear.least.one" if found.attained == 1 else "smo.linear.least.many"
        i, j = int(found.up[0]) + 1, int(found.low[0]) + 1
        said = [words(key, least=least, i=i, j=j, pairs=number(found.attained))]
        if found.first is None:
            said.append(words("smo.linear.below", tolerance=number(float(trace.rule[0]))))
    if found.second is not None and found.first is not None:
        said.append(_second(trace, found, words))
    if found.taken is None:
        return said
    if found.taken in (found.first, found.second):
        said.append(words("smo.linear.taken.first" if found.taken == found.first else "smo.linear.taken.second"))
    else:
        i, j = found.taken
        value = found.value(i, j)
        above = {"value": number(value), "above": number(value - found.least)}
        key = "smo.linear.taken.equal" if value <= found.least + found.rounding else "smo.linear.taken"
        said.append(words(key, i=i + 1, j=j + 1, **above))
    return said


def _second(trace: Trace, found: WorkingSets, words: Words) -> str:
    """Compare the pair of the second-order rule with the maximal violating pair."""
    assert found.first is not None
    assert found.second is not None
    (i, j), (_, other) = found.second, found.first
    if j == other:
        return words("smo.linear.second.same", i=i + 1, j=j + 1)
    value, problem = found.value(i, j), trace.problem
    assert isinstance(problem, Problem)
    K = problem.dual.kernel
    values = {
        "i": i + 1,
        "j": j + 1,
        "other": other + 1,
        "value": number(value),
        "above": number(value - found.least),
        "a": number(float(K[i, i] + K[j, j] - 2.0 * K[i, j])),
        "a_other": number(float(K[i, i] + K[other, other] - 2.0 * K[i, other])),
    }
    equal = value <= found.least + found.rounding
    return words("smo.linear.second.equal" if equal else "smo.linear.second.other", **values)
