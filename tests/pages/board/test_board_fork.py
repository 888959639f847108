"""A fork on the time line of the home page: another rule goes on, both are compared, the answer is the branch's."""

from __future__ import annotations

import numpy as np
import pytest

from core.trace import Trace, fork, record
from datasets import CATALOGUE
from tests.pages.visit import DRAWN, EN, Visit, committed, in_both_languages
from ui.link.shared import MODES, RULES
from ui.solve.recording import recording
from ui.solve.solving import TOLERANCE, known_problem
from ui.solve.way import COORDINATE_SOLVER, Way
from ui.solve.wire import unpack
from ui.words import number, words_for

MOONS = CATALOGUE["moons"].make()
GAUSSIAN = {"name": "gaussian", "gamma": 1.0}
TRUNK = recording(MOONS.X, MOONS.y, GAUSSIAN, 10.0, Way()).trace
LINK = {"data": "moons", "k": "gaussian", "g": "1", "C": "10"}


def branch(k: int, rule: str) -> Trace:
    """Return the branch as the core alone makes it."""
    run = record(known_problem(MOONS.X, MOONS.y, GAUSSIAN, 10.0), RULES[0], TOLERANCE, 10_000)
    return fork(run, k, rule, TOLERANCE, 10_000)


def shows(visit: Visit, shown: Trace, at: int | None) -> None:
    """Hold time line and answer against a run that is recorded here."""
    header, arrays = unpack(visit.components("timeline")[0].bytes)
    assert header["fork"] == at
    assert len(arrays["move"]) == len(shown)
    answer, board = visit.board()
    assert answer["answer"]["steps"] == len(shown)
    np.testing.assert_array_equal(board["alpha"], shown.last.alpha)


def offered(visit: Visit) -> set[str]:
    """Return the keys of what the run can go on with."""
    return {each.key for each in visit.app.button if (each.key or "").startswith("fork-")}


@in_both_languages
@pytest.mark.parametrize("rule", RULES[1:])
def test_another_rule_goes_on_and_the_board_takes_over_the_end_of_the_branch(rule: str, lang: str) -> None:
    visit, words, longer = Visit(**LINK, step="12", lang=lang), words_for(lang), branch(12, rule)
    shows(visit, TRUNK, None)
    before = visit.board()[0]["revision"]
    visit.press(f"fork-{rule}")
    assert (visit.query["fork"], visit.query["step"]) == (f"12_{rule}_rule_branch", "12")
    assert visit.board()[0]["revision"] > before, "else the browser keeps the answer that it has"
    shows(visit, longer, 12)
    counts = {"trunk": number(len(TRUNK)), "branch": number(len(longer))}
    assert words("smo.fork.steps", **counts) in visit.texts()
    shows(Visit(**visit.query), longer, 12)


def test_either_line_is_shown_also_at_its_end_and_the_fork_is_undone() -> None:
    visit = Visit(**LINK, fork="12_platt")
    shows(visit, branch(12, "platt"), 12)
    (choice,) = (each for each in visit.app.segmented_control if each.label == EN("smo.line"))
    choice.set_value("trunk")
    visit.run()
    assert visit.query["fork"] == "12_platt_rule_trunk"
    shows(visit, TRUNK, 12)
    visit.press("fork-undo")
    assert "fork" not in visit.query
    shows(visit, TRUNK, None)
    assert not [each for each in visit.app.button if (each.key or "").startswith("fork-")], (
        "nothing goes on from the end"
    )


@pytest.mark.parametrize("mode", [*MODES, None])
def test_a_pair_is_picked_in_the_microscope_at_the_step_of_the_time_line(mode: str | None) -> None:
    visit = Visit(**LINK, step="12", **({} if mode is None else {"mode": mode}))
    visit.press("fork-pair")
    (player,) = visit.data("player")
    assert (player["picking"], player["step"]) == ("here", 12)
    assert EN("smo.fork.pick") in visit.texts()


def test_a_board_offers_every_other_rule_and_a_pair() -> None:
    assert offered(Visit(**LINK, step="12")) == {"fork-pair", *(f"fork-{rule}" for rule in RULES[1:])}
    assert not offered(Visit(**LINK, step="12", rule=COORDINATE_SOLVER)), "coordinate descent moves no pairs"


@in_both_languages
def test_a_fork_beyond_the_run_is_said_to_be_none_and_the_run_stays(lang: str) -> None:
    visit = Visit(**LINK, fork="900_platt", lang=lang)
    shows(visit, TRUNK, None)
    assert words_for(lang)("refusal.fork.ended", steps=89, step=900) in visit.texts()


def test_points_that_move_record_both_lines_anew() -> None:
    visit = Visit(**LINK, fork="1_smo-first-order", step="2")
    visit.commit(committed(DRAWN, GAUSSIAN, 10.0))
    run = record(known_problem(DRAWN.X, DRAWN.y, GAUSSIAN, 10.0), RULES[0], TOLERANCE, 10_000)
    header, arrays = unpack(visit.components("timeline")[0].bytes)
    assert header["fork"] == 1
    assert len(arrays["move"]) == len(fork(run, 1, "smo-first-order", TOLERANCE, 10_000))


@in_both_languages
def test_coordinate_descent_says_why_its_run_has_no_fork(lang: str) -> None:
    query = {"data": "moons", "k": "taylor", "rule": COORDINATE_SOLVER, "lang": lang}
    said = words_for(lang)("timeline.fork.none")
    for visit in (Visit(**query, step="40"), Visit("descent", **query, step="40")):
        assert said in visit.texts()
        assert offered(visit) == set()
    assert said not in Visit(**query).texts(), "at the end no fork would be offered either"
    assert said not in Visit(**{**query, "rule": RULES[0]}, step="12").texts()
