"""The page about choosing: what it says is what the folds and the walks say, and long work stops and goes on."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from itertools import product

import numpy as np
import pytest

from core.selection import Kind, best, chosen, folded, grid_of, median_gamma, walk
from datasets import make_points
from pages import LINK
from pages.choosing import answers, progress
from pages.choosing.figures import cells_of
from pages.choosing.figures.map import errors_map
from pages.choosing.listing import LINES, listing
from pages.choosing.names import WALKED
from pages.choosing.question import Options, Question, change, read
from pages.choosing.sentences import errors_lead, percent, quiz_sentence, sparse_sentence
from pages.choosing.tables import strategies_table
from pages.choosing.walked import Walked
from tests.pages.visit import EN, Visit, all_at_once, in_both_languages, link_of
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA, SIDE, edge_sentences
from ui.page.updates import after
from ui.page.work import PageWork
from ui.solve.limits import COMPONENTS_CHOSEN, POINTS_LEFT_OUT
from ui.solve.queue import long_work
from ui.state.lab import opening
from ui.words import number, words_for

ERRORS = "errors_svm_5_0_1_best_auto"
RIDGE = ERRORS.replace("svm", "ridge")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run wait for all that the page otherwise finds out piece by piece."""
    all_at_once(monkeypatch)


def asked_of(**changes: object) -> Question:
    lab = opening(LINK, {"data": "overlap", "k": "gaussian", "g": "1", "C": "10"})
    found = read(lab)
    return Question(found.board, Options(**changes), found.spec)  # type: ignore[arg-type]


def over(asked: Question) -> tuple[Walked, ...]:
    return long_work.soon(lambda: answers.walks(asked, "test"), lambda now: all(each.over for each in now))


@pytest.mark.parametrize("machine", ["svm", "ridge"])
@pytest.mark.parametrize("shown", ["machines", "errors"])
def test_a_click_chooses_exactly_a_machine_that_the_map_shows(shown: str, machine: str) -> None:
    lab = opening(LINK, {"data": "overlap", "k": "gaussian", "g": "2", "C": "11"})
    gammas, heights = cells_of(asked_of(shown=shown, machine=machine))
    name = "lambda" if machine == "ridge" else "C"
    chosen = [read(after(lab, {"gamma": x, name: y}, change)) for x in gammas for y in heights]
    of = (answers.TILE_GAMMAS, answers.TILE_CS) if shown == "machines" else (ALONG_GAMMA, ALONG_C)
    assert sorted((each.gamma, each.C) for each in chosen) == sorted(product(*of))


def test_the_grid_of_the_page_is_a_walk_of_the_core() -> None:
    asked = asked_of()
    grid = next(each for each in over(asked) if each.name == "grid")
    own = answers.parts(asked).choosing
    looks = list(walk("grid", folded(asked.X[own], asked.z[own], 5, 0), grid_of(ALONG_GAMMA, ALONG_C)))
    assert [(look.gamma, look.C, look.errors) for look in grid.looks] == [
        (look.gamma, look.C, look.errors) for look in looks
    ]
    assert len(looks) == SIDE * SIDE
    assert grid.choice is not None
    assert grid.choice.error == best(looks).error


def test_every_strategy_comes_to_its_end_and_judges_exactly() -> None:
    for each in over(asked_of()):
        assert each.complete
        assert len(each.looks) == each.of <= answers.wanted(each.name)
        assert each.name == "rffdg-rbf" or each.of == answers.wanted(each.name)
        assert each.exact
        assert (each.transfer is None) == (each.name in ("grid", "median"))


def test_a_budget_cuts_every_walk_alike() -> None:
    grid = next(each for each in over(asked_of()) if each.name == "grid")
    limit = sum(look.seconds for look in grid.looks[:100])
    cut = over(asked_of(spent=limit))
    assert all(each.seconds <= limit for each in cut)
    assert len(next(each for each in cut if each.name == "grid").looks) == 100
    assert "of 225 cells" in errors_lead(cut, over=True, stopped=False, words=EN)


