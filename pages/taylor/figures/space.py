"""The coefficients of the trained f by monomial, and the contribution of each to its norm."""

from __future__ import annotations

from core.topics.taylor.experiment import TaylorSpace
from ui.plot.sketch import Sketch
from ui.plot.template import INK, VIOLET, still_axis
from ui.words import Words, number

HEIGHT = 360
POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def monomial(exponents: tuple[int, int]) -> str:
    """Write x1^a x2^b."""
    parts = [
        f"x{sub}{'' if power == 1 else str(power).translate(POWERS)}"
        for sub, power in zip("₁₂", exponents, strict=True)
        if power
    ]
    return "".join(parts) or "1"


def taylor_space_figure(shown: TaylorSpace, words: Words) -> Sketch:
    """Return bars of f_a above, and of the shares of the squared norm below."""
    drawn = Sketch(HEIGHT, margin={"l": 70, "r": 16, "t": 12, "b": 64})
    names = [monomial((int(a), int(b))) for a, b in shown.exponents]
    for values, color, y_axis, told in (
        (shown.coefficients, INK, "y", "%{y:.3g}"),
        (100 * shown.parts, VIOLET, "y2", words("language.percent", value="%{y:.2f}")),
    ):
        hover = [f"{name}: {told}<extra></extra>" for name in names]
        place = {"x": [*range(len(names))], "y": values, "yaxis": y_axis}
        drawn.add_bar(marker={"color": color}, hovertemplate=hover, **place)
    ticks = {"tickmode": "array", "tickvals": [*range(len(names))], "ticktext": names, "tickangle": -60}
    drawn.update_layout(
        xaxis=still_axis("", range=[-0.6, len(names) - 0.4], anchor="y2", showgrid=False, **ticks),
        yaxis=still_axis(words("figure.taylor.space.f"), domain=[0.5, 1], zeroline=True),
        yaxis2=still_axis(words("figure.taylor.space.parts"), domain=[0, 0.4], rangemode="tozero"),
    )
    return drawn


def taylor_space_text(shown: TaylorSpace, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    largest = int(shown.parts.argmax())
    name = monomial((int(shown.exponents[largest, 0]), int(shown.exponents[largest, 1])))
    return words(
        "figure.taylor.space.alt", count=shown.count, name=name, share=number(100 * float(shown.parts[largest]))
    )
