"""Every quantity as a function of the budget: one small figure each, one line per map, some on log axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.problem.maps import LANDMARKS, PAIRED, WAVES
from core.topics.budget.experiment import MapChoice, Spent
from pages.budget.answers import FoundSpent
from pages.budget.question import Draws
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, VIOLET, axis
from ui.words import Words, number

HEIGHT = 270
ROOM = 92  # pixels on the right for the names of the lines
STYLES: Mapping[str, tuple[str, str, str]] = {  # colour, dash, symbol
    "taylor": (VIOLET, "dash", "circle"),
    WAVES: (VIOLET, "dot", "diamond"),
    PAIRED: (VIOLET, "dot", "diamond"),
    LANDMARKS: (GREY, "solid", "square"),
}
BANDED = ((WAVES, PAIRED), (LANDMARKS,))  # drawn with several seeds, for a band each


@dataclass(frozen=True)
class Quantity:
    """One of the figures."""

    name: str  # its words are `figure.budget.<name>`
    value: Callable[[Spent], float]
    log: bool = False
    low: float | None = None  # lower end of a linear axis


QUANTITIES = (
    Quantity("held_out", lambda point: 100 * point.held_out),
    Quantity("disagreement", lambda point: 100 * point.entry.disagreement, low=0.0),
    Quantity("kernel_error", lambda point: point.entry.kernel_error, log=True),
    Quantity("train", lambda point: 1e3 * point.entry.train_seconds, log=True),
    Quantity("predict", lambda point: 1e3 * point.entry.predict_seconds, log=True),
)
SMALLEST = 1e-16  # position of an error of 0: the precision of float64
FOOT = 1e-4  # log axes do not go below it: a kernel that is exact up to rounding is outside the figure
PAST = 0.05  # decades by which a log axis extends past its last power of ten, so that its label is drawn


def budget_curves(shown: Quantity, known: FoundSpent, draws: Draws, here: int, most: int, words: Words) -> Sketch:
    """Return the lines of one quantity over budgets up to `most`, with a mark at the budget of the boards, `here`."""
    drawn = Sketch(HEIGHT, margin={"l": 58, "r": ROOM, "t": 10, "b": 46})
    ends: list[tuple[float, str, str]] = []
    for names in BANDED:
        _band(drawn, shown, known, names)
    for name, (color, dash, symbol) in STYLES.items():
        points = line_of(known, name, draws)
        if not points:
            continue
        values = [_seen(shown, point) for point in points]
        drawn.add_scatter(
            x=[point.budget for point in points],
            y=values,
            mode="lines+markers",
            line={"color": color, "width": 2, "dash": dash},
            marker={"symbol": symbol, "size": 6, "color": color},
            hovertemplate=f"{words(f'budget.short.{name}')}: %{{y:.3g}}<extra>p = %{{x}}</extra>",
        )
        ends.append((values[-1], words(f"budget.short.{name}"), color))
    _references(drawn, shown, known, most, ends, words)
    low, high = reach(shown, known)
    _name_ends(drawn, shown, ends, low, high)
    drawn.add_shape(
        **{"type": "line", "x0": here, "x1": here, "y0": 0, "y1": 1, "yref": "paper", "layer": "below"},
        line={"color": GREY, "width": 1, "dash": "dot"},
    )
    sides = {"type": "log", "exponentformat": "power"}
    drawn.update_layout(
        xaxis=axis(words("figure.budget.x"), range=[-0.05, math.log10(most) + 0.04], dtick=1, **sides),
        yaxis=axis(
            words(f"figure.budget.{shown.name}"),
            range=[math.log10(low), math.log10(high)] if shown.log else [low, high],
            **({**sides, "dtick": max(1, math.ceil(math.log10(high / low) / 4))} if shown.log else {"nticks": 5}),
        ),
    )
    return drawn


def line_of(known: FoundSpent, name: str, draws: Draws) -> list[Spent]:
    """Return the points of one map in ascending order of the budget; of a random map those with its own seed."""
    seeds = {WAVES: draws.seed, PAIRED: draws.seed, LANDMARKS: draws.landmark_seed}
    own = ((choice, point) for choice, point in known.items() if choice and choice.name == name)
    found = (point for choice, point in own if choice.seed == seeds.get(name, choice.seed))
    return sorted((point for point in found if point.entry.found), key=lambda point: point.budget)


def _seen(shown: Quantity, point: Spent) -> float:
    value = shown.value(point)
    return max(value, SMALLEST) if shown.log else value


def _band(drawn: Sketch, shown: Quantity, known: FoundSpent, names: Sequence[str]) -> None:
    """Shade the range of all draws of a random map, if there are at least two points."""
    draws: dict[int, list[float]] = {}
    for choice, point in known.items():
        if choice and choice.name in names and point.entry.found:
            draws.setdefault(point.budget, []).append(_seen(shown, point))
    at = sorted(p for p, values in draws.items() if len(values) > 1)
    if len(at) < 2:
        return
    around = [(p, min(draws[p])) for p in at] + [(p, max(draws[p])) for p in reversed(at)]
    path = "M" + "L".join(f"{p},{value!r}" for p, value in around) + "Z"
    # A shape, because the fill of a trace has no opacity and our colours are CSS variables.
    color = STYLES[names[0]][0]
    drawn.add_shape(type="path", path=path, fillcolor=color, opacity=0.2, line={"width": 0}, layer="below")


def _references(
    drawn: Sketch, shown: Quantity, known: FoundSpent, most: int, ends: list[tuple[float, str, str]], words: Words
) -> None:
    """Draw the two references: the exact kernel as a line, the map of degree 2 as a star."""
    exact, quadratic = known.get(None), known.get(MapChoice("polynomial", 0, 0))
    if exact is not None and shown.name not in ("disagreement", "kernel_error"):
        value = _seen(shown, exact)
        hover = f"{words('budget.short.exact')}: %{{y:.3g}}<extra></extra>"
        drawn.add_scatter(
            x=[1, most], y=[value] * 2, mode="lines", line={"color": INK, "width": 1.25}, hovertemplate=hover
        )
        ends.append((value, words("budget.short.exact"), INK))
    if quadratic is not None and quadratic.entry.found and shown.name != "kernel_error":
        drawn.add_scatter(
            x=[quadratic.entry.features],
            y=[_seen(shown, quadratic)],
            mode="markers",
            marker={"symbol": "star-open", "size": 11, "color": INK},
            hovertemplate=f"{words('budget.short.polynomial')}: %{{y:.3g}}<extra>p = %{{x}}</extra>",
        )


def reach(shown: Quantity, known: FoundSpent) -> tuple[float, float]:
    """Return the ends of the axis: round numbers around the values."""
    aside = ("polynomial",) if shown.name == "kernel_error" else ()
    values = [_seen(shown, point) for point in _drawn(known, aside) if math.isfinite(shown.value(point))]
    if shown.log:
        seen = [value for value in values if value > FOOT] or [1.0]
        low, high = math.floor(math.log10(min(seen))), math.ceil(math.log10(max(seen)))
        return 10 ** (low - PAST), 10 ** (max(high, low + 1) + PAST)
    if not values:
        return 0.0, 100.0
    if shown.low is not None:
        return shown.low, max(10.0, 10 * math.ceil(max(values) / 10 + 0.05))
    return 10 * math.floor(min(values) / 10 - 0.05), 101.0


def _drawn(known: FoundSpent, aside: Sequence[str]) -> Iterable[Spent]:
    return (p for choice, p in known.items() if p.entry.found and (choice is None or choice.name not in aside))


def _name_ends(drawn: Sketch, shown: Quantity, ends: list[tuple[float, str, str]], low: float, high: float) -> None:
    """Label the lines at their right ends, spaced to avoid overlaps."""
    room, floor = 0.085, 1.02

    def height(value: float) -> float:
        if shown.log:
            return math.log10(max(value, low) / low) / math.log10(high / low)
        return (value - low) / (high - low)

    ranked = sorted(ends, key=lambda end: -end[0])
    for rank, (value, name, color) in enumerate(ranked):
        below = room * (len(ranked) - 1 - rank)  # space needed for the remaining names
        floor = max(min(height(value), floor - room, 0.97), below)
        drawn.add_annotation(
            **{"x": 1, "y": floor, "xref": "paper", "yref": "paper", "text": name, "showarrow": False},
            **{"xanchor": "left", "yanchor": "middle", "xshift": 6, "font": {"color": color, "size": 12}},
        )


def budget_curves_text(shown: Quantity, known: FoundSpent, draws: Draws, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers: the ends of each line."""
    parts = []
    for name in ("polynomial", *STYLES):
        points = line_of(known, name, draws)
        if points:
            first, last = points[0], points[-1]
            parts.append(
                words(
                    "figure.budget.alt.row",
                    name=words(f"budget.short.{name}"),
                    first=number(_seen(shown, first)),
                    least=number(first.budget if name != "polynomial" else first.entry.features),
                    last=number(_seen(shown, last)),
                    most=number(last.budget if name != "polynomial" else last.entry.features),
                )
            )
    return " ".join([words(f"figure.budget.{shown.name}") + ".", *parts])
