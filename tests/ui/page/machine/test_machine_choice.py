"""The numbers of the chosen machine have the same sliders on both pages that show it, and no machine has another's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pages.visit import Visit
from ui.solve.limits import NU
from ui.solve.machine.table import MACHINES

STATE = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10"}
OWN = ("nu", "epsilon")  # C stands with the margin


def sliders(page: str, machines: str) -> dict[str, dict[str, Any]]:
    """Return the sliders of nu and epsilon on a page by their names."""
    visit = Visit(page, **STATE, machines=machines)
    return {dial["name"]: dial for shown in visit.data("sliders") for dial in shown["dials"] if dial["name"] in OWN}


@pytest.mark.parametrize("name", list(MACHINES))
def test_both_pages_show_the_same_sliders(name: str) -> None:
    here, there = (sliders(page, f"{name}_0.3_0.5") for page in ("machines", "libsvm"))
    assert here == there
    assert set(here) == {own for own in OWN if own in MACHINES[name].parameters}


def test_a_small_nu_of_a_link_widens_its_slider_and_what_can_be_typed_stays() -> None:
    (usual, small) = (sliders("libsvm", f"nu-svc_{nu}_0.5")["nu"] for nu in (0.3, NU[0]))
    assert usual["low"] > small["low"] == NU[0]
    assert usual["allowed"] == small["allowed"] == list(NU)


def test_a_wide_tube_of_a_link_widens_its_slider() -> None:
    usual, wide = (sliders("libsvm", f"eps-svr_0.3_{epsilon}")["epsilon"] for epsilon in (0.5, 100.0))
    assert usual["high"] < wide["high"] == 100.0
