"""The map of gamma and C, or lambda: pictures of machines, or validation errors, and the looks of the strategies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.selection import Kind, Look
from core.topics.choosing.experiment import CELLS, Tile
from pages.choosing.names import BRUSHES, PRINTED
from pages.choosing.sentences import penalty, place, symbol
from pages.choosing.walked import Walked
from ui.plot.log_map import ERRORS, edges, log_axes, parted, upward
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
    """Return a small picture for each known machine, at its cell."""
    drawn = Sketch(HEIGHT, margin=MARGIN)
    tiled = np.zeros((len(Cs) * (CELLS + GAP), len(gammas) * (CELLS + GAP)), np.float32)
    rows, up = upward(Cs, machine == "ridge")
    at = {(gamma, C): (row, column) for row, C in enumerate(rows) for column, gamma in enumerate(gammas)}
    for tile in shown:
        row, column = (place * (CELLS + GAP) for place in at[tile.gamma, tile.C])
        tiled[row : row + CELLS, column : column + CELLS] = tile.sides
    x, y = (parted(values, CELLS + GAP) for values in (gammas, up))
    scale = {"colorscale": CLASSES, "zmin": -1, "zmax": 1, "showscale": False}
    drawn.add_heatmap(x=x, y=y, z=in_bytes(tiled), hoverinfo="skip", **scale)
    log_axes(drawn, gammas, up, words("figure.choosing.map.gamma"), symbol(machine))
    return drawn


def errors_map(
    walked: Sequence[Walked],
    chosen: Sequence[Look],
    gammas: Sequence[float],
    Cs: Sequence[float],
    machine: str,
    words: Words,
) -> Sketch:
    """Return the validation error of each cell known to the full grid, and the tracks of the other strategies.

    `chosen` are the cells within one standard error of the best one, if the rule uses them.
    """
    drawn = Sketch(HEIGHT, margin={**MARGIN, "r": 64})
    grid, (rows, up) = next(each for each in walked if each.name == "grid"), upward(Cs, machine == "ridge")
    at = {(look.gamma, look.C): 100.0 * look.error for look in grid.looks}
    z = [[at.get((gamma, C)) for gamma in gammas] for C in rows]
    known = list(at.values()) or [0.0]
    drawn.add_heatmap(
        x=edges(gammas),
        y=edges(up),
        z=z,
        zmin=min(known),
        zmax=max(max(known), min(known) + 1e-9),
        colorscale=ERRORS,
        hovertemplate=words(f"figure.choosing.map.hover.{machine}") + "<extra></extra>",
        colorbar={
            **{"thickness": 12, "outlinewidth": 0, "nticks": 5, "tickfont": {"size": TICK}},
            "ticksuffix": words("language.percent", value=""),
            "title": {"text": "", "side": "top", "font": {"size": TITLE}},
        },
    )
    _rings(drawn, chosen, gammas, rows, edges(up))
    for each in walked:
        _on_features(drawn, each, BRUSHES[each.name], (gammas[1] / gammas[0], up[1] / up[0]))
    for each in sorted(walked, key=lambda each: each.name != PRINTED):  # the printed one first, below its competitors
        _track(drawn, each, BRUSHES[each.name], words)
    log_axes(drawn, gammas, up, words("figure.choosing.map.gamma"), symbol(machine))
    return drawn


def _places(walked: Walked, exact: bool) -> list[tuple[float, float]]:
    """Return the cells at which a strategy has looked, with the exact kernel or on features."""
    looks = (look for look in walked.looks if (look.kind is Kind.EXACT) == exact)
    return sorted({(look.gamma, penalty(look, walked.machine)) for look in looks})


def _on_features(drawn: Sketch, walked: Walked, brush: Brush, sides: tuple[float, float]) -> None:
    """Mark the looks on features, each strategy in its own corner of the cells; `sides` are ratios of neighbours."""
    places = _places(walked, exact=False)
    if places:
        moved = (side**share for side, share in zip(sides, brush.corner, strict=True))
        x, y = (np.array(along) * by for along, by in zip(zip(*places, strict=True), moved, strict=True))
        dots = {"color": brush.color, "size": 4, "symbol": f"{brush.symbol}-open", "opacity": 0.5}
        drawn.add_scatter(x=x, y=y, mode="markers", marker=dots, hoverinfo="skip")


def _track(drawn: Sketch, walked: Walked, brush: Brush, words: Words) -> None:
    """Draw the cells at which a strategy has trained the exact kernel, and mark its choice."""
    places = _places(walked, exact=True)
    if places and walked.name != "grid":
        x, y = zip(*places, strict=True)
        dots = {"color": brush.color, "size": 6, "symbol": brush.symbol, "opacity": brush.opacity}
        drawn.add_scatter(x=x, y=y, mode="markers", marker=dots, hoverinfo="skip")
    if walked.choice is not None:
        name = words(f"choosing.short.{walked.name}")
        label = words("figure.choosing.map.choice", name=name, error=number(100 * walked.choice.error, 3))
        line = {"color": brush.color, "width": brush.width}
        mark = {"color": PAPER, "size": brush.size, "symbol": brush.symbol, "line": line}
        place = {"x": [walked.choice.gamma], "y": [penalty(walked.choice, walked.machine)]}
        drawn.add_scatter(**place, mode="markers", marker=mark, hovertemplate=f"{label}<extra></extra>")


def _rings(
    drawn: Sketch, chosen: Sequence[Look], gammas: Sequence[float], Cs: Sequence[float], up: Sequence[float]
) -> None:
    """Draw a frame around the cells within one standard error of the best one; `up` are the edges of the rows."""
    across = edges(gammas)
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


def machines_text(shown: Sequence[Tile], of: int, machine: str, words: Words) -> str:
    """Return the text alternative of the map of small pictures."""
    flawless = sum(tile.errors == 0 for tile in shown)
    values = {"symbol": symbol(machine), "shown": len(shown), "of": of, "flawless": flawless}
    return words("figure.choosing.machines.alt", **values)


def errors_text(walked: Sequence[Walked], of: int, words: Words) -> str:
    """Return the text alternative of the map of errors."""
    sentences = []
    for each in walked:
        if each.choice is not None:
            at, error = place(each.choice, each.machine, words), number(100 * each.choice.error, 3)
            name = words(f"choosing.short.{each.name}")
            sentences.append(
                words("figure.choosing.map.alt.choice", name=name, looks=len(each.looks), error=error, place=at)
            )
    grid = next(each for each in walked if each.name == "grid")
    values = {"symbol": symbol(grid.machine), "looks": len(grid.looks), "of": of}
    return words.joined([words("figure.choosing.map.alt", **values), *sentences])
