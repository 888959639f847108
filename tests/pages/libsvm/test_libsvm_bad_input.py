"""What the page of LIBSVM says where there is no run, and of a run that ends at nothing."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import make_points
from pages import libsvm
from tests.pages.visit import EN, Visit, link_of
from ui.solve.wire import unpack


def test_the_last_good_run_stays_where_a_nu_has_none() -> None:
    few = [[0, 0], [1, 1], [2, 0], [3, 1], [4, 0], [0.5, 2]]
    points = make_points(np.array(few), np.array([1, -1, -1, -1, -1, -1]))
    query = {**link_of(points), "k": "gaussian", "g": "0.5", "C": "1", "machines": "nu-svc_0.2_0.5", "step": "2"}
    visit = Visit("libsvm", **query)
    (player,) = visit.components("player")
    good = unpack(player.bytes)[0]
    assert good["kept"] == ""

    def asked_for(**values: object) -> None:
        lab = visit.app.session_state["lab"]
        for name, value in values.items():
            lab = libsvm.PAGE.change(lab, name, value)
        visit.app.session_state["lab"] = lab
        visit.run()

    asked_for(nu=0.9)
    (player,) = visit.components("player")
    kept = unpack(player.bytes)[0]
    assert (kept["run"], kept["step"]) == (good["run"], good["step"])
    assert kept["way"]["machine"]["nu"] == 0.9, "a hand goes on from there"
    assert kept["kept"]
    assert kept["kept"] in visit.texts() or kept["kept"] in str(visit.warnings()), "the sentence why"
    asked_for(nu=0.2)
    (player,) = visit.components("player")
    assert unpack(player.bytes)[0]["kept"] == ""
    asked_for(gamma=2.0, nu=0.9)  # of another kernel there has been no run
    assert visit.components("player") == []


@pytest.mark.parametrize("name", ["eps-svr", "nu-svr"])
@pytest.mark.parametrize(
    "X",
    [[[0.5, 0.5]], [[0, 1], [1, 1], [2, 1]], [[k / 4, 0] for k in range(12)]],
    ids=["one point", "equal values", "values of 0"],
)
def test_an_optimum_of_zero_is_said_to_be_zero_and_not_a_share_of_it(name: str, X: list[list[float]]) -> None:
    points = make_points(np.array(X), np.ones(len(X), int))
    query = {**link_of(points), "k": "gaussian", "g": "0.5", "C": "1", "machines": f"{name}_0.3_0.5", "step": "9999"}
    visit = Visit("libsvm", **query)
    assert visit.lead().count(EN("libsvm.ended.zero")) == 1
    assert "%" not in visit.lead()
    assert EN("libsvm.ended.whole", steps=0, tolerance="0.001") in visit.lead(), "nothing was set aside to come back"
