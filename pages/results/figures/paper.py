"""Accuracy of the paper's methods, as printed and as we find it: a panel a set, a line a method."""

from __future__ import annotations

from collections.abc import Sequence

from pages.results.answers import present, trial_of
from pages.results.measurements import Cell, Paper
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

LINE, EDGES = 34, 92
GAP = 0.05
LOOKS = {"printed": (GREY, "line-ns-open"), "same": (INK, "circle"), "chosen": (VIOLET, "diamond-open")}


def accuracy_of(cell: Cell, kind: str) -> float | None:
    """Return an accuracy in percent: the printed one, ours with the same parameters, ours with chosen ones."""
    if kind == "printed":
        return None if cell.printed is None else cell.printed.accuracy
    trial = trial_of(cell, kind == "chosen")
    return None if trial is None else trial.accuracy


def set_name(shown: Paper, data: str, words: Words) -> str:
    """Return the name of a set, and that it is a sample where it is one."""
    sampled = any(one.sample for one in shown.sets if one.data == data)
    return words("results.paper.sample", data=data) if sampled else data


def paper_figure(shown: Paper, words: Words) -> Sketch:
    """Return a panel for each set that is there."""
    sets = present(shown)
    methods = list(dict.fromkeys(cell.method for cell in shown.cells))[::-1]
    drawn = Sketch(LINE * len(methods) + EDGES, margin={"l": 84, "r": 16, "t": 34, "b": 48})
    width = (1 - GAP * (len(sets) - 1)) / max(len(sets), 1)
    layout: dict[str, object] = {}
    for k, data in enumerate(sets):
        mark, left = "" if k == 0 else str(k + 1), k * (width + GAP)
        cells = [cell for cell in shown.cells if cell.data == data]
        for kind in LOOKS:
            _marks(drawn, cells, methods, kind, mark, words)
        drawn.add_annotation(
            **{"x": left + width / 2, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "center"},
            **{"text": set_name(shown, data, words), "showarrow": False, "yanchor": "bottom", "yshift": 6},
        )
        layout[f"xaxis{mark}"] = axis(
            words("figure.results.paper.x"),
            **{"range": _reach(cells), "dtick": _tick(cells), "domain": [left, left + width], "anchor": f"y{mark}"},
        )
        layout[f"yaxis{mark}"] = axis(
            "",
            **{"range": [-0.6, len(methods) - 0.4], "tickvals": list(range(len(methods))), "ticktext": methods},
            **{"anchor": f"x{mark}", "showticklabels": k == 0, "ticks": "", "nticks": 0},
        )
    drawn.update_layout(**layout)
    return drawn


def _marks(drawn: Sketch, cells: Sequence[Cell], methods: Sequence[str], kind: str, mark: str, words: Words) -> None:
    color, symbol = LOOKS[kind]
    found = [(accuracy_of(cell, kind), methods.index(cell.method)) for cell in cells]
    there = [(value, line) for value, line in found if value is not None]
    drawn.add_scatter(
        x=[value for value, _ in there],
        y=[line for _, line in there],
        mode="markers",
        marker={
            "symbol": symbol,
            "size": 20 if kind == "printed" else 10,
            "color": color,
            "line": {"width": 3 if kind == "printed" else 2, "color": color},
        },
        xaxis=f"x{mark}",
        yaxis=f"y{mark}",
        hovertemplate=f"{words(f'figure.results.paper.{kind}')}: %{{x:.2f}} %<extra></extra>",
    )


def _tick(cells: Sequence[Cell]) -> float:
    """Return a round distance of ticks, three or four in a panel."""
    low, high = _reach(cells)
    return next((step for step in (0.5, 1.0, 2.0, 5.0, 10.0) if (high - low) / step <= 4.5), 20.0)


def _reach(cells: Sequence[Cell]) -> list[float]:
    seen = [value for cell in cells for kind in LOOKS if (value := accuracy_of(cell, kind)) is not None]
    low, high = min(seen, default=0.0), max(seen, default=100.0)
    room = 0.12 * max(high - low, 1.0)
    return [low - room, high + room]


def paper_text(shown: Paper, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    parts = []
    for cell in shown.cells:
        if cell.data not in present(shown):
            continue
        told = [
            words("figure.results.paper.alt.value", kind=words(f"figure.results.paper.{kind}"), value=number(value, 4))
            for kind in LOOKS
            if (value := accuracy_of(cell, kind)) is not None
        ]
        told = told or [words("results.paper.none")]
        values = words("language.comma").join(told)
        name = set_name(shown, cell.data, words)
        parts.append(words("figure.results.paper.alt.row", data=name, method=cell.method, values=values))
    return " ".join([words("figure.results.paper.alt"), *parts])
