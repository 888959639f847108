"""What every page does with the controls that pages share: data, lessons, the projector, and what a link hides."""

from collections.abc import Callable
from functools import cache
from itertools import cycle, product

import numpy as np
import pytest

from datasets import CATALOGUE, make_points
from pages import PAGES
from tests.pages.visit import CHINESE, EN, Visit, every_page, in_both_languages, link_of
from ui.page.around import projector
from ui.page.frame import HIDEABLE
from ui.page.page import AnyPage
from ui.page.showing import Showing
from ui.solve.limits import USUAL_C
from ui.words import languages, words_for

WITH_POINTS = [page for page in PAGES if page.points]
CANNOT = {
    "one class": make_points([[0, 0], [1, 1]], [1, 1]),
    "one point": make_points([[0, 0]], [1]),
    "no points": make_points(np.zeros((0, 2)), []),
}
IN_TURN = [(*case, lang) for case, lang in zip(product(WITH_POINTS, CANNOT), cycle(languages), strict=False)]

ONE_SPOT = make_points([[0, 0], [0, 0], [1, 1], [2, 0]], [1, -1, 1, -1])
NO_HARD_MARGIN = {  # by button: the page, what it is asked, and the sentence that names the soft margin
    "soften-board": ("board", {"data": "xor", "k": "linear"}, "solved.impossible"),
    "soften-budget": ("budget", {**link_of(ONE_SPOT), "k": "gaussian"}, "budget.sentence.impossible"),
    "soften-street": ("margins", {"data": "xor", "k": "linear"}, "margins.street.impossible"),
    "soften-here": ("choosing", {"data": "moons", "k": "gaussian"}, "choosing.hard"),
    "soften-folds": ("choosing", {"data": "moons", "k": "gaussian"}, "choosing.hard"),
}


def named(part: object) -> object:
    return getattr(part, "name", part)


# ---- points ----


@pytest.mark.parametrize(("page", "name"), list(zip(WITH_POINTS, cycle(["xor", "cancer", "rings"]))), ids=named)
def test_a_data_set_comes_with_its_own_kernel_and_penalty(page: AnyPage, name: str) -> None:
    visit, start = Visit(page.name), CATALOGUE[name].start
    visit.app.selectbox[0].set_value(name)
    visit.run()
    assert (visit.query["data"], visit.query["k"]) == (name, start["kernel"]["name"])
    assert visit.query["C"] == ("inf" if start["C"] is None else f"{start['C']:g}")
    for header, arrays in visit.boards():
        assert arrays["X"].tobytes() == CATALOGUE[name].make().X.tobytes()
        soft = page.soft and start["C"] is None  # it then shows the C of the soft margin
        assert header["C"] == (USUAL_C if soft else start["C"])


@in_both_languages
@pytest.mark.parametrize("button", NO_HARD_MARGIN)
def test_what_asks_for_the_soft_margin_offers_it(button: str, lang: str) -> None:
    name, query, key = NO_HARD_MARGIN[button]
    visit, words = Visit(name, **{**query, "C": "inf", "lang": lang}), words_for(lang)
    assert words(key) in visit.texts()
    assert visit.app.button(key=button).label == words("frame.soften", C=f"{USUAL_C:g}")
    visit.press(button)
    assert visit.query["C"] == f"{USUAL_C:g}"
    assert words(key) not in visit.texts()
    assert not [each for each in visit.app.button if str(each.key).startswith("soften")]


@pytest.mark.parametrize("button", NO_HARD_MARGIN)
def test_no_margin_is_offered_where_a_link_hides_it(button: str) -> None:
    name, query, key = NO_HARD_MARGIN[button]
    visit = Visit(name, **{**query, "C": "inf", "hide": "margin"})
    assert EN(key) in visit.texts()
    assert not [each for each in visit.app.button if str(each.key).startswith("soften")]


@pytest.mark.parametrize(("page", "what", "lang"), IN_TURN, ids=named)
def test_points_that_cannot_be_solved_get_one_sentence_and_stay(page: AnyPage, what: str, lang: str) -> None:
    points, words = CANNOT[what], words_for(lang)
    visit = Visit(page.name, **link_of(points, lang=lang))
    boards = [*visit.boards(), *visit.below()]
    (sentence,) = set(visit.warnings() or (header["answer"]["detail"] for header, _ in boards))
    assert bool(CHINESE.search(sentence)) == (lang == "zh")
    for header, arrays in boards:
        assert header["answer"]["state"] == "refused"
        assert arrays["X"].tobytes() == points.X.tobytes()
        assert "alpha" not in arrays
    assert visit.app.selectbox  # the way out
    assert words("try.title") in visit.texts()


