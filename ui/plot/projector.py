"""A figure for the last row of a class: its words, and the room they need, grow; lines and points stay."""

from __future__ import annotations

from typing import Any

FONTS = ("font", "textfont", "tickfont")
GROWTH = 1.3  # 13 pixels become 17


def enlarged(figure: dict[str, Any]) -> dict[str, Any]:
    """Return a figure of Plotly, as JSON, with larger words, margins and height."""
    grown: dict[str, Any] = _with_larger_words(figure)
    layout = grown["layout"]
    margin = {side: round(GROWTH * width) for side, width in layout.get("margin", {}).items()}
    return {**grown, "layout": {**layout, "margin": margin, "height": round(1.15 * layout["height"])}}


def _with_larger_words(value: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
    if isinstance(value, list):
        return [_with_larger_words(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    grown = {key: _with_larger_words(inner) for key, inner in value.items()}
    for name in FONTS:
        if isinstance(grown.get(name), dict) and "size" in grown[name]:
            grown[name] = {**grown[name], "size": _larger(grown[name]["size"])}
    return grown


def _larger(size: Any) -> Any:  # noqa: ANN401 - one size, or one for each word
    return [GROWTH * one for one in size] if isinstance(size, list) else GROWTH * size
