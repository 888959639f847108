"""What a visitor does on the pages: choose, commit, paste, type; and what cannot be solved stays on screen."""

import base64
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from datasets import make_points
from pages import LINK, gamma
from tests.pages.visit import (
    CHINESE,
    EDITED,
    EN,
    ROOT,
    Visit,
    all_at_once,
    committed,
    in_both_languages,
    link_of,
)
from ui.page import updates
from ui.solve.board_problem import BoardProblem
from ui.solve.solving import solve
from ui.solve.wire import pack
from ui.state.lab import opening
from ui.words import words_for

# ---- what the visitor does ----


def test_a_commit_of_the_board_is_in_the_link_and_in_the_figures_and_leaves_the_board_alone() -> None:
    visit = Visit()
    before = visit.board()[0]["revision"]
    visit.commit(committed(EDITED, {"name": "linear"}, 2.0))
    header, arrays = visit.board()
    own = solve(BoardProblem(EDITED.X, EDITED.y, {"name": "linear"}, 2.0)).solution
    assert header["revision"] == before
    assert arrays["alpha"].tobytes() == own.alpha.tobytes()
    assert visit.query == link_of(EDITED, kernel={"name": "linear"}, C=2.0)
    assert sum(map(len, _bar_heights(visit))) == 5
    visit.turn_to("gamma")
    assert all(arrays["X"].tobytes() == EDITED.X.tobytes() for _, arrays in visit.boards())


def _bar_heights(visit: Visit) -> list[np.ndarray]:
    traces = visit.data("plot")[0]["figure"]["data"]
    return [np.array(trace["y"]) for trace in traces if trace["type"] == "bar"]


def text(blob: bytes) -> str:
    return base64.b64encode(blob).decode()


@pytest.mark.parametrize(
    "state",
    [
        {"commit": "garbage"},
        {"commit": {"made": "revision 0", "blob": "%%%"}},
        {"commit": {"made": "revision 0", "blob": "点"}},
        {"commit": {"made": "revision 0", "blob": text(b"SVML" + bytes(40))}},
        {"commit": {"made": "revision 0", "blob": text(committed(EDITED, {"name": "rbf"}, 1.0))}},
        {"commit": {"made": "revision 0", "blob": text(committed(EDITED, {"name": "linear"}, 10**400))}},
        {"commit": {"made": "revision 99", "blob": text(committed(EDITED, {"name": "linear"}, 1.0))}},
        {"commit": [1, 2, 3]},
        {"commit": None},
        {"ask": "garbage"},
        {"ask": {"blob": 5}},
        {"unknown": 1},
    ],
    ids=lambda state: str(state)[:60],
)
def test_a_commit_of_garbage_leaves_everything_as_it_was(state: dict[str, Any]) -> None:
    visit = Visit()
    before, query = visit.board(), visit.query
    visit.send(**state)
    after = visit.board()
    assert after[1]["alpha"].tobytes() == before[1]["alpha"].tobytes()
    assert (after[0]["revision"], visit.query) == (before[0]["revision"], query)


def test_the_strip_shows_new_points_under_a_new_name() -> None:
    visit = Visit("gamma")
    first = [header["revision"] for header, _ in visit.boards()]
    visit.turn_to("board")
    visit.commit(committed(EDITED, {"name": "linear"}, 10.0))
    visit.turn_to("gamma")
    second = [header["revision"] for header, _ in visit.boards()]
    assert not set(first) & set(second)  # the browser keeps what it has under a name that it knows


def test_a_question_without_a_socket_comes_back_with_the_page() -> None:
    visit = Visit()
    ask = pack({"seq": 41, "kernel": {"name": "linear"}, "C": 1.0, "lang": "en"}, {"X": EDITED.X, "y": EDITED.y})
    visit.send(ask=base64.b64encode(ask).decode())
    header, arrays = visit.board()
    own = solve(BoardProblem(EDITED.X, EDITED.y, {"name": "linear"}, 1.0)).solution
    assert header["answer"]["seq"] == 41
    assert arrays["alpha"].tobytes() == own.alpha.tobytes()
    assert len(arrays["X"]) == 90  # the page's own points did not change
    visit.run()
    assert visit.board()[0]["answer"]["seq"] == 41  # it stays until there is a newer one: a run may be cut short
    visit.app.selectbox[0].set_value("xor")
    visit.run()
    assert "seq" not in visit.board()[0]["answer"]  # other points, another answer


