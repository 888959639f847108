"""What holds for every page of the lab, in every language: this file names none, save those to be waited for."""

import json
from dataclasses import replace
from threading import Timer

import pytest

from datasets import CATALOGUE
from pages import LINK, PAGES, budget
from tests.pages.visit import CHINESE, Visit, all_at_once, taken
from ui.component import plot
from ui.component.live_table import LiveTable
from ui.component.plot import Drawing, Drawn
from ui.page import drawings, early_figures, run, showing
from ui.page.drawings import drawn_once
from ui.page.lessons import Lesson
from ui.page.page import AnyPage
from ui.page.run import figures_name
from ui.solve.kernels import KERNELS, PARAMETERS, usual_spec
from ui.solve.memory import SharedResults
from ui.solve.readiness import Readiness
from ui.state.lab import opening
from ui.words import Words, languages, words_for

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
in_every_language = pytest.mark.parametrize("lang", languages)
FEWEST_TERMS, MOST_TERMS = 3, 9  # in sight of a page when it opens
OTHER_NUMBERS = {"gamma": 3, "degree": 2, "zeta": 2, "r": 1, "order": 3, "components": 60, "seed": 5}


def test_addresses_link_fields_and_lessons_are_told_apart() -> None:
    assert len({page.name for page in PAGES}) == len(PAGES)
    assert len(set(LINK.fields)) == len(LINK.fields)
    for page in PAGES:
        assert len({lesson.name for lesson in page.lessons}) == len(page.lessons)


@every_page
@in_every_language
def test_it_opens_full_of_meaning_and_theory_and_code_unfold(page: AnyPage, lang: str) -> None:
    visit, words = Visit(page.name, lang=lang), words_for(lang)
    assert visit.warnings() == []
    (title,) = visit.app.title
    assert bool(CHINESE.search(title.value)) == bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert visit.app.get("bidi_component"), "nothing is drawn"
    for lesson in page.lessons:
        assert words(f"try.{page.name}.{lesson.name}") in visit.texts()
    assert FEWEST_TERMS <= len(visit.terms()) <= MOST_TERMS, "words that open their definition"
    assert visit.terms() <= {key.split(".")[1] for key in words.subset(["term."])}
    assert visit.marked() == []
    visit.unfold("more-theory", lang)
    assert words.texts[f"{page.name}.theory"] in visit.texts()
    visit.unfold("more-code", lang)
    assert visit.app.code


