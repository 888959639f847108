"""A fork on the time line of the home page: another rule goes on, both are compared, the answer is the branch's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.topics.descent.view import coordinate_at
from core.trace import BadPick, Trace, fork, pick, pick_coordinate, record
from datasets import CATALOGUE
from tests.pages.visit import EDITED, EN, Visit, committed, in_both_languages
from ui.link.shared import RULES
from ui.solve.board_problem import BoardProblem
from ui.solve.options import COORDINATE_SOLVER, CoordinateOptions, Fork, PairOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import forked, recording
from ui.solve.solving import TOLERANCE, known_problem
from ui.solve.wire import unpack
from ui.words import number, words_for

MOONS = CATALOGUE["moons"].make()
GAUSSIAN = {"name": "gaussian", "gamma": 1.0}
TAYLOR = {"name": "taylor", "gamma": 1.0, "order": 4}
TRUNK = recording(BoardProblem(MOONS.X, MOONS.y, GAUSSIAN, 10.0, options=PairOptions())).trace
LINK = {"data": "moons", "k": "gaussian", "g": "1", "C": "10"}


def branch(k: int, rule: str, picked: tuple[int, int] | None = None) -> Trace:
    """Return the branch as the core alone makes it."""
    run = record(known_problem(BoardProblem(MOONS.X, MOONS.y, GAUSSIAN, 10.0)), RULES[0], TOLERANCE, 10_000)
    return fork(run, k, rule, TOLERANCE, 10_000, picked=picked)


def line(visit: Visit) -> dict[str, Any]:
    """Return what the time line was given."""
    return unpack(visit.components("timeline")[0].bytes)[0]


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
@pytest.mark.parametrize("rule", PairOptions().fork_rules[1:])
def test_another_rule_goes_on_and_the_board_takes_over_the_end_of_the_branch(rule: str, lang: str) -> None:
    visit, words, longer = Visit(**LINK, step="12", lang=lang), words_for(lang), branch(12, rule)
    shows(visit, TRUNK, None)
    before = visit.board()[0]["revision"]
    visit.press(f"fork-{rule}")
    assert (visit.query["fork"], visit.query["step"]) == (f"12_{rule}_rule_branch", "12")
    assert visit.board()[0]["revision"] > before, "else the browser keeps the answer that it has"
    shows(visit, longer, 12)
    counts = {"trunk": number(len(TRUNK)), "branch": number(len(longer))}
    assert words("branch.steps", **counts) in visit.texts()
    shows(Visit(**visit.query), longer, 12)


def test_either_line_is_shown_also_at_its_end_and_the_fork_is_undone() -> None:
    visit = Visit(**LINK, fork="12_platt")
    shows(visit, branch(12, "platt"), 12)
    (choice,) = (each for each in visit.app.segmented_control if each.label == EN("branch.line"))
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


@in_both_languages
def test_a_pair_is_picked_on_the_board_at_the_step_of_the_time_line(lang: str) -> None:
    visit, words = Visit(**LINK, step="12", lang=lang), words_for(lang)
    assert not line(visit)["picks"]
    visit.press("fork-pair")
    assert (line(visit)["picks"], line(visit)["picked"]) == (True, [])
    assert visit.board()[0]["picking"], "Enter picks"
    assert words("branch.pick.pair") in visit.texts()
    pairs = ((i, j) for i in range(90) for j in range(90) if i != j)
    i, j = next(pair for pair in pairs if not isinstance(pick(TRUNK, *pair, 12), BadPick))
    run = line(visit)["run"]
    visit.sends("timeline", pick={"i": i, "j": -1, "run": run, "k": 12, "at": 1})
    assert (line(visit)["picked"], visit.board()[0]["picked"]) == ([i], i)
    visit.sends("timeline", pick={"i": i, "j": j, "run": run, "k": 12, "at": 2})
    moved = pick(TRUNK, i, j, 12)
    assert not isinstance(moved, BadPick)
    assert visit.query["fork"] == f"12_{RULES[0]}_{moved[0]}-{moved[1]}_branch"
    assert not line(visit)["picks"]
    shows(visit, branch(12, RULES[0], moved), 12)


def test_a_board_offers_every_other_rule_and_a_pair() -> None:
    assert offered(Visit(**LINK, step="12")) == {
        "fork-pair",
        *(f"fork-{rule}" for rule in PairOptions().fork_rules[1:]),
    }
    visits = {"data": "moons", "k": "taylor", "rule": COORDINATE_SOLVER}
    assert offered(Visit(**visits, step="40")) == {"fork-pair", "fork-cyclic"}


@in_both_languages
def test_a_fork_beyond_the_run_is_said_to_be_none_and_the_run_stays(lang: str) -> None:
    visit = Visit(**LINK, fork="900_platt", lang=lang)
    shows(visit, TRUNK, None)
    assert words_for(lang)("refusal.fork.ended", steps=114, step=900) in visit.texts()


def test_points_that_move_record_both_lines_anew() -> None:
    visit = Visit(**LINK, fork="1_smo-first-order", step="2")
    visit.commit(committed(EDITED, GAUSSIAN, 10.0))
    run = record(known_problem(BoardProblem(EDITED.X, EDITED.y, GAUSSIAN, 10.0)), RULES[0], TOLERANCE, 10_000)
    header, arrays = unpack(visit.components("timeline")[0].bytes)
    assert header["fork"] == 1
    assert len(arrays["move"]) == len(fork(run, 1, "smo-first-order", TOLERANCE, 10_000))


@in_both_languages
@pytest.mark.parametrize(("page", "part"), [("board", "timeline"), ("descent", "player")])
def test_a_run_of_visits_forks_by_another_order_and_by_a_picked_coordinate(page: str, part: str, lang: str) -> None:
    words = words_for(lang)
    query = {"data": "moons", "k": "taylor", "g": "1", "m": "4", "C": "10", "rule": COORDINATE_SOLVER, "lang": lang}
    visit = Visit(page, **query, step="40")
    visit.press("fork-cyclic")
    assert visit.query["fork"] == "40_cyclic_rule_branch"
    header, arrays = unpack(visit.components(part)[0].bytes)
    assert header["fork"] == 40
    both = forked(BoardProblem(MOONS.X, MOONS.y, TAYLOR, 10.0, options=CoordinateOptions(fork=Fork(40, "cyclic"))))
    assert both.other is not None
    assert arrays["move"].tobytes() == playback_arrays(both.shown.playback)["move"].tobytes()
    counts = {"trunk": number(len(both.other.trace)), "branch": number(len(both.shown.trace))}
    assert words("branch.visits", **counts) in visit.texts()
    assert Visit(page, **visit.query).texts() == visit.texts()
    visit.press("fork-undo")
    assert "fork" not in visit.query

    visit.press("fork-pair")
    assert words("branch.pick.coordinate") in visit.texts()
    run = unpack(visit.components(part)[0].bytes)[0]["run"]
    trunk, n = both.other.trace, len(MOONS.y)
    stays = next(i for i in range(n) if pick_coordinate(trunk, i, 40) is BadPick.STOPPED)
    visit.sends(part, pick={"i": stays, "j": -1, "run": run, "k": 40, "at": 1})
    assert words("pick.refused.one.STOPPED", i=stays + 1) in visit.texts()
    moves = next(i for i in range(n) if pick_coordinate(trunk, i, 40) is None)
    visit.sends(part, pick={"i": moves, "j": -1, "run": run, "k": 40, "at": 2})
    assert visit.query["fork"] == f"40_random_{moves}_branch"
    arrays = unpack(visit.components(part)[0].bytes)[1]
    own = forked(
        BoardProblem(MOONS.X, MOONS.y, TAYLOR, 10.0, options=CoordinateOptions(fork=Fork(40, "random", (moves,))))
    )
    assert arrays["move"].tobytes() == playback_arrays(own.shown.playback)["move"].tobytes()
    if page == "descent":
        shown = coordinate_at(own.shown.trace, 40)
        values = {"epoch": shown.epoch + 1, "place": shown.place, "active": shown.active, "i": moves + 1}
        assert words("descent.came.picked", **values) in visit.lead()


@in_both_languages
def test_a_coordinate_that_stays_makes_no_branch_and_the_run_is_shown(lang: str) -> None:
    trunk = recording(BoardProblem(MOONS.X, MOONS.y, TAYLOR, 10.0, options=CoordinateOptions())).trace
    stays = next(i for i in range(len(MOONS.y)) if pick_coordinate(trunk, i, 40) is not None)
    query = {"data": "moons", "k": "taylor", "g": "1", "m": "4", "C": "10", "rule": COORDINATE_SOLVER, "lang": lang}
    said = words_for(lang)("refusal.fork.coordinate", i=stays + 1, step=40)
    asked = {**query, "step": "40", "fork": f"40_random_{stays}_branch"}
    assert said in Visit(**asked).texts()
    assert unpack(Visit("descent", **asked).components("player")[0].bytes)[0]["lost"] == said


def test_a_fork_of_the_other_kind_of_run_is_kept_and_has_no_effect() -> None:
    visit = Visit(**LINK, fork="12_cyclic_3_branch")
    shows(visit, TRUNK, None)
    assert visit.query["fork"] == "12_cyclic_3_branch"