# ---- what cannot be solved ----


@in_both_languages
def test_a_hard_margin_that_does_not_exist_is_refused_with_its_proof(lang: str) -> None:
    visit = Visit(data="xor", k="linear", C="inf", lang=lang)
    words = words_for(lang)
    header, _ = visit.board()
    assert (header["answer"]["state"], header["answer"]["draw"]) == ("impossible", False)
    assert header["answer"]["detail"] == words("light.impossible.common", x="0", y="0")
    assert visit.lead() == words("solved.impossible")
    assert visit.data("plot") == []


# ---- points of one's own ----


TABLE = "a;b;kind\n1,5;2,0;yes\n-0,5;1,0;no\n2;2;yes\n0;0;no\n"


@pytest.mark.parametrize("standardised", [False, True])
def test_a_pasted_table_is_put_on_the_board(standardised: bool) -> None:
    visit = Visit()
    visit.unfold("own")
    visit.app.text_area[0].set_value(TABLE)
    visit.run()
    visit.app.selectbox(key="own-positive").set_value("yes")
    next(toggle for toggle in visit.app.toggle if toggle.label == EN("own.standardise")).set_value(standardised)
    visit.run()
    next(button for button in visit.app.button if button.label == EN("own.use")).click()
    visit.run()
    header, arrays = visit.board()
    assert arrays["y"].tolist() == [1, -1, 1, -1]
    names = [EN("own.axis", name=name) if standardised else name for name in ("a", "b")]
    assert header["axes"] == names
    assert header["words"]["draw.plus"] == "yes"
    assert visit.app.selectbox[0].value == "own"
    assert "data" not in visit.query
    assert (EN("note.choose.standardised") in visit.texts()) == standardised
    mean = arrays["X"].mean(axis=0)
    assert mean == pytest.approx([0, 0] if standardised else [0.75, 1.25], abs=1e-3)


@in_both_languages
@pytest.mark.parametrize(
    "text",
    ["hello", "1,2\n3,4", "a,b,c\n1,1,x\n1,1,x", "\x00\x01", "a,b,y\nnan,inf,1\n,,2", "[x](u),b,c\n1,1,p\n1,2,q"],
)
def test_a_table_that_cannot_be_read_gets_one_sentence_and_the_board_stays(text: str, lang: str) -> None:
    visit = Visit(lang=lang)
    visit.unfold("own", lang)
    before = visit.board()[1]["X"].tobytes()
    visit.app.text_area[0].set_value(text)
    visit.run()
    (sentence,) = visit.warnings()
    assert bool(CHINESE.search(sentence)) == (lang == "zh")
    assert "](" not in sentence
    assert visit.board()[1]["X"].tobytes() == before


def test_another_table_can_be_pasted_after_the_first() -> None:
    visit = Visit()
    visit.unfold("own")
    for text in ("a,b,kind\n1,2,yes\n2,1,no\n3,3,yes", "p,q,r,class\n1,2,3,u\n2,1,5,v\n3,3,4,w\n0,0,1,u"):
        visit.app.text_area[0].set_value(text)
        visit.run()
        assert visit.warnings() == []
    assert visit.app.selectbox(key="own-label").value == "class"
    for column in ("p", "q", "r", "class"):
        visit.app.selectbox(key="own-label").set_value(column)
        visit.run()


def test_the_table_of_points_puts_the_same_points_back() -> None:
    visit = Visit(**link_of(EDITED, kernel={"name": "linear"}, C=2.0))
    visit.unfold("more-table")
    table = visit.app.dataframe[0].value
    assert table[["x1", "x2"]].to_numpy().tolist() == EDITED.X.tolist()
    assert table["y"].tolist() == EDITED.y.tolist()
    next(button for button in visit.app.button if button.label == EN("table.use")).click()
    visit.run()
    header, arrays = visit.board()
    assert arrays["X"].tobytes() == EDITED.X.tobytes()
    assert header["window"]["size"] == EDITED.window.size
    assert header["revision"] == 1


