"""The page of the player as a visitor meets it, in both languages: every rule, kernel, mode, and bad input."""

from __future__ import annotations

import base64
import json
import re
from itertools import cycle, product
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest

from core.problem import Gaussian, Linear, c_svc
from core.trace import record
from core.view import playback
from datasets import CATALOGUE, make_points
from pages import LINK, PAGES
from pages.smo import answers
from pages.smo.folds import candidates_table, directions_sentence
from pages.smo.question import read
from tests.pages.visit import CHINESE, Visit, committed, in_both_languages, link_of
from ui.link.shared import MODES, RULES
from ui.solve.kernels import KERNELS, usual_spec
from ui.solve.playback_arrays import playback_arrays
from ui.solve.solving import TOLERANCE
from ui.solve.wire import pack, unpack
from ui.state.lab import opening
from ui.words import languages, number, words_for

LESSONS = {page.name: page.lessons for page in PAGES}


class Watch(Visit):
    """A visit to the page with the player."""

    def __init__(self, **query: Any) -> None:
        super().__init__("smo", **{"seen": "smo", **query})  # a visitor who has left the beats

    def players(self) -> list[tuple[dict[str, Any], dict[str, np.ndarray]]]:
        return [unpack(proto.bytes) for proto in self.components("player")]

    def tell(self, which: int = 0, **state: Any) -> None:
        """Send what a player sends."""
        widgets = self.app._tree.get_widget_states()
        widget = widgets.widgets.add()
        widget.id, widget.json_value = self.components("player")[which].id, json.dumps(state)
        self.app._run(widgets)
        self.check()

    def halt(self, k: int) -> None:
        self.tell(step={"k": k, "run": self.players()[0][0]["run"]})

    def commit_player(self, blob: bytes) -> None:
        """Send what the panel sends after a change of kernel or C."""
        self.tell(commit={"made": self.players()[0][0]["made"], "blob": base64.b64encode(blob).decode()})

    def pick(self, i: object, j: object, run: str | None = None) -> None:
        self.tell(pick={"i": i, "j": j, "run": run or self.players()[0][0]["run"], "at": 1})


