"""Names that a file gives to its axes and classes stay: on the board, in figures, in sentences, and in a link."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from datasets import NO_NAMES, choose, make_points, read_table
from pages import LINK
from pages.board.figures.alpha_bars import alpha_bars
from tests.pages.visit import Visit, committed, in_both_languages, link_of
from ui.link.link import NAMES_IN_LINK
from ui.link.shared import Shared
from ui.solve.board_problem import BoardProblem
from ui.solve.solving import solve
from ui.state.lab import MOST_LEFT, _left, points_of, renamed
from ui.words import named, words_for

FILE = "height (m),mass (kg),grown\n1.2,2.0,no\n3.5,1.0,no\n2.0,3.1,yes\n0.5,0.7,yes\n2.5,2.2,no\n"
GROWN = choose(read_table(FILE), "height (m)", "mass (kg)", "grown", "yes", standardised=False)
NAMES = ("height (m)", "mass (kg)", "yes", "no")


def linked(**more: object) -> dict[str, str]:
    return link_of(GROWN, names=NAMES, **more)


def test_a_file_gives_its_names_and_units() -> None:
    assert (*GROWN.axes, *GROWN.classes) == NAMES
    three = choose(read_table("x,y,c\n1,2,red\n2,1,green\n4,3,blue\n3,3,green\n"), "x", "y", "c", "green")
    assert three.classes == ("green", "blue", "red")


def test_a_name_holds_nothing_that_a_figure_or_a_sentence_would_take_for_its_own() -> None:
    table = read_table('a,b,"<b>{c}~"\n1,2,"<a href=1>"\n2,1,"{n}\t~"\n4,3,"{n}\t~"\n')
    points = choose(table, "a", "b", table.columns[2], table.labels[table.columns[2]].values[0])
    assert not set("<>{}~\t") & set("".join(points.classes))


@in_both_languages
def test_names_come_with_a_link_and_are_what_the_page_says(lang: str) -> None:
    visit, words = Visit(lang=lang, **linked(C=1.0)), words_for(lang)
    header, _ = visit.board()
    assert header["axes"] == ["height (m)", "mass (kg)"]
    assert (header["words"]["draw.plus"], header["words"]["draw.minus"]) == ("yes", "no")
    assert words("own.classes", plus="yes", minus="no") in visit.texts()
    assert visit.query["names"] == "~".join(NAMES)
    found = solve(BoardProblem(GROWN.X, GROWN.y, {"name": "linear"}, 1.0)).solution
    drawn = json.loads(alpha_bars(found, GROWN.y, 1.0, named(words, GROWN.classes)).to_json())
    assert {trace["name"] for trace in drawn["data"]} >= {"yes", "no"}


def test_an_edited_point_leaves_the_names_and_other_points_have_none() -> None:
    visit = Visit(lang="en", **linked(C=1.0))
    X = GROWN.X.copy()
    X[0] += [0.25, 0.0]
    visit.commit(committed(make_points(X, GROWN.y, window=GROWN.window), {"name": "linear"}, 1.0))
    assert visit.query["names"] == "~".join(NAMES)
    assert visit.app.session_state["lab"].points.classes == ("yes", "no")
    other = make_points(-3.0 - np.abs(GROWN.X), GROWN.y)
    visit.commit(committed(other, {"name": "linear"}, 1.0))
    assert "names" not in visit.query
    assert visit.app.session_state["lab"].points.classes == NO_NAMES


def test_a_data_set_takes_the_names_away() -> None:
    visit = Visit(lang="en", **linked(C=1.0))
    (choice,) = [box for box in visit.app.selectbox if box.label == words_for("en")("controls.data")]
    choice.set_value("moons")
    visit.run()
    assert "names" not in visit.query
    assert visit.board()[0]["words"]["draw.plus"] == words_for("en")("draw.plus")


def test_names_too_long_for_a_link_stay_and_travel_in_a_file() -> None:
    long = ("x" * NAMES_IN_LINK, "mass (kg)", "yes", "no")
    shared = Shared(X=GROWN.X, y=GROWN.y, window=GROWN.window, names=long)
    query = LINK.to_query(shared)
    assert query is not None
    assert "names" not in query
    opened, unread = LINK.from_file(LINK.to_file(shared))
    assert unread == ()
    assert opened.names == long
    assert points_of(opened).axes == long[:2]


@in_both_languages
@pytest.mark.parametrize("names", ["one", "~~~", "a~b~c~d~e~f~g~h~i", "a~" * 1000])
def test_names_that_are_none_are_told_in_one_sentence_and_the_points_are_there(names: str, lang: str) -> None:
    visit = Visit(lang=lang, **{**linked(C=1.0), "names": names})
    (notice,) = visit.warnings()
    assert words_for(lang)("link.names", got="{got}", limit="1000").split("{got}")[0] in notice
    assert visit.board()[0]["axes"] == ["x1", "x2"]
    assert len(visit.board()[1]["y"]) == len(GROWN.y)


MEASURED = choose(read_table(FILE), "height (m)", "mass (kg)", "grown", "yes")


def test_standardised_points_keep_what_was_taken_away() -> None:
    mean, deviation, mean_y, deviation_y = MEASURED.scale or (0.0, 0.0, 0.0, 0.0)
    own = np.array([mean, mean_y]) + MEASURED.X * [deviation, deviation_y]
    assert own == pytest.approx(np.array([[1.2, 2.0], [3.5, 1.0], [2.0, 3.1], [0.5, 0.7], [2.5, 2.2]]), abs=1e-3)


@in_both_languages
def test_the_units_of_a_file_travel_in_a_link_and_reach_the_board(lang: str) -> None:
    visit, words = Visit(lang=lang, **link_of(MEASURED, names=NAMES, scale=MEASURED.scale, C=1.0)), words_for(lang)
    header, _ = visit.board()
    assert header["axes"] == [words("own.axis", name=name) for name in NAMES[:2]]
    (x, *of_x), (y, *of_y) = header["units"]
    assert ((x, y), (*of_x, *of_y)) == (NAMES[:2], MEASURED.scale)
    assert "units" in Visit(lang=lang).board()[0]
    assert Visit(lang=lang).board()[0]["units"] is None


@in_both_languages
@pytest.mark.parametrize("scale", ["one", "1_2_3", "1_0_1_1", "1_2_3_4_5", "nan_1_1_1"])
def test_units_that_are_none_are_told_in_one_sentence_and_the_names_stay(scale: str, lang: str) -> None:
    visit = Visit(lang=lang, **{**link_of(MEASURED, names=NAMES, C=1.0), "scale": scale})
    (notice,) = visit.warnings()
    assert words_for(lang)("link.scale", got="{got}").split("{got}")[0] in notice
    assert visit.board()[0]["axes"] == list(NAMES[:2])


def test_points_that_an_undo_brings_back_have_their_names_and_units_again() -> None:
    visit = Visit(lang="en", **link_of(MEASURED, names=NAMES, scale=MEASURED.scale, C=1.0))
    (choice,) = [box for box in visit.app.selectbox if box.label == words_for("en")("controls.data")]
    choice.set_value("moons")
    visit.run()
    moons = visit.app.session_state["lab"].points
    spec = {"name": "linear"}
    for _ in range(2):  # undo, redo, and both again
        visit.commit(committed(MEASURED, spec, 1.0))
        points = visit.app.session_state["lab"].points
        assert ((*points.axes, *points.classes), points.scale) == (NAMES, MEASURED.scale)
        assert visit.board()[0]["words"]["draw.plus"] == "yes"
        assert visit.query["names"] == "~".join(NAMES)
        assert "scale" in visit.query
        visit.commit(committed(moons, spec, 1.0))
        assert visit.app.session_state["lab"].points.classes == NO_NAMES
        assert not {"names", "scale"} & visit.query.keys()


def test_few_names_are_kept_for_an_undo_and_each_set_once() -> None:
    visit = Visit(lang="en", **link_of(MEASURED, names=NAMES, scale=MEASURED.scale, C=1.0))
    lab = visit.app.session_state["lab"]
    assert _left(replace(lab, left=_left(lab))) == _left(lab) == (lab.points,)
    many = lab
    for k in range(2 * MOST_LEFT):
        here = renamed(make_points(MEASURED.X + 10.0 * k, MEASURED.y), lab.points)
        many = replace(many, every=here, left=_left(replace(many, every=here)))
    assert len(many.left) == MOST_LEFT
