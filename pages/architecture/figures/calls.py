"""The diagram of calls: on each line a function of LIBSVM, further in than its caller, and ours at the right."""

from __future__ import annotations

from typing import Final

from core.topics.libsvm.calls import BY_NAME, CALLS, SOLVES, Counts
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET
from ui.words import Words, number

GROUP: Final = "architecture"
LINE, HEAD = 30, 36  # pixels of a line of the diagram, and of the names of its columns
INDENT, OURS, END = 0.4, 8.2, 12.0  # along the horizontal axis
NAME = 13  # pixels
HIDDEN = {"visible": False, "fixedrange": True}


def calls_figure(found: Counts, box: str, words: Words) -> Sketch:
    """Return the diagram; each line is a point that can be clicked, and a ring stands at the chosen one."""
    drawn = Sketch(HEAD + LINE * len(CALLS), margin={"l": 4, "r": 4, "t": 0, "b": 0})
    _edges(drawn)
    for (x, side), names in zip(((0.0, "theirs"), (OURS, "ours")), (_theirs(found, words), _ours()), strict=True):
        called = [bool(found.calls[call.name]) for call in CALLS]
        drawn.add_scatter(
            x=[x + INDENT * call.depth * (side == "theirs") for call in CALLS],
            y=list(range(len(CALLS))),
            ids=[str(k + 1) for k in range(len(CALLS))],
            text=[f"  {name}" for name in names],
            mode="markers+text",
            textposition="middle right",
            textfont={"size": NAME, "color": [INK if one else GREY for one in called]},
            marker={"size": 9, "symbol": "square", "color": [INK if one else GREY for one in called]},
            hoverinfo="none",
        )
        drawn.add_annotation(
            x=x, y=-1, xanchor="left", text=words(f"architecture.column.{side}"), showarrow=False, font={"color": GREY}
        )
    at = CALLS.index(BY_NAME[box])
    drawn.add_scatter(
        x=[OURS],
        y=[at],
        mode="markers",
        marker={"size": 20, "symbol": "square-open", "color": VIOLET, "line": {"width": 3}},
        meta=[[OURS, k] for k in range(len(CALLS))],
        hoverinfo="skip",
    )
    drawn.update_layout(
        xaxis={**HIDDEN, "range": [-0.2, END]},
        yaxis={**HIDDEN, "range": [len(CALLS) - 0.5, -1.6]},
        dragmode=False,
        meta={"group": GROUP, "keeps": True, "picked": at, "walk": list(range(len(CALLS)))},
    )
    return drawn


def _theirs(found: Counts, words: Words) -> list[str]:
    """Return LIBSVM's names, with the number of calls."""
    return [f"{call.theirs} {_count(found.calls[call.name], words)}" for call in CALLS]


def _count(times: int, words: Words) -> str:
    return words("architecture.count", count=number(times)) if times else words("architecture.never")


def _ours() -> list[str]:
    return [call.ours.__name__ for call in CALLS]


def _edges(drawn: Sketch) -> None:
    """Add a line from each function down to those that it calls, and a dotted one to ours."""
    grey = {"color": GREY, "width": 1}
    for k, call in enumerate(CALLS):
        caller = next((m for m in reversed(range(k)) if CALLS[m].depth < call.depth), None)
        if caller is not None:
            left, top = INDENT * CALLS[caller].depth, caller
            if CALLS[caller].name in SOLVES.values():  # each of them calls it
                top = next(m for m, one in enumerate(CALLS) if one.name in SOLVES.values())
            elbow = {"x": [left, left, INDENT * call.depth], "y": [top, k, k]}
            drawn.add_scatter(**elbow, mode="lines", line=grey, hoverinfo="skip")
        drawn.add_shape(
            type="line", x0=OURS - 0.9, x1=OURS - 0.3, y0=k, y1=k, layer="below", line={**grey, "dash": "dot"}
        )


def calls_text(found: Counts, box: str, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    lines = "; ".join(_theirs(found, words))
    call = BY_NAME[box]
    return words("figure.architecture_calls.alt", lines=lines, theirs=call.theirs, ours=call.ours.__name__)