# ---- the strip ----


def test_typed_gammas_make_the_panels() -> None:
    visit = Visit("gamma")
    visit.app.text_input(key="gammas-0").set_value("3, 0.3，30")
    visit.run()
    assert [header["kernel"]["gamma"] for header, _ in visit.boards()] == [0.3, 3, 30]
    assert visit.query["gammas"] == "0.3_3_30"


@in_both_languages
@pytest.mark.parametrize("text", ["", "abc", "1,2,3,4,5,6,7,8,9,10", "-1", "[x](http://evil.example)"])
def test_what_is_no_list_of_gammas_is_refused_and_the_panels_stay(text: str, lang: str) -> None:
    visit = Visit("gamma", lang=lang)
    before = len(visit.boards())
    visit.app.text_input(key="gammas-0").set_value(text)
    visit.run()
    (sentence,) = visit.warnings()
    assert bool(CHINESE.search(sentence)) == (lang == "zh")
    assert "](" not in sentence
    assert len(visit.boards()) == before
    visit.run()
    assert visit.warnings() == []


def choose_margin(visit: Visit, margin: str) -> None:
    (choice,) = (choice for choice in visit.app.segmented_control if (choice.key or "").startswith("margin-"))
    choice.set_value(margin)
    visit.run()


def test_price_and_hard_margin_are_chosen_on_the_strip() -> None:
    visit = Visit("gamma", data="gap", C="5", gammas="1")
    visit.app.session_state["lab"] = updates.after(visit.app.session_state["lab"], {"C": 2.0}, gamma.PAGE.change)
    visit.run()
    assert visit.query["C"] == "2"
    choose_margin(visit, "hard")
    assert visit.query["C"] == "inf"
    assert visit.boards()[0][0]["C"] is None
    choose_margin(visit, "soft")
    assert visit.query["C"] == "2"


@pytest.mark.parametrize("value", [0.0, -1.0, 1e101, "much", None])
def test_a_slider_of_c_that_says_nonsense_changes_nothing(value: object) -> None:
    lab = opening(LINK, {"C": "5"})
    assert updates.after(lab, {"C": value}, gamma.PAGE.change).shared.C == 5.0


def test_above_three_hundred_points_the_leave_one_out_error_is_computed_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_at_once(monkeypatch)
    query = {"data": "cancer", "C": "0.1234", "gammas": "0.5"}
    visit = Visit("gamma", **query, lang="en")
    assert left_out(visit) == [None]
    next(button for button in visit.app.button if button.label == EN("gamma.left_out.ask", n="569")).click()
    visit.run()
    assert 0 < left_out(visit)[0] < 50
    second = Visit("gamma", **query, lang="zh")  # finds it done, and nothing is left to compute
    assert left_out(second) == left_out(visit)
    assert words_for("zh")("gamma.left_out.ask", n="569") not in [button.label for button in second.app.button]


def left_out(visit: Visit) -> list[float]:
    """Return the leave-one-out errors in percent that the curves show."""
    shown: list[float] = visit.data("plot")[0]["figure"]["data"][1]["y"]
    return shown


def test_a_contradiction_under_a_hard_margin_is_no_picture() -> None:
    points = make_points([[0, 0], [0, 0], [1, 1], [2, 0]], [1, -1, 1, -1])
    visit = Visit("gamma", **link_of(points, C=None))
    assert visit.lead() == EN("gamma.impossible")
    assert all(header["answer"]["state"] == "impossible" for header, _ in visit.boards())


# ---- the code behind the picture ----


@pytest.mark.parametrize(
    "query", [{"data": "xor"}, {"data": "example-7-1"}, {"data": "gap", "k": "taylor", "g": "0.3", "C": "2"}], ids=str
)
def test_the_code_on_the_page_finds_the_same_multipliers(query: dict[str, str]) -> None:
    visit = Visit(**query)
    visit.unfold("more-code")
    code = visit.app.code[1].value + "\nimport sys; sys.stdout.write('#' + found.alpha.tobytes().hex())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split("#")[1] == visit.board()[1]["alpha"].tobytes().hex()
