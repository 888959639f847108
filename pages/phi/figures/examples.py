"""Three maps of one kernel side by side: the same distances and angles, drawn in other coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from pages.phi.figures.lift import LiftPicture, scene, solid
from ui.plot.sketch import Sketch
from ui.words import Words

HEIGHT = 380
DISTANCE = 2.35  # of the camera: the names of the axes stay visible


def examples_figure(shown: Sequence[LiftPicture], words: Words) -> Sketch:
    """Return one scene per map; a key rotates all of them."""
    drawn = Sketch(HEIGHT, margin={"l": 0, "r": 0, "t": 0, "b": 0})
    for k, each in enumerate(shown):
        name = f"scene{k + 1}" if k else "scene"
        domain = {"x": [k / len(shown), (k + 1) / len(shown)], "y": [0, 1]}
        drawn.layout[name] = {**scene(each.lift, each.names, "free", DISTANCE), "domain": domain}
        first = len(drawn.data)
        solid(drawn, each, words)
        for trace in drawn.data[first:]:
            trace["scene"] = name
    drawn.layout["meta"] = {"group": "phi", "picked": shown[0].picked}
    return drawn


def examples_text(shown: Sequence[LiftPicture], words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    return words("figure.examples.alt", maps="; ".join(f"({', '.join(each.names)})" for each in shown))
