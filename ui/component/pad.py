"""The plane of the data with two handles, x and y: whoever moves them asks about another pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets import Window
from ui.component.mount import component
from ui.component.sliders import Asking
from ui.solve.wire import pack
from ui.words import Words


@dataclass(frozen=True)
class Ground:
    """The colour of the plane by the distance from the origin."""

    radius: np.ndarray  # (k,) rising
    wrong: np.ndarray  # (k,) from 0, paper, to 1
    rings: Sequence[tuple[float, str]]  # distances with what is said there


@dataclass(frozen=True)
class PadPlane:
    """What lies on the pad."""

    X: np.ndarray  # (n, 2)
    y: np.ndarray  # (n,) +1 or -1
    corner: tuple[float, float]  # of the window
    window: Window  # its size; the corner may be elsewhere
    axes: Sequence[str]
    pair: tuple[np.ndarray, np.ndarray]  # two places, (2,) each
    ground: Ground


def pad(key: str, plane: PadPlane, alt: str, height: int, asking: Asking, words: Words, projector: bool) -> None:
    """Mount the pad."""
    ground = plane.ground
    header = {
        "words": words.subset(["pad."]),
        "projector": projector,
        "window": {"x0": plane.corner[0], "y0": plane.corner[1], "size": plane.window.size},
        "axes": list(plane.axes),
        "pair": [place.tolist() for place in plane.pair],
        "rings": [{"distance": distance, "label": label} for distance, label in ground.rings],
        "alt": alt,
        "height": height,
        **asking.header(key),
        "lang": words.lang,
    }
    arrays = {"X": plane.X, "y": plane.y.astype(np.int8), "radius": ground.radius, "wrong": ground.wrong}
    component("form/pad")(key=key, data=pack(header, arrays), on_put_change=asking.on_put)
