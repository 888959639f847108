"""The printed interval of xi, the proved one, and the xi that this pair needs."""

from __future__ import annotations

from core.topics.taylor.view import TaylorPair
from ui.component.plot import Drawn
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 190


def xi_drawn(shown: TaylorPair, words: Words) -> Drawn:
    """Return the figure with its text."""
    return Drawn(taylor_xi_figure(shown, words), taylor_xi_text(shown, words))


def taylor_xi_figure(shown: TaylorPair, words: Words) -> Sketch:
    """Return three rows over one axis: printed interval, proved interval, needed xi."""
    drawn = Sketch(HEIGHT, margin={"l": 100, "r": 30, "t": 8, "b": 40})
    printed_ends = list(shown.printed) if shown.printed.low <= shown.printed.high else []
    rows = ((2, printed_ends, GREY, "dot"), (1, list(shown.proved), VIOLET, "solid"))
    for row, ends, color, dash in rows:
        drawn.add_scatter(
            x=ends,
            y=[row] * len(ends),
            mode="lines+markers",
            line={"color": color, "width": 5, "dash": dash},
            marker={"symbol": "line-ns", "size": 16, "line": {"width": 2.5, "color": color}},
            hovertemplate="%{x:.4g}<extra></extra>",
        )
    if not printed_ends:
        empty = words("figure.taylor.xi.empty", low="0", high=number(shown.printed.high))
        drawn.add_annotation(x=0, y=2, text=empty, showarrow=False, xanchor="center", font={"color": GREY})
    line = {"color": INK, "width": 1, "dash": "dot"}
    drawn.add_shape(type="line", x0=shown.xi, x1=shown.xi, y0=-0.4, y1=2.5, line=line)
    drawn.add_scatter(
        x=[shown.xi],
        y=[0],
        mode="markers",
        marker={"symbol": "diamond", "size": 13, "color": INK},
        hovertemplate="ξ = %{x:.4g}<extra></extra>",
    )
    ends = [0.0, shown.xi, *shown.proved, *printed_ends]
    room = 0.1 * max(max(ends) - min(ends), 1e-9)
    names = [words(f"figure.taylor.xi.{name}") for name in ("needed", "proved", "printed")]
    drawn.update_layout(
        xaxis=still_axis("ξ", range=[min(ends) - room, max(ends) + room]),
        yaxis=still_axis("", range=[-0.6, 2.6], tickmode="array", tickvals=[0, 1, 2], ticktext=names),
    )
    return drawn


def taylor_xi_text(shown: TaylorPair, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words(
        "figure.taylor.xi.alt",
        printed=f"[0, {number(shown.printed.high)}]",
        proved=f"[{number(shown.proved.low)}, {number(shown.proved.high)}]",
        xi=number(shown.xi),
    )
