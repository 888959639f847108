"""The pages of dual coordinate descent as a visitor meets them: every option, both languages, bad input."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from visit import CHINESE, Visit, in_both_languages, link_of

from core.problem import linear_svc, plane
from datasets import make_points
from ui.component.wire import unpack
from ui.lessons import LESSONS
from ui.text import words_for

PAGES = ["descent", "race"]
on_both = pytest.mark.parametrize("page", PAGES)


def player(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("player")
    return unpack(proto.bytes)


def words_of_options() -> list[str]:
    parts = product(
        ["L1", "L2"], ["bias", "plain"], ["random", "cyclic"], ["shrink", "keep"], ["plane", "poly2"], ["7"]
    )
    mapped = ["L1_bias_random_shrink_taylor_0", "L2_plain_cyclic_keep_taylor_0_7-100-0"]
    mapped += ["L1_plain_random_shrink_fourier_0", "L2_bias_random_keep_fourier_3_4-500-12"]
    return ["_".join(part) for part in parts] + mapped


DRAWN = {"plane": "linear", "poly2": "polynomial", "taylor": "taylor", "fourier": "fourier"}


@in_both_languages
@on_both
def test_a_page_opens_full_of_meaning(page: str, lang: str) -> None:
    visit, words = Visit(page, lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words(f"{page}.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.components("plot")) == (2 if page == "descent" else 1)
    for lesson in LESSONS[page]:
        assert words(f"try.{page}.{lesson.name}") in visit.texts()


@pytest.mark.parametrize("cd", words_of_options())
def test_every_choice_is_walked_drawn_and_told(cd: str) -> None:
    visit = Visit("descent", data="overlap", C="1", cd=cd, step="130")
    assert visit.query["cd"] == cd
    header, arrays = player(visit)
    assert header["kernel"]["name"] == DRAWN[cd.split("_")[4]]
    assert arrays.get("waves", np.empty((0, 3))).shape == (header["kernel"].get("components", 0), 3)
    assert header["C"] == (None if cd.startswith("L2") else 1.0)
    assert header["step"] == 130
    assert (arrays["pair"].view(np.uint32) >> 16 == 65535).all()  # nobody is a partner
    assert np.any(arrays["b"] != 0) == ("bias" in cd)
    assert len(visit.boards()) == 2


def test_what_the_player_gets_is_the_plane_of_the_run() -> None:
    header, arrays = player(Visit("descent", data="overlap", C="1", cd="L1_bias_cyclic_shrink_plane_0"))
    X, y = arrays["X"], arrays["y"].astype(float)
    alpha = np.zeros(len(y))
    i = arrays["pair"].view(np.uint32) & 65535
    for k, at in enumerate(i):
        alpha[at] += y[at] * arrays["move"][k]
    found = plane(linear_svc(X, y, 1.0), alpha)
    assert arrays["b"][-1] == pytest.approx(found.b, abs=1e-5)
    f = (X @ X.T) @ (alpha * y) + arrays["b"][-1]  # as the browser draws it: a sum of kernels and an offset
    np.testing.assert_allclose(f, X @ found.w + found.b, atol=1e-5)
    assert header["kernel"] == {"name": "linear"}


@pytest.mark.parametrize(("cd", "m", "D"), [("taylor_0_5-100-0", 5, None), ("fourier_0_4-60-3", None, 60)])
def test_a_map_shows_the_numbers_that_it_has(cd: str, m: int | None, D: int | None) -> None:
    visit = Visit("descent", data="rings", C="10", cd=f"L1_bias_random_shrink_{cd}")
    shown = {slider.key.split("-")[1]: slider.value for slider in visit.app.slider if "descent" in (slider.key or "")}
    assert shown == ({"components": D} if m is None else {"taylor_order": m})
    name, moved = ("components", "4-70-3") if m is None else ("taylor_order", "7-100-0")
    visit.app.slider(key=f"descent-{name}-0").set_value(70 if m is None else 7)
    visit.run()
    assert visit.query["cd"].endswith(moved)
    kernel = player(visit)[0]["kernel"]
    assert kernel.get("order", kernel.get("components")) == (70 if m is None else 7)


def test_both_answers_stand_side_by_side_with_their_own_offsets() -> None:
    visit = Visit("descent", data="overlap", C="1")
    (free, _), (appended, _) = visit.boards()
    assert free["answer"]["b"] != appended["answer"]["b"]
    assert not free["editable"]
    assert free["live"] is None


@on_both
@pytest.mark.parametrize(("points", "lang"), [("same", "en"), ("zero", "zh"), ("two", "en")])
@pytest.mark.parametrize("C", ["1", "inf", "1e-9", "1e9"])
def test_degenerate_points_are_walked_or_said_in_one_sentence(points: str, C: str, lang: str, page: str) -> None:
    spots = {"same": [[1, 1], [1, 1]], "zero": [[0, 0], [0, 0], [1, 0]], "two": [[0.5, 0], [-0.5, 0]]}[points]
    drawn = make_points(spots, [1, -1, 1][: len(spots)])
    for cd in ("L1_plain_random_shrink_plane_0", "L2_bias_cyclic_keep_poly2_0"):
        visit = Visit(page, **{**link_of(drawn), "C": C, "lang": lang, "cd": cd})
        assert bool(CHINESE.search(visit.lead())) == (lang == "zh")


@on_both
@in_both_languages
def test_points_of_one_class_are_refused_in_one_sentence(lang: str, page: str) -> None:
    visit = Visit(page, **link_of(make_points([[0, 1], [1, 0]], [1, 1])), lang=lang)
    assert len(visit.warnings()) == 1
    assert bool(CHINESE.search(visit.warnings()[0])) == (lang == "zh")


@on_both
@in_both_languages
@pytest.mark.parametrize("cd", ["garbage", "L1", "L9_bias_random_shrink_plane_0", "<script>"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(cd: str, lang: str, page: str) -> None:
    visit = Visit(page, cd=cd, lang=lang)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")


@pytest.mark.parametrize("step", ["0", "1", "999999"])
def test_a_step_beyond_the_run_stands_at_its_end(step: str) -> None:
    header, arrays = player(Visit("descent", data="overlap", C="1", step=step))
    assert header["step"] == min(int(step), len(arrays["pair"]))


def test_an_option_is_taken_over_and_travels_in_the_link() -> None:
    visit = Visit("descent", data="overlap")
    visit.app.segmented_control(key="descent-loss-0-en").set_value("L2")
    visit.run()
    assert visit.query["cd"].startswith("L2_")
    visit.app.number_input(key="descent-seed-0").set_value(12)
    visit.run()
    assert visit.query["cd"].endswith("_12")
    visit.app.segmented_control(key="descent-order-0-en").set_value("cyclic")
    visit.run()
    assert not [widget for widget in visit.app.number_input if (widget.key or "").startswith("descent-seed")]


@on_both
def test_every_thing_to_try_opens(page: str) -> None:
    for lesson in LESSONS[page]:
        visit = Visit(page)
        visit.app.button(key=f"try-{page}-{lesson.name}").click()
        visit.run()
        assert visit.query["data"] == lesson.dataset
        assert visit.warnings() == []
