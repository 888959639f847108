"""What the gamma strip says of its panels holds for their numbers; typed gammas; one leave-one-out for all visitors."""

import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import InputError, decision_values
from core.selection import LeaveOneOut
from core.topics.gamma.experiment import AtGamma, Shape
from core.view import Light, Regions
from datasets import CATALOGUE, Points, make_points
from pages import LINK
from pages.gamma import PAGE
from pages.gamma.answers import SEEN, candidates, panel_at, panels, too_small
from pages.gamma.question import GAMMAS, Question, read_gammas
from pages.gamma.sentences import lead_sentence, panel_sentence
from tests.pages.gamma.errors import error_of
from ui.page.left_out import is_cheap, is_over, known_left_out, leave, left_out
from ui.solve import limits
from ui.solve.message import input_message
from ui.solve.queue import long_work
from ui.solve.queue.long_work import soon
from ui.state.lab import opening
from ui.words import languages, number, words_for

NAMES = ["moons", "overlap", "rings", "xor", "unbalanced", "outlier"]
MANY_GAMMAS = (1e-6, 1e-3, 0.1, 1.0, 10.0, 100.0, 1e3, 1e6)


def asked_of(name: str = "moons", points: Points | None = None, **fields: str) -> Question:
    lab = opening(LINK, {"data": name, **fields})
    return PAGE.read(lab if points is None else replace(lab, every=points))


def contradiction() -> Question:
    """Return two classes on one spot under a hard margin: no gamma can tell them apart."""
    return asked_of(points=make_points([[0, 0], [0, 0], [1, 1], [2, 0]], [1, -1, 1, -1]), C="inf")


def counts(text: str) -> list[int]:
    """Return the whole numbers of a sentence, without the zero of f > 0."""
    return [int(digits) for digits in re.findall(r"\d+", re.sub(r"f [<>] 0", "", text))]


# ---- sentences ----


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_panel_says_holds_for_its_regions(name: str, lang: str) -> None:
    asked, words = asked_of(name), words_for(lang)
    for gamma in MANY_GAMMAS:
        shown = panel_at(asked, gamma)
        text, regions = panel_sentence(shown, words), shown.regions
        both = [regions.positive, regions.negative]
        if text == words("gamma.swallowed"):
            assert 0 in both
            assert regions.settled
        elif shown.shape is Shape.ONE:
            assert shown.smallest_k > 0.9
            assert text.startswith(words.texts["gamma.alike"].split("{")[0])
        elif shown.shape is Shape.UNSETTLED:
            assert not regions.settled
            assert text == words("gamma.unsettled", positive=both[0], negative=both[1])
        elif shown.shape is Shape.ISLANDS:
            assert regions.lonely >= 3
            assert counts(text) == [regions.lonely, *both]
        else:
            assert regions.settled
            assert counts(text) == both


@pytest.mark.parametrize("lang", languages)
def test_no_kernel_entry_is_below_the_one_that_is_named(lang: str) -> None:
    asked, words = asked_of("moons"), words_for(lang)
    for gamma in (1e-6, 1e-5, 1.3e-4, 7.7e-4, 1e-3):
        shown = panel_at(asked, gamma)
        before, after = words.texts["gamma.alike"].split("{smallest}")
        text = panel_sentence(shown, words)
        if text.startswith(before):
            K = shown.problem.dual.kernel
            named = Decimal(text.removeprefix(before).removesuffix(after))
            assert named <= Decimal(float(K.min()))


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", NAMES)
def test_what_the_strip_says_holds_for_its_panels(name: str, lang: str) -> None:
    asked, words = asked_of(name), words_for(lang)
    panels = [panel_at(asked, gamma) for gamma in MANY_GAMMAS]
    shapes = [shown.shape for shown in panels]
    expected = []
    if Shape.ONE in shapes:
        last = max(gamma for gamma, shape in zip(MANY_GAMMAS, shapes, strict=True) if shape is Shape.ONE)
        expected.append(words("gamma.sentence.one", gamma=number(last)))
    if Shape.ISLANDS in shapes:
        first = panels[shapes.index(Shape.ISLANDS)]
        counted = "gamma.sentence.islands" if first.regions.settled else "gamma.sentence.islands.unsettled"
        expected.append(words(counted, gamma=number(first.gamma), lonely=first.regions.lonely))
    calm = "gamma.sentence.unsettled" if Shape.UNSETTLED in shapes else "gamma.sentence.calm"
    assert lead_sentence(panels, words) == words.joined(expected or [words(calm)])


