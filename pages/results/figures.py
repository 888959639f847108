"""The figures of the page with their texts: ratios to the rivals, growth, the paper's accuracies and iterations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from pages.results.answers import Rivalry, exponent, groups, panels, summary, values
from pages.results.claims import METHODS
from pages.results.measurements import Cell, Growth, Paper, Series
from pages.results.sentences import data_of, panel_name, seconds, set_name
from ui.page.measured.figures import (
    AxesOfPanel,
    FigurePanel,
    equal_times,
    log_axis,
    marks,
    rows_axis,
    side_by_side,
    times_axis,
)
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, STROKES, VIOLET, axis
from ui.words import Words, number

# ---- ratios of the rivals' times to ours: one line per group of workloads ----

STYLES: Mapping[str, tuple[str, str]] = {  # colour and symbol of a rival
    "SVC": (INK, "circle"),
    "LinearSVC": (INK, "circle"),
    "libsvm": (VIOLET, "diamond"),
    "liblinear": (VIOLET, "diamond"),
    "sklearnex": (GREY, "square"),
}
MARKS = {True: "", False: "-x-open", None: "-open"}  # goal met, missed, no goal
SIDE = {"circle": 0.0, "diamond": 0.22, "square": -0.22}  # vertical offsets of several rivals on one line
GOAL = 0.3  # half the length of a goal's mark, in lines


def ratios_figure(rivalries: Sequence[Rivalry], words: Words) -> Sketch:
    """Return the ratios on a log axis with their goals; the lines, from the top, have the order of the measurements."""
    lines = groups(rivalries)
    drawn = Sketch(38 * len(lines) + 74, margin={"l": 40, "r": 72, "t": 30, "b": 44})
    several = len({STYLES[one.rival.solver][1] for one in rivalries}) > 1
    low, high = reach(rivalries)
    equal_times(drawn, low, words("figure.results.equal"))
    for line, members in enumerate(reversed(lines.values())):
        _goals(drawn, line, members, several)
        for one in members:
            color, symbol = STYLES[one.rival.solver]
            look, size = (color, symbol + MARKS[one.met]), 12 if one.met is False else 11
            marks(drawn, [(one.ratio, line + _side(one, several))], look, hover(one, words), size)
        drawn.add_annotation(
            **{"x": 1, "xref": "paper", "y": line, "text": _middle(members, words), "showarrow": False},
            **{"xanchor": "left", "xshift": 8, "font": {"size": 12, "color": INK}},
        )
    names = [words(f"results.group.{name}") for name in reversed(lines)]
    drawn.update_layout(
        xaxis=times_axis(words("figure.results.ratio.x"), low, high, (1, 2, 5)),
        yaxis=rows_axis(names, range=[-0.6, len(lines) - 0.3], showgrid=False),
    )
    return drawn


def reach(rivalries: Sequence[Rivalry]) -> tuple[float, float]:
    """Return the ends of the axis, which includes 1 and every ratio and goal."""
    seen = [one.ratio for one in rivalries] + [one.goal for one in rivalries if one.goal is not None]
    return min([0.7, *(0.8 * value for value in seen)]), max([10.0, *(1.4 * value for value in seen)])


def _side(one: Rivalry, several: bool) -> float:
    return SIDE[STYLES[one.rival.solver][1]] if several else 0.0


def _goals(drawn: Sketch, line: int, members: Sequence[Rivalry], several: bool) -> None:
    """Mark each goal of a line once, with its number if only one rival is shown."""
    goals = {(one.rival.solver, one.goal): one for one in members if one.goal is not None}
    for (solver, goal), one in goals.items():
        at, half = line + _side(one, several), GOAL / 3 if several else GOAL
        ends, stroke = (
            {"x0": goal, "x1": goal, "y0": at - half, "y1": at + half},
            {"color": STYLES[solver][0], "width": 2},
        )
        drawn.add_shape(type="line", **ends, line=stroke)
        if not several:
            drawn.add_annotation(
                **{"x": math.log10(goal or 1.0), "y": at + half, "text": f"{goal:g}×", "showarrow": False},
                **{"xanchor": "center", "yanchor": "bottom", "yshift": -3, "font": {"size": 11, "color": GREY}},
            )


def hover(one: Rivalry, words: Words) -> str:
    """Return the tooltip of a mark."""
    row = one.workload
    return words(
        "figure.results.hover",
        data=data_of(row, words),
        C=number(row.C),
        rival=words(f"results.solver.{one.rival.solver}"),
        ratio=number(one.ratio),
        ours=seconds(one.own.seconds, words),
        theirs=seconds(one.rival.seconds, words),
    )


def _middle(members: Sequence[Rivalry], words: Words) -> str:
    counts = summary(members, 0.0)
    middle = number(counts.middle, 2)
    if not counts.goals:
        return words("figure.results.middle", middle=middle)
    return words("figure.results.met", middle=middle, met=counts.met, of=counts.goals)


def ratios_text(rivalries: Sequence[Rivalry], words: Words) -> str:
    """Return the text alternative of the figure, one sentence per line of the figure."""
    parts = [words("figure.results.alt")]
    for name, members in groups(rivalries).items():
        counts, ratios = summary(members, 0.0), [one.ratio for one in members]
        group, low, high = words(f"results.group.{name}"), number(min(ratios)), number(max(ratios))
        key, ends = ("one", {"times": low}) if low == high else ("row", {"low": low, "high": high})
        parts.append(words(f"figure.results.alt.{key}", group=group, met=counts.met, of=counts.goals, **ends))
    return " ".join(parts)


# ---- time or memory over size: one panel per kind of data, one line per solver with its exponent ----

UNITS = {"seconds": 1.0, "memory": 1e-6}  # s and MB
CORNERS = {  # all lines rise: these corners of a panel are free for the names of ours and of the rival
    True: {"x": 0.98, "y": 0.03, "xanchor": "right", "yanchor": "bottom"},
    False: {"x": 0.02, "y": 0.97, "xanchor": "left", "yanchor": "top"},
}
LINES = {True: (INK, "solid", "circle"), False: (VIOLET, "dash", "diamond")}  # ours, the rival


def growth_figure(growth: Growth, quantity: str, against: str, words: Words) -> Sketch:
    """Return the panels side by side on log axes, with one common axis for the quantity."""
    by_panel = panels(growth, against)
    drawn = Sketch(330, margin={"l": 64, "r": 20, "t": 34, "b": 48})
    seen = [value for members in by_panel.values() for _, value in _in_unit(members, quantity)]
    low, high = min(seen, default=0.1), max(seen, default=1.0)
    plots = []
    for (task, data), members in by_panel.items():
        sizes = [at for at, _ in _in_unit(members, quantity)]
        x = _axis(words(f"figure.results.{against}"), min(sizes, default=1), 1.6 * max(sizes, default=10))
        y = _axis(words(f"figure.results.{quantity}"), low / 1.5, 2 * high)
        plots.append(FigurePanel(panel_name(task, data, words), x, y, partial(_lines, drawn, members, quantity, words)))
    side_by_side(drawn, plots, gap=0.07)
    return drawn


def _axis(title: str, low: float, high: float) -> dict[str, object]:
    return log_axis(title, math.log10(low) - 0.08, math.log10(high) + 0.08)


def _in_unit(members: Sequence[Series], quantity: str) -> list[tuple[int, float]]:
    """Return sizes and values of the lines, in the unit of the axis."""
    return [(at, UNITS[quantity] * value) for series in members for at, value in values(series, quantity)]


def _lines(drawn: Sketch, members: Sequence[Series], quantity: str, words: Words, axes: AxesOfPanel) -> None:
    for series in members:
        points, own = _in_unit([series], quantity), series.solver == "ours"
        if not points:
            continue
        color, dash, symbol = LINES[own]
        name, fitted = words(f"results.solver.{series.solver}"), exponent(series, quantity)
        drawn.add_scatter(
            x=[at for at, _ in points],
            y=[value for _, value in points],
            mode="lines+markers",
            line={"color": color, "width": 2, "dash": dash},
            marker={"symbol": symbol, "size": 7, "color": color},
            hovertemplate=f"{name}: %{{y:.3g}}<extra>%{{x}}</extra>",
            **axes,
        )
        label = name if fitted is None else words("figure.results.power", name=name, power=number(fitted.exponent, 2))
        drawn.add_annotation(
            **{
                "xref": f"{axes['xaxis']} domain",
                "yref": f"{axes['yaxis']} domain",
                "showarrow": False,
                **CORNERS[own],
            },
            **{"text": f"{STROKES[dash]} {label}", "font": {"color": color, "size": 12}},
        )


def growth_text(growth: Growth, quantity: str, against: str, words: Words) -> str:
    """Return the text alternative of the figure: the ends of each line."""
    parts = [words(f"figure.results.{quantity}.{against}.alt")]
    for (task, data), members in panels(growth, against).items():
        for series in members:
            points = values(series, quantity)
            if points:
                names = {"panel": panel_name(task, data, words), "name": words(f"results.solver.{series.solver}")}
                (least, first), (most, last) = (
                    (number(at), _with_unit(value, quantity, words)) for at, value in (points[0], points[-1])
                )
                ends = {"least": least, "first": first, "most": most, "last": last}
                parts.append(words("figure.results.alt.line", **names, **ends))
    return " ".join(parts)


def _with_unit(value: float, quantity: str, words: Words) -> str:
    if quantity == "seconds":
        return seconds(value, words)
    return words("results.unit.MB", value=number(UNITS["memory"] * value))


# ---- accuracy of the paper's methods, printed and ours: one panel per set, one line per method ----

LOOKS = {"printed": (GREY, "line-ns-open"), "same": (INK, "circle"), "chosen": (VIOLET, "diamond-open")}


def accuracies(cell: Cell) -> dict[str, float]:
    """Return the known accuracies in percent: printed, ours with the same parameters, and ours with chosen ones."""
    known = {"printed": cell.printed, "same": cell.same, "chosen": cell.chosen}
    return {kind: one.accuracy for kind, one in known.items() if one is not None and one.accuracy is not None}


def paper_figure(paper: Paper, words: Words) -> Sketch:
    """Return a panel for each available set."""
    methods = list(dict.fromkeys(cell.method for cell in paper.cells))[::-1]
    drawn = Sketch(34 * len(methods) + 92, margin={"l": 84, "r": 16, "t": 34, "b": 48})
    plots = []
    for data in paper.present:
        cells = [cell for cell in paper.cells if cell.data == data]
        seen = [value for cell in cells for value in accuracies(cell).values()]
        low, high = min(seen, default=0.0), max(seen, default=100.0)
        room = 0.12 * max(high - low, 1.0)
        low, high = low - room, high + room
        tick = next((step for step in (0.5, 1.0, 2.0, 5.0, 10.0) if (high - low) / step <= 4.5), 20.0)
        x = axis(words("figure.results.paper.x"), range=[low, high], dtick=tick)
        draw = partial(_accuracies, drawn, cells, methods, words)
        plots.append(FigurePanel(set_name(paper, data, words), x, rows_axis(methods), draw))
    side_by_side(drawn, plots, gap=0.05)
    return drawn


def _accuracies(drawn: Sketch, cells: Sequence[Cell], methods: Sequence[str], words: Words, axes: AxesOfPanel) -> None:
    for kind, look in LOOKS.items():
        size, stroke = (20, 3) if kind == "printed" else (10, 2)
        known = [(accuracies(cell).get(kind), methods.index(cell.method)) for cell in cells]
        places = [(value, line) for value, line in known if value is not None]
        marks(drawn, places, look, f"{words(f'figure.results.paper.{kind}')}: %{{x:.2f}} %", size, stroke, **axes)


def paper_text(paper: Paper, words: Words) -> str:
    """Return the accuracies of every set and method, in words."""
    parts = [words("figure.results.paper.alt")]
    for cell in paper.cells:
        if cell.data in paper.present:
            known = {
                words(f"figure.results.paper.{kind}"): number(value, 4) for kind, value in accuracies(cell).items()
            }
            name = set_name(paper, cell.data, words)
            parts.append(
                words("figure.results.paper.alt.row", data=name, method=cell.method, values=_listed(known, words))
            )
    return " ".join(parts)


def _listed(known: Mapping[str, str], words: Words) -> str:
    pairs = [words("figure.results.paper.alt.value", kind=kind, value=value) for kind, value in known.items()]
    return words("language.comma").join(pairs) or words("results.paper.none")


# ---- figure 1 of Liu14: epochs of coordinate descent and steps of SMO, one line per set ----

ITERATIONS = {  # colour and symbol of a method, and its distance from its line
    "LINEAR": (GREY, "square", 0.24),
    "GAUSS-2": (INK, "circle", 0.08),
    "POLY-2": (VIOLET, "diamond", -0.08),
    "KERNEL": (INK, "star", -0.24),
}


def iterations_figure(paper: Paper, words: Words) -> Sketch:
    """Return the iterations with the printed parameters on a log axis; hollow marks for runs stopped by a limit."""
    sets = list(paper.present)[::-1]
    names = [set_name(paper, data, words) for data in sets]
    drawn = Sketch(44 * len(sets) + 70, margin={"l": 108, "r": 20, "t": 10, "b": 48})
    most = 1.0
    for method in METHODS:
        color, symbol, aside = ITERATIONS[method]
        for line, data in enumerate(sets):
            run = paper.same.get((data, method))
            if run is not None and run.iterations is not None:
                most = max(most, float(run.iterations))
                look = (color, f"{symbol}-open" if run.stopped else symbol)
                marks(drawn, [(run.iterations, line + aside)], look, f"{names[line]}, {method}: %{{x}}")
    drawn.update_layout(
        xaxis=log_axis(words("figure.results.iterations.x"), 0, math.log10(1.6 * most)), yaxis=rows_axis(names)
    )
    return drawn


def iterations_text(paper: Paper, words: Words) -> str:
    """Return the iterations of every set and method, in words."""
    parts = [words("figure.results.iterations.alt")]
    for data in paper.present:
        runs = {method: paper.same.get((data, method)) for method in METHODS}
        known = {method: number(run.iterations) for method, run in runs.items() if run and run.iterations is not None}
        name = set_name(paper, data, words)
        parts.append(words("figure.results.iterations.alt.row", data=name, values=_listed(known, words)))
    return " ".join(parts)