def test_the_place_of_the_visitor_is_a_cell_of_the_map() -> None:
    grid = next(each for each in over(asked_of()) if each.name == "grid")
    for look in grid.looks[::37]:
        lab = opening(LINK, {"data": "overlap", "k": "gaussian", "g": repr(look.gamma), "C": repr(look.C)})
        here = answers.here(read(lab))
        assert here is not None
        assert here.points == look.points
        assert sum(here.errors) == pytest.approx(sum(look.errors), abs=1)  # a point on the boundary


@in_both_languages
def test_what_is_shown_is_said(lang: str) -> None:
    words = words_for(lang)
    machines = Visit("choosing", lang=lang)
    assert words("choosing.lead.ask", count=25) in machines.lead()
    errors = Visit("choosing", lang=lang, data="overlap", k="gaussian", g="1", C="10", choosing=ERRORS)
    grid = next(each for each in over(asked_of()) if each.name == "grid")
    assert grid.choice is not None
    assert percent(grid.choice.error) in errors.lead()
    for name in ("printed", "left_out", "quiz"):
        errors.unfold(f"choosing-{name}", lang)
    assert errors.warnings() == []
    found = answers.deals(asked_of())
    assert quiz_sentence(found, "svm", words) in errors.texts()


@in_both_languages
def test_each_point_is_left_out_of_ridge_regression_as_well(lang: str) -> None:
    words, asked = words_for(lang), asked_of(machine="ridge")
    visit = Visit("choosing", lang=lang, data="overlap", k="gaussian", g="1", C="10", choosing=RIDGE)
    visit.unfold("choosing-left_out", lang)
    found, look = answers.left_out(asked, 1.0, 10.0), answers.here(asked)
    assert found is not None
    assert look is not None
    told = words(
        "choosing.left_out.ridge",
        errors=found.errors,
        of=sum(look.points),
        error=percent(found.errors / sum(look.points)),
        folds=percent(look.error),
    )
    assert told in visit.texts()


def test_a_hard_margin_has_no_place() -> None:
    visit = Visit("choosing", data="gap", k="gaussian", C="inf")
    assert EN("choosing.hard") in visit.texts()


def test_five_points_have_folds_of_their_own_and_no_test() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0], [2.0, 3.0]])
    visit = Visit("choosing", **{**link_of(make_points(X, [1, 1, -1, -1, -1])), "k": "gaussian", "choosing": ERRORS})
    assert visit.warnings() == []
    assert EN("choosing.told.no_test") in visit.texts()


def test_fewer_eigenpairs_of_the_same_landmarks_are_another_nystroem_and_leave_the_others_alone() -> None:
    whole, cut = (over(asked_of(rank=rank)) for rank in (None, 2))
    errors = {
        each.name: ([look.errors for look in each.looks], [look.errors for look in other.looks])
        for each, other in zip(whole, cut, strict=True)
    }
    assert errors["nystroem"][0] != errors["nystroem"][1]
    for name in ("grid", "rffdg-rbf", "median"):
        assert errors[name][0] == errors[name][1]
    assert asked_of(rank=500).rank is None  # more than there are landmarks


def test_the_listing_marks_each_line_that_differs_and_says_why() -> None:
    made = listing(EN)
    for line in LINES:
        assert (line.printed != line.corrected) or not line.reason
    reasons = {line.reason for line in LINES if line.reason}
    assert all(made.count(escape(EN(f"choosing.listing.{reason}"))) >= 1 for reason in reasons)
    assert made.count("<del>") == sum(1 for line in LINES if line.reason and line.printed)
    assert made.count("<ins>") == sum(1 for line in LINES if line.reason and line.corrected)
    visit = Visit("choosing", data="overlap", k="gaussian", choosing=ERRORS)
    visit.unfold("choosing-printed")
    assert visit.warnings() == []


def test_a_walk_that_takes_long_is_announced_with_its_seconds() -> None:
    asked = asked_of()
    assert answers.expected(asked) is None
    visit = Visit("choosing", data="overlap", k="gaussian", D="1000")  # the machines: nothing is walked here
    assert not any("of the processor" in told for told in visit.texts())
    many = replace(asked, board=replace(asked.board, numbers={**asked.board.numbers, "components": 4000}))
    assert many.components == COMPONENTS_CHOSEN
    assert 10.0 < (answers.expected(many) or 0.0) < 30.0


