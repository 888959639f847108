"""The page of the Fourier dice as a visitor meets it: every choice, both languages, its link, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from core.solver import new_cancel_flag
from datasets import make_points
from pages import LINK, PAGES, fourier
from pages.fourier import answers
from pages.fourier.question import Question
from tests.pages.visit import CHINESE, ROOT, Visit, in_both_languages, link_of
from ui.state.lab import opening
from ui.words import number, plain, words_for

LESSONS = {page.name: page.lessons for page in PAGES}

FIGURES = 5


def asked_of(visit: Visit) -> Question:
    """Return what a visit asks."""
    found: Question = fourier.PAGE.read(opening(LINK, visit.query))
    return found


def rolled(visit: Visit) -> Visit:
    """Show all rolls; a test has no clock that would ask for them."""
    for _ in answers.more_rolls(asked_of(visit), new_cancel_flag()):
        pass
    visit.run()
    return visit


def alts(visit: Visit) -> list[str]:
    return [str(data["alt"]) for data in visit.data("plot")]


def dials(visit: Visit) -> dict[str, dict[str, Any]]:
    (shown,) = visit.data("sliders")
    return {dial["name"]: dial for dial in shown["dials"]}


def shown(visit: Visit) -> tuple[float, int, int]:
    """Return gamma, D and the seed that the page shows."""
    (seed,) = (typed.value for typed in visit.app.number_input if str(typed.key).startswith("fourier-seed"))
    return dials(visit)["gamma"]["value"], dials(visit)["components"]["value"], int(seed)


def map_key(visit: Visit) -> str:
    (key,) = (str(one.key) for one in visit.app.segmented_control if str(one.key).startswith("fourier-paired"))
    return key


def has_pairs(visit: Visit) -> bool:
    """Tell whether the page shows the map of the pairs."""
    return bool(visit.app.segmented_control(key=map_key(visit)).value)


def put(visit: Visit, base: int | None = None, **values: Any) -> None:
    """Send what a slider sends."""
    now = visit.data("sliders")[0]["base"]
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components("sliders")[0].id
    widget.json_value = json.dumps({"put": {"base": now if base is None else base, "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


@in_both_languages
def test_the_page_opens_full_of_meaning(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("fourier.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert visit.lead().startswith(words("fourier.sentence.worst", D=100, worst="0.331"))
    assert len(visit.components("plot")) == FIGURES
    for lesson in LESSONS["fourier"]:
        assert words(f"try.fourier.{lesson.name}") in visit.texts()


CHOICES = [(20, 3, "0.5_points"), (200, 7, "0.001_line"), (2, 9999, "0.05_line")]
OLDER = [  # the map that an older link asks for, the kernel that it has chosen, and the one with both
    *(("phase", "gaussian", "gaussian"), ("phase", "fourier", "fourier"), ("phase", "paired", "fourier")),
    *(("paired", "gaussian", "paired"), ("paired", "fourier", "paired"), ("paired", "paired", "paired")),
]


@pytest.mark.parametrize(("D", "seed", "options"), CHOICES)
@pytest.mark.parametrize("kernel", ["gaussian", "paired"])
def test_a_link_brings_every_choice_and_keeps_it(D: int, seed: int, options: str, kernel: str) -> None:
    own = {"D": str(D), "s": str(seed), "fourier": f"kernel_{options}"}
    visit = Visit("fourier", data="overlap", k=kernel, g="2", **own)
    assert visit.query == {**visit.query, "k": kernel, **own}
    assert shown(visit) == (2.0, D, seed)
    assert has_pairs(visit) == (kernel == "paired")
    assert visit.app.segmented_control(key="fourier-delta-en-0").value == float(options.split("_")[0])
    assert len(visit.components("plot")) == FIGURES


@pytest.mark.parametrize(("mapped", "chosen", "becomes"), OLDER)
def test_the_map_of_an_older_link_becomes_the_chosen_kernel(mapped: str, chosen: str, becomes: str) -> None:
    visit = Visit("fourier", data="overlap", k=chosen, g="2", D="20", s="3", fourier=f"{mapped}_0.5_points")
    assert visit.query == {**visit.query, "k": becomes, "g": "2", "D": "20", "s": "3", "fourier": "kernel_0.5_points"}
    assert shown(visit) == (2.0, 20, 3)
    assert has_pairs(visit) == (mapped == "paired")


def test_a_choice_of_the_map_is_a_choice_of_the_kernel() -> None:
    visit = Visit("fourier", data="moons", k="gaussian", g="2", D="60", s="3")
    for paired, kernel in ((True, "paired"), (False, "fourier")):
        visit.app.segmented_control(key=map_key(visit)).set_value(paired)
        visit.run()
        assert has_pairs(visit) == paired
        spec = {"name": kernel, "gamma": 2.0, "components": 60, "seed": 3}
        assert Visit("board", **visit.query).kernel() == spec


def test_what_an_older_link_got_wrong_is_told_although_its_map_is_taken_over() -> None:
    visit, words = Visit("fourier", fourier="paired", D="4001"), words_for("en")
    assert visit.warnings() == [words("link.whole", name="D", got="4001", low="1", high="4000", used="100")]


def test_gamma_features_and_seed_are_those_of_the_kernel_on_the_board() -> None:
    visit = Visit("fourier", data="moons", k="fourier", g="3", D="100", s="1")
    assert shown(visit) == (3.0, 100, 1)
    put(visit, components=60)
    assert Visit("board", **visit.query).kernel() == {
        "name": "fourier",
        "gamma": 3.0,
        "components": 60,
        "seed": 1,
    }


def test_the_sliders_and_the_dice_change_the_picture_and_the_link() -> None:
    visit, words = Visit("fourier", data="moons"), words_for("en")
    before, lead = alts(visit), visit.lead()
    put(visit, components=500)
    assert visit.query["D"] == "500"
    assert dials(visit)["components"]["value"] == 500
    assert visit.lead() != lead
    assert all(new != old for new, old in zip(alts(visit)[:4], before[:4], strict=True))
    again = next(button for button in visit.app.button if button.label == words("fourier.again"))
    again.click()
    visit.run()
    assert (visit.query["D"], visit.query["s"]) == ("500", "1")
    put(visit, gamma=5.0)
    assert visit.query["g"] == "5"
    put(visit, gamma=10.0)  # again, on the same base: hands that drag are not interrupted
    assert visit.query["g"] == "10"
    visit.app.number_input[0].set_value(42)
    visit.run()
    assert shown(visit) == (10.0, 500, 42)
    assert visit.query["s"] == "42"
    visit.app.segmented_control(key="fourier-delta-en-0").set_value(0.5)
    visit.run()
    assert visit.query["fourier"] == "kernel_0.5_points"


def test_after_the_last_seed_comes_the_first() -> None:
    visit = Visit("fourier", data="moons", s="9999")
    visit.app.button(key="fourier-again-en").click()
    visit.run()
    assert shown(visit) == (1.0, 100, 0)


@in_both_languages
def test_pairs_have_an_even_number_of_features_and_say_so(lang: str) -> None:
    visit, words = Visit("fourier", data="moons", k="paired", lang=lang), words_for(lang)
    said = words("fourier.even", D=36, chosen=37)
    assert said not in visit.texts()
    put(visit, components=37)
    assert dials(visit)["components"]["value"] == 36
    assert said in visit.texts()
    assert visit.warnings() == []
    assert visit.query["D"] == "37"  # as it was chosen: phases and the board need no even number


@pytest.mark.parametrize(
    "values", [{"components": 0}, {"components": 4001}, {"components": 9.5}, {"components": "many"}, {"gamma": -1.0}]
)
def test_what_no_slider_sends_changes_nothing(values: dict[str, Any]) -> None:
    visit = Visit("fourier", data="moons")
    before = visit.query
    put(visit, **values)
    assert visit.query == before


def test_a_late_word_of_a_slider_about_other_points_has_no_say() -> None:
    visit = Visit("fourier", data="moons")
    old = visit.data("sliders")[0]["base"]
    visit.app.button(key="try-fourier-waves").click()
    visit.run()
    assert visit.data("sliders")[0]["base"] != old
    put(visit, base=old, components=500)
    assert visit.query["D"] == "20"


@in_both_languages
def test_the_counterexample_is_one_click_away_and_breaks_the_corollary(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang), words_for(lang)
    visit.app.button(key="try-fourier-line").click()
    visit.run()
    rolled(visit)
    assert (visit.query["D"], visit.query["fourier"]) == ("200", "kernel_0.05_line")
    told = words("fourier.bounds.broken", D=200, eps="0.245", percent="95", broken=20, rolls=20)
    assert told in visit.texts()
    assert words("fourier.bounds.held", rolls=20) in visit.texts()


def test_all_rolls_come_in_and_every_classifier_is_proved() -> None:
    visit, words = rolled(Visit("fourier", data="overlap")), words_for("en")
    assert words("fourier.cloud.proved", all=26) in visit.texts()


def test_rolls_come_one_by_one_and_none_is_made_twice() -> None:
    asked = asked_of(Visit("fourier", data="moons", g="1.01", D="30", fourier="kernel_0.05_line"))
    assert answers.standing(asked).rolls == (1, 1, 1)
    going = answers.more_rolls(asked, new_cancel_flag())
    seen = [answers.standing(asked).rolls for _ in range(3) if next(going) is None]
    assert seen == [(2, 1, 1), (2, 2, 1), (2, 2, 2)]
    first = answers.standing(asked).cloud.rolls
    assert len(list(going)) == 25 + 20 + 20 - 6
    assert answers.standing(asked).complete
    assert all(one is other for one, other in zip(answers.standing(asked).cloud.rolls[:2], first, strict=True))
    assert list(answers.more_rolls(asked, new_cancel_flag())) == []


def test_a_roll_that_is_stopped_leaves_nothing_half_done_and_what_was_rolled_stays() -> None:
    asked, cancel = asked_of(Visit("fourier", data="moons", g="1.02", D="30")), new_cancel_flag()
    going = answers.more_rolls(asked, cancel)
    next(going)  # the second boundary
    next(going)  # its errors
    cancel[0] = 1
    assert list(going) == []
    assert answers.standing(asked).rolls == (2, 2, 2)
    assert next(answers.more_rolls(asked, new_cancel_flag())) is None
    assert answers.standing(asked).rolls == (3, 2, 2)


def test_cached_rolls_start_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = rolled(Visit("fourier", data="overlap"))
    monkeypatch.setattr(answers, "WORKS", None)  # any use fails
    assert answers.follow(asked_of(visit), "a visitor").complete


@pytest.mark.parametrize(("query", "said"), [({"D": "100"}, False), ({"D": "4000"}, True)])
def test_how_far_the_rolls_are_is_said_where_they_take_long(query: dict[str, str], said: bool) -> None:
    visit = Visit("fourier", data="moons", g="1.03", **query)
    assert bool(visit.app.get("progress")) == said
    assert ("fourier-stop-en" in {button.key for button in visit.app.button}) == said


@pytest.mark.parametrize(("gamma", "what"), [("1e6", "identity"), ("1e-6", "ones")])
@in_both_languages
def test_a_gamma_that_leaves_nothing_is_said_to_and_what_it_means(gamma: str, what: str, lang: str) -> None:
    visit, words = Visit("fourier", data="moons", g=gamma, lang=lang), words_for(lang)
    assert words(f"fourier.extreme.{what}", gamma=number(float(gamma))) in visit.lead()
    assert len(visit.components("plot")) == FIGURES


@in_both_languages
def test_too_many_components_are_told_and_the_page_stands_with_its_usual_number(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang, D="4001"), words_for(lang)
    assert visit.warnings() == [words("link.whole", name="D", got="4001", low="1", high="4000", used="100")]
    assert dials(visit)["components"]["value"] == 100
    assert len(visit.components("plot")) == FIGURES


def test_the_most_components_that_there_can_be_are_rolled() -> None:
    visit = Visit("fourier", D="4000", k="paired")
    assert visit.warnings() == []
    assert plain(visit.lead()).startswith("With D = 4000 ")
    assert len(visit.components("plot")) == FIGURES


@in_both_languages
def test_a_mangled_link_is_told_and_the_page_stands(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang, fourier="many_waves"), words_for(lang)
    assert visit.warnings() == [words("link.fourier", got="many·waves")]
    assert len(visit.components("plot")) == FIGURES


@in_both_languages
@pytest.mark.parametrize("X", [[[0.5, 0.5]], [[0.5, 0.5], [1.5, 1.0]]])
def test_points_of_one_class_are_refused_in_one_sentence(X: list[list[float]], lang: str) -> None:
    visit = Visit("fourier", lang=lang, **link_of(make_points(X, [1] * len(X))))
    assert len(visit.warnings()) == 1
    assert visit.components("plot") == []


@in_both_languages
def test_equal_points_hold_nothing_to_approximate_and_are_shown_all_the_same(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang, **link_of(make_points([[0.5, 0.5]] * 3, [1, -1, 1]))), words_for(lang)
    assert words("fourier.extreme.equal") in visit.lead()
    assert len(visit.components("plot")) == FIGURES


@in_both_languages
def test_a_hard_margin_that_a_roll_has_not_is_said_and_left_out(lang: str) -> None:
    visit, words = Visit("fourier", data="overlap", C="inf", D="4", lang=lang), words_for(lang)
    assert words("fourier.sentence.impossible") in visit.lead()


def test_hidden_figures_leave_the_picture_alone() -> None:
    visit = Visit("fourier", hide="figures")
    assert visit.components("plot") == []
    assert visit.board()[0]["editable"]


def test_the_projector_reaches_every_figure() -> None:
    visit = Visit("fourier", view="projector")
    assert all(data["projector"] for data in visit.data("plot"))


@in_both_languages
def test_a_kernel_that_is_not_shown_is_named_and_stays_while_gamma_moves(lang: str) -> None:
    visit, words = Visit("fourier", data="moons", k="linear", lang=lang), words_for(lang)
    assert words("fourier.kernel", chosen=words("panel.kernel.linear")) in visit.texts()
    assert dials(visit)["gamma"]["value"] == 1.0
    put(visit, gamma=2.0)
    assert (visit.query["k"], visit.query["g"]) == ("linear", "2")
    assert dials(visit)["gamma"]["value"] == 2.0


def test_the_code_below_the_page_rolls_the_same_dice() -> None:
    visit = Visit("fourier", data="moons")
    visit.unfold("more-code")
    code = next(block.value for block in visit.app.code if "FourierMap" in block.value)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("worst entry 0.3306")
    assert done.stdout.count("Light.PROVED") == 2
