"""f of every machine at one point: the side of 0 is its vote."""

from __future__ import annotations

from core.problem.arrays import Vector
from core.topics.classes.view import pairs_of_classes
from datasets import LABELS
from ui.plot.sketch import Sketch
from ui.plot.template import INK, still_axis
from ui.words import Words, number

ROW, EDGES = 26, 70  # pixels of a machine, and of the axis with its margin
COLOURS = tuple(f"var(--lab-{name})" for name in ("pos", "neg", "third", "fourth", "fifth", "sixth"))


def values_figure(f: Vector, labels: tuple[int, ...], names: list[str], words: Words) -> Sketch:
    """Return a bar for each machine in the colour of the class that it votes for."""
    pairs = pairs_of_classes(len(labels))
    drawn = Sketch(EDGES + ROW * len(pairs), margin={"l": 12, "r": 12, "t": 8, "b": 40}, bargap=0.3)
    most = max(1.0, float(abs(f).max()))
    for row, ((a, b), value) in enumerate(zip(pairs, f, strict=True)):
        won = a if value > 0.0 else b
        drawn.add_bar(
            x=[float(value)],
            y=[-row],
            orientation="h",
            width=0.55,
            marker={"color": COLOURS[LABELS.index(labels[won])]},
            hovertemplate=f"f: %{{x:.3g}}<extra>{names[won]}</extra>",
        )
        text = words("figure.classes.values.bar", a=names[a], b=names[b], won=names[won])
        drawn.add_annotation(x=1.1 * most, y=-row, text=text, showarrow=False, xanchor="left")
    drawn.add_shape(type="line", x0=0, x1=0, y0=0.5, y1=0.5 - len(pairs), line={"color": INK, "width": 1.5})
    drawn.update_layout(
        xaxis=still_axis("f", range=[-1.05 * most, 2.4 * most], showgrid=False),
        yaxis={"visible": False, "range": [0.5 - len(pairs), 0.5], "fixedrange": True},
    )
    return drawn


def values_text(f: Vector, names: list[str], at: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    pairs = pairs_of_classes(len(names))
    listed = ", ".join(f"{names[a]}, {names[b]}: {number(x)}" for (a, b), x in zip(pairs, f, strict=True))
    return words("figure.classes.values.alt", i=at + 1, listed=listed)