def test_the_printed_algorithm_sees_one_gamma() -> None:
    letter, loops, corrected = answers.printed(asked_of()) or ()
    assert letter.choice.gamma == loops.choice.gamma == ALONG_GAMMA[0]
    assert letter.looks < corrected.looks
    assert corrected.choice.error <= letter.choice.error


@pytest.mark.parametrize("name", WALKED)
def test_the_line_of_a_strategy_is_what_it_would_have_chosen_at_any_time(name: str) -> None:
    each = next(each for each in over(asked_of()) if each.name == name)
    times, errors = each.steps()
    spent = np.cumsum([look.seconds for look in each.looks])
    for count in range(1, len(each.looks) + 1, 7):
        at = np.searchsorted(times, spent[count - 1], side="right") - 1
        assert errors[at] == chosen(each.looks[:count]).error


def test_a_lead_speaks_of_the_least_error_whatever_the_rule_chooses() -> None:
    walked = over(asked_of(rule="simplest"))
    grid = next(each for each in walked if each.name == "grid")
    assert f"{percent(best(grid.looks).error)}\xa0%" in errors_lead(walked, over=True, stopped=False, words=EN)


def test_a_visitor_stops_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "AT_ONCE", 0.0)
    visit = Visit("choosing", data="moons", k="gaussian", g="1", C="10", choosing="errors_svm_5_7_1_best_auto")
    visit.app.button(key="choosing-stop-en").click()
    visit.run()
    assert visit.lead() == EN("choosing.lead.stopped")
    monkeypatch.setattr(long_work, "AT_ONCE", 300.0)
    visit.app.button(key="choosing-go-on-en").click()
    visit.run()
    grid = EN("choosing.lead.grid", seconds="#", of=225, place="#", error="#").partition("#")[0]
    assert visit.lead().startswith(grid)


def test_the_first_picture_is_of_the_grid_alone_and_the_others_follow_once_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(progress, "visitor", lambda: "test")
    monkeypatch.setattr(PageWork, "is_stopped", False)
    work = progress.walking(asked_of(deal=23))
    first, *others = work.soon()
    assert first.found >= answers.COARSE
    assert len({look.gamma for look in first.looks}) >= 4
    assert [each.found for each in others] == [0] * len(others)
    work.now(0.0)
    assert all(answers.WORKS.known(answers._name(asked_of(deal=23), name)) is None for name in WALKED[1:])
    whole = long_work.soon(work.now, lambda walked: all(each.found for each in walked))
    assert all(each.found for each in whole)


def test_the_printed_algorithm_walks_beside_the_corrected_one_and_is_no_rival() -> None:
    walked = over(asked_of())
    printed, corrected = (next(each for each in walked if each.name == name) for name in ("printed", "rffdg-rbf"))
    assert printed.complete
    assert {look.gamma for look in printed.looks if look.kind is Kind.EXACT} == {ALONG_GAMMA[0]}
    assert len({look.gamma for look in printed.looks}) == len({look.gamma for look in corrected.looks}) == SIDE
    loops = (answers.printed(asked_of()) or ())[1]
    assert printed.choice is not None
    assert (printed.choice.gamma, printed.choice.C) == (loops.choice.gamma, loops.choice.C)
    assert EN("choosing.short.printed") not in errors_lead(walked, over=True, stopped=False, words=EN)


@in_both_languages
def test_a_choice_on_the_edge_of_the_map_is_told(lang: str) -> None:
    words, walked = words_for(lang), over(asked_of())
    for look in walked[0].looks:
        on = look.gamma in (ALONG_GAMMA[0], ALONG_GAMMA[-1]) or look.C in (ALONG_C[0], ALONG_C[-1])
        assert edge_sentences(look, words) == ([words("choice.edge")] if on else [])
    told = errors_lead(walked, over=True, stopped=False, words=words)
    assert (words("choice.edge") in told) == bool(edge_sentences(best(walked[0].looks), words))


