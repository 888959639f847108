"""The page about duality as a visitor meets it: every problem, by hand to the optimum, the exercise, bad links."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.topics.duality.theory import TOYS
from datasets import CATALOGUE
from pages import LINK, PAGES
from pages.duality import answers
from pages.duality.question import EXAMPLE, EXERCISE, FORM, Options, change, read
from pages.duality.script import reproduction
from pages.duality.sentences import picture_sentence, soft_sentence, told
from pages.duality.tables import checklist, multipliers_table
from tests.core.golden import GOLDEN
from tests.pages.visit import CHINESE, Visit, in_both_languages
from ui.link.shared import Shared
from ui.state.lab import Lab, opening
from ui.words import number, words_for

(PAGE,) = (page for page in PAGES if page.name == "duality")
every_problem = pytest.mark.parametrize("problem", TOYS)


def lab_of(**chosen: Any) -> Lab:
    return opening(LINK, {"dual": FORM.write(Options(**chosen))})


def link(**chosen: Any) -> dict[str, str]:
    return {"dual": FORM.write(Options(**chosen))}


def kkt(visit: Visit) -> list[bool]:
    """Return which lines of the checklist are green."""
    (found,) = (html.proto.body for html in visit.app.get("html") if '<ul class="lab-kkt"' in html.proto.body)
    return ["lab-off" not in line for line in found.split("<li")[1:]]


def dials(visit: Visit) -> dict[str, dict[str, Any]]:
    return {dial["name"]: dial for sliders in visit.data("sliders") for dial in sliders["dials"]}


# ---- the place ----


@in_both_languages
@every_problem
def test_every_problem_opens_beside_its_optimum(problem: str, lang: str) -> None:
    visit, words = Visit("duality", lang=lang, **link(problem=problem)), words_for(lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert words("duality.question") in visit.texts()
    assert not all(kkt(visit)), "something is left to do"
    assert not answers.place(read(visit.app.session_state["lab"])).closed


@pytest.mark.parametrize(("problem", "closes"), [("one", True), ("two", True), ("squared", False), ("wells", False)])
def test_the_optimum_closes_the_gap_where_it_can_be_closed(problem: str, closes: bool) -> None:
    visit = Visit("duality", **link(problem=problem))
    visit.app.button(key="duality-optimum-en").click()
    visit.run()
    place = answers.place(read(visit.app.session_state["lab"]))
    assert place.closed == closes
    words = words_for("en")
    assert (words("duality.lead.closed", p=told(place.optimum.p)) in visit.lead()) == closes
    assert all(kkt(visit)) == (problem in ("one", "two"))


def test_a_hand_closes_the_gap_and_each_line_turns_green() -> None:
    seen = []
    for x, multiplier in ((0.5, -0.25), (0.5, 0.5), (2.0, 2.0), (1.0, 0.5), (1.0, 1.0)):
        seen.append(kkt(Visit("duality", **link(x1=x, l1=multiplier))))
    assert seen == [
        [False, False, False, False],
        [True, False, True, False],
        [True, True, True, False],
        [False, True, True, True],
        [True, True, True, True],
    ]


@pytest.mark.parametrize(
    ("chosen", "off"),
    [({"l1": -0.1}, "0.1"), ({"problem": "squared", "p1": 0.05, "x1": -0.223606798, "l1": 1.0}, "1.12 × 10⁻¹⁰")],
)
def test_a_line_that_fails_says_by_how_much_and_never_by_nothing(chosen: dict[str, Any], off: str) -> None:
    words = words_for("en")
    lines = checklist(answers.place(read(lab_of(**chosen))), words)
    assert f"<i>{words('duality.kkt.off', off=off.replace(' ', chr(0xA0)))}</i>" in lines
    assert f"<i>{words('duality.kkt.off', off=0)}</i>" not in lines


@in_both_languages
def test_a_negative_multiplier_bounds_nothing_and_the_page_says_so(lang: str) -> None:
    visit, words = Visit("duality", lang=lang, **link(x1=2.0, l1=-0.4)), words_for(lang)
    assert visit.lead().startswith(words("duality.lead.negative"))


@in_both_languages
def test_no_multiplier_closes_the_gap_of_the_counterexample_until_there_is_room(lang: str) -> None:
    words = words_for(lang)
    at_zero = Visit("duality", lang=lang, **link(problem="squared", x1=0.0, l1=8.0))
    assert words("duality.lead.unattained") in at_zero.lead()
    assert kkt(at_zero) == [False, True, True, True]
    room = Visit("duality", lang=lang, **link(problem="squared", p1=0.25, x1=-0.5, l1=1.0))
    assert words("duality.lead.unattained") not in room.lead()
    assert kkt(room) == [True, True, True, True]


@in_both_languages
def test_kkt_without_convexity_prove_nothing_and_the_page_says_so(lang: str) -> None:
    visit, words = Visit("duality", lang=lang, **link(problem="wells", x1=0.879, l1=0.0)), words_for(lang)
    assert all(kkt(visit))
    best = answers.place(read(visit.app.session_state["lab"])).optimum
    assert words("duality.lead.weak.kkt", gap=told(best.gap), p=told(best.p), d=told(best.d)) in visit.lead()


def test_another_problem_starts_at_its_own_place() -> None:
    lab = change(lab_of(x1=1.0, l1=1.0, p1=0.5), "problem", "two")
    asked = read(lab)
    assert (tuple(asked.x), tuple(asked.multipliers)) == TOYS["two"].start
    assert asked.numbers == tuple(knob.usual for knob in TOYS["two"].knobs)
    same = lab_of(x1=1.0)
    assert change(same, "problem", "one") is same
    assert change(same, "problem", ["one"]) is same


@every_problem
def test_every_slider_holds_its_value(problem: str) -> None:
    for dial in dials(Visit("duality", **link(problem=problem))).values():
        assert dial["low"] <= dial["value"] <= dial["high"]
        assert dial["word"]


def test_a_number_outside_its_problem_is_the_usual_one_and_the_rounding_of_a_slider_is_none() -> None:
    lab = lab_of(problem="squared", x1=50.0, p1=-3.0)
    asked = read(change(lab, "l1", 1.0 - 10 * 0.1 + 1e-12))
    assert tuple(asked.x) == TOYS["squared"].start[0]
    assert tuple(asked.multipliers) == (0.0,)
    assert asked.numbers == (0.0,)


@given(st.sampled_from(sorted(TOYS)), st.lists(st.floats(0.0, 1.0), min_size=2, max_size=2))
@example("squared", [0.05, 0.0])
@example("two", [1.0, 0.3])
def test_the_optimum_that_is_chosen_is_feasible_and_comes_back_from_a_link(name: str, shares: list[float]) -> None:
    toy = TOYS[name]
    knobs = {
        f"p{k}": knob.low + share * (knob.high - knob.low)
        for k, (knob, share) in enumerate(zip(toy.knobs, shares, strict=False), 1)
    }
    lab = change(lab_of(problem=name, **knobs), "optimum", None)
    lab = opening(LINK, {"dual": FORM.write(lab.options(Options))})
    place = answers.place(read(lab))
    if place.optimum.x is None or not toy.x[0] <= place.optimum.x.min() <= place.optimum.x.max() <= toy.x[1]:
        return
    assert place.conditions.feasible == 0.0
    assert place.primal == place.optimum.p
    in_sight = place.optimum.multipliers is not None and place.optimum.multipliers.max() <= toy.multiplier[1]
    assert place.closed == (place.strong and in_sight)


# ---- three points ----


def test_the_example_is_that_of_the_textbook() -> None:
    assert [list(row) for row in EXAMPLE] == GOLDEN["textbook"]["example_7_1"]["X"]
    assert [list(row) for row in EXERCISE[0]] == GOLDEN["textbook"]["exercise_7_2"]["X"]
    assert list(EXERCISE[1]) == GOLDEN["textbook"]["exercise_7_2"]["y"]


@in_both_languages
@pytest.mark.parametrize(
    ("second", "key"),
    [
        ((4.0, 3.0), "second"),
        ((2.0, 3.0), "first"),
        ((1.0, 4.0), "inside"),
        ((3.0, 3.0), "tie"),
        ((5.0, 5.0), "singular"),
        ((0.0, 0.0), "none"),
        ((1.0, 1.0), "none"),
    ],
)
def test_what_is_said_of_the_edges_holds(second: tuple[float, float], key: str, lang: str) -> None:
    visit, words = Visit("duality", lang=lang, **link(s1=second[0], s2=second[1])), words_for(lang)
    assert words.texts[f"duality.edges.{key}"].split("{")[0] in visit.texts()
    assert visit.warnings() == []
    shown = answers.three(read(visit.app.session_state["lab"]))
    assert shown.agree == (key != "none")
    assert (words.texts["duality.edges.solver"].split("{")[0] in visit.texts()) == shown.agree


def test_the_three_points_move_by_their_sliders_and_no_further() -> None:
    lab = change(lab_of(), "s1", 1.5)
    assert read(lab).points[1].tolist() == [1.5, 3.0]
    assert change(lab, "s1", 7.0) is lab
    assert change(lab, "s1", "2") is lab


# ---- the exercise ----

RIGHT = {"w1": -1.0, "w2": 2.0, "b": -2.0, "picked": (0, 2, 4)}


@in_both_languages
@pytest.mark.parametrize(
    ("w", "b", "kind"),
    [
        ((0.0, 0.0), 0.0, "none"),
        ((1.0, 1.0), -4.5, "wrong"),
        ((-0.5, 1.0), -1.0, "infeasible"),
        ((-2.0, 4.0), -4.0, "feasible"),
        ((-1.0, 2.0), -2.0, "best"),
    ],
)
def test_a_proposed_line_is_judged_without_giving_the_answer_away(
    w: tuple[float, float], b: float, kind: str, lang: str
) -> None:
    visit, words = Visit("duality", lang=lang, **link(w1=w[0], w2=w[1], b=b)), words_for(lang)
    assert words.texts[f"duality.guess.{kind}"].split("{")[0] in visit.texts()
    assert words("duality.answer.computed") not in visit.texts()


@in_both_languages
def test_the_answer_is_computed_and_says_how_far_off_one_is(lang: str) -> None:
    words = words_for(lang)
    right = Visit("duality", lang=lang, **link(shown=True, **RIGHT)).texts()
    for said in ("(−1, 2)", "(0.5, 0, 2, 0, 2.5)", words("duality.off", w1="0", w2="0", b="0")):
        assert said in right
    assert words("duality.picked.right") in right
    wrong = Visit("duality", lang=lang, **link(shown=True, **{**RIGHT, "b": -1.5, "picked": (0, 1)})).texts()
    assert words("duality.off", w1="0", w2="0", b="0.5") in wrong
    assert words("duality.picked.wrong", names="x₂") in wrong
    assert words("duality.picked.missing", names=words.listed(["x₃", "x₅"])) in wrong
    none = Visit("duality", lang=lang, **link(shown=True)).texts()
    assert words("duality.picked.none") in none


def test_picks_and_the_wish_for_the_answer_travel_in_the_link() -> None:
    visit = Visit("duality")
    (pills,) = (group for group in visit.app.button_group if "duality-picked" in (group.key or ""))
    pills.set_value([0, 2])
    visit.run()
    (toggle,) = (toggle for toggle in visit.app.toggle if "duality-shown" in (toggle.key or ""))
    toggle.set_value(True)
    visit.run()
    chosen = FORM.read(visit.query["dual"])
    assert chosen is not None
    assert (chosen.picked, chosen.shown) == ((0, 2), True)


# ---- links, script, caption ----


@in_both_languages
@pytest.mark.parametrize("dual", ["garbage", "one_nan", "two_1_2_3_4_5_6_7_8", "<script>", "one_1e999"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(dual: str, lang: str) -> None:
    visit = Visit("duality", dual=dual, lang=lang)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")


@every_problem
def test_the_script_finds_the_numbers_on_screen(problem: str, tmp_path: Path) -> None:
    asked = read(lab_of(problem=problem, s1=1.0, s2=4.0))
    file = tmp_path / "script.py"
    file.write_text(reproduction(asked))
    found = runpy.run_path(str(file))
    place = answers.place(asked)
    assert (found["place"].primal, found["place"].dual) == (place.primal, place.dual)
    assert found["place"].optimum.p == place.optimum.p
    assert found["three"].path.tobytes() == answers.three(asked).path.tobytes()
    assert found["found"].alpha.tobytes() == answers.solved().alpha.tobytes()


@in_both_languages
@pytest.mark.parametrize("toy", list(TOYS))
def test_before_a_class_the_caption_of_the_landscape_says_what_its_lines_are_and_no_more(toy: str, lang: str) -> None:
    words = words_for(lang)
    question = read(Lab(Shared().choosing(Options(problem=toy)), CATALOGUE["moons"].make()))
    shown = answers.seen(question)
    long, brief = (picture_sentence(shown, question.numbers, toy == "one", words, short) for short in (False, True))
    assert number(shown.step) in brief
    assert len(brief) < len(long)


# ---- the soft margin's second multipliers ----


@in_both_languages
@pytest.mark.parametrize(("C", "kind"), [(0.5, "some"), (5.0, "none")])
def test_the_multipliers_say_where_slack_is(lang: str, C: float, kind: str) -> None:
    words, found = words_for(lang), answers.soft(read(lab_of(penalty=C)))
    said = soft_sentence(found, words)
    bound, slack = int((found.mu == 0).sum()), int((found.xi > 0).sum())
    assert words(f"duality.soft.{kind}", C=number(C), bound=bound, slack=slack) in said
    assert words("duality.soft.same", primal=told(found.primal)) in said
    assert (found.xi[found.mu > 0] == 0).all()
    rows = multipliers_table(found, words).split("\n")
    assert len(rows) == 7
    assert told(float(found.mu[0])) in rows[2]


def test_the_fold_of_the_soft_margin_opens_with_the_c_of_the_link() -> None:
    visit = Visit("duality", **link(penalty=0.25))
    visit.unfold("duality-soft")
    assert words_for("en").texts["duality.soft.theory"] in visit.texts()
    found = answers.soft(read(lab_of(penalty=0.25)))
    assert soft_sentence(found, words_for("en")) in visit.texts()
