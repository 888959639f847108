"""The pages of dual coordinate descent as a visitor meets them: every option, both languages, bad input."""

import base64
import json
from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

from core.problem import linear_svc, plane
from datasets import make_points
from pages import PAGES
from tests.pages.visit import CHINESE, Visit, in_both_languages, link_of
from ui.solve.kernels import MAPPED
from ui.solve.wire import pack, unpack
from ui.words import words_for

LESSONS = {page.name: page.lessons for page in PAGES}

PAGES = ["descent", "race"]
OLDER = {"poly2": "polynomial", "taylor": "taylor", "fourier": "fourier"}  # maps as older links say them
on_both = pytest.mark.parametrize("page", PAGES)


def player(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("player")
    return unpack(proto.bytes)


def words_of_options() -> list[str]:
    parts = product(["L1", "L2"], ["bias", "plain"], ["random", "cyclic"], ["shrink", "keep"], ["auto"], ["7"])
    return ["_".join(part) for part in parts]


@in_both_languages
@on_both
def test_a_page_opens_full_of_meaning(page: str, lang: str) -> None:
    visit, words = Visit(page, lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words(f"{page}.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert len(visit.components("plot")) == (4 if page == "descent" else 1)
    for lesson in LESSONS[page]:
        assert words(f"try.{page}.{lesson.name}") in visit.texts()


@pytest.mark.parametrize(("options", "k"), list(zip(words_of_options(), cycle(MAPPED), strict=False)))
def test_every_choice_is_walked_drawn_and_told(options: str, k: str) -> None:
    visit = Visit("descent", data="overlap", C="1", descent=options, step="130", m="7", D="500", k=k, q="4", g="0.5")
    assert visit.query["descent"] == options
    header, arrays = player(visit)
    assert header["kernel"]["name"] == k
    landmarks = header["kernel"].get("landmarks")
    waves = (landmarks, 2 + landmarks) if landmarks else (header["kernel"].get("components", 0), 3)
    assert arrays.get("waves", np.empty((0, 3))).shape == waves
    assert header["panel"] is True
    (offered,) = visit.data("panel")
    assert list(offered["kernels"]) == list(MAPPED)
    assert header["bound"] == (None if options.startswith("L2") else 1.0)
    assert header["step"] == 130
    assert (arrays["pair"].view(np.uint32) >> 16 == 65535).all()  # no step has a partner
    assert np.any(arrays["b"] != 0) == ("bias" in options)


def test_what_the_player_gets_is_the_plane_of_the_run() -> None:
    header, arrays = player(Visit("descent", data="overlap", C="1", k="linear", descent="L1_bias_cyclic_shrink_auto_0"))
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


def dials(visit: Visit) -> dict[str, float]:
    return {dial["name"]: dial["value"] for shown in visit.data("sliders") for dial in shown["dials"]}


def put(visit: Visit, **values: float) -> None:
    """Send what a slider sends."""
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components("sliders")[0].id
    widget.json_value = json.dumps({"put": {"base": visit.data("sliders")[0]["base"], "seq": 1, "values": values}})
    visit.app._run(widgets)
    visit.check()


@on_both
@pytest.mark.parametrize(
    ("mapped", "shown"),
    [
        ("poly2", {"degree": 2, "gamma": 0.5, "zeta": 1}),
        ("taylor", {"gamma": 0.5, "order": 5}),
        ("fourier", {"gamma": 0.5, "components": 60, "seed": 3}),
    ],
)
def test_an_older_link_opens_with_its_map_as_the_kernel_of_every_page(
    page: str, mapped: str, shown: dict[str, float]
) -> None:
    chosen = {"descent": f"L1_bias_random_shrink_{mapped}_0", "k": "gaussian", "g": "0.5"}
    visit = Visit(page, data="rings", C="10", m="5", D="60", s="3", **chosen)
    assert visit.query["k"] == OLDER[mapped]
    assert visit.query["descent"] == "L1_bias_random_shrink_auto_0"
    if page == "descent":
        kernel = player(visit)[0]["kernel"]
        assert {name: kernel[name] for name in shown} == shown
        return
    assert dials(visit) == {**shown, "C": 10.0}
    put(visit, gamma=0.25, order=7, components=70)
    assert (visit.query["g"], visit.query["m"], visit.query["D"]) == ("0.25", "7", "70")
    assert Visit("taylor", **visit.query).query["m"] == "7"


def test_an_older_link_to_another_page_keeps_its_kernel() -> None:
    visit = Visit("smo", data="rings", k="gaussian", g="0.5", descent="L1_bias_random_shrink_fourier_0")
    assert visit.query["k"] == "gaussian"


@on_both
@in_both_languages
def test_a_kernel_without_features_is_told(page: str, lang: str) -> None:
    words = words_for(lang)
    tanh = Visit(page, data="rings", k="sigmoid", lang=lang)
    assert words("descent.without.sigmoid") in tanh.texts()
    for name in ("taylor", "fourier", "paired"):
        visit = Visit(page, data="rings", k="gaussian", g="0.25", m="6", D="31", lang=lang)
        assert words("descent.without.gaussian") in visit.texts()
        assert visit.query["k"] == "gaussian"
        visit.app.button(key=f"take-{name}").click()
        visit.run()
        assert (visit.query["k"], visit.query["g"]) == (name, "0.25")
        assert words("descent.without.gaussian") not in visit.texts()


def commit(visit: Visit, kernel: dict[str, Any], X: np.ndarray) -> None:
    """Send what the player sends after a drag, or after a slider of its panel."""
    header, arrays = player(visit)
    blob = pack({"window": header["window"], "kernel": kernel, "C": header["C"]}, {"X": X, "y": arrays["y"]})
    widgets = visit.app._tree.get_widget_states()
    widget = widgets.widgets.add()
    widget.id = visit.components("player")[0].id
    said = {"made": header["made"], "blob": base64.b64encode(blob).decode()}
    widget.json_value = json.dumps({"commit": said})
    visit.app._run(widgets)
    visit.check()


def test_a_slider_of_the_panel_changes_the_kernel_of_every_page_and_a_drag_alone_does_not() -> None:
    visit = Visit("descent", data="rings", k="gaussian", g="0.25", m="6")
    header, arrays = player(visit)
    assert header["kernel"] == {"name": "taylor", "gamma": 0.25, "order": 6}
    X = arrays["X"].copy()
    X[0] = X[1]
    commit(visit, header["kernel"], X)
    assert (visit.query["k"], "p" in visit.query) == ("gaussian", True)
    commit(visit, {**header["kernel"], "order": 9}, X)
    assert (visit.query["k"], visit.query["m"]) == ("taylor", "9")
    assert player(visit)[0]["kernel"]["order"] == 9


@on_both
@in_both_languages
def test_more_features_than_are_taken_are_refused_in_one_sentence_with_a_way_back(page: str, lang: str) -> None:
    visit = Visit(page, data="cancer", k="fourier", D="4000", C="1", lang=lang)
    (said,) = visit.warnings()
    assert "3514" in said  # times 569 points is just below two million
    assert bool(CHINESE.search(said)) == (lang == "zh")
    if page == "descent":
        put(visit, components=50)
        assert visit.warnings() == []
        assert player(visit)[1]["waves"].shape == (50, 3)


@on_both
@pytest.mark.parametrize(("points", "lang"), [("same", "en"), ("zero", "zh"), ("two", "en")])
@pytest.mark.parametrize("C", ["1", "inf", "1e-9", "1e9"])
def test_degenerate_points_are_walked_or_said_in_one_sentence(points: str, C: str, lang: str, page: str) -> None:
    spots = {"same": [[1, 1], [1, 1]], "zero": [[0, 0], [0, 0], [1, 0]], "two": [[0.5, 0], [-0.5, 0]]}[points]
    edited = make_points(spots, [1, -1, 1][: len(spots)])
    for cd in ("L1_plain_random_shrink_plane_0", "L2_bias_cyclic_keep_poly2_0", "L1_bias_random_shrink_fourier_0"):
        visit = Visit(page, **{**link_of(edited), "C": C, "lang": lang, "descent": cd})
        assert bool(CHINESE.search(visit.lead())) == (lang == "zh")


@on_both
@in_both_languages
def test_points_of_one_class_are_refused_in_one_sentence(lang: str, page: str) -> None:
    visit = Visit(page, **link_of(make_points([[0, 1], [1, 0]], [1, 1])), lang=lang)
    assert len(visit.warnings()) == 1
    assert bool(CHINESE.search(visit.warnings()[0])) == (lang == "zh")


@in_both_languages
def test_a_kernel_that_leaves_the_floats_where_its_features_do_not_is_refused_in_one_sentence(lang: str) -> None:
    far = "AQGswhYzeNrj-vEfAmA0E4POn6WLzGMT1zYAAE4eFIA"  # two points, hundreds of units from the origin and apart
    for page in PAGES:
        for loss in ("L1", "L2"):
            options = f"{loss}_plain_random_keep_auto_0"
            visit = Visit(page, p=far, k="taylor", g="1e6", m="30", descent=options, lang=lang)
            assert visit.warnings() == [words_for(lang)("refusal.kernel.overflow")]


@on_both
@in_both_languages
@pytest.mark.parametrize("text", ["garbage", "L9_bias_random_shrink_plane_0", "<script>"])
def test_mangled_options_are_told_in_one_sentence_and_the_page_opens(text: str, lang: str, page: str) -> None:
    visit = Visit(page, descent=text, lang=lang)
    (notice,) = visit.warnings()
    assert "<" not in notice
    assert bool(CHINESE.search(notice)) == (lang == "zh")


@pytest.mark.parametrize("step", ["0", "1", "999999"])
def test_a_step_beyond_the_run_stands_at_its_end(step: str) -> None:
    header, arrays = player(Visit("descent", data="overlap", C="1", step=step))
    assert header["step"] == min(int(step), len(arrays["pair"]))


@on_both
def test_an_option_is_taken_over_and_travels_in_the_link(page: str) -> None:
    visit = Visit(page, data="overlap")
    visit.app.segmented_control(key=f"{page}-loss-en-0").set_value("L2")
    visit.run()
    assert visit.query["descent"].startswith("L2_")
    visit.app.number_input(key=f"{page}-shuffle-en-0").set_value(12)
    visit.run()
    assert visit.query["descent"].endswith("_auto_12")
    visit.app.segmented_control(key=f"{page}-visits-en-0").set_value("cyclic")
    visit.run()
    assert not [widget for widget in visit.app.number_input if (widget.key or "").startswith(f"{page}-shuffle")]


@on_both
def test_every_thing_to_try_opens(page: str) -> None:
    for lesson in LESSONS[page]:
        visit = Visit(page)
        visit.app.button(key=f"try-{page}-{lesson.name}").click()
        visit.run()
        assert visit.query["data"] == lesson.dataset
        assert visit.warnings() == []
