"""The map of gamma and C: what machines make of the plane, or what the folds say of them, and who has looked where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.experiment.choosing import CELLS, Tile
from core.selection import Kind, Look, penalty_of
from pages.choosing.names import BRUSHES, PRINTED
from pages.choosing.sentences import place
from pages.choosing.walked import Walked
from ui.plot.log_map import ERRORS, edges, log_axes, parted
from ui.plot.methods import Brush
from ui.plot.sketch import Sketch, in_bytes
from ui.plot.template import INK, PAPER, TICK, TITLE
from ui.words import Words, number

HEIGHT = 560
GAP = 1  # cells between two small pictures
CLASSES = [[0, "var(--lab-neg-tint)"], [0.5, PAPER], [1, "var(--lab-pos-tint)"]]
MARGIN = {"l": 62, "r": 10, "t": 10, "b": 46}


def machines_map(
    shown: Sequence[Tile], gammas: Sequence[float], Cs: Sequence[float], machine: str, words: Words
) -> Sketch:
    """Return a small picture for each machine that is known, at its place."""
    drawn = Sketch(HEIGHT, margin=MARGIN)
    tiled = np.zeros((len(Cs) * (CELLS + GAP), len(gammas) * (CELLS + GAP)), np.float32)
    at = {(gamma, C): (row, column) for row, C in enumerate(Cs) for column, gamma in enumerate(gammas)}
    for tile in shown:
        row, column = (place * (CELLS + GAP) for place in at[tile.gamma, tile.C])
        tiled[row : row + CELLS, column : column + CELLS] = tile.sides
    x, y = (parted(values, CELLS + GAP) for values in (gammas, Cs))
    scale = {"colorscale": CLASSES, "zmin": -1, "zmax": 1, "showscale": False}
    drawn.add_heatmap(x=x, y=y, z=in_bytes(tiled), hoverinfo="skip", **scale)
    log_axes(drawn, gammas, Cs, words("figure.choosing.map.gamma"), words(f"figure.choosing.map.{machine}"))
    return drawn


def errors_map(
    walked: Sequence[Walked],
    chosen: Sequence[Look],
    gammas: Sequence[float],
    Cs: Sequence[float],
    machine: str,
    words: Words,
) -> Sketch:
    """Return the validated error of each cell that the full grid has looked at, and the tracks of the others.

    `chosen` are the cells that are within one standard error of the best one, where the rule asks for them.
    """
    drawn = Sketch(HEIGHT, margin={**MARGIN, "r": 64})
    grid = next(each for each in walked if each.name == "grid")
    at = {(look.gamma, look.C): 100.0 * look.error for look in grid.looks}
    z = [[at.get((gamma, C)) for gamma in gammas] for C in Cs]
    known = list(at.values()) or [0.0]
    drawn.add_heatmap(
        x=edges(gammas),
        y=edges(Cs),
        z=z,
        zmin=min(known),
        zmax=max(max(known), min(known) + 1e-9),
        colorscale=ERRORS,
        customdata=[[penalty_of(C)] * len(gammas) for C in Cs],
        hovertemplate=words(f"figure.choosing.map.hover.{machine}") + "<extra></extra>",
        colorbar={
            **{"thickness": 12, "outlinewidth": 0, "nticks": 5, "tickfont": {"size": TICK}},
            "ticksuffix": words("language.percent", value=""),
            "title": {"text": "", "side": "top", "font": {"size": TITLE}},
        },
    )
    _rings(drawn, chosen, gammas, Cs)
    for each in walked:
        _on_features(drawn, each, BRUSHES[each.name], gammas, Cs)
    for each in sorted(walked, key=lambda each: each.name != PRINTED):  # under those that compete
        _track(drawn, each, BRUSHES[each.name], words)
    log_axes(drawn, gammas, Cs, words("figure.choosing.map.gamma"), words(f"figure.choosing.map.{machine}"))
    return drawn


def _on_features(drawn: Sketch, walked: Walked, brush: Brush, gammas: Sequence[float], Cs: Sequence[float]) -> None:
    """Mark where one has looked on features, each in its own corner of the cells."""
    places = sorted({(look.gamma, look.C) for look in walked.looks if look.kind is not Kind.EXACT})
    if places:
        sides = (values[1] / values[0] for values in (gammas, Cs))
        moved = (side**share for side, share in zip(sides, brush.corner, strict=True))
        x, y = (np.array(along) * by for along, by in zip(zip(*places, strict=True), moved, strict=True))
        dots = {"color": brush.color, "size": 4, "symbol": f"{brush.symbol}-open", "opacity": 0.5}
        drawn.add_scatter(x=x, y=y, mode="markers", marker=dots, hoverinfo="skip")


def _track(drawn: Sketch, walked: Walked, brush: Brush, words: Words) -> None:
    """Draw where one has trained the exact kernel, and a mark at what it has chosen."""
    places = sorted({(look.gamma, look.C) for look in walked.looks if look.kind is Kind.EXACT})
    if places and walked.name != "grid":
        x, y = zip(*places, strict=True)
        dots = {"color": brush.color, "size": 6, "symbol": brush.symbol, "opacity": brush.opacity}
        drawn.add_scatter(x=x, y=y, mode="markers", marker=dots, hoverinfo="skip")
    if walked.choice is not None:
        name = words(f"choosing.short.{walked.name}")
        told = words("figure.choosing.map.choice", name=name, error=number(100 * walked.choice.error, 3))
        line = {"color": brush.color, "width": brush.width}
        mark = {"color": PAPER, "size": brush.size, "symbol": brush.symbol, "line": line}
        place = {"x": [walked.choice.gamma], "y": [walked.choice.C]}
        drawn.add_scatter(**place, mode="markers", marker=mark, hovertemplate=f"{told}<extra></extra>")


def _rings(drawn: Sketch, chosen: Sequence[Look], gammas: Sequence[float], Cs: Sequence[float]) -> None:
    """Draw a frame around the cells that are as good as the best within one standard error."""
    across, up = edges(gammas), edges(Cs)
    within = {(look.gamma, look.C) for look in chosen}
    line = {"color": INK, "width": 1.5, "dash": "dot"}
    for column, gamma in enumerate(gammas):
        for row, C in enumerate(Cs):
            if (gamma, C) not in within:
                continue
            sides = (
                ((gammas[column - 1] if column else None, C), (0, 0, 0, 1)),
                ((gammas[column + 1] if column + 1 < len(gammas) else None, C), (1, 1, 0, 1)),
                ((gamma, Cs[row - 1] if row else None), (0, 1, 0, 0)),
                ((gamma, Cs[row + 1] if row + 1 < len(Cs) else None), (0, 1, 1, 1)),
            )
            for neighbour, (x0, x1, y0, y1) in sides:
                if neighbour not in within:
                    ends = {"x0": across[column + x0], "x1": across[column + x1]}
                    drawn.add_shape(type="line", **ends, y0=up[row + y0], y1=up[row + y1], line=line)


def machines_text(shown: Sequence[Tile], of: int, words: Words) -> str:
    """Return the first in words."""
    flawless = sum(tile.errors == 0 for tile in shown)
    return words("figure.choosing.machines.alt", shown=len(shown), of=of, flawless=flawless)


def errors_text(walked: Sequence[Walked], of: int, words: Words) -> str:
    """Return the second in words."""
    told = []
    for each in walked:
        if each.choice is not None:
            at, error = place(each.choice, each.machine, words), number(100 * each.choice.error, 3)
            name = words(f"choosing.short.{each.name}")
            told.append(
                words("figure.choosing.map.alt.choice", name=name, looks=len(each.looks), error=error, place=at)
            )
    grid = next(each for each in walked if each.name == "grid")
    return words.joined([words("figure.choosing.map.alt", looks=len(grid.looks), of=of), *told])