@pytest.mark.parametrize(("rule", "lang"), list(zip(RULES, cycle(languages), strict=False)))
def test_every_kernel_soft_or_hard_in_turn_under_every_rule_is_watched_from_start_to_end(rule: str, lang: str) -> None:
    visit = Watch(rule=rule, lang=lang, data="moons")
    points = CATALOGUE["moons"].make()
    for kernel, C in zip(KERNELS, cycle((10.0, None) if RULES.index(rule) % 2 else (None, 10.0)), strict=False):
        visit.commit_player(committed(points, usual_spec(kernel), C))
        ((header, arrays),) = visit.players()
        steps = len(arrays["pair"])
        assert header["kernel"]["name"] == kernel
        assert len(arrays["b"]) == steps + 1 <= 10_001
        for k in (0, steps // 2, steps):
            visit.halt(k)
            assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
            explaining = [figure for figure in visit.data("plot") if figure["key"] != "cost-errors"]
            assert len(explaining) == (2 if k < steps else 1)


@in_both_languages
def test_the_page_opens_full_of_meaning_in_every_mode(lang: str) -> None:
    words = words_for(lang)
    for mode in MODES:
        visit = Watch(mode=mode, lang=lang)
        assert words(f"smo.question.{mode}") in visit.texts()
        assert visit.warnings() == []
        assert len(visit.players()) == (2 if mode == "two" else 1)
        assert visit.data("plot")
        assert all(words(f"try.smo.{lesson.name}") in visit.texts() for lesson in LESSONS["smo"])
        assert visit.query["mode"] == mode


def test_a_halt_is_in_the_link_and_a_link_opens_at_its_step() -> None:
    visit = Watch()
    visit.halt(30)
    assert visit.query["step"] == "30"
    there = Watch(**visit.query)
    assert there.players()[0][0]["step"] == 30
    assert there.lead() == visit.lead()
    assert Watch(step="9999").players()[0][0]["step"] == len(visit.players()[0][1]["pair"])


@pytest.mark.parametrize("sent", [{}, {"k": -1}, {"k": "5"}, {"k": 10**9}, {"k": None}, [], "x", 7, None])
def test_a_mangled_halt_changes_nothing(sent: object) -> None:
    visit = Watch(step="7")
    visit.tell(step=sent)
    assert visit.players()[0][0]["step"] == 7


# ---- be the solver ----


def test_pairs_picked_by_hand_are_moved_scored_undone_and_started_again() -> None:
    visit = Watch(mode="hand", lang="en")
    ((_, arrays),) = visit.players()
    assert len(arrays["pair"]) == 0
    i, j = int(np.flatnonzero(arrays["y"] > 0)[0]), int(np.flatnonzero(arrays["y"] < 0)[0])
    visit.pick(j, i)  # in the other order it is the same line
    ((header, arrays),) = visit.players()
    assert header["step"] == len(arrays["pair"]) == 1
    assert arrays["pair"][0] == i + (j << 16)
    assert f"Points {i + 1} and {j + 1} moved" in visit.lead()
    assert "| you | 1 so far | 180 |" in visit.texts()
    visit.press("hand-suggest")
    assert len(visit.players()[0][1]["pair"]) == 2
    assert "LIBSVM takes the same pair" in visit.lead()
    visit.press("hand-undo")
    assert len(visit.players()[0][1]["pair"]) == 1
    visit.press("hand-again")
    assert len(visit.players()[0][1]["pair"]) == 0
    assert visit.lead() == words_for("en")("smo.hand.first")


def test_picked_pairs_are_in_the_link_and_a_link_opens_with_them_moved() -> None:
    first = Watch(mode="hand", lang="en")
    for _ in range(3):
        first.press("hand-suggest")
    sent = first.players()[0][1]["pair"]
    pairs = str(first.query["pairs"])
    assert pairs.count("_") == 2
    second = Watch(mode="hand", lang="en", pairs=pairs)
    assert second.players()[0][1]["pair"].tolist() == sent.tolist()
    second.press("hand-undo")
    assert second.query["pairs"] == "_".join(pairs.split("_")[:2])
    second.press("hand-again")
    assert "pairs" not in second.query


def test_picked_pairs_of_another_problem_leave_the_link() -> None:
    visit = Watch(mode="hand", lang="en")
    visit.press("hand-suggest")
    assert "pairs" in visit.query
    visit.press("try-smo-runaway")
    assert "pairs" not in visit.query


@pytest.mark.parametrize("pairs", ["0-0", "0-1_9999-3", "5-4_5-4_5-4_5-4_5-4_5-4"])
def test_pairs_of_a_link_that_cannot_move_leave_the_run_at_its_beginning(pairs: str) -> None:
    visit = Watch(mode="hand", data="example-7-1", k="linear", C="10", pairs=pairs)
    assert len(visit.players()[0][1]["pair"]) == 0


@in_both_languages
def test_a_pair_that_cannot_move_is_refused_in_one_sentence_that_says_why(lang: str) -> None:
    visit = Watch(mode="hand", lang=lang)
    words, y = words_for(lang), visit.players()[0][1]["y"]
    first, second = (int(t) for t in np.flatnonzero(y > 0)[:2])
    visit.pick(first, first)
    assert visit.lead() == words("pick.refused.SAME", i=first + 1, j=first + 1)
    visit.pick(first, second)
    assert visit.lead() == words("pick.refused.LEVEL", i=first + 1, j=second + 1)
    assert len(visit.players()[0][1]["pair"]) == 0


def test_libsvms_steps_taken_one_by_one_solve_it() -> None:
    visit = Watch(mode="hand", data="example-7-1", k="linear", C="10", lang="en")
    while visit.players()[0][0]["picking"]:
        visit.press("hand-suggest")
    assert visit.lead().startswith("Solved: ")
    steps = len(visit.players()[0][1]["pair"])
    told = words_for("en")("smo.hand.compared.left", own=0, left=steps, steps=steps, theirs=steps)
    assert told in visit.lead()  # it took every step itself
    (card,) = (code.value for code in visit.app.code if "LIBSVM" in code.value)
    assert card.startswith(told)
    assert "pairs=1-2-1" in card  # and the link knows it
    again = Watch(**{name: value for name, (value,) in parse_qs(card.partition("?")[2]).items()})
    assert told in again.lead()
    assert visit.app.button(key="hand-suggest").disabled


@in_both_languages
def test_a_run_of_the_visitors_own_pairs_is_compared_with_libsvms(lang: str) -> None:
    points = CATALOGUE["example-7-1"].make()
    theirs = record(c_svc(points.X, points.y, Linear(), 10.0), tolerance=TOLERANCE)
    visit = Watch(mode="hand", data="example-7-1", k="linear", C="10", lang=lang)
    for i, j in zip(theirs.table["i"], theirs.table["j"], strict=True):
        visit.pick(int(i), int(j))
    words = words_for(lang)
    told = words("smo.hand.compared", own=len(theirs), left=0, steps=len(theirs), theirs=len(theirs))
    assert told in visit.lead()
    (card,) = (code.value for code in visit.app.code if "LIBSVM" in code.value)
    assert card.startswith(told)


@pytest.mark.parametrize(("i", "j"), [(-1, 2), (0, 10**6), ("0", 1), (None, 1), (True, 1), (0.0, 1)])
def test_a_mangled_pick_changes_nothing(i: object, j: object) -> None:
    visit = Watch(mode="hand")
    visit.pick(i, j)
    assert len(visit.players()[0][1]["pair"]) == 0
    assert visit.lead() == words_for(visit.query.get("lang", "en"))("smo.hand.first")


def _bars(visit: Watch) -> list[float]:
    """Return the gains that the figure of the open pair draws."""
    (figure,) = (found["figure"] for found in visit.data("plot") if found["key"] == "pair")
    bars = [trace for trace in figure["data"] if trace.get("yaxis") == "y3" and trace.get("customdata")]
    return [float(value) for trace in bars for value in trace["customdata"] if value is not None]


@in_both_languages
def test_after_the_first_point_the_page_says_what_its_partner_must_be(lang: str) -> None:
    words, visit = words_for(lang), Watch(mode="hand", lang=lang)
    ((_, arrays),) = visit.players()
    rising = int(np.flatnonzero(arrays["y"] > 0)[0])  # at alpha = 0 the class +1 can only rise
    visit.pick(rising, -1)
    told = visit.lead()
    begin = words("smo.hand.next.rises", i=rising + 1, score="1", count=0, j=0, gain="")
    assert told[:12] == begin[:12]
    ((header, arrays),) = visit.players()
    assert (header["picked"], len(arrays["pair"])) == ([rising], 0)
    (best,) = re.findall(r"(?<=预期增益最大的是点 )\d+|(?<=point )\d+(?= promises)", told)
    (gain,) = re.findall(r"b²/a = ([\d.]+)", told)
    assert f"{max(_bars(visit)):.3g}" == gain.rstrip(".")  # the bars are those of this point
    visit.pick(rising, int(best) - 1)  # what was named can be picked
    ((header, arrays),) = visit.players()
    assert (header["picked"], len(arrays["pair"])) == ([], 1)
    moved = visit.lead()
    visit.pick(rising, -1)
    assert visit.lead() != moved
    visit.pick(-1, -1)  # Escape
    assert visit.players()[0][0]["picked"] == []
    assert visit.lead() == moved


def test_a_pick_on_a_run_that_is_gone_changes_nothing() -> None:
    visit = Watch(mode="hand")
    visit.pick(0, 1, run="another")
    assert len(visit.players()[0][1]["pair"]) == 0


# ---- two rules ----


@in_both_languages
def test_two_rules_run_side_by_side_with_one_cursor_and_their_costs(lang: str) -> None:
    words = words_for(lang)
    for rule, rival in product(RULES, RULES):
        visit = Watch(mode="two", rule=rule, rival=rival, lang=lang, step="20")
        (one, first), (two, second) = visit.players()
        assert (one["follow"], two["follow"]) == (None, one["lab"])
        assert one["reach"] == two["reach"] == max(len(first["pair"]), len(second["pair"]))
        assert one["run"] != two["run"]
        assert str(len(first["pair"])) in visit.lead()
        assert str(len(second["pair"])) in visit.lead()
        assert words("smo.score.how") in visit.texts()


# ---- what cannot be solved, or not to the end ----


def test_one_class_is_refused_in_one_sentence_and_the_page_goes_on() -> None:
    visit = Watch(**link_of(make_points([[0, 1], [1, 0]], [1, 1]), lang="en"))
    assert visit.lead() == words_for("en")("solved.refused")
    assert len(visit.warnings()) == 1
    assert visit.players() == []


@in_both_languages
def test_a_hard_margin_without_a_plane_says_that_the_multipliers_run_away(lang: str) -> None:
    visit = Watch(data="xor", k="linear", C="inf", lang=lang)
    words = words_for(lang)
    assert words("smo.runaway", steps="10000", alpha="5000") in visit.texts()
    visit.halt(10_000)
    assert visit.lead() == words("smo.ended.STEP_LIMIT", steps="10000")


def test_a_long_soft_run_says_what_the_player_kept() -> None:
    visit = Watch(data="overlap", k="linear", C="100000", lang="en")
    assert words_for("en")("smo.kept", steps="10000") in visit.texts()


def test_an_indefinite_kernel_under_a_hard_margin_ends_without_a_step_and_says_why() -> None:
    visit = Watch(k="sigmoid", g="0.5", r="-1", C="inf", lang="en")
    assert len(visit.players()[0][1]["pair"]) == 0
    assert visit.lead() == words_for("en")("smo.ended.endless", steps="0")


def test_two_thousand_steps_at_two_hundred_points_fit_into_64_kilobytes() -> None:
    rng = np.random.default_rng(0)
    y = np.where(np.arange(200) % 2 == 0, 1, -1)
    X = rng.normal(size=(200, 2)) + 0.5 * y[:, None]
    trace = record(c_svc(X, y, Linear(), 1e5), limit=2000)
    assert len(trace) == 2000
    header = unpack(Watch().components("player")[0].bytes)[0]
    assert len(pack(header, {"X": X, "y": y.astype(np.int8), **playback_arrays(playback(trace))})) <= 64_000


@pytest.mark.parametrize("rule", ["smo-first-order", "smo-second-order"])
def test_the_table_of_the_candidates_has_the_pair_of_each_step_with_what_it_achieved(rule: str) -> None:
    points = CATALOGUE["moons"].make()
    trace = record(c_svc(points.X, points.y, Gaussian(1.0), 10.0), rule)
    for k in range(0, len(trace), 7):
        table, row = candidates_table(trace, k, words_for("en")), trace.table[k]
        assert (np.diff(table["b² / 2a"]) <= 0).all()
        fallen = table["decrease in the box"]
        assert (fallen <= table["b² / 2a"] * (1 + 1e-9)).all()
        taken = fallen[table["candidate j"] == row["j"] + 1]
        assert len(taken) == 1 or rule == "smo-first-order", "the second order takes the one that promises most"
        np.testing.assert_allclose(taken, row["decrease"], rtol=1e-6, atol=1e-12)


def test_platt_has_no_table_of_candidates() -> None:
    for rule, there in (("platt", False), ("smo-second-order", True)):
        visit = Watch(rule=rule)
        visit.unfold("smo-candidates")
        assert any("b² / 2a" in frame.value for frame in visit.app.dataframe) == there


@in_both_languages
def test_all_rules_are_compared_and_timed_on_a_button(lang: str) -> None:
    query = {"lang": lang, "data": "moons", "k": "gaussian", "g": "1", "C": "10", "draws": "5"}
    visit, words = Visit("smo", **query), words_for(lang)
    visit.unfold("smo-rules", lang)
    table = visit.app.table[0].value
    assert [*table.index] == [words(f"panel.solver.{rule}") for rule in RULES]
    question = read(opening(LINK, query))
    steps = [len(answers.run(question, rule).trace) for rule in RULES]
    assert [str(n) in str(cell) for n, cell in zip(steps, table.iloc[:, 0], strict=True)] == [True] * len(RULES)
    assert table.shape[1] == 3
    visit.press(f"timed-rules-{lang}")
    timed = visit.app.table[0].value.iloc[:, -1]
    assert all(0.0 < float(cell.removesuffix(" ms")) < 1e5 for cell in timed)
    assert visit.warnings() == []


@in_both_languages
def test_the_two_multipliers_move_as_their_labels_say(lang: str) -> None:
    moons, words = CATALOGUE["moons"].make(), words_for(lang)
    trace = record(c_svc(moons.X, moons.y, Gaussian(1.0), 10.0), "smo-second-order", 1e-3)
    seen = set()
    for k in range(min(len(trace), 40)):
        before, after = trace.state_at(k).alpha, trace.state_at(k + 1).alpha
        i, j = int(trace.table["i"][k]), int(trace.table["j"][k])
        d_i, d_j = float(after[i] - before[i]), float(after[j] - before[j])
        same = bool(moons.y[i] == moons.y[j])
        seen.add(same)
        assert d_i == pytest.approx(-d_j if same else d_j, abs=1e-9)
        key = "smo.candidates.same" if same else "smo.candidates.opposite"
        assert directions_sentence(trace, k, words) == words(key, d_i=number(d_i), d_j=number(d_j))
    assert seen == {True, False}