@pytest.mark.parametrize("lang", languages)
def test_gammas_that_do_nothing_special_are_called_calm(lang: str) -> None:
    words = words_for(lang)
    shown = panel_at(asked_of("moons"), 1.0)
    assert shown.shape is Shape.BALANCED
    assert lead_sentence([shown], words) == words("gamma.sentence.calm")
    unsettled = replace(shown, regions=Regions(2, 1, 1, settled=False))
    assert unsettled.shape is Shape.UNSETTLED
    assert panel_sentence(unsettled, words) == words("gamma.unsettled", positive=2, negative=1)
    assert lead_sentence([shown, unsettled], words) == words("gamma.sentence.unsettled")


@pytest.mark.parametrize("lang", languages)
def test_islands_that_are_not_all_counted_are_at_least_so_many(lang: str) -> None:
    words = words_for(lang)
    shown = replace(panel_at(asked_of("moons"), 10.0), regions=Regions(5, 2, 4, settled=False))
    assert panel_sentence(shown, words) == words("gamma.islands.unsettled", positive=5, negative=2, lonely=4)
    assert lead_sentence([shown], words) == words("gamma.sentence.islands.unsettled", gamma="10", lonely=4)


def test_a_bound_of_zero_regions_swallows_no_window() -> None:
    shown = replace(panel_at(asked_of("moons"), 1.0), regions=Regions(1, 0, 0, settled=False), smallest_k=0.95)
    assert panel_sentence(shown, words_for("en")).startswith("All points look alike")


@pytest.mark.parametrize("lang", languages)
def test_a_hard_margin_that_does_not_exist_is_not_described_as_a_picture(lang: str) -> None:
    words, asked = words_for(lang), contradiction()
    shown = panel_at(asked, 1.0)
    assert shown.solution.light is Light.IMPOSSIBLE
    assert panel_sentence(shown, words) == words("gamma.impossible")
    assert lead_sentence([shown], words) == words("gamma.impossible")
    assert [each.error for each in left_out(candidates(asked, [shown]), "one")] == [LeaveOneOut(0, 0, complete=False)]


def test_islands_are_regions_with_one_point_that_is_alone() -> None:
    shown = panel_at(asked_of("moons"), 1000.0)
    assert shown.shape is Shape.ISLANDS
    assert shown.regions.lonely <= min(shown.regions.positive + shown.regions.negative, len(shown.problem.y))


def test_a_class_that_owns_the_window_is_not_called_alike() -> None:
    shown = replace(panel_at(asked_of("moons"), 1.0), regions=Regions(1, 0, 0))
    assert panel_sentence(shown, words_for("en")) == words_for("en")("gamma.swallowed")


# ---- gammas ----


@pytest.mark.parametrize(
    ("text", "gammas"),
    [
        ("1, 10, 100", (1.0, 10.0, 100.0)),
        ("100 10 1", (1.0, 10.0, 100.0)),
        ("1，10；100、1000", (1.0, 10.0, 100.0, 1000.0)),
        (" 1;;1 , 1.0 ", (1.0,)),
        ("1e-6,1e6", (1e-6, 1e6)),
        (".5\n2", (0.5, 2.0)),
        (" ".join(map(str, range(1, 10))), tuple(map(float, range(1, 10)))),
    ],
)
def test_gammas_may_be_typed_in_any_order_and_with_any_separator(text: str, gammas: tuple[float, ...]) -> None:
    assert read_gammas(text) == gammas


BAD = ["", " , ", "a", "1, b", "0", "-1", "1e-7", "1e7", "nan", "inf", "1e999", "1,2,3,4,5,6,7,8,9,10", "1" * 5000]


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:12])
def test_what_is_no_list_of_gammas_is_refused_in_one_sentence(text: str, lang: str) -> None:
    with pytest.raises(InputError) as caught:
        read_gammas(text)
    said = input_message(caught.value, words_for(lang))
    assert text[:40] in said
    assert len(said) < 200


@given(st.text(max_size=60))
def test_whatever_is_typed_gives_gammas_in_range_or_a_refusal(text: str) -> None:
    try:
        gammas = read_gammas(text)
    except InputError:
        return
    assert 1 <= len(gammas) <= limits.GAMMAS
    assert list(gammas) == sorted(set(gammas))
    assert all(1e-6 <= gamma <= 1e6 for gamma in gammas)


def test_the_gammas_of_a_link_rise_and_come_once() -> None:
    assert asked_of("moons").gammas == GAMMAS
    assert asked_of("moons", gammas="100_1_10_1").gammas == (1.0, 10.0, 100.0)


@given(st.lists(st.floats() | st.none() | st.text(max_size=3), max_size=12).map(tuple) | st.integers())
def test_whatever_is_sent_leaves_gammas_that_a_link_may_carry(sent: object) -> None:
    lab = opening(LINK, {"data": "moons"})
    changed = PAGE.change(lab, "gammas", sent)
    if changed is not lab:
        shared, unread = LINK.from_query(LINK.to_query(changed.shared) or {})
        assert unread == ()
        assert shared.gammas == changed.shared.gammas == PAGE.read(changed).gammas


