"""Measured seconds of an inner product over d: features written out, and the kernel; both on log axes."""

from __future__ import annotations

import math

import numpy as np

from core.topics.kernels.experiment import InnerProducts
from ui.page.measured.figures import log_axis
from ui.plot.labels import apart
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, end_label
from ui.words import Words, number

HEIGHT = 320
NANO = 1e9


def products_figure(shown: InnerProducts, words: Words) -> Sketch:
    """Return three lines in nanoseconds per pair of points."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": 150, "t": 12, "b": 48})
    lines = [
        (shown.explicit, INK, "solid", "circle", "explicit"),
        (shown.product, GREY, "dot", "square", "product"),
        (shown.kernel, VIOLET, "dash", "diamond", "kernel"),
    ]
    ends = []
    for seconds, color, dash, symbol, name in lines:
        said = words(f"figure.kernels_products.{name}")
        drawn.add_scatter(
            x=[int(d) for d in shown.d],
            y=[float(each) for each in NANO * seconds],
            mode="lines+markers",
            line={"color": color, "width": 2, "dash": dash},
            marker={"symbol": symbol, "size": 8, "color": color},
            hovertemplate=f"{said}: %{{y:.3g}} ns<extra>d = %{{x}}</extra>",
        )
        ends.append((math.log10(NANO * float(seconds[-1])), said, color))
    every = np.log10(NANO * np.concatenate([shown.explicit, shown.product, shown.kernel]))
    low, high = float(every.min()) - 0.2, float(every.max()) + 0.2
    ends.sort(key=lambda end: end[0])
    for place, (_, said, color) in zip(apart([end[0] for end in ends], 0.4, high), ends, strict=True):
        drawn.add_annotation(**end_label(1, place, said, color, xref="x domain", yref="y"))
    first, last = math.log10(float(shown.d[0])), math.log10(float(shown.d[-1]))
    drawn.update_layout(
        xaxis=log_axis(words("figure.kernels_products.x"), first - 0.05, last + 0.05),
        yaxis=log_axis(words("figure.kernels_products.y"), low, high),
    )
    return drawn


def products_text(shown: InnerProducts, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    ends = {
        f"{name}_{place}": number(NANO * float(seconds[k]), 2)
        for name, seconds in (("explicit", shown.explicit), ("kernel", shown.kernel))
        for place, k in (("first", 0), ("last", -1))
    }
    return words("figure.kernels_products.alt", first=int(shown.d[0]), last=int(shown.d[-1]), **ends)
