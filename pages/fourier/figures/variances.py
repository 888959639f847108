"""Phase against paired map: D times the variance of K' for every K, measured values over the formulas."""

from __future__ import annotations

from core.topics.fourier.view import Variances
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 330
MAPS = (("phase", INK, "solid", "circle"), ("paired", VIOLET, "dash", "diamond"))


def fourier_variances(shown: Variances, words: Words) -> Sketch:
    """Return both formulas as lines and measured values as marks, on fixed axes."""
    drawn = Sketch(HEIGHT, margin={"l": 60, "r": 16, "t": 10, "b": 46})
    for row, (name, color, dash, symbol) in enumerate(MAPS):
        label = words(f"fourier.map.{name}")
        line = {"color": color, "width": 2, "dash": dash}
        drawn.add_scatter(x=shown.grid, y=shown.formula[row], mode="lines", line=line, hoverinfo="skip")
        marker = {"size": 9, "color": color, "symbol": f"{symbol}-open", "line": {"width": 2}}
        hover = f"{label}: %{{y:.3g}}<extra>K = %{{x:.2g}}</extra>"
        drawn.add_scatter(x=shown.middle, y=shown.measured[row], mode="markers", marker=marker, hovertemplate=hover)
        k = int(0.55 * (len(shown.grid) - 1))
        above = {"xanchor": "left", "yanchor": "bottom", "yshift": 14}
        below = {"xanchor": "right", "yanchor": "top", "yshift": -14}
        name_at = {"x": shown.grid[k], "y": shown.formula[row][k], **(above if name == "phase" else below)}
        drawn.add_annotation(text=label, showarrow=False, font={"color": color, "size": 14}, **name_at)
    drawn.update_layout(
        xaxis=still_axis(words("figure.fourier_variances.x"), range=[-0.03, 1.05]),
        yaxis=still_axis(words("figure.fourier_variances.y"), range=[0, 1.4], zeroline=True, zerolinecolor=GREY),
    )
    return drawn


def fourier_variances_text(shown: Variances, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    phase, paired = shown.measured
    return words(
        "figure.fourier_variances.alt",
        rolls=shown.rolls,
        K=number(float(shown.middle[-1])),
        phase=number(float(phase[-1])),
        paired=number(float(paired[-1])),
        low=number(float(shown.middle[0])),
        phase_low=number(float(phase[0])),
        paired_low=number(float(paired[0])),
    )