def test_a_kernel_that_is_not_gaussian_leaves_the_gammas_alone() -> None:
    assert asked_of(k="taylor", g="7", m="3").gammas == GAMMAS


# ---- sharing ----


def test_one_leave_one_out_error_serves_all_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "AT_ONCE", 60.0)
    alone = {"C": "10.25", "gammas": "1.0_3.0"}  # used by no other test
    here, there = asked_of("overlap", **alone), asked_of("overlap", **alone)
    shown = panels(here)
    assert [(each.error, each.done) for each in known_left_out(candidates(here, shown))] == [(None, 0)] * 2
    found = soon(lambda: left_out(candidates(here, shown), "one"), is_over)
    assert [each.error for each in found] == [error_of(one) for one in shown]
    assert [(each.done, each.of) for each in found] == [(one.solution.vectors,) * 2 for one in shown]
    assert known_left_out(candidates(there, panels(there))) == found
    other = asked_of("overlap", C="10.5", gammas="1.0")
    assert [each.error for each in known_left_out(candidates(other, panels(other)))] == [None]


def test_leaving_ends_the_solve_and_a_return_continues_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "AT_ONCE", 60.0)
    asked = asked_of("overlap", C="777", gammas="0.3")
    shown = panels(asked)
    begun = soon(lambda: left_out(candidates(asked, shown), "one"), lambda found: found[0].done > 0)
    leave(candidates(asked, shown), "one")
    rested = known_left_out(candidates(asked, shown))
    assert 0 < begun[0].done <= rested[0].done
    found = soon(lambda: left_out(candidates(asked, shown), "one"), is_over)
    assert [each.error for each in found] == [error_of(one) for one in shown]


def test_long_leave_one_out_runs_are_not_begun_without_asking() -> None:
    quick = [panel_at(asked_of("moons"), gamma) for gamma in GAMMAS]
    assert is_cheap(quick)
    assert is_cheap([panel_at(asked_of("overlap"), gamma) for gamma in GAMMAS])
    rng = np.random.default_rng(0)
    noise = asked_of(C="1e4", points=make_points(rng.normal(size=(300, 2)), rng.choice([-1, 1], 300)))
    assert not is_cheap([panel_at(noise, 0.1)])  # some minutes
    assert not is_cheap([panel_at(asked_of("cancer"), 1.0)])  # more than 300 points


def test_panels_are_shared_by_content_and_told_apart_by_every_part_of_it() -> None:
    here = asked_of("moons")
    X, y = here.board.points.X, here.board.points.y
    one = panel_at(here, 1.0)
    assert panel_at(asked_of("moons"), 1.0) is one
    others = [
        panel_at(asked_of("moons", C="9"), 1.0),
        panel_at(here, 1.0000000000000002),
        panel_at(asked_of(points=make_points(X, -y)), 1.0),
    ]
    assert all(other is not one for other in others)


def test_the_leave_one_out_error_is_what_leaving_out_every_point_gives() -> None:
    asked = asked_of("overlap")
    points = CATALOGUE["overlap"].make()
    shown = panel_at(asked, 0.1)
    found = error_of(shown)
    wrong = sum(_wrong_without(points.X, points.y, i, shown) for i in range(len(points.y)))
    assert found.complete
    assert found.errors == wrong


def _wrong_without(X: np.ndarray, y: np.ndarray, i: int, shown: AtGamma) -> bool:
    from sklearn.svm import SVC

    kept = np.arange(len(y)) != i
    other = SVC(C=float(shown.problem.dual.upper[0]), gamma=shown.gamma, tol=1e-6).fit(X[kept], y[kept])
    return bool(other.predict(X[[i]])[0] != y[i])


@pytest.mark.parametrize("lang", languages)
def test_islands_that_cannot_be_seen_are_said_to_be_too_small(lang: str) -> None:
    asked, words = asked_of("moons"), words_for(lang)
    said = max(words.texts["gamma.small"].split("{points}"), key=len)
    for gamma in (1.0, 300.0, 1000.0, 2800.0):
        shown = panel_at(asked, gamma)
        around = too_small(asked, shown)
        text = panel_sentence(shown, words, around)
        assert (words("gamma.small", points=around) in text) == (around > 0) == (gamma == 2800.0) == (said in text)
        near = 0.99 * SEEN * asked.board.square[2]
        f = decision_values(
            shown.problem, shown.solution.alpha, shown.solution.b, shown.problem.X + np.array([near, 0.0])
        )
        assert around <= np.count_nonzero(shown.problem.y * f < 0.01)
