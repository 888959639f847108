"""The cache as a strip: every cached row, the least recently used at the left; the height is its length."""

from __future__ import annotations

from core.topics.libsvm.view import Halt
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, axis
from ui.words import Words, number

HEIGHT = 230
MOST = 100  # most rows that are drawn, the most recently used ones
PICKED_I, PICKED_J = "var(--lab-i)", "var(--lab-j)"
GONE = "var(--lab-grid)"


def cache_figure(shown: Halt, n: int, capacity: int, words: Words) -> Sketch:
    """Return the rows before a pass: those of its pair in their colours, those that it evicts pale."""
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 16, "t": 26, "b": 44})
    rows = shown.rows[-MOST:]
    i, j = (-1, -1) if shown.step is None else (shown.step.i % n, shown.step.j % n)  # two of a tube may share a row
    pair = {} if shown.step is None else {j: PICKED_J, i: PICKED_I}
    colors = [pair.get(row, GONE if row in shown.dropped else INK) for row, _ in rows]
    drawn.add_bar(
        x=list(range(1, len(rows) + 1)),
        y=[length for _, length in rows],
        marker={"color": colors, "line": {"color": GREY, "width": 1}},
        text=[str(row + 1) for row, _ in rows],
        textposition="none",
        hovertemplate=words("figure.libsvm.cache.hover") + "<extra></extra>",
    )
    for slot, (row, length) in enumerate(rows, start=1):
        if row in pair:
            letter = "i, j" if i == j else "i" if row == i else "j"
            font = {"color": pair[row], "size": 15}
            drawn.add_annotation(x=slot, y=length, text=f"<b>{letter}</b>", showarrow=False, yshift=10, font=font)
    if not rows:
        place = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5}
        drawn.add_annotation(text=words("figure.libsvm.cache.empty"), showarrow=False, font={"color": GREY}, **place)
    slots = max(min(capacity, MOST), len(rows), 2)
    drawn.update_layout(
        xaxis=axis(
            words("figure.libsvm.cache.x"), range=[0.3, slots + 0.7], showgrid=False, showticklabels=False, ticks=""
        ),
        yaxis=axis(words("figure.libsvm.cache.y"), range=[0, 1.15 * n]),
    )
    return drawn


def cache_text(shown: Halt, n: int, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    complete = sum(length == n for _, length in shown.rows)
    return words(
        "figure.libsvm.cache.alt",
        rows=number(len(shown.rows)),
        whole=number(complete),
        held=number(sum(length for _, length in shown.rows)),
        dropped=number(len(shown.dropped)),
    )
