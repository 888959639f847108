"""How many times our time the rivals take, a line a group of workloads, on a log axis, with the goal of each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pages.results.answers import Rivalry, groups, summary
from pages.results.measurements import Workload
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, GRID, INK, VIOLET, axis
from ui.words import Words, number

LINE, EDGES = 38, 74  # pixels of a line, and of what is above and below
STYLES: Mapping[str, tuple[str, str]] = {  # colour and symbol of a rival
    "SVC": (INK, "circle"),
    "LinearSVC": (INK, "circle"),
    "libsvm": (VIOLET, "diamond"),
    "liblinear": (VIOLET, "diamond"),
    "sklearnex": (GREY, "square"),
}
MARKS = {True: "", False: "-x-open", None: "-open"}  # goal met, missed, no goal
SIDE = {"circle": 0.0, "diamond": 0.22, "square": -0.22}  # where several rivals share a line
MADE = ("moons", "checker", "clouds", "mixture", "text")  # the others have names of their own
GOAL = 0.3  # half the length of a goal's mark, in lines


def ratios_figure(found: Sequence[Rivalry], words: Words) -> Sketch:
    """Return the figure; the lines from above in the order of the measurements."""
    lines = groups(found)
    drawn = Sketch(LINE * len(lines) + EDGES, margin={"l": 40, "r": 72, "t": 30, "b": 44})
    several = len({STYLES[one.rival.solver][1] for one in found}) > 1
    low, high = reach(found)
    _grounds(drawn, low, words)
    for line, members in enumerate(reversed(lines.values())):
        _goals(drawn, line, members, several)
        for one in members:
            _mark(drawn, line + _side(one, several), one, words)
        drawn.add_annotation(
            **{"x": 1, "xref": "paper", "y": line, "text": _told(members, words), "showarrow": False},
            **{"xanchor": "left", "xshift": 8, "font": {"size": 12, "color": INK}},
        )
    drawn.update_layout(
        xaxis=axis(words("figure.results.ratio.x"), **_log(low, high)),
        yaxis=axis(
            "",
            range=[-0.6, len(lines) - 0.3],
            tickvals=list(range(len(lines))),
            ticktext=[words(f"results.group.{name}") for name in reversed(lines)],
            nticks=0,
            showgrid=False,
            ticks="",
        ),
    )
    return drawn


def reach(found: Sequence[Rivalry]) -> tuple[float, float]:
    """Return the ends of the axis: 1 is always seen, and every ratio and goal."""
    seen = [one.ratio for one in found] + [one.goal for one in found if one.goal is not None]
    return min([0.7, *(0.8 * value for value in seen)]), max([10.0, *(1.4 * value for value in seen)])


def _log(low: float, high: float) -> dict[str, object]:
    ticks = [10.0**k * m for k in range(-2, 5) for m in (1, 2, 5)]
    shown = [tick for tick in ticks if low <= tick <= high]
    if len(shown) > 8:  # decades suffice
        shown = [tick for tick in shown if math.log10(tick) == round(math.log10(tick))]
    told = [f"{tick:g}×" for tick in shown]
    return {"type": "log", "range": [math.log10(low), math.log10(high)], "tickvals": shown, "ticktext": told}


def _grounds(drawn: Sketch, low: float, words: Words) -> None:
    """Draw the line of equal times, and shade where the rival is the faster one."""
    drawn.add_shape(
        **{"type": "rect", "x0": low, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"},
        **{"fillcolor": GRID, "opacity": 0.35, "line": {"width": 0}},
    )
    drawn.add_shape(
        **{"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"},
        line={"color": INK, "width": 1.5},
    )
    drawn.add_annotation(
        **{"x": 0, "xref": "x", "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 4, "showarrow": False},
        **{"text": words("figure.results.equal"), "xanchor": "left", "xshift": 2, "font": {"size": 12, "color": GREY}},
    )


def _side(one: Rivalry, several: bool) -> float:
    return SIDE[STYLES[one.rival.solver][1]] if several else 0.0


def _goals(drawn: Sketch, line: int, members: Sequence[Rivalry], several: bool) -> None:
    """Mark each goal of a line once, with its number where one rival is shown."""
    marked = {(one.rival.solver, one.goal): one for one in members if one.goal is not None}
    for (solver, goal), one in marked.items():
        at, half = line + _side(one, several), GOAL / 3 if several else GOAL
        color = STYLES[solver][0]
        drawn.add_shape(
            **{"type": "line", "x0": goal, "x1": goal, "y0": at - half, "y1": at + half},
            line={"color": color, "width": 2},
        )
        if not several:
            drawn.add_annotation(
                **{"x": math.log10(goal or 1.0), "y": at + half, "text": f"{goal:g}×", "showarrow": False},
                **{"xanchor": "center", "yanchor": "bottom", "yshift": -3, "font": {"size": 11, "color": GREY}},
            )


def _mark(drawn: Sketch, at: float, one: Rivalry, words: Words) -> None:
    color, symbol = STYLES[one.rival.solver]
    drawn.add_scatter(
        x=[one.ratio],
        y=[at],
        mode="markers",
        marker={
            "symbol": symbol + MARKS[one.met],
            "size": 11 if one.met is not False else 12,
            "color": color,
            "line": {"width": 2, "color": color},
        },
        hovertemplate=f"{hover(one, words)}<extra></extra>",
    )


def hover(one: Rivalry, words: Words) -> str:
    """Return what is told of a mark that is pointed at."""
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


def data_of(row: Workload, words: Words) -> str:
    """Return the name of the points of a row with their number and dimension."""
    kind = row.data.rstrip("0123456789")
    name = words(f"results.data.{kind}") if kind in MADE else row.data
    return words("results.work", data=name, n=number(row.n), d=number(row.d))


def seconds(value: float, words: Words) -> str:
    """Write a time with the unit that suits it."""
    if value < 1e-3:
        return words("results.unit.us", value=number(1e6 * value))
    if value < 1:
        return words("results.unit.ms", value=number(1e3 * value))
    return words("results.unit.s", value=number(value))


def _told(members: Sequence[Rivalry], words: Words) -> str:
    found = summary(members, 0.0)
    if not found.goals:
        return words("figure.results.middle", middle=number(found.middle, 2))
    return words("figure.results.met", middle=number(found.middle, 2), met=found.met, of=found.goals)


def ratios_text(found: Sequence[Rivalry], words: Words) -> str:
    """Return the text alternative of the figure, a sentence a line of the figure."""
    parts = []
    for name, members in groups(found).items():
        reached = [one.ratio for one in members]
        said = summary(members, 0.0)
        parts.append(
            words(
                "figure.results.alt.row",
                group=words(f"results.group.{name}"),
                low=number(min(reached)),
                high=number(max(reached)),
                met=said.met,
                of=said.goals,
            )
        )
    return " ".join([words("figure.results.alt"), *parts])
