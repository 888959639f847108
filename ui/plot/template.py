"""The look that all figures share. Colours are CSS variables of assets/css/lab.css: the browser knows the theme."""

from __future__ import annotations

from typing import Any

FONT = "var(--lab-font)"
TITLE, TICK = 14, 12  # px of the name of an axis, and of its numbers
POWER = 10.4  # asked for numbers such as 10²: Plotly draws them a quarter larger, so that their exponents can be read
INK, PAPER, GREY, GRID = "var(--lab-ink)", "var(--lab-paper)", "var(--lab-grey)", "var(--lab-grid)"
STROKES = {"solid": "——", "dash": "– –", "dot": "· · ·", "dashdot": "– ·"}  # of a line, as written beside its name
POSITIVE, NEGATIVE, VIOLET = "var(--lab-pos)", "var(--lab-neg)", "var(--lab-violet)"


def axis(title: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever Plotly's axis takes
    """Return an axis of the house: named, thin, with few ticks."""
    base: dict[str, Any] = {
        "title": {"text": title, "standoff": 6, "font": {"size": TITLE}},
        "tickfont": {"size": POWER if more.get("type") == "log" and more.get("exponentformat") == "power" else TICK},
        "showgrid": True,
        "gridcolor": GRID,
        "zeroline": False,
        "linecolor": GREY,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": GREY,
        "nticks": 6,
        "automargin": True,
    }
    return {**base, **more}


def still_axis(title: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the same for a figure that is drawn anew at every step: measuring its labels takes half of that time."""
    return axis(title, **{"automargin": False, "ticklabeloverflow": "allow", "nticks": 5, **more})


def look(height: int, **layout: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever Plotly's layout takes
    """Return the layout of an empty figure in the look of the house."""
    return {
        "height": height,
        "margin": {"l": 56, "r": 16, "t": 12, "b": 44},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": INK, "size": 13, "family": FONT},
        "hoverlabel": {"bgcolor": PAPER, "bordercolor": GREY, "font": {"color": INK, "family": FONT}},
        "showlegend": False,
        "uirevision": "keep",
        "bargap": 0.15,
        **layout,
    }


def end_label(x: float, y: float, text: str, color: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a direct label at the end of a line, in place of a legend."""
    return {
        "x": x,
        "y": y,
        "text": text,
        "showarrow": False,
        "xanchor": "left",
        "xshift": 6,
        "font": {"color": color, "size": 13},
        **more,
    }