# ---- the projector ----


@every_page
def test_the_projector_reaches_every_component(page: AnyPage) -> None:
    visit = Visit(page.name)
    visit.app.toggle[0].set_value(True)
    visit.run()
    assert visit.query["view"] == "projector"
    assert all(header["projector"] for header, _ in visit.boards())
    assert all(data["projector"] for data in [*visit.data("panel"), *visit.data("light"), *visit.data("plot")])
    again = Visit(page.name, **visit.query)
    assert again.app.toggle[0].value is True


def test_on_another_page_the_figures_take_their_turns_from_the_first_again() -> None:
    visit = Visit("taylor", projector="1")
    (button,) = [each for each in visit.app.button if each.label == EN("projector.next")]
    button.click()
    visit.run()
    assert visit.app.session_state[projector.AT] == 1
    visit.turn_to("fourier")
    assert projector.AT not in visit.app.session_state


# ---- hidden controls ----


def dials(visit: Visit) -> set[str]:
    return {dial["name"] for sliders in visit.data("sliders") for dial in sliders["dials"]}


def in_panel(visit: Visit, name: str) -> bool:
    return any(name not in data["hidden"] for data in visit.data("panel"))  # the browser tests see it vanish


def keyed(visit: Visit, part: str) -> bool:
    app = visit.app
    widgets = (*app.selectbox, *app.button_group, *app.text_input, *app.button)
    return any(part in f"-{widget.key or ''}" for widget in widgets)


IS_SHOWN: dict[str, Callable[[Visit], bool]] = {
    "data": lambda visit: keyed(visit, "-data-"),
    "kernel": lambda visit: in_panel(visit, "kernel") or keyed(visit, "-kernel-"),
    "margin": lambda visit: in_panel(visit, "margin") or keyed(visit, "-margin-"),
    "C": lambda visit: in_panel(visit, "C") or "C" in dials(visit),
    "gamma": lambda visit: in_panel(visit, "gamma") or "gamma" in dials(visit) or keyed(visit, "-gammas-"),
    "formula": lambda visit: bool(visit.app.latex),
    "figures": lambda visit: bool(visit.data("plot")),
    "try": lambda visit: keyed(visit, "-try-"),
    "more": lambda visit: EN("more.code") in [fold.label for fold in visit.app.expander],
}


def shown(visit: Visit) -> set[str]:
    return {name for name in HIDEABLE if IS_SHOWN[name](visit)}


@cache
def everything(page: str) -> frozenset[str]:
    """Return the controls of a page where nothing is hidden."""
    return frozenset(shown(Visit(page, data="moons")))


@every_page
def test_a_hidden_control_is_not_there_and_all_others_are(page: AnyPage) -> None:
    """Half of them are hidden at a time: of any two controls, one visit hides the first and leaves the second."""
    names = sorted(everything(page.name) - {"figures"})
    for bit, value in product(range(len(names).bit_length()), (0, 1)):
        half = {name for k, name in enumerate(names) if k >> bit & 1 == value}
        assert shown(Visit(page.name, data="moons", hide="_".join(sorted(half)))) == everything(page.name) - half, half
    of_others = set(HIDEABLE) - everything(page.name) - {"figures"}
    assert shown(Visit(page.name, data="moons", hide="_".join(sorted(of_others)))) == everything(page.name)


@every_page
def test_hidden_figures_leave_the_picture_of_the_page_alone(page: AnyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    usual = everything(page.name)

    def draw(showing: Showing, key: str, *more: object, **heard: object) -> None:
        drawn.append(key)

    monkeypatch.setattr(Showing, "figure", draw)
    pictured = Visit(page.name, data="moons").data("plot")  # the main figures, which no link hides
    assert drawn or pictured
    drawn.clear()
    hidden = Visit(page.name, data="moons", hide="figures")
    assert len(drawn) <= 1, "the picture, where it is a figure"
    assert shown(hidden) >= usual - {"figures", "formula"}


def test_every_control_that_can_be_hidden_is_on_a_page() -> None:
    assert set().union(*(everything(page.name) for page in PAGES)) == set(HIDEABLE)
