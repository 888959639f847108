"""The numbers of a step as a visitor reads them: true of the state on screen, in every mode and both languages."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, Linear, c_svc, certificate
from core.solver import finish
from core.trace import record
from datasets import CATALOGUE
from pages.smo.numbers import step_numbers
from pages.smo.question import Question
from tests.pages.smo.test_smo_page import Watch
from tests.pages.visit import in_both_languages
from ui.link.shared import MODES, RULES
from ui.page import early_figures
from ui.state.board import Board
from ui.words import words_for

EN = words_for("en")
MOONS = CATALOGUE["moons"].make()
WRITTEN = r"−?\d+(?:\.\d+)?(?:\u00a0×\u00a010[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"


def value(written: str) -> float:
    """Read a number as it is written for reading."""
    plain = written.replace("−", "-").translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return float(plain.replace("\u00a0×\u00a010", "e"))


def rows(visit: Watch, which: int = 0) -> dict[str, dict[str, str]]:
    return {row["label"]: row for row in visit.data("standing")[which]["rows"]}


def asked(kernel: dict[str, object], C: float | None) -> Question:
    shown = Board(MOONS, None, kernel, {}, C, 0, frozenset(), False)  # type: ignore[arg-type]
    return Question(shown, "watch", RULES[0], RULES[1], (), None)


@in_both_languages
@pytest.mark.parametrize("mode", MODES)
def test_every_player_has_its_numbers(mode: str, lang: str) -> None:
    visit = Watch(mode=mode, lang=lang)
    words = words_for(lang)
    for found in visit.data("standing"):
        labels = [row["label"] for row in found["rows"]]
        assert labels[:3] == [words(key) for key in ("light.running.title", "number.free", "number.bounded")]
        assert labels[-2:] == [words("standing.b"), words("standing.pair")]
        assert all(row["value"] and row["how"] for row in found["rows"])
    assert len(visit.data("standing")) == (2 if mode == "two" else 1)


@pytest.mark.parametrize("rule", RULES)
def test_the_numbers_are_those_of_the_step_at_which_the_player_halts(rule: str) -> None:
    visit = Watch(rule=rule, lang="en", data="moons")
    trace = record(c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0), rule, 1e-5)
    for k in (0, 1, 9, len(trace) // 2, len(trace)):
        visit.halt(k)
        shown, alpha = rows(visit), trace.state_at(k).alpha
        assert shown[EN("number.free")]["value"] == str(np.count_nonzero((alpha > 0) & (alpha < 10.0)))
        assert shown[EN("number.bounded")]["value"] == str(np.count_nonzero(alpha == 10.0))
        b = visit.players()[0][1]["b"][k]
        assert value(shown[EN("standing.b")]["value"]) == pytest.approx(b, rel=6e-3, abs=1e-6)


def test_the_numbers_come_ahead_of_the_page_as_the_page_brings_them() -> None:
    visit = Watch(lang="en")
    ((header, _),) = visit.players()
    lines = early_figures.figures_at(header["offers"], {"k": 30}, "en")
    early = dict(json.loads(line) for line in lines)
    visit.halt(30)
    assert early["numbers"]["rows"] == visit.data("standing")[0]["rows"]


def test_on_two_players_each_has_its_own_and_the_shorter_run_stays_at_its_end() -> None:
    visit = Watch(mode="two", lang="en", step="160")
    (leader, _), (_, follower) = visit.players()
    assert len(follower["pair"]) > 160 > 60
    over, running = rows(visit, 0), rows(visit, 1)
    assert EN("light.proved.title") in over
    assert over != running
    assert leader["step"] == 160


# ---- what is said is so ----


def _light(kernel: dict[str, object], C: float | None, trace: Any, k: int) -> dict[str, str]:
    found = step_numbers(asked(kernel, C), trace, k, EN).rows[0]
    return found._asdict()


def test_the_digits_that_are_called_certain_are_those_of_the_optimum() -> None:
    kernel = {"name": "gaussian", "gamma": 1.0}
    problem = c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0)
    optimum = -certificate(problem, finish(problem, "smo-second-order", 1e-10).alpha).dual
    trace, seen = record(problem, tolerance=1e-6), set()
    for k in range(len(trace) + 1):
        light = _light(kernel, 10.0, trace, k)
        certain = re.search(r"certain digits: (\d+); optimum (.+)", light["value"])
        if certain:
            seen.add(int(certain[1]))
            digits = sum(map(str.isdigit, certain[2].partition("\u00a0")[0].lstrip("0.")))
            assert digits <= min(int(certain[1]), 6)
            assert value(certain[2]) == float(f"{optimum:.{digits - 1}e}")
        low_high = re.search(rf"lies between ({WRITTEN}) and ({WRITTEN})", light["how"])
        assert low_high is not None
        assert value(low_high[1]) <= optimum <= value(low_high[2])
    assert len(seen) >= 4


@pytest.mark.parametrize("C", [1.0, None])
def test_the_formula_of_the_gap_adds_up_with_the_numbers_written_in_it(C: float | None) -> None:
    X, y = MOONS.X, np.where(MOONS.X[:, 0] > 0.5, 1, -1)
    X = X + np.outer(y, [0.5, 0.0])
    trace = record(c_svc(X, y, Linear(), np.inf if C is None else C), tolerance=1e-5)
    for k in range(len(trace) + 1):
        how = _light({"name": "linear"}, C, trace, k)["how"]
        dual = re.search(rf"Σα − ½‖w‖² = ({WRITTEN}) − ({WRITTEN}) = ({WRITTEN})", how)
        assert dual is not None
        total, half, written = map(value, dual.groups())
        assert total - half == pytest.approx(written, abs=1e-3 * (total + half))
        primal = re.search(rf"C Σξ = ({WRITTEN}) \+ ({WRITTEN}) = ({WRITTEN})", how)
        rescaled = re.search(rf"½‖w‖²/s² = ({WRITTEN})/({WRITTEN})² = ({WRITTEN})", how)
        if primal:
            assert value(primal[1]) + value(primal[2]) == pytest.approx(value(primal[3]), rel=1e-3)
        if rescaled:
            assert value(rescaled[1]) / value(rescaled[2]) ** 2 == pytest.approx(value(rescaled[3]), rel=5e-3)
        assert (primal is None) == (C is None)
        assert primal or rescaled or "P = ∞" in how


def test_a_hard_margin_that_does_not_exist_is_never_called_on_its_way() -> None:
    visit = Watch(lang="en", data="xor", k="linear", C="inf")
    light = visit.data("standing")[0]["rows"][0]
    assert (light["label"], light["state"]) == (EN("light.impossible.title"), "impossible")
    assert "no optimum" in light["how"]
    assert "lies between" not in light["how"]
