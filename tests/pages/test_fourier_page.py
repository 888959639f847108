"""The page of the Fourier dice as a visitor meets it: every choice, both languages, its link, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from visit import CHINESE, ROOT, Visit, in_both_languages, link_of

from datasets import make_points
from ui.lessons import LESSONS
from ui.options.fourier import FourierOptions
from ui.text import number, words_for

FIGURES = 6


def rolled(visit: Visit) -> Visit:
    """Run until all rolls are in; a test has no clock that would ask for them."""
    for _ in range(40):
        visit.run()
    return visit


def alts(visit: Visit) -> list[str]:
    return [str(data["alt"]) for data in visit.data("plot")]


def dials(visit: Visit) -> dict[str, dict[str, Any]]:
    (shown,) = visit.data("sliders")
    return {dial["name"]: dial for dial in shown["dials"]}


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


@pytest.mark.parametrize("rff", ["20_3_paired_0.5_points", "200_7_phase_0.001_line", "2_9999_paired_0.05_line"])
def test_a_link_brings_every_choice_and_keeps_it(rff: str) -> None:
    visit = Visit("fourier", data="overlap", k="gaussian", g="2", rff=rff)
    assert visit.query["rff"] == rff
    components, _, _, delta, _ = rff.split("_")
    assert dials(visit)["components"]["value"] == int(components)
    assert dials(visit)["gamma"]["value"] == 2.0
    assert visit.app.segmented_control(key="fourier-delta-en-0").value == float(delta)
    assert len(visit.components("plot")) == FIGURES


def test_the_sliders_and_the_dice_change_the_picture_and_the_link() -> None:
    visit, words = Visit("fourier", data="moons"), words_for("en")
    before, lead = alts(visit), visit.lead()
    put(visit, components=499.6)
    assert visit.query["rff"] == "500_0_phase_0.05_points"
    assert dials(visit)["components"]["value"] == 500
    assert visit.lead() != lead
    assert all(new != old for new, old in zip(alts(visit)[:5], before[:5], strict=True))
    again = next(button for button in visit.app.button if button.label == words("fourier.again"))
    again.click()
    visit.run()
    assert visit.query["rff"] == "500_1_phase_0.05_points"
    put(visit, gamma=5.0)
    assert visit.query["g"] == "5"
    put(visit, gamma=10.0)  # again, on the same base: hands that drag are not interrupted
    assert visit.query["g"] == "10"
    visit.app.number_input[0].set_value(42)
    visit.run()
    assert visit.query["rff"] == "500_42_phase_0.05_points"
    visit.app.segmented_control(key="fourier-delta-en-0").set_value(0.5)
    visit.run()
    assert visit.query["rff"] == "500_42_phase_0.5_points"


def test_pairs_have_an_even_number_of_features() -> None:
    visit = Visit("fourier", data="moons", rff="100_0_paired_0.05_points")
    put(visit, components=37)
    assert dials(visit)["components"]["value"] == 36
    assert visit.warnings() == []


@pytest.mark.parametrize("values", [{"components": 0}, {"components": 1e9}, {"components": "many"}, {"gamma": -1.0}])
def test_what_no_slider_sends_changes_nothing(values: dict[str, Any]) -> None:
    visit = Visit("fourier", data="moons", rff="100_0_phase_0.05_points")
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
    assert visit.query["rff"] == "20_0_phase_0.05_points"


@in_both_languages
def test_the_counterexample_is_one_click_away_and_breaks_the_corollary(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang), words_for(lang)
    visit.app.button(key="try-fourier-line").click()
    rolled(visit)
    assert visit.query["rff"] == "200_0_phase_0.05_line"
    told = words("fourier.bounds.broken", D=200, eps="0.245", percent="95", broken=20, rolls=20)
    assert told in visit.texts()
    assert words("fourier.bounds.held", rolls=20) in visit.texts()


def test_all_rolls_come_in_and_every_classifier_is_proved() -> None:
    visit, words = rolled(Visit("fourier", data="overlap")), words_for("en")
    assert words("fourier.cloud.proved", all=26) in visit.texts()


@pytest.mark.parametrize(("gamma", "what"), [("1e6", "identity"), ("1e-6", "ones")])
@in_both_languages
def test_a_gamma_that_leaves_nothing_is_said_to_and_what_it_means(gamma: str, what: str, lang: str) -> None:
    visit, words = Visit("fourier", data="moons", g=gamma, lang=lang), words_for(lang)
    assert words(f"fourier.extreme.{what}", gamma=number(float(gamma))) in visit.lead()
    assert len(visit.components("plot")) == FIGURES


@pytest.mark.parametrize("rff", ["5000_0_phase_0.05_points", "999999999_0_paired_0.05_points"])
@in_both_languages
def test_too_many_components_are_refused_with_the_most_there_can_be(rff: str, lang: str) -> None:
    visit, words = Visit("fourier", lang=lang, rff=rff), words_for(lang)
    D = FourierOptions(*(int(part) for part in rff.split("_")[:1])).components
    if "paired" in rff:
        D -= D % 2
    assert visit.warnings() == [words("refusal.map.components", D=number(D), most="4000")]
    assert visit.lead() == words("board.sentence.refused")
    assert visit.components("plot") == []
    put(visit, components=100)
    assert visit.warnings() == []
    assert len(visit.components("plot")) == FIGURES


@in_both_languages
def test_a_mangled_link_is_told_and_the_page_stands(lang: str) -> None:
    visit, words = Visit("fourier", lang=lang, rff="many_waves"), words_for(lang)
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
    visit, words = Visit("fourier", data="overlap", C="inf", rff="4_0_phase_0.05_points", lang=lang), words_for(lang)
    assert words("fourier.sentence.impossible") in visit.lead()


def test_hidden_figures_leave_the_picture_alone() -> None:
    visit = Visit("fourier", hide="figures")
    assert len(visit.components("plot")) == 1


def test_the_projector_reaches_every_figure() -> None:
    visit = Visit("fourier", view="projector")
    assert all(data["projector"] for data in visit.data("plot"))


def test_a_board_with_another_kernel_is_compared_at_gamma_one_until_a_gamma_is_chosen() -> None:
    visit = Visit("fourier", data="moons", k="linear")
    assert dials(visit)["gamma"]["value"] == 1.0
    assert visit.query["k"] == "linear"
    put(visit, gamma=2.0)
    assert (visit.query["k"], visit.query["g"]) == ("gaussian", "2")


def test_the_code_below_the_page_rolls_the_same_dice() -> None:
    visit = Visit("fourier", data="moons")
    visit.unfold("more-code")
    code = next(block.value for block in visit.app.code if "FourierMap" in block.value)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("worst entry 0.3306")
    assert done.stdout.count("Light.PROVED") == 2
