"""The code behind the picture: each page's script, run alone, finds the numbers that the page shows."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.trace import pick_coordinate
from core.view import playback
from datasets import make_points
from pages import PAGES
from pages.budget import answers as budget
from pages.descent import answers as descent
from pages.fourier import answers as fourier
from pages.phi import answers as phi
from pages.race import answers as race
from pages.taylor import answers as taylor
from tests.pages.visit import Visit, link_of
from ui.solve.wire import unpack

POINTS = make_points([[0, 1], [1, 0.5], [-1, 0], [0, -1], [0.5, 0.25], [2, 1]], [1, 1, -1, -1, -1, 1])
KERNELS = (
    {"k": "linear", "C": "1"},
    {"k": "polynomial", "q": "3", "g": "0.5", "z": "1", "C": "2"},
    {"k": "gaussian", "g": "2", "C": "inf"},
    {"k": "sigmoid", "g": "0.5", "r": "-1", "C": "3"},
    {"k": "taylor", "g": "0.3", "m": "3", "C": "5"},
    {"k": "fourier", "g": "1", "D": "20", "s": "7", "C": "4"},
    {"k": "paired", "g": "1", "D": "21", "s": "7", "C": "4"},
    {"k": "nystroem", "g": "1", "L": "4", "t": "7", "C": "4"},
)
on_several_kernels = pytest.mark.parametrize("query", KERNELS, ids=lambda query: query["k"])


class Page:
    """A page with its code unfolded, and what that code finds in a namespace of its own."""

    def __init__(self, folder: Path, page: str, **query: str) -> None:
        self.page = next(known for known in PAGES if known.name == page)
        self.visit = Visit(page, **{**link_of(POINTS), **query}, lang="en")
        self.visit.unfold("more-code")
        (code,) = [shown.value for shown in self.visit.app.code if shown.value.startswith("# Run in the project")]
        file = folder / "script.py"
        file.write_text(code)
        self.found: dict[str, Any] = runpy.run_path(str(file))

    @property
    def asked(self) -> Any:
        """The question of the page."""
        return self.page.read(self.visit.app.session_state["lab"])

    def played(self) -> list[dict[str, np.ndarray]]:
        return [unpack(proto.bytes)[1] for proto in self.visit.components("player")]


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return np.asarray(one).tobytes() == np.asarray(other).tobytes()


@on_several_kernels
def test_the_board(query: dict[str, str], tmp_path: Path) -> None:
    page = Page(tmp_path, "board", **query)
    header, arrays = page.visit.board()
    assert same(page.found["found"].alpha, arrays["alpha"])
    assert page.found["found"].b == header["answer"]["b"]


@on_several_kernels
@pytest.mark.parametrize("rule", ["smo-second-order", "smo-first-order", "platt"])
def test_a_run_of_smo_under_its_own_rule_and_tolerance(rule: str, query: dict[str, str], tmp_path: Path) -> None:
    page = Page(tmp_path, "smo", **query, rule=rule, mode="watch")
    (run,), (played,) = page.found["runs"], page.played()
    assert same(playback(run).move, played["move"])
    assert same(playback(run).b.astype(np.float32), played["b"])
    assert same(playback(run).dual.astype(np.float32), played["dual"])


def test_two_runs_of_smo(tmp_path: Path) -> None:
    page = Page(tmp_path, "smo", mode="two", rule="platt", rival="smo-first-order", k="gaussian", g="2", C="9")
    for run, played in zip(page.found["runs"], page.played(), strict=True):
        assert same(playback(run).move, played["move"])
        assert same(playback(run).b.astype(np.float32), played["b"])


@pytest.mark.parametrize("fork", ["2_platt_rule_branch", "2_smo-first-order_4-1_trunk", "1_platt_5-2", "9000_platt"])
def test_both_lines_of_a_run_with_a_fork(fork: str, tmp_path: Path) -> None:
    page = Page(tmp_path, "smo", mode="watch", fork=fork, k="gaussian", g="1", C="10")
    (header,), (played,) = page.visit.data("player"), page.played()
    run = page.found["runs"][1 if header["branch"] and header["fork"] is not None else 0]
    assert len(page.found["runs"]) == (1 if header["fork"] is None else 2)
    assert same(playback(run).move, played["move"])
    assert same(playback(run).b.astype(np.float32), played["b"])


def test_a_run_by_hand(tmp_path: Path) -> None:
    page = Page(tmp_path, "smo", mode="hand", pairs="0-2_1-3", k="gaussian", g="2", C="9")
    (run,), (played,) = page.found["runs"], page.played()
    assert len(run) == 2
    assert same(playback(run).move, played["move"])


@on_several_kernels
def test_the_strip_of_gammas(query: dict[str, str], tmp_path: Path) -> None:
    page = Page(tmp_path, "gamma", **query, gammas="0.1_3_50")
    boards = page.visit.boards()
    assert [shown.gamma for shown in page.found["panels"]] == [0.1, 3.0, 50.0]
    for shown, (header, arrays) in zip(page.found["panels"], boards, strict=True):
        assert same(shown.solution.alpha, arrays["alpha"])
        assert shown.solution.b == header["answer"]["b"]


@pytest.mark.parametrize(
    ("m", "options"), [("4", "0_auto_auto_"), ("3", "1.5_2.5_0,0,1,1_1,0.5,2"), ("6", "0_4_auto_1,1,0.25,3")]
)
@pytest.mark.parametrize("query", [KERNELS[0], KERNELS[2], KERNELS[4]], ids=lambda query: query["k"])
def test_the_taylor_kernel_with_its_own_factors_and_radius(
    query: dict[str, str], m: str, options: str, tmp_path: Path
) -> None:
    page = Page(tmp_path, "taylor", **{**query, "m": m}, taylor=options)
    asked = page.asked
    sweep, space, orders = taylor.sweep(asked), taylor.space(asked), taylor.views(asked).orders
    assert page.found["kernel"] == asked.kernel
    assert same(page.found["sweep"].share, sweep.share)
    assert same(page.found["sweep"].fields, sweep.fields)
    assert same(page.found["space"].coefficients, space.coefficients)
    assert (page.found["space"].b, page.found["space"].value_by_kernel) == (space.b, space.value_by_kernel)
    assert same(page.found["orders"].sup, orders.sup)
    assert page.found["orders"].radius == orders.radius


@pytest.mark.parametrize("kind", ["phase", "paired"])
@on_several_kernels
def test_the_dice(query: dict[str, str], kind: str, tmp_path: Path) -> None:
    page = Page(tmp_path, "fourier", **{**query, "D": "60", "s": "4"}, fourier=f"{kind}_0.05_points")
    rolled = fourier.rolled(page.asked)
    assert page.found["error"].max() == rolled.errors.worst
    assert same(page.found["found"].alpha, rolled.roll.solution.alpha)


@pytest.mark.parametrize(
    ("numbers", "which"),
    [
        ({"g": "1", "z": "1"}, "poly2_auto_auto_free"),
        ({"g": "0.5", "m": "3"}, "taylor_auto_auto_free"),
        ({"m": "4"}, "third_0-1-3_auto_free"),
    ],
)
def test_the_lift(numbers: dict[str, str], which: str, tmp_path: Path) -> None:
    page = Page(tmp_path, "phi", lift=which, C="3", **numbers)
    assert same(page.found["found"].alpha, phi.part(page.asked).solution.alpha)
    assert same(page.found["shown"].w, phi.lifted(page.asked).w)


@pytest.mark.parametrize("fork", ["6_cyclic_rule_branch", "6_random_{}_branch", "6_random_rule_trunk"])
def test_a_fork_of_coordinate_descent(fork: str, tmp_path: Path) -> None:
    asked: dict[str, str] = {**KERNELS[1], "descent": "L1_bias_random_shrink_auto_3"}
    trunk = descent.run(Page(tmp_path, "descent", **asked).asked).shown.trace
    i = next(i for i in range(len(trunk.problem.y)) if pick_coordinate(trunk, i, 6) is None)
    page = Page(tmp_path, "descent", **asked, fork=fork.format(i))
    assert descent.run(page.asked).other is not None
    assert same(page.found["alpha"], descent.run(page.asked).shown.trace.last.alpha)


@pytest.mark.parametrize("how", ["L1_bias_random_shrink_auto_3", "L2_plain_cyclic_keep_auto_0"])
@pytest.mark.parametrize("query", [KERNELS[0], *KERNELS[1:3], *KERNELS[4:]], ids=lambda query: query["k"])
def test_coordinate_descent_and_its_race(query: dict[str, str], how: str, tmp_path: Path) -> None:
    page = Page(tmp_path, "descent", **query, descent=how)
    assert same(page.found["alpha"], descent.run(page.asked).shown.trace.last.alpha)
    ran = Page(tmp_path, "race", **query, descent=how)
    shown, both = race.race_of(ran.asked), descent.optima(ran.asked)
    assert (len(ran.found["pairs"]), len(ran.found["visits"])) == (shown.pair.last, shown.single.last)
    assert same(ran.found["both"].free.alpha, both.free.alpha)
    assert ran.found["both"].appended.optimum == both.appended.optimum


@pytest.mark.parametrize("query", [KERNELS[0], KERNELS[2], KERNELS[4]], ids=lambda query: query["k"])
def test_equal_budgets(query: dict[str, str], tmp_path: Path) -> None:
    page = Page(tmp_path, "budget", **{**query, "m": "3", "s": "5", "t": "5"})
    shown = budget.comparison(page.asked)
    assert same(page.found["exact"].entry.decision, shown.exact.entry.decision)
    assert page.found["choice"] == shown.choices[-1]
    assert page.found["choices"] == list(shown.choices)
    assert same(page.found["found"].decision, shown.entries[-1].decision)
