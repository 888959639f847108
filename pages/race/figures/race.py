"""The race: the distance of each run from its own optimum, by step and by multiplications, on log axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.topics.descent.experiment import Race, Runner
from ui.plot.ends import Curve
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 420
LEFT = {"xanchor": "right", "yanchor": "top", "xshift": -4}
RIGHT = {"xanchor": "left", "yanchor": "bottom", "xshift": 6}
LABELLED = 0.1  # the distance at which the name of a curve stands


def race_figure(shown: Race, words: Words) -> Sketch:
    """Return two panels: the relative distance over steps, and over multiplications."""
    drawn = Sketch(HEIGHT, margin={"l": 70, "r": 20, "t": 14, "b": 50})
    runners = (
        (shown.pair, INK, "solid", words("figure.race.pair")),
        (shown.single, VIOLET, "dash", words("figure.race.single")),
    )
    lowest = min(float(np.nanmin(_proved(runner), initial=1.0)) for runner, *_ in runners)
    floor = np.log10(max(lowest, 1e-9)) - 0.3
    for runner, color, dash, name in runners:
        along_steps = Curve(_steps(runner), _proved(runner), color, dash, name, 2.5)
        _line(drawn, along_steps)
        _line(drawn, replace(along_steps, x=_work(runner), axes=("x2", "y2")))
    for x_of, x_axis, y_axis in ((_steps, "x", "y"), (_work, "x2", "y2")):
        at = [_label_place(runner, x_of(runner)) for runner, *_ in runners]
        for (_, color, _, name), here, other in zip(runners, at, at[::-1], strict=True):
            place = {"xref": x_axis, "yref": y_axis, "x": here[0], "y": here[1]}
            side = LEFT if here[0] < other[0] else RIGHT
            drawn.add_annotation(text=name, showarrow=False, font={"color": color, "size": 14}, **place, **side)
    if shown.target is not None:
        for x_axis, y_axis in (("x", "y"), ("x2", "y2")):
            place = {"xref": f"{x_axis} domain", "yref": y_axis}
            line = {"color": GREY, "width": 1, "dash": "dot"}
            drawn.add_shape(type="line", x0=0, x1=1, y0=shown.target, y1=shown.target, line=line, **place)
    drawn.update_layout(
        xaxis=_log(words("figure.race.steps"), shown, lambda runner: float(runner.last + 1), domain=[0, 0.47]),
        yaxis=axis(words("figure.race.y"), type="log", exponentformat="power", range=[floor, 0.25], dtick=1),
        xaxis2=_log(
            words("figure.race.work"), shown, lambda runner: float(runner.work[-1]), domain=[0.55, 1], anchor="y2"
        ),
        yaxis2=axis("", type="log", range=[floor, 0.25], dtick=1, anchor="x2", showticklabels=False),
    )
    return drawn


def _log(title: str, shown: Race, last: Callable[[Runner], float], **more: object) -> dict[str, object]:
    most = max(last(shown.pair), last(shown.single), 10.0)
    return axis(title, type="log", exponentformat="power", dtick=1, range=[0, float(np.log10(most)) + 0.5], **more)


def _steps(runner: Runner) -> np.ndarray:
    return runner.step + 1.0


def _work(runner: Runner) -> np.ndarray:
    return np.maximum(runner.work, 1.0)


def _label_place(runner: Runner, x: np.ndarray) -> tuple[float, float]:
    """Return log10 of the position of a curve's name: at a distance where the two curves are separate."""
    y = _proved(runner)
    there = np.flatnonzero(y <= LABELLED)
    seen = np.flatnonzero(np.isfinite(y))
    k = int(there[0]) if there.size else int(seen[-1]) if seen.size else 0
    return float(np.log10(x[k])), float(np.log10(y[k] if seen.size else 1.0))


def _proved(runner: Runner) -> np.ndarray:
    """Return the distances that the certificate can distinguish from zero; nan for the others."""
    return np.where(runner.distance > runner.known, runner.distance, np.nan)


def _line(drawn: Sketch, curve: Curve) -> None:
    drawn.add_scatter(
        x=curve.x,
        y=curve.y,
        mode="lines",
        line={"color": curve.color, "width": curve.width, "dash": curve.dash},
        xaxis=curve.axes[0],
        yaxis=curve.axes[1],
        name=curve.name,
        hovertemplate=f"{curve.name}: %{{x:.3g}}, %{{y:.2e}}<extra></extra>",
    )


def race_text(shown: Race, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    pair, single = shown.pair, shown.single
    return words(
        "figure.race.alt",
        steps=number(pair.last),
        pair_work=number(float(pair.work[-1])),
        visits=number(single.last),
        single_work=number(float(single.work[-1])),
    )
