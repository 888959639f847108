"""Pairwise coupling of three classes: the path of p in the triangle of all probabilities, and its residual."""

from __future__ import annotations

import math

import numpy as np

from core.estimators.probability import NEAR
from core.problem.arrays import Matrix, Vector
from core.topics.probabilities.theory import CouplingCourse
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, PAPER, VIOLET, axis
from ui.words import Words, number

HEIGHT, LOW = 380, 300
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, math.sqrt(0.75)]])  # of the classes 1, 2 and 3
FLOOR = 1e-17  # of a residual on a log axis
SUBSCRIPTS = "₁₂₃"


def places(p: Matrix | Vector) -> Matrix:
    """Return where probabilities (..., 3) stand in the triangle, (..., 2)."""
    return np.asarray(np.asarray(p) @ CORNERS)


def triangle_figure(found: CouplingCourse, k: int, words: Words) -> Sketch:
    """Return the triangle: from each corner the line on which a pair has its r, and the sweeps up to k."""
    drawn = Sketch(HEIGHT, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    edge = places(np.eye(3)[[0, 1, 2, 0]])
    drawn.add_scatter(x=edge[:, 0], y=edge[:, 1], mode="lines", line={"color": INK, "width": 1.5}, hoverinfo="skip")
    middle = places(np.full(3, 1.0 / 3.0))
    for t in range(3):
        ends = np.array([middle, places(np.where(np.arange(3) == t, 0.0, 0.5))])
        line = {"color": GRID, "width": 2, "dash": "dot"}
        drawn.add_scatter(x=ends[:, 0], y=ends[:, 1], mode="lines", line=line, hoverinfo="skip")
    for s, t, other in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        p = np.zeros(3)
        p[s], p[t] = found.R[s, t], found.R[t, s]
        foot = places(p)
        ends = np.array([CORNERS[other], foot])
        drawn.add_scatter(
            x=ends[:, 0], y=ends[:, 1], mode="lines", line={"color": GREY, "width": 1.5}, hoverinfo="skip"
        )
        normal = (CORNERS[s] + CORNERS[t]) / 2.0 - middle  # of the edge
        outward = foot + 0.05 * normal / float(np.linalg.norm(normal))
        name = f"r{SUBSCRIPTS[s]}{SUBSCRIPTS[t]} = {number(found.R[s, t])}"
        side = "bottom center" if other == 2 else f"middle {'left' if other == 1 else 'right'}"
        drawn.add_text([outward[0]], [outward[1]], [name], textposition=side, textfont={"color": GREY, "size": 13})
    path, end = places(found.p[: k + 1]), places(found.exact)
    drawn.add_scatter(
        x=path[:, 0],
        y=path[:, 1],
        mode="lines+markers",
        line={"color": VIOLET, "width": 2},
        marker={"size": 6, "color": VIOLET},
        hoverinfo="skip",
    )
    target = {"symbol": "x-thin", "size": 15, "line": {"width": 3, "color": INK}}
    drawn.add_scatter(x=[end[0]], y=[end[1]], mode="markers", marker=target, hoverinfo="skip")
    here = {"size": 13, "color": VIOLET, "line": {"width": 2, "color": PAPER}}
    drawn.add_scatter(x=[path[k, 0]], y=[path[k, 1]], mode="markers", marker=here, hoverinfo="skip")
    out = middle + 1.2 * (CORNERS - middle)
    names = [words("probabilities.class", k=t + 1) for t in range(3)]
    drawn.add_text(out[:, 0].tolist(), out[:, 1].tolist(), names, textfont={"color": INK, "size": 15})
    bare = {"visible": False, "fixedrange": True}
    drawn.update_layout(
        xaxis={**bare, "range": [-0.35, 1.35]}, yaxis={**bare, "range": [-0.2, 1.06], "scaleanchor": "x"}
    )
    return drawn


def triangle_text(found: CouplingCourse, k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    at, exact = (", ".join(number(float(each)) for each in p) for p in (found.p[k], found.exact))
    return words("figure.probabilities_triangle.alt", k=k, at=at, exact=exact)


def course_figure(found: CouplingCourse, k: int, words: Words) -> Sketch:
    """Return the residual after each sweep, with LIBSVM's tolerance."""
    drawn = Sketch(LOW, margin={"l": 66, "r": 12, "t": 8, "b": 44})
    sweeps, left = np.arange(len(found.p)), np.maximum(found.residual, FLOOR)
    drawn.add_scatter(
        x=sweeps,
        y=left,
        mode="lines+markers",
        line={"color": INK, "width": 2},
        marker={"size": 6, "color": INK},
        hovertemplate="%{x}: %{y:.2e}<extra></extra>",
    )
    mark = {"size": 13, "color": VIOLET, "line": {"width": 2, "color": PAPER}}
    drawn.add_scatter(x=[sweeps[k]], y=[left[k]], mode="markers", marker=mark, hoverinfo="skip")
    level = NEAR / len(found.exact)
    drawn.add_shape(
        type="line", x0=0, x1=1, xref="x domain", y0=level, y1=level, line={"color": GREY, "width": 1.5, "dash": "dash"}
    )
    drawn.add_annotation(
        x=1, y=math.log10(level), xref="x domain", yref="y", text=words("figure.probabilities_course.stop"),
        showarrow=False, xanchor="right", yanchor="bottom", font={"color": GREY, "size": 13},
    )  # fmt: skip
    low = min(float(np.log10(left.min())), -4.0)
    drawn.update_layout(
        xaxis=axis(words("figure.probabilities_course.x"), range=[-0.3, max(len(found.p) - 0.7, 1.3)]),
        yaxis=axis(
            words("figure.probabilities_course.y"), type="log", range=[low - 0.7, 0.4], exponentformat="power", dtick=3
        ),
    )
    return drawn


def course_text(found: CouplingCourse, k: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"k": k, "residual": number(float(found.residual[k])), "stop": found.libsvm}
    return words("figure.probabilities_course.alt", last=number(float(found.residual[-1])), **values)
