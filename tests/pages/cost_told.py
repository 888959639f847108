"""What a page tells of the cost of an approximation, as a visit finds it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pages.visit import Visit
from ui.page.cost import show


def figure(visit: Visit) -> dict[str, Any] | None:
    """Return the figure of the error; None where there is none."""
    return next((data for data in visit.data("plot") if data["key"] == show.COST), None)


def said(visit: Visit) -> dict[str, str]:
    """Return the sentences by their keys."""
    return {data["key"]: data["text"] for data in visit.data("said")}


def refuse_to_compute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything fail that would compute a cost."""

    def refuse(*of: object) -> None:
        raise AssertionError("computed while folded")

    for name in ("errors_of", "differing_share", "searching"):
        monkeypatch.setattr(show, name, refuse)
