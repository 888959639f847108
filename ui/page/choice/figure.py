"""One kernel's validation error on the map of gamma and C, with the cells that it and the others choose."""

from __future__ import annotations

from collections.abc import Sequence

from core.selection import Kind, Learner, Look
from core.topics.choosing.experiment import EXACT
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA, SIDE
from ui.page.choice.sentences import name_of, penalty, percent, place_of, symbol
from ui.page.choice.stand_ins import KernelWalk
from ui.plot.log_map import ERRORS, edges, log_axes, upward
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, PAPER, VIOLET
from ui.solve.kernels import APPROXIMATIONS, KERNELS
from ui.words import Words

HEIGHT = 300
BRUSHES = (("diamond", VIOLET), ("circle", VIOLET), ("triangle-up", GREY))  # symbol and color per approximation
_RANKS = tuple(dict.fromkeys(KERNELS[name].rank for name in APPROXIMATIONS))  # the rank parameters
MARKS = {  # of each kernel's choice, the same on every map
    EXACT.name: ("square", INK),
    **{name: BRUSHES[_RANKS.index(KERNELS[name].rank)] for name in APPROXIMATIONS},
}


def choice_figure(
    shown: KernelWalk, marked: Sequence[KernelWalk], span: tuple[float, float], learner: Learner, words: Words
) -> Sketch:
    """Return the errors of one kernel, on the common scale of all maps, and the chosen cells."""
    rows, up = upward(ALONG_C, learner is Learner.RIDGE)
    drawn = Sketch(HEIGHT, margin={"l": 56, "r": 8, "t": 8, "b": 44})
    cells = _cells(shown)
    at = {(look.gamma, look.C): 100.0 * look.error for look in cells}
    drawn.add_heatmap(
        x=edges(ALONG_GAMMA),
        y=edges(up),
        z=[[at.get((gamma, C)) for gamma in ALONG_GAMMA] for C in rows],
        zmin=100.0 * span[0],
        zmax=100.0 * max(span[1], span[0] + 1e-9),
        colorscale=ERRORS,
        showscale=False,
        hovertemplate=words("choice.hover", symbol=symbol(learner)) + "<extra></extra>",
    )
    for each in marked:
        if each.looks:
            _mark(drawn, each, each is shown, learner, words)
    log_axes(drawn, ALONG_GAMMA, up, words("choice.column.gamma"), symbol(learner))
    return drawn


def _mark(drawn: Sketch, walked: KernelWalk, own: bool, learner: Learner, words: Words) -> None:
    symbol, color = MARKS[walked.approximation.name]
    place = {"x": [walked.own.gamma], "y": [penalty(walked.own, learner)]}
    brush = {"color": PAPER, "size": 13 if own else 9, "symbol": symbol, "line": {"color": color, "width": 3}}
    told = words("choice.mark", name=name_of(walked.approximation, words))
    drawn.add_scatter(**place, mode="markers", marker=brush, hovertemplate=f"{told}<extra></extra>")


def _cells(walked: KernelWalk) -> list[Look]:
    """Return the looks by the kernel itself."""
    exact = walked.approximation == EXACT
    return [look for look in walked.looks if (look.kind is Kind.EXACT) == exact]


def span_of(walked: Sequence[KernelWalk]) -> tuple[float, float]:
    """Return the least and the largest error of all cells."""
    errors = [look.error for each in walked for look in _cells(each)] or [0.0]
    return min(errors), max(errors)


def choice_text(shown: KernelWalk, learner: Learner, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    cells = _cells(shown)
    count = {"cells": len(cells), "of": SIDE * SIDE}
    told = words("choice.alt", name=name_of(shown.approximation, words), symbol=symbol(learner), **count)
    if not cells:
        return told
    worst, own = max(look.error for look in cells), shown.own
    values = {"least": percent(own.error), "worst": percent(worst), "place": place_of(own, learner, words)}
    said = words("choice.alt.span", **values)
    return words.joined([told, said])
