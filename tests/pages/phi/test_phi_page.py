"""The page of the lift as a visitor meets it: every map, both languages, its controls, bad input."""

import json
from typing import Any

import pytest

from datasets import make_points
from pages import PAGES
from pages.phi.maps import MAPS
from pages.phi.question import FORM, VIEWS
from tests.pages.visit import CHINESE, Visit, in_both_languages, link_of
from ui.words import words_for

LESSONS = {page.name: page.lessons for page in PAGES}


def figures(visit: Visit) -> list[dict[str, Any]]:
    return [found["figure"] for found in visit.data("plot")]


def chosen(visit: Visit) -> Any:
    return FORM.read(visit.query["lift"])


@in_both_languages
def test_the_page_opens_full_of_meaning(lang: str) -> None:
    visit, words = Visit("phi", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("phi.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(figures(visit)) == 2
    ((header, arrays),) = visit.boards()
    assert header["answer"]["state"] == "proved"
    assert header["editable"]
    assert header["link"] == "phi"
    assert len(arrays["alpha"]) == 100  # the ring and the disc, which a plane separates once they are lifted
    assert header["answer"]["outcome"] == "OPTIMAL"
    for lesson in LESSONS["phi"]:
        assert words(f"try.phi.{lesson.name}") in visit.texts()


def test_it_opens_with_a_story_of_its_own_only_where_nothing_was_chosen() -> None:
    assert len(Visit("phi", data="moons").board()[1]["alpha"]) == 90
    assert len(Visit("phi", C="3").board()[1]["alpha"]) == 90
    first = Visit("board")
    first.turn_to("phi")
    assert first.query["data"] == "rings"
    first.turn_to("board")
    assert len(first.board()[1]["alpha"]) == 100  # the points are those of every page


@in_both_languages
@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_solved_drawn_and_told(name: str, lang: str) -> None:
    visit = Visit("phi", data="rings", C="10", lift=f"{name}_auto_auto_free", lang=lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    lift, gram = figures(visit)[:2]
    assert ("scene" in lift["layout"]) == (name != "squares")
    assert gram["data"][0]["type"] == "heatmap"
    assert len(figures(visit)) == 2


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens(view: str) -> None:
    visit = Visit("phi", data="rings", lift=f"second_auto_5_{view}")
    assert ("scene" in figures(visit)[0]["layout"]) == (view != "flat")
    assert figures(visit)[0]["layout"]["meta"]["picked"] == 5
    assert visit.boards()[0][0]["picked"] == 5


def test_the_controls_are_taken_over_and_travel_in_the_link() -> None:
    visit = Visit("phi", data="moons")
    visit.app.selectbox(key="phi-map-en-0").set_value("taylor")
    visit.run()
    assert chosen(visit).map == "taylor"
    put(visit, order=2)
    assert visit.query["m"] == "2"
    first_axis(visit).set_value(5)
    visit.run()
    assert chosen(visit).chosen == (5, 2, 0)
    first_axis(visit).set_value(0)  # stands on the third axis: they change places
    visit.run()
    assert chosen(visit).chosen == (0, 2, 5)
    put(visit, gamma=0.2)
    assert visit.query["g"] == "0.2"
    visit.app.number_input(key="phi-point-0").set_value(12)
    visit.run()
    assert chosen(visit).picked == 11
    visit.app.segmented_control(key="phi-view-en-0").set_value("above")
    visit.run()
    assert chosen(visit).view == "above"


def first_axis(visit: Visit) -> Any:
    return next(box for box in visit.app.selectbox if box.key.startswith("phi-axis-0-"))


def put(visit: Visit, **values: Any) -> None:
    """Send what the sliders send."""
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components("sliders")[0].id
    widget.json_value = json.dumps({"put": {"base": visit.data("sliders")[0]["base"], "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


def picks(visit: Visit, value: Any) -> None:
    """Send what the lift sends after a click."""
    (lift, *_) = visit.components("plot")
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id, widget.json_value = lift.id, json.dumps({"picked": value})
    visit.app._run(widgets)
    visit.check()


def test_a_click_marks_the_point_in_all_three_pictures() -> None:
    visit = Visit("phi", data="rings", lift="second_auto_auto_free")
    picks(visit, [41, 123.5])
    assert chosen(visit).picked == 41
    assert visit.boards()[0][0]["picked"] == 41
    assert [figure["layout"]["meta"]["picked"] for figure in figures(visit)] == [41, 41]


@pytest.mark.parametrize("value", [[5000, 1], [-1, 1], ["0", 1], [1.5, 1], [True, 1], [], "x", None, {"0": 1}])
def test_a_click_on_no_point_changes_nothing(value: Any) -> None:
    visit = Visit("phi", data="rings", lift="second_auto_7_free")
    picks(visit, value)
    assert chosen(visit).picked == 7


def test_a_browser_without_3d_gets_three_projections_and_a_sentence() -> None:
    visit = Visit("phi", data="rings", lift="second_auto_auto_free")
    (lift, *_) = visit.components("plot")
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id, widget.json_value = lift.id, json.dumps({"flat": True})
    visit.app._run(widgets)
    visit.check()
    assert "scene" not in figures(visit)[0]["layout"]
    assert words_for("en")("phi.no_solid") in [info.value for info in visit.app.info]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize(("points", "lang"), [("same", "en"), ("zero", "zh"), ("two", "en"), ("far", "zh")])
@pytest.mark.parametrize("C", ["1", "inf", "1e9"])
def test_degenerate_points_are_lifted_or_said_in_one_sentence(points: str, name: str, C: str, lang: str) -> None:
    spots = {
        "same": [[1, 1], [1, 1]],
        "zero": [[0, 0], [0, 0], [1, 0]],
        "two": [[0.5, 0], [-0.5, 0]],
        "far": [[30000, 1], [-30000, 2]],
    }[points]
    edited = make_points(spots, [1, -1, 1][: len(spots)])
    visit = Visit("phi", **{**link_of(edited), "C": C, "lang": lang, "lift": f"{name}_auto_auto_free"})
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")


@in_both_languages
def test_points_of_one_class_are_refused_in_one_sentence(lang: str) -> None:
    visit = Visit("phi", **link_of(make_points([[0, 1], [1, 0]], [1, 1])), lang=lang)
    assert len(visit.warnings()) == 1
    assert bool(CHINESE.search(visit.warnings()[0])) == (lang == "zh")


@in_both_languages
@pytest.mark.parametrize("lift", ["garbage", "poly2_free", "poly9_auto_auto_free", "<script>"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(lift: str, lang: str) -> None:
    visit = Visit("phi", lift=lift, lang=lang)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")


@in_both_languages
def test_the_folded_sections_unfold(lang: str) -> None:
    visit = Visit("phi", data="rings", lift="second_auto_auto_free", lang=lang)
    visit.app.session_state[f"phi-lengths-{lang}"] = True
    visit.app.session_state[f"phi-examples-{lang}"] = True
    visit.run()
    assert len(visit.boards()) == 5
    assert words_for(lang)("lifted.lengths") in visit.texts()
    assert {"scene", "scene2", "scene3"} <= figures(visit)[2]["layout"].keys()


def test_every_thing_to_try_opens_and_shows_what_it_says() -> None:
    for lesson in LESSONS["phi"]:
        visit = Visit("phi")
        visit.app.button(key=f"try-phi-{lesson.name}").click()
        visit.run()
        assert visit.query["data"] == lesson.dataset
        assert visit.warnings() == []
        assert "one plane has all" in visit.lead() or "one straight line has all" in visit.lead()