@every_page
def test_only_the_board_opens_before_everything_is_compiled(page: AnyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    starting = Readiness()
    starting.begin(4)
    monkeypatch.setattr(run, "READINESS", starting)
    opens = Timer(0.0 if page.early else 0.7, lambda: None if page.early else starting.open_everything())
    opens.start()
    visit = Visit(page.name)
    opens.join()
    assert starting.wait(0.0) != page.early
    assert visit.lead()


@every_page
def test_a_number_of_a_kernel_means_the_same_on_every_page(page: AnyPage) -> None:
    """Each slider of a parameter shows the number of the link, whichever kernel is chosen: a third of them, in turn."""
    fields = {PARAMETERS[name].field: str(value) for name, value in OTHER_NUMBERS.items()}
    for kernel in list(KERNELS)[PAGES.index(page) % 3 :: 3]:
        visit = Visit(page.name, k=kernel, **fields)
        shown = {dial["name"]: dial["value"] for sliders in visit.data("sliders") for dial in sliders["dials"]}
        assert {name: value for name, value in shown.items() if name in OTHER_NUMBERS} == {
            name: value for name, value in OTHER_NUMBERS.items() if name in shown
        }
        assert visit.query["k"] == kernel, "no page replaces the chosen kernel"


@every_page
@in_every_language
def test_a_kernel_that_a_page_cannot_show_is_said_in_words(page: AnyPage, lang: str) -> None:
    words = words_for(lang)
    for kernel in KERNELS:
        told = page.kernels is not None and kernel not in page.kernels
        sentence = words(f"{page.name}.kernel", chosen=words(f"panel.kernel.{kernel}")) if told else None
        assert sentence is None or sentence in Visit(page.name, k=kernel, lang=lang).texts()


@every_page
def test_its_options_come_back_from_a_link(page: AnyPage) -> None:
    if page.form is None:
        return
    usual = page.form.kind()
    written = page.form.write(usual)
    assert written == "" or page.form.read(written) == usual
    assert page.form.read("no_such_thing_at_all_in_any_lab") is None


@every_page
def test_what_no_hand_can_send_changes_nothing(page: AnyPage) -> None:
    lab = opening(LINK)
    names = [*PARAMETERS, *([] if page.form is None else vars(page.form.kind()))]
    for value in (None, "x", "", [], {}, [1, "a"], float("nan"), float("inf"), -1e300, 1e300):
        for name in (*names, "unheard of"):
            changed = page.change(lab, name, value)
            assert changed is lab or LINK.to_query(changed.shared) != LINK.to_query(lab.shared)


@every_page
def test_its_figures_come_ahead_of_it_as_it_will_show_them(page: AnyPage) -> None:
    if page.figures is None:
        return
    lab = opening(LINK, {"data": "moons", **{"k": "gaussian", "g": "0.5"}})
    name = figures_name(page, lab)
    assert name is not None
    changed = page.change(lab, "gamma", 0.3)
    lines = list(early_figures.figures_at(name, {"gamma": 0.3}, "en"))
    figures = [json.loads(line) for line in lines]
    shown = [{**figure, "headline": ""} for _, figure in figures]  # the sentence of the page, whose terms are links
    assert "(#term-" not in str(shown), "a figure carries no link"
    assert [key for key, _ in figures] == [each.key for each in page.figures(page.read(changed), words_for("en"))]


@every_page
def test_the_page_draws_nothing_again_that_came_ahead_of_it(page: AnyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.figures is None:
        return
    lab = opening(LINK, {"data": "moons", "k": "gaussian", "g": "0.5"})
    lab = lab if page.settle is None else page.settle(lab)  # as a run does before it offers figures
    name = figures_name(page, lab)
    assert name is not None
    assert list(early_figures.figures_at(name, {"gamma": 0.37}, "en"))
    offered = page.figures(page.read(page.change(lab, "gamma", 0.37)), words_for("en"))
    keys = [each.key for each in offered if not isinstance(each.draw(), LiveTable)]  # the page may know more by then
    again: list[str] = []

    def told(content: str, drawing: Drawing, words: Words, projector: bool) -> str:
        def draw() -> Drawn:
            again.append(drawing.key)
            return drawing.draw()

        return drawn_once(content, replace(drawing, draw=draw), words, projector)

    monkeypatch.setattr(showing, "drawn_once", told)
    Visit(page.name, **LINK.to_query(page.change(lab, "gamma", 0.37).shared))
    assert not set(again) & set(keys)


@every_page
def test_reading_a_question_changes_nothing(page: AnyPage) -> None:
    for kernel in KERNELS:
        numbers = {PARAMETERS[n].field: str(v) for n, v in usual_spec(kernel).items() if n in PARAMETERS}
        lab = opening(LINK, {"k": kernel, **numbers})
        before = LINK.to_query(lab.shared)
        page.read(lab)
        assert LINK.to_query(lab.shared) == before, kernel


# ---- what is kept of a page ----


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run wait for all that a page otherwise finds out piece by piece, with few points on a long curve."""
    all_at_once(monkeypatch)
    monkeypatch.setattr(budget.answers, "SEEDS", 2)
    monkeypatch.setattr(budget.answers, "ORDERS", (0, 1, 3, 6, 13))


def shown(visit: Visit) -> list[object]:
    """Return figures, tables and sentences of a run."""
    return [visit.data("plot"), [table.value.to_dict() for table in visit.app.table], visit.texts()]


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that was drawn or made for a page be made again."""
    monkeypatch.setattr(showing, "_made", SharedResults())
    monkeypatch.setattr(drawings, "_drawn", SharedResults())


@every_page
@pytest.mark.usefixtures("patient")
def test_a_run_in_which_nothing_has_changed_draws_nothing(page: AnyPage, monkeypatch: pytest.MonkeyPatch) -> None:
    visit, drawn = Visit(page.name), []
    first = shown(visit)

    def counting(what: plot.Drawn, projector: bool = False) -> str:
        drawn.append(what)
        return plot.encoded(what, projector)

    monkeypatch.setattr(drawings, "encoded", counting)
    visit.run()
    assert shown(visit) == first
    assert not drawn
    forget(monkeypatch)
    visit.run()
    assert shown(visit) == first
    assert bool(drawn) == bool(visit.data("plot"))


def tries(visit: Visit, page: AnyPage, lesson: str) -> Visit:
    """Press one of the things to try."""
    visit.app.button(key=f"try-{page.name}-{lesson}").click()
    visit.run()
    return visit


def opens_its_state(visit: Visit, page: AnyPage, lesson: Lesson) -> None:
    """Hold what a visit shows against what its lesson speaks of."""
    if lesson.dataset is None:
        return
    assert visit.query["data"] == lesson.dataset
    if not (page.points and lesson.kernel):
        return
    assert visit.query["k"] == lesson.kernel["name"]
    for header, arrays in visit.boards():
        assert header["C"] == lesson.C
        assert len(arrays["y"]) == len(CATALOGUE[lesson.dataset].make().y)
    if lesson.gammas:
        assert [header["kernel"]["gamma"] for header, _ in visit.boards()] == sorted(lesson.gammas)


@every_page
@pytest.mark.usefixtures("patient")
def test_every_thing_to_try_opens_and_what_is_kept_of_it_is_what_would_be_drawn_anew(
    page: AnyPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: tuple[dict[str, str], ...] = ({"lang": "zh"}, {"view": "projector"}, {"g": "0.3", "step": "2"})
    visits = []
    for lesson in page.lessons:
        start = Visit(page.name) if lesson.dataset else Visit(page.name, data="rings", C="3")
        before = dict(start.query)
        visit = tries(start, page, lesson.name)
        assert visit.warnings() == []
        if lesson.dataset is None:
            assert visit.query != before
            assert [visit.query.get(field) for field in ("data", "C")] == ["rings", "3"], "the board stays as it is"
        assert taken(visit) or lesson.dataset
        opens_its_state(visit, page, lesson)
        again = Visit(page.name, **visit.query)
        assert again.query == visit.query, "the link opens what the lesson showed"
        assert again.lead() == visit.lead()
        visits.append((visit, shown(visit)))
    for look in looks:
        visit = tries(Visit(page.name, data="overlap", k="gaussian", **look), page, page.lessons[0].name)
        visits.append((visit, shown(visit)))
    forget(monkeypatch)
    for visit, kept in visits:
        visit.run()
        assert shown(visit) == kept


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", ["kernels", "mercer", "probabilities", "strings"])
def test_a_page_says_what_is_learned_on_it(name: str, lang: str) -> None:
    told, words = Visit(name, lang=lang).texts(), words_for(lang)
    assert words("goal.title") in told
    assert all(words(f"goal.{name}.{k}") in told for k in "123")
