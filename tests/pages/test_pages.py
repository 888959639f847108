"""The pages as a visitor meets them, in both languages: no link and no data set ends in an exception."""

import re
from itertools import cycle, product
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from datasets import CATALOGUE, FIRST_PAIR, in_pair, make_points
from tests.pages.visit import CHINESE, ROOT, Visit, committed, in_both_languages
from ui.solve.kernels import KERNELS, exact_of, usual_spec

# ---- every state can be looked at ----


@pytest.mark.parametrize(("name", "lang"), list(zip(CATALOGUE, cycle(["en", "zh"]))))
def test_every_data_set_opens_with_every_kernel_soft_and_hard(name: str, lang: str) -> None:
    visit = Visit(data=name, lang=lang)
    for kernel, C in product(KERNELS, ["10", "inf"]):
        points = in_pair(CATALOGUE[name].make(), FIRST_PAIR)
        visit.commit(committed(points, usual_spec(kernel), None if C == "inf" else 10.0))
        header, arrays = visit.board()
        answer = header["answer"]
        assert header["kernel"]["name"] == kernel
        assert answer["state"] in ("proved", "running", "impossible")
        assert len(arrays["alpha"]) == len(points.y)
        assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
        costs = [figure for figure in visit.data("plot") if figure["key"] == "cost-errors"]
        assert len(costs) == (exact_of(usual_spec(kernel)) is not None)
        assert len(visit.data("plot")) - len(costs) == (0 if answer["state"] == "impossible" else 2)


@in_both_languages
@pytest.mark.parametrize("C", ["1", "inf"])
@pytest.mark.parametrize("name", ["moons", "xor", "example-7-1", "overlap"])
def test_every_data_set_opens_on_the_strip(name: str, C: str, lang: str) -> None:
    visit = Visit("gamma", data=name, C=C, lang=lang, gammas="0.1_1_100")
    assert [header["kernel"]["gamma"] for header, _ in visit.boards()] == [0.1, 1, 100]
    assert all(header["editable"] and header["link"] == "panels" for header, _ in visit.boards())
    assert len(visit.data("plot")) == 1
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")


def test_the_language_of_the_browser_is_the_first_guess() -> None:
    app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=60)
    app.context = {"locale": "zh-CN"}
    app.run()
    assert any(CHINESE.search(text.value) for text in app.markdown)


@in_both_languages
@pytest.mark.parametrize("asked", [None, "en", "zh"])
def test_an_address_names_a_language_only_where_the_browser_would_guess_another(lang: str, asked: str | None) -> None:
    app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=60)
    app.context = {"locale": {"en": "en-US", "zh": "zh-CN"}[lang]}
    if asked is not None:
        app.query_params["lang"] = asked
    app.run()
    named = app.query_params.get("lang")
    assert named in (None, asked, [asked])
    assert (named is None) == (asked in (None, lang))
    assert any(CHINESE.search(text.value) for text in app.markdown) == ((asked or lang) == "zh")


@in_both_languages
def test_a_link_to_send_opens_in_the_language_of_its_reader_unless_the_sender_asks_for_one(lang: str) -> None:
    visit = Visit(data="gap", lang=lang)
    assert "lang" not in parse_qs(urlsplit(visit.app.code[0].value).query)
    visit.app.checkbox(key=f"share-lang-{lang}").check()
    visit.run()
    assert parse_qs(urlsplit(visit.app.code[0].value).query)["lang"] == [lang]


def test_the_language_can_be_switched_and_everything_else_stays() -> None:
    visit = Visit(data="gap")
    before = visit.board()
    visit.app.segmented_control(key="lang-0").set_value("zh")
    visit.run()
    after = visit.board()
    assert visit.query["lang"] == "zh"
    assert after[0]["lang"] == "zh"
    assert after[0]["revision"] == before[0]["revision"]
    assert after[1]["alpha"].tobytes() == before[1]["alpha"].tobytes()
    assert CHINESE.search(after[0]["answer"]["title"])
    assert CHINESE.search(visit.lead())
    english = re.compile(r"[A-Za-z]{4,} [a-z]{3,} [a-z]{3,}")
    assert visit.texts()
    assert not any(english.search(text) for text in visit.texts())


# ---- links ----

