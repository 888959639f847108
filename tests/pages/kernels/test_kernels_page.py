"""The page of kernels as a visitor meets it: three boards, the numbers, the advice, the terms, the folds, the link."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.estimators import SVC
from core.problem import Gaussian, Linear, Polynomial, c_svc
from core.selection import leave_one_out
from core.solver import answer
from core.view import solution
from datasets import CATALOGUE, make_points
from pages import LINK
from pages.kernels import answers
from pages.kernels.compared import early_numbers
from pages.kernels.folds import FOLDS
from pages.kernels.lessons import LESSONS
from pages.kernels.question import BOARDS, FORM, TERM, THIRD, Options, change, read
from pages.kernels.tables import milliseconds
from tests.pages.visit import CHINESE, EN, Visit, all_at_once, in_both_languages, link_of, taken
from ui.component.live_table import LiveTable
from ui.page import updates
from ui.solve.kernels import KERNELS
from ui.solve.limits import FACTOR_OF_TERM, POINTS, POINTS_TWICE, TERMS_CHANGED
from ui.state.lab import opening
from ui.words import number, words_for

MOONS = CATALOGUE["moons"].make()
terms = st.lists(st.integers(0, POINTS - 1), max_size=TERMS_CHANGED, unique=True)
TERM_LINK = re.compile(r"\[[^\]]+\]\(#term-\w+\)")
FAILED = EN("frame.failed", home="").split("[")[0]
EVERY_FOLD = pytest.mark.parametrize("fold", FOLDS)


@st.composite
def options(draw: st.DrawFn) -> Options:
    own = draw(terms)
    factors = tuple(draw(st.floats(*FACTOR_OF_TERM)) for _ in own)
    boards = draw(st.sampled_from(THIRD)), draw(st.sampled_from(BOARDS))
    return Options(
        *boards, draw(st.none() | st.integers(0, 9)), draw(st.sampled_from(("on", "off"))), tuple(own), factors
    )


def tables(visit: Visit) -> list[Any]:
    return [each.value for each in visit.app.table]


def numbers(visit: Visit) -> dict[str, list[str]]:
    """Return the cells of the numbers of the machines by the names of their rows."""
    (table,) = visit.data("live_table")
    return {name: cells for name, *cells in table["rows"]}


def chosen(visit: Visit) -> Options:
    found = FORM.read(visit.query["kernels"])
    assert isinstance(found, Options)
    return found


@in_both_languages
def test_the_sentence_names_the_kernel_with_the_lowest_leave_one_out_error(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_at_once(monkeypatch)
    visit, words = Visit("kernels", lang=lang), words_for(lang)
    assert visit.warnings() == []
    counted = {}
    for name, kernel in (("linear", Linear()), ("polynomial", Polynomial(3, 1.0, 1.0)), ("gaussian", Gaussian(1.0))):
        problem = c_svc(MOONS.X, MOONS.y, kernel, 10.0)
        shown = solution(problem, answer(problem, tolerance=1e-5, limit=200_000))
        counted[name] = leave_one_out(problem, shown.alpha, shown.decision, 1e-5).errors, shown.vectors
    best = min(counted, key=lambda name: counted[name])
    assert words(f"panel.kernel.{best}") in visit.lead()
    for errors, vectors in counted.values():
        assert str(errors) in visit.lead()
        assert str(vectors) in visit.lead()
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.terms()) >= 3
    left = numbers(visit)[words("kernels.row.left_out")]
    assert left == [words("kernels.count", count=errors, n=90) for errors, _ in counted.values()]
    assert visit.data("live_table")[0]["headline"] == visit.lead()
    for lesson in LESSONS:
        assert words(f"try.kernels.{lesson.name}") in visit.texts()


def test_every_board_shows_the_same_points_with_its_own_kernel() -> None:
    visit = Visit("kernels", lang="en")
    boards = [each for each in visit.boards() if each[0]["lab"] != "kernels-terms"]
    assert [header["kernel"]["name"] for header, _ in boards] == ["linear", "polynomial", "gaussian"]
    assert len({header["link"] for header, _ in visit.boards()}) == 1
    for header, arrays in boards:
        np.testing.assert_array_equal(arrays["X"], MOONS.X)
        assert header["answer"]["state"] == "proved"
        assert header["editable"]
    (sum_of_terms,) = [each for each in visit.boards() if each[0]["lab"] == "kernels-terms"]
    assert not sum_of_terms[0]["editable"]
    np.testing.assert_array_equal(sum_of_terms[1]["alpha"], boards[2][1]["alpha"])


@given(options())
def test_every_choice_comes_back_from_its_link(options: Options) -> None:
    assert FORM.read(FORM.write(options)) == options


@pytest.mark.parametrize(
    "text",
    [
        "linear",
        "gaussian_x",
        "gaussian_third_auto_on_1-1_1,1",
        "gaussian_third_auto_on_1_",
        "x" * 5000,
        "gaussian_third_auto_on_1_9",
    ],
)
def test_an_invalid_link_is_refused_and_the_page_says_so(text: str) -> None:
    assert FORM.read(text) is None
    visit = Visit("kernels", kernels=text, lang="en")
    assert len(visit.warnings()) == 1
    assert len(visit.boards()) == 4


@pytest.mark.parametrize("third", THIRD)
def test_any_kernel_of_the_table_can_be_the_third(third: str) -> None:
    visit = Visit("kernels", kernels=FORM.write(Options(third)), lang="en")
    assert visit.warnings() == []
    assert visit.data("live_table")[0]["columns"][2] == EN(f"panel.kernel.{third}")
    assert set(THIRD) | {"linear", "polynomial"} == set(KERNELS)


def test_the_kernel_chosen_elsewhere_is_the_third() -> None:
    assert read(opening(LINK, {"k": "sigmoid", "data": "moons"})).options.third == "sigmoid"
    assert read(opening(LINK, {"k": "linear", "data": "moons"})).options.third == "gaussian"


# ---- the terms ----


def test_a_term_is_switched_off_scaled_and_put_back_and_the_board_follows() -> None:
    visit = Visit("kernels", lang="en")

    def alpha() -> np.ndarray:
        return next(arrays for header, arrays in visit.boards() if header["lab"] == "kernels-terms")["alpha"]

    def light() -> str:
        return next(header for header, _ in visit.boards() if header["lab"] == "kernels-terms")["answer"]["title"]

    def revision() -> str:
        return str(next(header for header, _ in visit.boards() if header["lab"] == "kernels-terms")["revision"])

    whole, i, before = alpha(), int(np.argmax(alpha())), revision()
    visit.press("kernels-off")
    assert revision() != before  # a browser adopts the picture of a new revision only
    assert chosen(visit) == replace(Options(), terms=(i,), factors=(0.0,))
    assert alpha()[i] == 0.0
    np.testing.assert_array_equal(np.delete(alpha(), i), np.delete(whole, i))
    assert light() == EN("kernels.bumps.light")
    visit.press("kernels-on")
    np.testing.assert_array_equal(alpha(), whole)
    assert light() != EN("kernels.bumps.light")
    visit.press("kernels-none")
    assert not alpha().any()
    assert "f = b" in visit.texts()
    visit.press("kernels-on")
    assert np.flatnonzero(alpha()).tolist() == [i]
    visit.press("kernels-every")
    np.testing.assert_array_equal(alpha(), whole)


@given(st.integers(-5, 3000) | st.text(max_size=4), st.floats() | st.text(max_size=2) | st.none())
def test_a_factor_from_a_browser_is_taken_only_in_range(place: object, value: Any) -> None:
    lab = opening(LINK, {"data": "moons"})
    after = read(change(lab, f"{TERM}{place}", value)).options
    low, high = FACTOR_OF_TERM
    sound = isinstance(place, int) and 0 <= place < POINTS and isinstance(value, float) and low <= value <= high
    if sound and value != 1.0:
        assert (after.terms, after.factors) == ((place,), (value,))
    elif after.terms:
        assert str(place).isdigit()
    else:
        assert after == Options()


def test_a_link_carries_so_many_factors_and_no_more() -> None:
    lab = opening(LINK, {"data": "moons"})
    for i in range(TERMS_CHANGED + 5):
        lab = change(lab, f"{TERM}{i}", 0.5)
    assert len(read(lab).options.terms) == TERMS_CHANGED
    assert read(change(lab, "rest", "off")).options == Options(rest="off")
    assert change(lab, "rest", "elsewhere") is lab


# ---- the advice, the times and the folds ----


def test_the_advice_on_separability_is_wrong_for_a_soft_margin_only(monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once(monkeypatch)
    name = EN("kernels.advice.separable")

    def verdict(**query: str) -> object:
        return tables(Visit("kernels", lang="en", **query))[0].loc[name].iloc[1]

    assert verdict() == EN("kernels.verdict.fails")
    assert verdict(data="moons", C="inf") == EN("kernels.verdict.weaker")
    assert verdict(data="gap", C="10") == EN("kernels.verdict.open")


def test_the_time_is_that_of_the_training_shown_and_the_advice_says_the_same() -> None:
    visit, question = Visit("kernels", lang="en"), read(opening(LINK, {"data": "moons", "C": "10"}))
    found = answers.with_boundary(answers.machines(question))
    taken = [milliseconds(found[board].seconds) for board in BOARDS]
    assert all(each.seconds > 0.0 for each in found.values())
    assert numbers(visit)[EN("kernels.row.time")] == [EN("kernels.milliseconds", time=each) for each in taken]
    told = tables(visit)[0].loc[EN("kernels.advice.slower")].iloc[0]
    assert f"{taken[0]} ms" in told
    assert f"{taken[2]} ms" in told


# ---- the numbers under a hand ----


def early(question: Any, lang: str = "en") -> LiveTable:
    (drawing,) = early_numbers(question, words_for(lang))
    made = drawing.draw()
    assert isinstance(made, LiveTable)
    return made


def test_the_numbers_of_a_moved_point_are_those_that_the_page_shows_after_the_release() -> None:
    lab = opening(LINK, {"data": "line", "C": "10"})
    moved = read(updates.after(lab, {"points": [[0, 0.5, 0.25, 1]]}, change))
    found = answers.machines(moved)
    shown = {name: cells for name, *cells in early(moved).rows}
    for k, board in enumerate(BOARDS):
        each: Any = found[board]
        left = leave_one_out(each.problem, each.solution.alpha, each.solution.decision, 1e-5)
        assert shown[EN("kernels.row.vectors")][k] == number(each.solution.vectors)
        assert shown[EN("kernels.row.steps")][k] == number(each.solution.steps)
        assert shown[EN("kernels.row.time")][k] == EN("kernels.milliseconds", time=milliseconds(each.seconds))
        assert shown[EN("kernels.row.left_out")][k] == EN("kernels.count", count=left.errors, n=30)


def test_leave_one_out_errors_that_are_not_quick_wait_for_the_release() -> None:
    row, later = EN("kernels.row.left_out"), EN("kernels.left_out.later")

    def left(C: str, **query: str) -> list[str]:
        lab = opening(LINK, {"data": "moons", "C": C, **query})
        table = early(read(updates.after(lab, {"points": [[0, 0.5, 0.25, 1]]}, change)))
        assert table.waits == later
        return next(cells for name, *cells in table.rows if name == row)

    linear, *others = left("10")
    assert linear == later  # few points, but many steps
    assert later not in others
    assert later not in left("10", data="xor")
    assert left("10", data="cancer") == [later] * 3  # many points


def test_numbers_of_many_points_wait_for_the_page() -> None:
    lab, many = opening(LINK, {"data": "moons"}), POINTS_TWICE + 1
    points = make_points(np.linspace(-1, 1, 2 * many).reshape(-1, 2), np.arange(many) % 2 * 2 - 1)
    question = read(lab)
    crowd = replace(question, board=replace(question.board, points=points))
    assert list(early_numbers(crowd, EN)) == []


@in_both_languages
def test_every_sentence_that_a_hand_can_change_has_its_links_in_the_same_places(lang: str) -> None:
    texts = words_for(lang).texts  # a browser writes into the elements of the sentence before
    told = [texts[f"kernels.lead.{name}"] for name in ("alike", "best", "others", "tie", "training", "waits")]
    assert {bool(part) for text in told for part in TERM_LINK.split(text)} == {True}
    assert {len(TERM_LINK.split(text)) for text in told} == {4}


GAMMAS = (0.001, 1.0, 1000.0)


@in_both_languages
def test_the_four_quadratic_maps_have_the_margins_of_their_kernels(lang: str) -> None:
    visit, words = Visit("kernels", lang=lang), words_for(lang)
    visit.unfold("kernels-maps", lang)
    one, (x, z) = np.ones(len(MOONS.y)), MOONS.X.T
    maps = [
        np.stack([one, *np.sqrt(2.0 * g) * MOONS.X.T, g * x * x, np.sqrt(2.0) * g * x * z, g * z * z]) for g in GAMMAS
    ]
    maps.append(np.stack([one, x, z, x * x, x * z, z * x, z * z]))  # of 1 + x.z + (x.z)^2
    for features in maps:  # SMO on the kernel matrix would need millions of steps for the largest gamma
        machine = SVC(C=10.0, kernel="linear", tol=1e-6).fit(features.T, MOONS.y)
        errors = int((machine.predict(features.T) != MOONS.y).sum())
        said = words("lifted.numbers", margin="MARGIN", vectors=len(machine.support_), errors=errors)
        margins = re.findall(re.escape(said).replace("MARGIN", r"([\d.]+)"), visit.texts())
        width = 2.0 / np.linalg.norm(machine.coef_)
        assert any(float(margin) == pytest.approx(width, rel=5e-3) for margin in margins), (width, errors)
    assert len([each for each in visit.boards() if each[0]["lab"].startswith("quadratic-")]) == 4


@in_both_languages
@EVERY_FOLD
def test_every_fold_opens(fold: str, lang: str) -> None:
    visit = Visit("kernels", lang=lang)
    before = visit.texts()
    visit.unfold(f"kernels-{fold}", lang)
    assert visit.warnings() == []
    assert visit.texts() != before
    assert taken(visit) >= 1


def test_all_folds_can_be_open_at_once_and_share_their_machine() -> None:
    visit = Visit("kernels", lang="en")
    for fold in FOLDS:
        visit.unfold(f"kernels-{fold}")
    assert visit.warnings() == []
    programme = next(each for each in tables(visit) if "p" in each.columns)
    visit = Visit("kernels", lang="en", kernels=FORM.write(Options(of="polynomial")))
    visit.unfold("kernels-programme")
    other = next(each for each in tables(visit) if "p" in each.columns)
    assert programme.iloc[0, 0] == "1"  # K(x, x) of a Gaussian
    constraints = next(each for each in tables(visit) if "−α₅" in each.index)
    assert constraints.loc["−α₅"].tolist() == ["0", "0", "0", "0", "−1", "≥ −10"]
    assert other.iloc[0, 0] == number(float(Polynomial(3, 1.0, 1.0).gram(MOONS.X[:1], MOONS.X[:1])[0, 0]))


FAR = link_of(make_points([[1e6, 0], [9e5, 1e6], [-1e6, -2e5], [-9e5, 1e5]], [1, 1, -1, -1]))


@EVERY_FOLD
@pytest.mark.parametrize(
    "query",
    [
        {"data": "moons", "C": "inf"},
        {"data": "xor", "C": "inf"},
        {"data": "three", "C": "1e-3"},
        {"data": "cancer", "C": "1"},
        {"data": "rings", "C": "1e100", "k": "sigmoid"},
        {"data": "moons", "C": "10", "g": "1e6", "q": "10", "z": "100"},
        {"data": "moons", "C": "10", "g": "1e-6", "q": "10", "z": "0"},
        {**FAR, "C": "10", "g": "1e6", "q": "10"},  # entries of K beyond 1e100
    ],
    ids=str,
)
def test_folds_open_in_extreme_states(fold: str, query: dict[str, str]) -> None:
    for of in BOARDS:
        visit = Visit("kernels", lang="en", kernels=FORM.write(Options(of=of)), **query)
        visit.unfold(f"kernels-{fold}")
        assert not [told for told in visit.warnings() if told.startswith(FAILED)]


def test_points_of_one_class_are_refused_with_one_sentence_and_the_boards_stay() -> None:
    points = make_points([[0, 0], [1, 1]], [1, 1])
    visit = Visit("kernels", lang="en", **link_of(points))
    assert len(visit.warnings()) == 1
    assert [header["answer"]["state"] for header, _ in visit.boards()] == ["refused"] * 3


def test_without_a_boundary_the_page_says_so() -> None:
    points = make_points([[0, 0], [0, 0], [1, 1]], [1, -1, 1])
    visit = Visit("kernels", lang="en", C="inf", **{k: v for k, v in link_of(points).items() if k != "C"})
    assert visit.lead() == EN("kernels.lead.none")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_opens_what_it_says(lesson: Any) -> None:
    visit = Visit("kernels", lang="en")
    visit.press(f"try-kernels-{lesson.name}")
    assert visit.query["data"] == lesson.dataset
    question = read(opening(LINK, dict(visit.query)))
    if lesson.name == "linear":
        errors = [answers.machines(question)[board].solution.errors for board in BOARDS]  # type: ignore[union-attr]
        assert errors == sorted(errors, reverse=True)  # the training error would choose the third
    if lesson.name == "degree":
        shown = answers.degrees(question)
        assert shown.blurred is not None
        assert shown.blurred <= 10
    if lesson.name == "bumps":
        assert not question.factors.any()


def test_the_condition_is_that_of_the_matrix() -> None:
    question = read(opening(LINK, {"data": "moons", "C": "10"}))
    found = answers.machine(question, "third")
    gram = answers.gram(question, "third", found)  # type: ignore[arg-type]
    condition = float(np.linalg.cond(Gaussian(1.0).gram(MOONS.X, MOONS.X)))
    assert gram.condition == pytest.approx(condition, rel=1e-3)
    assert number(gram.condition or math.nan) == numbers(Visit("kernels", lang="en"))[EN("kernels.row.condition")][2]
