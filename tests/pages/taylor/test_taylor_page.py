"""The page about the Taylor kernel as a visitor meets it: every slider, both languages, bad input."""

import json
import re
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, TaylorGaussian, TaylorMap
from core.topics.taylor.experiment import taylor_space
from core.topics.taylor.view import taylor_orders
from datasets import CATALOGUE, make_points
from pages import PAGES
from pages.taylor.question import FORM, Options
from pages.taylor.sentences import orders_sentence, space_sentence
from tests.pages.visit import CHINESE, Visit, committed, in_both_languages, link_of
from ui.solve.limits import ORDER
from ui.solve.wire import unpack
from ui.words import words_for

LESSONS = {page.name: page.lessons for page in PAGES}

GAUSSIAN = {"k": "gaussian", "g": "0.5"}
FIGURES = 6


def pad(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("pad")
    return unpack(proto.bytes)


def dials(visit: Visit) -> dict[str, Any]:
    return {dial["name"]: dial for shown in visit.data("sliders") for dial in shown["dials"]}


def put(visit: Visit, component: str, **values: Any) -> None:
    """Send what hands send."""
    say(visit, component, visit.data("sliders")[0]["base"], values)


def say(visit: Visit, component: str, base: int, values: dict[str, Any]) -> None:
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components(component)[0].id
    widget.json_value = json.dumps({"put": {"base": base, "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


@in_both_languages
def test_the_table_of_the_pair_has_a_name_a_number_and_a_remark_in_each_row(lang: str) -> None:
    words = words_for(lang)
    _, table = Visit("taylor", lang=lang).texts().split(words("taylor.pair.head"))
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.strip().splitlines()[1:5]]
    assert [len(row) for row in rows] == [3, 3, 3, 3]
    assert all(re.match(r"\d", told) for _, told, _ in rows)


@in_both_languages
def test_the_page_opens_full_of_meaning(lang: str) -> None:
    visit, words = Visit("taylor", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("taylor.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.components("plot")) == FIGURES
    for lesson in LESSONS["taylor"]:
        assert words(f"try.taylor.{lesson.name}") in visit.texts()


@in_both_languages
def test_no_order_is_promised_that_the_slider_does_not_reach(lang: str) -> None:
    words = words_for(lang)
    for gamma, key in (("1", "beyond"), ("0.5", "good")):
        lead = Visit("taylor", lang=lang, data="moons", g=gamma, m="4").lead()
        told = re.search(re.escape(words(f"taylor.sentence.{key}", m="#", most=ORDER)).replace(r"\#", r"(\d+)"), lead)
        assert told is not None, lead
        assert (int(told[1]) > ORDER) == (key == "beyond")


@in_both_languages
@pytest.mark.parametrize("gamma", [0.05, 0.5, 1.0, 3.0])
def test_no_caption_of_the_orders_promises_one_that_is_refused(lang: str, gamma: float) -> None:
    words, orders = words_for(lang), taylor_orders(CATALOGUE["moons"].make().X, gamma, 4)
    refused = words("taylor.orders.beyond", most=ORDER)
    assert (refused in orders_sentence(orders, words)) == (orders.good is not None and orders.good > ORDER)


def test_the_sentence_is_the_largest_difference_of_the_two_kernels() -> None:
    visit = Visit("taylor", data="overlap", k="gaussian", g="0.05", m="2")
    X = CATALOGUE["overlap"].make().X
    worst = np.abs(TaylorGaussian(0.05, 2).gram(X, X) - Gaussian(0.05).gram(X, X)).max()
    assert "order 2" in visit.lead()
    told = float(visit.lead().split("at most ")[1].split(" ")[0].rstrip("."))
    assert worst <= told <= 1.01 * worst


@pytest.mark.parametrize(
    ("component", "values", "field", "text"),
    [
        ("sliders", {"order": 9}, "m", "9"),
        ("sliders", {"shift": 2.5}, "taylor", "2.5_auto_auto_"),
        ("pad", {"pair": [0.5, 1, -1, 2]}, "taylor", "0_auto_0.5,1,-1,2_"),
    ],
)
def test_what_hands_choose_travels_in_the_link(component: str, values: dict[str, Any], field: str, text: str) -> None:
    visit = Visit("taylor", data="moons")
    put(visit, component, **values)
    assert visit.query[field] == text
    assert Visit("taylor", **visit.query).query[field] == text


def test_gamma_and_sigma_are_one_number_and_that_of_the_board() -> None:
    visit = Visit("taylor", data="moons")
    put(visit, "sliders", sigma=4.0)
    assert (visit.query["k"], visit.query["g"]) == ("gaussian", "0.125")
    assert dials(visit)["gamma"]["value"] == 0.125
    put(visit, "sliders", gamma=2.0)
    assert dials(visit)["sigma"]["value"] == 0.25
    assert Visit("board", **visit.query).kernel() == {"name": "gaussian", "gamma": 2.0}


def test_the_order_is_that_of_the_board_where_its_kernel_has_one() -> None:
    visit = Visit("taylor", data="moons", k="taylor", g="0.5", m="7")
    assert dials(visit)["order"]["value"] == 7
    put(visit, "sliders", order=3)
    assert (visit.query["k"], visit.query["m"]) == ("taylor", "3")
    assert "order 3" in visit.lead()


@pytest.mark.parametrize(
    "values",
    [
        *({"order": value} for value in (-1, 31, 2.5, "3", None)),
        *({"gamma": value} for value in (0, -1, 1e9, "x")),
        *({"pair": value} for value in ([1, 2, 3], "x", [1, 2, 3, 1e9], [1, 2, 3, None])),
        {"shift": -1},
        {"radius": 0},
        {"nothing": 1},
    ],
)
def test_what_no_hand_can_send_changes_nothing(values: dict[str, Any]) -> None:
    visit = Visit("taylor", data="moons", **GAUSSIAN)
    before = visit.query
    put(visit, "sliders", **values)
    assert visit.query == before


def test_a_message_about_an_older_state_has_no_say() -> None:
    visit = Visit("taylor", data="moons", **GAUSSIAN)
    old = visit.data("sliders")[0]["base"]
    visit.app.button(key="try-taylor-away").click()
    visit.run()
    assert visit.data("sliders")[0]["base"] != old
    before = visit.query
    say(visit, "sliders", old, {"order": 1})
    assert visit.query == before


@in_both_languages
def test_the_counterexample_is_told(lang: str) -> None:
    visit, words = Visit("taylor", lang=lang), words_for(lang)
    visit.app.button(key="try-taylor-interval").click()
    visit.run()
    told = words("taylor.xi.breaks", end="0.5", xi="1.16", t="2")
    assert told in visit.texts()


@in_both_languages
@pytest.mark.parametrize("order", ["0", "1", "20"])
@pytest.mark.parametrize("spots", ["none", "one", "equal", "zeros", "opposite", "far"])
def test_degenerate_points_are_right_and_explained(spots: str, order: str, lang: str) -> None:
    X, y = {
        "none": (np.empty((0, 2)), []),
        "one": ([[1.0, 2.0]], [1]),
        "equal": ([[1.0, 1.0], [1.0, 1.0]], [1, -1]),
        "zeros": ([[0.0, 0.0], [0.0, 0.0]], [1, -1]),
        "opposite": ([[1.0, 1.0], [-1.0, -1.0]], [1, -1]),
        "far": ([[1000.0, 1000.0], [1001.0, 1000.5]], [1, -1]),
    }[spots]
    visit = Visit("taylor", **{**link_of(make_points(X, y)), **GAUSSIAN, "lang": lang, "m": order})
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.warnings()) == (spots in ("none", "one"))
    if spots == "zeros":
        assert words_for(lang)("taylor.sentence.exact") == visit.lead()
    if spots == "far":
        assert words_for(lang)("taylor.sentence.never") in visit.lead()


@in_both_languages
@pytest.mark.parametrize(("g", "name"), [("1e6", "identity"), ("1e-6", "ones")])
def test_a_gamma_that_makes_the_kernel_trivial_is_told(g: str, name: str, lang: str) -> None:
    visit = Visit("taylor", data="overlap", k="gaussian", g=g, lang=lang)
    assert words_for(lang)(f"taylor.sentence.{name}") in visit.lead()


@pytest.mark.parametrize("C", ["inf", "1e-9", "1e9"])
@pytest.mark.parametrize("g", ["1e-6", "1", "1e6"])
def test_no_penalty_and_no_gamma_breaks_the_page(C: str, g: str) -> None:
    for data in ("overlap", "moons"):
        visit = Visit("taylor", data=data, C=C, k="gaussian", g=g)
        assert visit.lead()


@in_both_languages
@pytest.mark.parametrize("options", ["garbage", "", "-1_auto_auto_1", "0_0_auto_1", "0_auto_1,2_1"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(options: str, lang: str) -> None:
    visit = Visit("taylor", taylor=options, lang=lang)
    (notice,) = visit.warnings()
    assert bool(CHINESE.search(notice)) == (lang == "zh")
    assert len(visit.components("plot")) == FIGURES


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(1e-5, 3.25, (1.0, -2.5, 1e6, 0.0), (1.0, 0.5, 2.0)),
        Options(1e6, 1e-6, (0.1, 0.2, 0.3, 1 / 3), (1e6, 1e-6)),
    ],
)
def test_a_link_brings_back_every_option(options: Options) -> None:
    assert FORM.read(FORM.write(options)) == options


def test_the_page_says_so_where_it_cannot_show_the_chosen_kernel() -> None:
    told = words_for("en")("taylor.kernel", chosen=words_for("en")("panel.kernel.sigmoid"))
    assert told in Visit("taylor", k="sigmoid", g="3").texts()
    assert told not in Visit("taylor", k="taylor", g="3").texts()


@in_both_languages
@pytest.mark.parametrize("fold", ["rho", "space", "example", "counts"])
def test_what_is_folded_opens(fold: str, lang: str) -> None:
    visit = Visit("taylor", data="overlap", lang=lang, **GAUSSIAN)
    visit.app.session_state[f"taylor-{fold}-{lang}"] = True
    visit.run()
    told = visit.texts()
    if fold == "example":
        assert "1.091" in told
        assert "0.9278" in told
    if fold == "counts":
        assert "231" in told
        assert "95" in told
        assert "−85" in told
    if fold == "space":
        assert len(visit.components("plot")) == FIGURES + 1
        assert words_for(lang)("taylor.space.inner") in told


def test_other_rho_are_told_and_nothing_is_claimed_of_them() -> None:
    visit = Visit("taylor", data="overlap", **GAUSSIAN, taylor="0_auto_auto_1,2")
    assert visit.lead() == visit.lead().strip()
    assert "your own" in visit.lead()
    assert "printed" not in visit.lead()
    assert words_for("en")("taylor.orders.own") in visit.texts()


def test_many_points_wait_to_be_asked() -> None:
    rng = np.random.default_rng(0)
    many = make_points(rng.normal(size=(450, 2)), np.where(rng.random(450) < 0.5, 1, -1))
    visit = Visit("board")
    visit.commit(committed(many, {"name": "gaussian", "gamma": 0.5}, 1.0))
    visit.turn_to("taylor")
    ask = words_for("en")("taylor.boundary.ask", n="450")
    assert len(visit.components("plot")) == FIGURES - 2
    next(button for button in visit.app.button if button.label == ask).click()
    visit.run()
    assert len(visit.components("plot")) == FIGURES
    put(visit, "sliders", order=3)
    assert len(visit.components("plot")) == FIGURES, "known from then on"


def test_every_thing_to_try_opens() -> None:
    for lesson in LESSONS["taylor"]:
        visit = Visit("taylor")
        visit.app.button(key=f"try-taylor-{lesson.name}").click()
        visit.run()
        assert visit.query["data"] == lesson.dataset
        assert visit.warnings() == []


def test_the_shift_moves_the_origin_under_the_points_of_the_board() -> None:
    header, arrays = pad(Visit("taylor", data="overlap", **GAUSSIAN, taylor="6_auto_0,0,1,1_"))
    points = CATALOGUE["overlap"].make()
    np.testing.assert_array_equal(arrays["X"], points.X)
    assert header["pair"] == [[0.0, 0.0], [1.0, 1.0]]
    assert header["origin"] == [-6.0, 0.0]
    assert header["window"]["x0"] == points.window.x0
    assert arrays["wrong"].min() >= 0
    assert arrays["wrong"].max() <= 1


@in_both_languages
@pytest.mark.parametrize(("order", "rank"), [(1, 3), (2, 4)])
def test_four_points_do_not_determine_six_coefficients(lang: str, order: int, rank: int) -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0], [-0.7, 0.4]]), [1, 1, -1, -1]
    space, words = taylor_space(X, y, TaylorGaussian(0.5, order), 10.0, X[1], 10_000), words_for(lang)
    assert np.linalg.matrix_rank(TaylorMap(0.5, order).features(X)) == space.rank == rank
    told = space_sentence(space, words)
    values = {"rank": rank, "count": space.count, "less": space.count - rank}
    assert words(f"taylor.space.{'unique' if rank == space.count else 'loose'}", **values) in told