@in_both_languages
def test_on_the_map_of_ridge_regression_the_penalty_is_lambda_in_words_table_and_under_the_pointer(lang: str) -> None:
    words, walked = words_for(lang), over(asked_of(machine="ridge"))
    grid = walked[0]
    assert grid.choice is not None
    at = f"λ = {number(grid.choice.penalty)}"
    assert at in errors_lead(walked, over=True, stopped=False, words=words)
    table = strategies_table(walked, {}, "ridge", words)
    assert next(iter(table["λ"])) == number(grid.choice.penalty)
    drawn = errors_map(walked, [], ALONG_GAMMA, ALONG_C, "ridge", words)
    assert "λ" in drawn.data[0]["hovertemplate"]
    name = words("choosing.short.grid")
    mark = next(trace for trace in drawn.data if trace.get("hovertemplate", "").startswith(name))
    assert (mark["x"], mark["y"]) == ([grid.choice.gamma], [grid.choice.penalty])
    visit = Visit("choosing", lang=lang, data="overlap", k="gaussian", g="1", C="10", choosing=RIDGE)
    assert "C = 10" not in visit.lead()
    assert words("choosing.question.ridge") in visit.texts()


def dials(visit: Visit) -> dict[str, float]:
    (shown,) = visit.data("sliders")
    return {dial["name"]: dial["value"] for dial in shown["dials"]}


@in_both_languages
def test_of_ridge_regression_lambda_is_asked_for_and_sets_the_penalty_of_board_and_link(lang: str) -> None:
    visit = Visit("choosing", lang=lang, data="overlap", k="gaussian", g="1", C="10", choosing=RIDGE)
    (shown,) = visit.data("sliders")
    assert dials(visit)["lambda"] == 0.05
    assert "C" not in dials(visit)
    assert [(grip["x"], grip["y"]) for grip in shown["grips"]] == [("gamma", "lambda")]
    visit.sends("sliders", put={"base": shown["base"], "seq": 1, "values": {"lambda": 0.2}})
    assert dials(visit)["lambda"] == 0.2
    assert visit.board()[0]["C"] == 2.5
    assert visit.query["C"] == "2.5"


def test_the_svm_is_asked_for_by_its_own_penalty() -> None:
    visit = Visit("choosing", data="overlap", k="gaussian", g="1", C="10", choosing=ERRORS)
    assert dials(visit)["C"] == 10.0
    assert "lambda" not in dials(visit)
    assert [(grip["x"], grip["y"]) for grip in visit.data("sliders")[0]["grips"]] == [("gamma", "C")]


def test_looks_on_features_are_marked_in_corners_of_their_cells_and_exact_ones_in_the_middle() -> None:
    walked = over(asked_of())
    drawn = errors_map(walked, [], ALONG_GAMMA, ALONG_C, "svm", EN)
    faint = [trace for trace in drawn.data if str(trace.get("marker", {}).get("symbol", "")).endswith("-open")]
    by_features = [each for each in walked if any(look.kind is not Kind.EXACT for look in each.looks)]
    assert [each.name for each in by_features] == ["rffdg-rbf", "nystroem", "printed"]
    assert len(faint) == len(by_features)
    for trace, each in zip(faint, by_features, strict=True):
        assert len(trace["x"]) == len({(look.gamma, look.C) for look in each.looks if look.kind is not Kind.EXACT})
        assert not set(trace["x"]) & set(ALONG_GAMMA)


@in_both_languages
def test_ksrc_is_judged_on_the_same_test_points_as_the_machine(lang: str) -> None:
    words, asked = words_for(lang), asked_of()
    found = answers.sparse_test(asked)
    assert found is not None
    own = answers.parts(asked)
    assert (found.of, found.trained) == (len(own.test), len(own.choosing))
    assert found.gamma == median_gamma(asked.X[own.choosing])
    assert found.machine == answers.judged(asked, found.gamma, found.C)
    assert found.machine is not None
    told = sparse_sentence(asked, found, words)
    for errors, key in ((found.machine.test, "equal"), (found.of + 1, "fewer"), (-1, "more")):
        assert words(f"choosing.ksrc.{key}") in sparse_sentence(asked, replace(found, errors=errors), words)
    assert str(found.errors) in told
    assert words("choosing.ksrc.none", C=number(found.C)) in sparse_sentence(asked, replace(found, machine=None), words)
    assert words("choosing.ksrc.many", most=POINTS_LEFT_OUT) == sparse_sentence(asked, None, words)
    visit = Visit("choosing", lang=lang, data="overlap", k="gaussian", g="1", C="10", choosing=ERRORS)
    visit.unfold("choosing-ksrc", lang)
    assert told in visit.texts()
