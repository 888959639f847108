"""Both optima on one board: boundary and margins with a free offset, and with an offset inside the norm."""

from __future__ import annotations

import numpy as np

from core.problem.arrays import Matrix
from core.topics.descent.experiment import OffsetFields
from core.view import isolines
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, NEGATIVE, POSITIVE, STROKES, VIOLET, still_axis
from ui.words import Words, number

PIXELS = 400  # approximate side of the window
HEIGHT = 500


def offsets_figure(
    shown: OffsetFields, X: Matrix, y: np.ndarray, window: tuple[float, float, float], bias: bool, words: Words
) -> Sketch:
    """Return the window with both boundaries, thin margins, and a tint where the classes differ."""
    x0, y0, size = window
    drawn = Sketch(HEIGHT, margin={"l": 44, "r": 8, "t": 54, "b": 40})
    differs = in_bytes(((shown.free >= 0) != (shown.appended >= 0)).astype(np.uint8))
    tint = {"colorscale": [[0, "rgba(0,0,0,0)"], [1, VIOLET]], "opacity": 0.28, "zmin": 0, "zmax": 1}
    drawn.add_heatmap(z=differs, showscale=False, hoverinfo="skip", x=shown.x_axis, y=shown.y_axis, **tint)
    for label, color, symbol in ((1, POSITIVE, "circle"), (-1, NEGATIVE, "triangle-up")):
        drawn.add_dots(X[y == label], symbol, 8, size / PIXELS, color)
    for field, color, dash in ((shown.free, INK, "solid"), (shown.appended, VIOLET, "dash")):
        for level, width in ((-1.0, 1.0), (1.0, 1.0), (0.0, 3.0)):
            along = isolines(field - level, shown.x_axis, shown.y_axis).astype(np.float32)
            line = {"color": color, "dash": dash, "width": width}
            x, y_along = in_bytes(along[:, 0]), in_bytes(along[:, 1])
            drawn.add_scatter(x=x, y=y_along, mode="lines", line=line, hoverinfo="skip")
    names = ((25, "solid", words("figure.offsets.free"), INK), (4, "dash", _other(bias, words), VIOLET))
    for above, dash, name, color in names:
        place = {"xref": "x domain", "yref": "y domain", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}
        drawn.add_annotation(
            text=f"{STROKES[dash]} {name}", showarrow=False, yshift=above, font={"color": color, "size": 13}, **place
        )
    drawn.update_layout(
        xaxis=still_axis("x₁", range=[x0, x0 + size], showgrid=False, constrain="domain"),
        yaxis=still_axis("x₂", range=[y0, y0 + size], showgrid=False, scaleanchor="x", constrain="domain"),
    )
    return drawn


def _other(bias: bool, words: Words) -> str:
    return words("figure.offsets.appended" if bias else "figure.offsets.origin")


def offsets_text(shown: OffsetFields, bias: bool, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words("figure.offsets.alt", which=_other(bias, words), share=number(100.0 * shown.share, 2))
