"""A fork of the run that is watched: made, picked, compared, switched, undone, sent as a link, lost with a reason."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.problem import Gaussian, c_svc
from core.trace import BadPick, Trace, fork, pick, record
from core.view import pair_at
from datasets import CATALOGUE
from pages.smo.sentences import pair_note, pair_sentence
from tests.pages.smo.test_smo_page import Watch
from tests.pages.visit import EDITED, EN, committed, in_both_languages
from ui.link.shared import RULES
from ui.solve.board_problem import BoardProblem
from ui.solve.options import PairOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import recording
from ui.solve.solving import TOLERANCE
from ui.words import words_for

MOONS = CATALOGUE["moons"].make()
GAUSSIAN: dict[str, Any] = {"name": "gaussian", "gamma": 1.0}
ASKED = (MOONS.X, MOONS.y, GAUSSIAN, 10.0)


def trunk(rule: str = RULES[0]) -> Trace:
    return recording(BoardProblem(*ASKED, options=PairOptions(rule))).trace


def movable(trace: Trace, k: int) -> tuple[int, int]:
    """Return the first pair that can move after k steps, and that no rule takes."""
    taken = {tuple(record(trace.problem, rule, TOLERANCE, k + 1).table[-1])[:2] for rule in RULES}
    found = (pick(trace, i, j, k) for i in range(20) for j in range(20, 60))
    return next(pair for pair in found if not isinstance(pair, BadPick) and pair not in taken)


def shows(visit: Watch, shown: Trace, other: Trace | None) -> None:
    """Hold what the player was given against runs that are recorded here, bit for bit."""
    ((header, arrays),) = visit.players()
    for name, values in playback_arrays(recorded_as(shown)).items():
        assert arrays[name].tobytes() == values.tobytes(), name
    assert (header["fork"] is None) == (other is None)
    if other is not None:
        dual = playback_arrays(recorded_as(other))["dual"]
        assert arrays["other_dual"].tobytes() == dual.tobytes()


def recorded_as(trace: Trace) -> Any:
    from core.view import playback

    return playback(trace)


def branch(k: int, rule: str, pair: tuple[int, int] | None = None, of: str = RULES[0]) -> Trace:
    """Return the branch as the core alone makes it."""
    run = record(c_svc(MOONS.X, MOONS.y, Gaussian(1.0), 10.0), of, TOLERANCE, 10_000)
    return fork(run, k, rule, TOLERANCE, 10_000, picked=pair)


# ---- what hands do ----


@in_both_languages
@pytest.mark.parametrize("rule", PairOptions().fork_rules[1:])
def test_another_rule_goes_on_from_the_step_of_the_halt_and_the_link_says_so(rule: str, lang: str) -> None:
    visit = Watch(lang=lang, data="moons", step="5")
    visit.halt(17)
    visit.press(f"fork-{rule}")
    assert (visit.query["fork"], visit.query["step"]) == (f"17_{rule}_rule_branch", "17")
    shows(visit, branch(17, rule), trunk())
    ((header, _),) = visit.players()
    assert (header["fork"], header["branch"], header["lost"], header["step"]) == (17, True, "", 17)
    again = Watch(**visit.query)
    shows(again, branch(17, rule), trunk())
    assert again.lead() == visit.lead()
    assert again.texts() == visit.texts()


@in_both_languages
def test_a_picked_pair_moves_next_and_the_rule_goes_on_from_there(lang: str) -> None:
    words, visit = words_for(lang), Watch(lang=lang, data="moons", step="12")
    visit.press("fork-pair")
    ((header, _),) = visit.players()
    assert (header["picking"], header["editable"]) == ("here", False)
    assert words("branch.pick.pair") in visit.texts()
    i, j = movable(trunk(), 12)
    visit.tell(pick={"i": j, "j": -1, "k": 12, "run": header["run"], "at": 1})
    assert visit.players()[0][0]["picked"] == [j]
    assert re.search(rf"\b{j + 1}\b", visit.texts().replace(words("branch.ways", k="12"), ""))
    visit.tell(pick={"i": j, "j": i, "k": 12, "run": header["run"], "at": 2})
    assert visit.query["fork"] == f"12_{RULES[0]}_{i}-{j}_branch"  # the one that rises comes first
    shows(visit, branch(12, RULES[0], (i, j)), trunk())
    ((header, _),) = visit.players()
    assert (header["picking"], header["editable"]) == ("", True)
    own = pair_at(trunk(), 12).move
    assert own is not None
    made = branch(12, RULES[0], (i, j)).leg(12)
    assert visit.lead() == pair_sentence(made, 12, words)
    assert {str(i + 1), str(j + 1)} <= set(re.findall(r"\d+", visit.lead()))
    assert {str(own.i + 1), str(own.j + 1)} <= set(re.findall(r"\d+", pair_note(made, 12, words)))
    (box,) = (found["figure"] for found in visit.data("plot") if found["key"] == "box")
    assert f"i = {i + 1}" in str(box["layout"])
    visit.halt(13)
    assert visit.lead() == pair_sentence(branch(12, RULES[0], (i, j)), 13, words)


@in_both_languages
def test_a_pair_that_cannot_move_is_refused_and_another_can_be_picked(lang: str) -> None:
    words, visit = words_for(lang), Watch(lang=lang, data="moons", step="3", rule="platt")
    visit.press("fork-pair")
    run = visit.players()[0][0]["run"]
    visit.tell(pick={"i": 4, "j": 4, "k": 3, "run": run, "at": 1})
    assert words("pick.refused.SAME", i=5, j=5) in visit.texts()
    assert "fork" not in visit.query
    i, j = movable(trunk("platt"), 3)
    visit.tell(pick={"i": i, "j": j, "k": 3, "run": run, "at": 2})
    assert visit.query["fork"] == f"3_platt_{i}-{j}_branch"
    shows(visit, branch(3, "platt", (i, j), of="platt"), trunk("platt"))


@pytest.mark.parametrize(
    "sent",
    [
        {"i": 0, "j": 10**6, "k": 3},
        {"i": 0, "j": 20, "k": 10**6},
        {"i": 0, "j": 20, "k": -1},
        {"i": 0, "j": 20},
        {"i": True, "j": 20, "k": 3},
        {"i": 0, "j": 20, "k": 3, "run": "another"},
    ],
)
def test_a_mangled_pick_forks_nothing(sent: dict[str, object]) -> None:
    visit = Watch(lang="en", step="3")
    visit.press("fork-pair")
    visit.tell(pick={"run": visit.players()[0][0]["run"], "at": 1, **sent})
    assert "fork" not in visit.query
    visit.press("fork-pair")
    assert visit.players()[0][0]["picking"] == ""
    i, j = movable(trunk(), 3)
    visit.tell(pick={"i": i, "j": j, "k": 3, "run": visit.players()[0][0]["run"], "at": 2})
    assert "fork" not in visit.query  # the picking has ended


def test_either_line_is_shown_and_the_fork_is_undone() -> None:
    visit = Watch(lang="en", data="moons", step="20", fork="12_platt")
    plain = Watch(lang="en", data="moons", step="20")
    shows(visit, branch(12, "platt"), trunk())
    (choice,) = (each for each in visit.app.segmented_control if each.label == EN("branch.line"))
    choice.set_value("trunk")
    visit.run()
    assert visit.query["fork"] == "12_platt_rule_trunk"
    shows(visit, trunk(), branch(12, "platt"))
    assert visit.lead() == plain.lead()
    visit.press("fork-undo")
    assert "fork" not in visit.query
    shows(visit, trunk(), None)
    assert visit.texts() == plain.texts()


def test_a_change_of_the_points_records_both_lines_anew_and_another_data_set_has_no_fork() -> None:
    visit = Watch(lang="en", data="moons", step="2", fork="1_smo-first-order")
    visit.commit_player(committed(EDITED, GAUSSIAN, 10.0))
    run = record(c_svc(EDITED.X, EDITED.y, Gaussian(1.0), 10.0), tolerance=TOLERANCE, limit=10_000)
    shows(visit, fork(run, 1, "smo-first-order", TOLERANCE, 10_000), run)
    visit.press("try-smo-runaway")
    assert "fork" not in visit.query
    assert visit.players()[0][0]["fork"] is None


@in_both_languages
@pytest.mark.parametrize(
    ("field", "key", "holes"),
    [
        ("900_platt", "refusal.fork.ended", {"steps": 114, "step": 900}),
        ("12_platt_7-7", "refusal.fork.pair", {"i": 8, "j": 8, "step": 12}),
        ("12_platt_0-1999", "refusal.fork.pair", {"i": 1, "j": 2000, "step": 12}),
    ],
)
def test_a_fork_that_cannot_be_is_said_to_be_none_and_the_trunk_is_shown(
    field: str, key: str, holes: dict[str, int], lang: str
) -> None:
    visit = Watch(lang=lang, data="moons", fork=field)
    ((header, _),) = visit.players()
    assert header["lost"] == words_for(lang)(key, **holes)
    shows(visit, trunk(), None)
    assert not [each for each in visit.app.segmented_control if each.label == words_for(lang)("branch.line")]
    visit.press("fork-undo")
    assert visit.players()[0][0]["lost"] == ""


def test_at_the_end_of_a_run_nothing_goes_on() -> None:
    visit = Watch(lang="en", data="moons", step="9999")
    assert all(visit.app.button(key=f"fork-{name}").disabled for name in (*PairOptions().fork_rules[1:], "pair"))


def test_the_other_modes_and_pages_leave_the_fork_of_the_link_alone() -> None:
    for mode in ("hand", "two"):
        visit = Watch(lang="en", data="moons", fork="12_platt", mode=mode)
        assert visit.query["fork"] == "12_platt_rule_branch"
        assert all(header.get("fork") is None for header, _ in visit.players())
    visit.turn_to("taylor")
    assert visit.query["fork"] == "12_platt_rule_branch"
