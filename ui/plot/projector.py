"""A figure for the last row of a class: its words and the room they need grow, and with them lines and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FONTS = ("font", "textfont", "tickfont")
GROWTH = 1.3  # 13 pixels become 17
MARKS = {"line": "width", "marker": "size"}  # of a trace or a shape


def enlarged(
    figure: dict[str, Any], height: int | None = None, frame: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return a figure of Plotly, as JSON, with larger words and marks; height and margins are as given, or larger."""
    grown: dict[str, Any] = _larger_in(figure)
    layout = grown["layout"]
    margin = {side: round(GROWTH * width) for side, width in layout.get("margin", {}).items()}
    return {
        **grown,
        "layout": {**layout, "margin": frame or margin, "height": height or round(1.15 * layout["height"])},
    }


def _larger_in(value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    if isinstance(value, list):
        return [_larger_in(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    grown = {key: _larger_in(inner) for key, inner in value.items()}
    for name in FONTS:
        if isinstance(grown.get(name), dict) and "size" in grown[name]:
            grown[name] = {**grown[name], "size": _larger(grown[name]["size"])}
    for name, part in MARKS.items():
        if isinstance(grown.get(name), dict) and part in grown[name]:
            grown[name] = {**grown[name], part: _larger(grown[name][part])}
    return grown


def _larger(size: Any) -> Any:  # noqa: ANN401 - one size, or one for each word
    return [GROWTH * one for one in size] if isinstance(size, list) else GROWTH * size
