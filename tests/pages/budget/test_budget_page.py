"""The page of equal budgets as a visitor meets it: every control, both languages, bad input."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.solver import new_cancel_flag
from core.topics.budget.experiment import FOLDS, MAPS, budget, held_out
from datasets import all_features, make_points
from pages import LINK, PAGES
from pages.budget import PAGE
from pages.budget import answers as page
from pages.budget.question import Question, largest_order
from pages.budget.sentences import RIVALS, percent
from tests.pages.visit import CHINESE, Visit, in_both_languages, link_of
from ui.solve.limits import FEATURES_OF_A_BUDGET, ORDER
from ui.state.lab import opening
from ui.words import number, plain, words_for

LESSONS = {page.name: page.lessons for page in PAGES}

DIMENSIONS = {"board": 2, "iris": 4, "wine": 13, "cancer": 30}


def dials(visit: Visit) -> dict[str, dict[str, Any]]:
    """Return what the sliders show, by their names."""
    (found,) = visit.data("sliders")
    return {dial["name"]: dial for dial in found["dials"]}


def put(visit: Visit, **values: Any) -> None:
    """Send what the sliders send."""
    (proto,) = visit.components("sliders")
    (shown,) = visit.data("sliders")
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = proto.id
    widget.json_value = json.dumps({"put": {"base": shown["base"], "seq": shown["seq"] + 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


def asked(query: dict[str, str]) -> Question:
    found: Question = PAGE.read(opening(LINK, query))
    return found


def all_done(question: Question, wanted: tuple[page.Rival, ...]) -> None:
    """Find all that is wanted."""
    for _ in page.trainings(question, wanted, new_cancel_flag()):
        pass


def seed(visit: Visit, name: str = "seed") -> int:
    """Return a seed that the page shows."""
    (typed,) = (typed for typed in visit.app.number_input if str(typed.key).startswith(f"budget-{name}"))
    return int(typed.value)


def figures(visit: Visit) -> int:
    """Return how many pictures there are, the board that takes the hand among them."""
    return len(visit.components("plot")) + len(visit.boards())


@in_both_languages
def test_the_page_opens_with_five_boards_and_says_who_is_closest(lang: str) -> None:
    visit, words = Visit("budget", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("budget.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert figures(visit) == 10
    for name in ("exact", *MAPS):
        assert f"**{words(f'budget.name.{name}', order=4)}**" in visit.texts()
    for lesson in LESSONS["budget"]:
        assert words(f"try.budget.{lesson.name}") in visit.texts()


@pytest.mark.parametrize("order", [0, 2, 5, 12])
def test_the_sentence_names_the_map_that_differs_least(order: int) -> None:
    visit = Visit("budget", m=str(order), s="3")
    shown = page.comparison(asked({"m": str(order), "s": "3"}))
    words = words_for("en")
    rivals = sorted((e for e in shown.entries if e.name in RIVALS), key=lambda entry: entry.disagreement)
    lead = visit.lead()
    assert plain(lead).startswith(f"With p = {shown.features}, ")
    places = [lead.index(words(f"budget.short.{entry.name}")) for entry in rivals]
    for (one, at), (other, then) in pairwise(zip(rivals, places, strict=True)):
        assert at < then or percent(one.disagreement) == percent(other.disagreement)
    assert f"{percent(rivals[0].disagreement)}\N{NO-BREAK SPACE}%" in lead


@in_both_languages
@pytest.mark.parametrize("data", ["iris", "wine", "cancer"])
def test_all_features_of_a_bundled_set_are_compared_without_a_plane(data: str, lang: str) -> None:
    visit = Visit("budget", m="1", budget=data, C="1", lang=lang)
    assert visit.warnings() == []
    assert figures(visit) == 10
    assert words_for(lang)("budget.boards.points") in visit.texts()
    X = all_features(data).X
    assert X.shape[1] == DIMENSIONS[data]
    assert dials(visit)["gamma"]["value"] == pytest.approx(1 / X.shape[1], rel=1e-3)


def test_the_curves_fill_in_and_end_and_the_table_with_them() -> None:
    query = {"data": "overlap", "k": "gaussian", "g": "1", "C": "1", "m": "1", "budget": "wine"}
    visit, words = Visit("budget", **query), words_for("en")
    assert "…" in visit.app.table[0].value.to_string()
    assert [button.label for button in visit.app.button if button.key == "budget-stop-en"] == [words("frame.stop")]
    question = asked(query)
    wanted = page.jobs(question)
    all_done(question, wanted)
    assert len(page.known(question, wanted)) == len(wanted)
    visit.run()
    assert "…" not in visit.app.table[0].value.to_string()
    assert words("budget.progress.done", of=len(wanted)) in visit.texts()


def test_a_point_is_pieced_together_training_by_training_and_none_is_done_twice() -> None:
    question = asked({"data": "moons", "k": "gaussian", "g": "0.5", "C": "3", "m": "2"})
    wanted = page.jobs(question)
    going = page.trainings(question, wanted, new_cancel_flag())
    next(going)
    assert page.known(question, wanted) == {}  # of the exact machine's six trainings one is done
    for _ in range(FOLDS):
        next(going)
    first = page.known(question, wanted)
    assert list(first) == [None]
    assert first[None].held_out == held_out(None, question.setting)
    again = page.trainings(question, wanted, new_cancel_flag())
    for _ in range(FOLDS + 1):
        next(again)
    assert len(page.known(question, wanted)) == 2
    assert page.known(question, wanted)[None] is first[None]


def test_a_training_that_is_stopped_leaves_nothing_half_done_and_what_was_found_stays() -> None:
    question = asked({"data": "moons", "k": "gaussian", "g": "0.51", "C": "3", "m": "2"})
    wanted, cancel = page.jobs(question), new_cancel_flag()
    going = page.trainings(question, wanted, cancel)
    for _ in range(FOLDS + 2):  # one point, and the second machine
        next(going)
    cancel[0] = 1
    assert list(going) == []
    first = page.known(question, wanted)
    assert list(first) == [None]
    all_done(question, wanted[:2])
    assert page.known(question, wanted)[None] is first[None]
    assert page.known(question, wanted)[wanted[1]].held_out == held_out(wanted[1], question.setting)


def test_what_others_have_found_is_shown_at_once_and_starts_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    query = {"data": "moons", "k": "gaussian", "g": "0.5", "C": "3", "m": "1", "budget": "iris"}
    question = asked(query)
    all_done(question, page.jobs(question))
    monkeypatch.setattr(page, "WORKS", None)  # any use fails
    assert len(page.follow(question, page.jobs(question), "a visitor")) == len(page.jobs(question))
    other = asked({**query, "m": "2"})
    assert set(page.known(other, page.jobs(other))) == set(page.jobs(other)) & set(page.jobs(question))


def test_choices_are_taken_over_and_travel_in_the_link() -> None:
    visit = Visit("budget", data="moons", k="gaussian", g="1", C="10")
    put(visit, order=8)
    assert visit.query["m"] == "8"
    assert "p = 45" in visit.lead()
    visit.app.number_input(key="budget-seed-en-0").set_value(7)
    visit.run()
    assert visit.query["s"] == "7"
    visit.app.number_input(key="budget-landmark_seed-en-0").set_value(5)
    visit.run()
    assert visit.query["t"] == "5"
    put(visit, gamma=0.5)
    assert visit.query["g"] == "0.5"
    visit.app.segmented_control(key="budget-data-en-0").set_value("cancer")
    visit.run()
    assert visit.query["budget"] == "cancer_auto"
    put(visit, gamma=0.01)
    assert visit.query["budget"] == "cancer_0.01"
    assert visit.query["g"] == "0.5"
    assert Visit("budget", **visit.query).query == visit.query


def test_gamma_order_features_and_seed_are_those_of_the_kernel_on_the_board() -> None:
    visit, words = Visit("budget", data="moons", k="fourier", g="3", D="100", s="1"), words_for("en")
    assert (dials(visit)["gamma"]["value"], seed(visit)) == (3.0, 1)
    assert words("budget.features", D=100, m=4, features=15) in visit.texts()
    visit = Visit("budget", data="moons", k="nystroem", g="3", L="20", s="1", t="5")
    assert (seed(visit), seed(visit, "landmark_seed")) == (1, 5)
    assert words("budget.landmarks", L=20, m=4, features=15, taken=15) in visit.texts()
    visit = Visit("budget", data="moons", k="paired", g="3", D="15", s="1")
    assert words("budget.pairs", made=14, features=15) in visit.texts()
    assert f"**{words('budget.name.paired')}**" in visit.texts()
    visit = Visit("budget", data="moons", k="taylor", g="3", m="6")
    assert (dials(visit)["gamma"]["value"], dials(visit)["order"]["value"]) == (3.0, 6)
    put(visit, order=2, gamma=2.0)
    assert Visit("board", **visit.query).kernel() == {"name": "taylor", "gamma": 2.0, "order": 2}


@in_both_languages
def test_a_kernel_that_is_not_shown_is_named_and_its_gamma_is_shown(lang: str) -> None:
    visit, words = Visit("budget", data="moons", k="sigmoid", g="3", lang=lang), words_for(lang)
    assert words("budget.kernel", chosen=words("panel.kernel.sigmoid")) in visit.texts()
    assert dials(visit)["gamma"]["value"] == 3.0


@pytest.mark.parametrize("values", [{"order": 99}, {"order": 2.5}, {"gamma": -1}, {"gamma": "x"}, {"other": 1}])
def test_nonsense_from_a_slider_changes_nothing(values: dict[str, Any]) -> None:
    visit = Visit("budget", data="moons", k="gaussian", g="1", C="10", m="1")
    before = visit.query
    put(visit, **values)
    assert visit.query == before


# ---- bad input ----


@in_both_languages
@pytest.mark.parametrize("text", ["garbage", "moon_auto", "wine_-1", "wine_auto_1", "<script>"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(text: str, lang: str) -> None:
    visit = Visit("budget", lang=lang, budget=text)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")
    assert figures(visit) == 10


@in_both_languages
@pytest.mark.parametrize(("m", "data", "largest"), [(3, "cancer", 2), (30, "wine", 3)])
def test_where_a_budget_does_not_fit_the_largest_that_does_is_shown_and_said(
    m: int, data: str, largest: int, lang: str
) -> None:
    visit, words = Visit("budget", m=str(m), budget=data, C="1", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert (dials(visit)["order"]["value"], dials(visit)["order"]["high"]) == (largest, largest)
    d = DIMENSIONS[data]
    p = budget(largest, d)
    wanted = number(budget(m, d))
    told = words("budget.reach", chosen=m, wanted=wanted, d=d, most=FEATURES_OF_A_BUDGET, m=largest, features=p)
    assert told in visit.texts()
    assert str(p) in visit.lead()
    assert visit.query["m"] == str(m)  # for the points and the kernels that take it


@in_both_languages
def test_points_of_one_class_are_refused_in_one_sentence(lang: str) -> None:
    visit = Visit("budget", **link_of(make_points([[0, 1], [1, 0]], [1, 1])), lang=lang)
    assert len(visit.warnings()) == 1
    assert bool(CHINESE.search(visit.warnings()[0])) == (lang == "zh")


@in_both_languages
@pytest.mark.parametrize("points", ["same", "zero", "two"])
@pytest.mark.parametrize("C", ["1", "inf", "1e-9", "1e9"])
def test_degenerate_points_are_compared_or_said_in_one_sentence(points: str, C: str, lang: str) -> None:
    spots = {"same": [[1, 1], [1, 1]], "zero": [[0, 0], [0, 0], [1, 0]], "two": [[0.5, 0], [-0.5, 0]]}[points]
    edited = make_points(spots, [1, -1, 1][: len(spots)])
    visit = Visit("budget", **{**link_of(edited), "C": C, "lang": lang, "m": "2"})
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")


@pytest.mark.parametrize(("gamma", "key"), [("1e-6", "alike"), ("1e6", "apart")])
def test_a_gamma_that_makes_the_kernel_say_nothing_is_told(gamma: str, key: str) -> None:
    visit = Visit("budget", data="moons", k="gaussian", g=gamma, C="1", m="1")
    sentence = words_for("en").texts[f"budget.note.{key}"].split("{")[0]
    assert sentence in visit.texts()


def test_every_thing_to_try_opens() -> None:
    for lesson in LESSONS["budget"]:
        visit = Visit("budget")
        visit.app.button(key=f"try-budget-{lesson.name}").click()
        visit.run()
        assert visit.query["data"] == lesson.dataset
        assert visit.warnings() == []


def test_the_lessons_show_what_they_promise() -> None:
    series, lot, dimensions = LESSONS["budget"]
    for lesson, winner in ((series, "taylor"), (lot, "fourier")):
        query = {
            "data": lesson.dataset,
            "k": "gaussian",
            "g": str(lesson.kernel["gamma"]),
            "C": str(lesson.C),
            "m": str(lesson.numbers["order"]),
        }
        entries = page.comparison(asked(query)).entries
        assert min((e for e in entries if e.name in RIVALS), key=lambda e: e.disagreement).name == winner
    assert dimensions.options.data == "cancer"  # type: ignore[union-attr]


@in_both_languages
def test_points_are_edited_on_the_board_of_the_exact_kernel_also_where_it_has_no_answer(lang: str) -> None:
    visit = Visit("budget", lang=lang, data="moons", g="3")
    header, arrays = visit.board()
    assert (header["editable"], header["kernel"]) == (True, {"name": "gaussian", "gamma": 3.0})
    assert np.count_nonzero(arrays["alpha"]) == page.exact(asked({"data": "moons", "g": "3"})).entry.features
    assert visit.below() == []
    points = make_points([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]], [1, -1, -1])
    torn = Visit("budget", **{**link_of(points), "C": "inf", "lang": lang})
    assert [header["answer"]["state"] for header, _ in torn.boards()] == ["impossible"]
    assert torn.below() == []


@pytest.mark.parametrize(("d", "largest"), [(2, 30), (4, 9), (13, 3), (30, 2), (999, 1), (5000, 0)])
def test_the_largest_order_is_the_last_whose_features_fit(d: int, largest: int) -> None:
    assert largest_order(d) == largest
    assert budget(largest, d) <= FEATURES_OF_A_BUDGET
    assert largest == ORDER or budget(largest + 1, d) > FEATURES_OF_A_BUDGET
