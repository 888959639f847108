"""The numbers along an axis are smaller than its name, in every figure of every page, also before a class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pages import PAGES
from pages.phi import folds as phi
from pages.taylor import folds as taylor
from tests.pages.visit import Visit

FOLDED = {"phi": list(phi.FOLDS), "taylor": list(taylor.FOLDS)}  # what holds figures
LARGER = 1.25  # Plotly draws numbers such as 10² by this much larger than it is asked to


def axes_of(layout: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the axes of a plane, and those of every box."""
    for name, part in layout.items():
        if name.startswith(("xaxis", "yaxis")):
            yield name, part
        if name.startswith("scene"):
            yield from ((f"{name} {axis}", part[axis]) for axis in ("xaxis", "yaxis", "zaxis"))


def too_large(figure: dict[str, Any]) -> list[str]:
    """Return the axes and colour bars whose numbers are as large as their names, or larger."""
    usual = figure["layout"]["font"]["size"]
    bars = [("colour bar", trace["colorbar"]) for trace in figure["data"] if "colorbar" in trace]
    found = []
    for name, axis in [*axes_of(figure["layout"]), *bars]:
        if not axis.get("title", {}).get("text") or not axis.get("showticklabels", True):
            continue
        power = axis.get("type") == "log" and axis.get("exponentformat") == "power"
        number = axis.get("tickfont", {}).get("size", usual) * (LARGER if power else 1)
        if number >= axis["title"].get("font", {}).get("size", usual):
            found.append(name)
    return found


@pytest.mark.parametrize("projector", ["", "1"], ids=["desk", "class"])
@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_numbers_are_smaller_than_the_name_of_their_axis(name: str, projector: str) -> None:
    visit = Visit(name, **({"projector": projector} if projector else {}))
    for fold in FOLDED.get(name, []):
        visit.unfold(f"{name}-{fold}")
    figures = [each["figure"] for each in visit.data("plot")]
    assert figures
    assert [axes for figure in figures if (axes := too_large(figure))] == []
