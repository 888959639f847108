"""Steps and certain digits over the tolerance, and the points with their status at the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from core.solver import Status
from core.topics.tolerance.view import Reached, changed
from datasets import Points
from pages.smo.lens.answers import Lens
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, POSITIVE, STROKES, VIOLET, axis, end_label, still_axis
from ui.solve.limits import LENS
from ui.words import Words, common_digits, number

HEIGHT = 320
ROOM = 120  # pixels on the right for the names of the lines
DIGITS_OF_FLOAT64 = 15
ENDS: Final = (float(np.log10(LENS[0])) - 0.1, float(np.log10(LENS[1])) + 0.1)  # of the axis, as of the slider
SYMBOLS: Final = {1: ("circle", POSITIVE), -1: ("triangle-up", NEGATIVE)}
LOOK: Final = {Status.ZERO: (6, "-open", 0.55), Status.FREE: (12, "", 1.0), Status.BOUNDED: (12, "-open-dot", 1.0)}


def digits_of(found: Reached) -> tuple[int, int]:
    """Return how many digits of the optimal objective and of b are certain."""
    return common_digits(found.low, found.high), common_digits(found.b_low, found.b_high)


def cost_figure(shown: Lens, chosen: Reached | None, tolerance: float, words: Words) -> Sketch:
    """Return the steps above, the certain digits below, over the tolerance on one log axis."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": ROOM, "t": 10, "b": 46})
    x = [each.tolerance for each in shown.points]
    digits = [digits_of(each) for each in shown.points]
    steps = [max(1, each.steps) for each in shown.points]
    lines = (
        ("steps", steps, "y", INK, "solid"),
        ("value", [value for value, _ in digits], "y2", VIOLET, "solid"),
        ("b", [b for _, b in digits], "y2", GREY, "dash"),
    )
    for name, y, y_axis, color, dash in lines:
        drawn.add_scatter(
            x=x, y=y, yaxis=y_axis, mode="lines+markers", marker={"color": color, "size": 4},
            line={"color": color, "width": 2, "dash": dash, **({} if name == "steps" else {"shape": "hv"})},
            hovertemplate=words(f"figure.lens.hover.{name}") + "<extra></extra>",
        )  # fmt: skip
    for name, height in (("steps", 0.78), ("value", 0.36), ("b", 0.24)):
        color, dash = next((color, dash) for each, _, _, color, dash in lines if each == name)
        place = {"y": height, "xref": "paper", "yref": "paper", "yanchor": "middle"}
        text = f"{STROKES[dash]} {words(f'figure.lens.{name}')}"
        drawn.add_annotation(**end_label(1, 0, text, color) | place)
    _marks(drawn, shown, chosen, tolerance, words)
    top = max([2, *steps])
    drawn.update_layout(
        xaxis=axis(
            words("smo.lens.tolerance"), type="log", range=list(ENDS), dtick=2, exponentformat="power", anchor="y2"
        ),
        yaxis=axis(
            words("figure.lens.steps"), type="log", domain=[0.56, 1], range=[0, float(np.log10(top)) * 1.06],
            exponentformat="power", **({"dtick": 1} if top >= 100 else {"tickvals": [1, 2, 5, 10, 20, 50]}),
        ),
        yaxis2=axis(words("figure.lens.digits"), domain=[0, 0.44], range=[0, DIGITS_OF_FLOAT64 + 0.5], dtick=5),
    )  # fmt: skip
    return drawn


def _marks(drawn: Sketch, shown: Lens, chosen: Reached | None, tolerance: float, words: Words) -> None:
    """Draw the chosen tolerance as a line with its values, and grey what cannot be told."""
    line = {"color": "var(--lab-i)", "width": 2}
    drawn.add_shape(type="line", x0=tolerance, x1=tolerance, y0=0, y1=1, yref="paper", line=line)
    if chosen is not None:
        value, b = digits_of(chosen)
        for y, y_axis in ((max(1, chosen.steps), "y"), (value, "y2"), (b, "y2")):
            drawn.add_scatter(
                x=[chosen.tolerance], y=[y], yaxis=y_axis, mode="markers", hoverinfo="skip",
                marker={"color": "var(--lab-i)", "size": 9},
            )  # fmt: skip
    if shown.rounding > LENS[0]:
        drawn.add_shape(
            type="rect", x0=min(shown.rounding, LENS[1]), x1=LENS[0], y0=0, y1=1, yref="paper",
            fillcolor=GREY, opacity=0.18, line={"width": 0}, layer="below",
        )  # fmt: skip


def cost_text(shown: Lens, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    if not shown.points:
        return words("figure.lens.alt.none")
    told = []
    for found in shown.points[:: max(1, len(shown.points) - 1)]:
        value, b = digits_of(found)
        values = {"tolerance": number(found.tolerance), "steps": number(found.steps)}
        told.append(words("figure.lens.alt", value=value, b=b, **values))
    return words.joined(told)


def status_figure(points: Points, chosen: Reached, reference: Reached, words: Words) -> Sketch:
    """Return the points with their status at the chosen tolerance, and rings around those with another in the end."""
    drawn = Sketch(HEIGHT, margin={"l": 34, "r": 8, "t": 8, "b": 34})
    moved = changed(chosen, reference)
    drawn.add_scatter(
        x=points.X[moved, 0], y=points.X[moved, 1], mode="markers", hoverinfo="skip",
        marker={"symbol": "circle-open", "color": VIOLET, "size": 22, "line": {"width": 3, "color": VIOLET}},
    )  # fmt: skip
    for label, (symbol, color) in SYMBOLS.items():
        for status, (size, style, opacity) in LOOK.items():
            of = np.flatnonzero((points.y == label) & (chosen.status == status))
            drawn.add_scatter(
                x=points.X[of, 0], y=points.X[of, 1], text=_told(of, chosen, reference, words), mode="markers",
                marker={"symbol": f"{symbol}{style}", "color": color, "size": size, "opacity": opacity},
                hovertemplate="%{text}<extra></extra>",
            )  # fmt: skip
    seen = points.window
    drawn.update_layout(
        xaxis=still_axis("", range=[seen.x0, seen.x0 + seen.size], showgrid=False, constrain="domain"),
        yaxis=still_axis("", range=[seen.y0, seen.y0 + seen.size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def _told(of: Sequence[int] | np.ndarray, chosen: Reached, reference: Reached, words: Words) -> list[str]:
    """Return the hover text of each point: its status here, and that at the tightest tolerance if it differs."""
    told = []
    for i in of:
        here, there = (status_name(each.status[i], words) for each in (chosen, reference))
        key = "figure.lens.point" if here == there else "figure.lens.point.changed"
        told.append(words(key, i=int(i) + 1, here=here, there=there))
    return told


def status_name(status: int, words: Words) -> str:
    """Return the name of a status."""
    return words(f"smo.lens.status.{Status(int(status)).name}")


def status_text(chosen: Reached, reference: Reached, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    counts = {status.name.lower(): int((chosen.status == status).sum()) for status in Status}
    return words("figure.lens.points.alt", changed=len(changed(chosen, reference)), **counts)