GOOD = [
    {"data": "xor"},
    {"k": "linear"},
    {"k": "polynomial", "q": "4", "g": "0.5", "z": "2"},
    {"k": "sigmoid", "g": "0.1", "r": "-2"},
    {"k": "taylor", "m": "0"},
    {"g": "1e-6"},
    {"g": "1e6"},
    {"C": "inf"},
    {"C": "1e-300"},
    {"C": "1e100"},
    {"C": "0.0001"},
    {"C": "12345678.9"},
    {"gammas": "1_1_1"},
    {"gammas": "1_1.0000001_1.00000001"},
    {"gammas": "1e-6_1e6"},
    {"hide": "data_kernel"},
    {"hide": "nonsense"},
    {"view": "projector"},
    {"unknown": "x", "utm_source": "y"},
    {"debug": "1"},
]
MANGLED = [
    {"data": "nowhere"},
    {"data": ["moons", "xor"]},
    {"data": "<script>alert(1)</script>"},
    {"p": "garbage"},
    {"p": "A" * 5000},
    {"k": "rbf"},
    {"g": "nan"},
    {"g": "-1"},
    {"g": "1e999"},
    {"g": "[x](http://evil.example)"},
    {"q": "3.5", "k": "polynomial"},
    {"q": "99", "k": "polynomial"},
    {"C": "0"},
    {"C": "-1"},
    {"C": "abc"},
    {"lang": "fr"},
    {"hide": "a b"},
    {"gammas": "1_2_x"},
    {"gammas": "1_2_3_4_5_6_7_8_9_10"},
    {"view": "huge"},
]


@pytest.mark.parametrize(
    ("page", "query"),
    [("board", query) for query in GOOD]
    + [("gamma", query) for query in GOOD if query.keys() & {"C", "gammas", "hide"}],
    ids=str,
)
def test_a_good_link_opens_without_a_notice(page: str, query: dict[str, Any]) -> None:
    visit = Visit(page, **query)
    assert visit.warnings() == []
    again = Visit(page, **visit.query)
    assert again.warnings() == []
    assert again.query == visit.query
    for (_, one), (_, other) in zip(visit.boards(), again.boards(), strict=True):
        assert one["alpha"].tobytes() == other["alpha"].tobytes()


@pytest.mark.parametrize(("page", "lang"), [("board", "en"), ("board", "zh"), ("gamma", "zh")])
@pytest.mark.parametrize("query", MANGLED, ids=lambda query: str(query)[:30])
def test_a_mangled_link_is_told_in_one_sentence_and_the_page_opens(query: dict[str, Any], page: str, lang: str) -> None:
    visit = Visit(page, **({"lang": lang} | query))
    (notice,) = visit.warnings()
    assert len(notice) < 300
    assert "](" not in notice.replace("\\]\\(", "")
    assert "<" not in notice
    if "lang" not in query:
        assert bool(CHINESE.search(notice)) == (lang == "zh")
    assert visit.boards()


def test_a_price_far_beyond_reason_is_refused_by_the_light_and_the_board_stays() -> None:
    header, arrays = Visit(C="1e308").board()
    assert header["answer"]["state"] == "refused"
    assert len(arrays["y"]) == 90
    assert Visit("gamma", C="1e308").warnings()


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_shared_link_opens_the_same_points_with_the_same_multipliers_to_the_last_bit(kernel: str) -> None:
    sender = Visit()
    rng = np.random.default_rng(3)
    points = make_points(rng.normal(size=(200, 2)), np.where(rng.random(200) < 0.5, 1, -1))
    sender.commit(committed(points, usual_spec(kernel), 0.3333333333333333))
    link = sender.query
    assert sum(len(name) + len(value) + 2 for name, value in link.items()) <= 2000
    friend = Visit(**link)
    for key in ("X", "y", "alpha", "role", "slack"):
        assert friend.board()[1][key].tobytes() == sender.board()[1][key].tobytes()
    assert friend.board()[0]["answer"]["b"] == sender.board()[0]["answer"]["b"]
    assert friend.board()[0]["window"] == sender.board()[0]["window"]


def test_the_link_that_is_offered_is_the_address_of_the_state() -> None:
    visit = Visit(data="gap")
    offered = visit.app.code[0].value
    assert "data=gap" in offered
    visit.app.multiselect[0].set_value(["kernel", "C"])
    visit.run()
    assert "hide=C_kernel" in visit.app.code[0].value
    assert "hide" not in visit.query  # it is hidden for who opens the link, not here


# ---- hidden controls ----


def test_names_that_only_a_link_knows_stay_hidden_in_the_link_that_is_passed_on() -> None:
    visit = Visit(hide="degree_kernel")
    assert "hide=degree_kernel" in visit.app.code[0].value
