"""Measured seconds of an inner product over d: features written out, and the kernel; both on log axes."""

from __future__ import annotations

import math

import numpy as np

from core.topics.kernels.experiment import InnerProducts
from ui.page.measured.figures import log_axis
from ui.plot.ends import Curve, draw
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET
from ui.words import Words, number

HEIGHT = 320
NANO = 1e9


def products_figure(shown: InnerProducts, words: Words) -> Sketch:
    """Return three lines in nanoseconds per pair of points."""
    drawn = Sketch(HEIGHT, margin={"l": 62, "r": 150, "t": 12, "b": 48})
    every = np.log10(NANO * np.concatenate([shown.explicit, shown.product, shown.kernel]))
    low, high = float(every.min()) - 0.2, float(every.max()) + 0.2
    lines = (
        (shown.explicit, INK, "solid", "explicit"),
        (shown.product, GREY, "dot", "product"),
        (shown.kernel, VIOLET, "dash", "kernel"),
    )
    curves = [
        Curve(shown.d, np.log10(NANO * seconds), color, dash, words(f"figure.kernels_products.{name}"))
        for seconds, color, dash, name in lines
    ]
    draw(drawn, curves, 0.4, (low, high), log=True)
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
