"""LIBSVM's loop in the player under each of the five machines: what travels, what is said, and what cannot be had."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.problem import InputError, Problem
from core.solver import LoopState
from core.solver.libsvm.cache import COMPUTED
from core.topics.libsvm.view import WARNING
from core.trace import record
from core.view import playback
from datasets import make_points
from pages import LINK, libsvm
from pages.libsvm import answers, sentences, tables
from pages.libsvm.figures import ACTIVE, CACHE, step_figures
from pages.libsvm.lessons import FIRST, LESSONS
from pages.libsvm.question import Question
from tests.core.naive_libsvm import NaiveLoop
from tests.pages.visit import CHINESE, EN, ROOT, Visit, in_both_languages, link_of
from ui.solve.board_problem import BoardProblem
from ui.solve.machine.table import MACHINES, MachineSpec
from ui.solve.options import LIBSVM, LibsvmOptions, PairOptions
from ui.solve.playback_arrays import playback_arrays
from ui.solve.recording import LIBSVM_TOLERANCE, read_run, sent_run
from ui.solve.request import answer_request, read_request
from ui.solve.wire import WireError, pack, unpack
from ui.state.lab import opening

STATE = {"data": "overlap", "k": "gaussian", "g": "1", "C": "10", "loop": "shrink_20"}
MOST = 256 << 10  # bytes of a run of 5,000 steps on its way
every_machine = pytest.mark.parametrize("name", list(MACHINES))
of_signs = pytest.mark.parametrize("name", ["nu-svc", "nu-svr"])
tubes = pytest.mark.parametrize("name", ["eps-svr", "nu-svr"])


def asked_of(name: str, nu: float = 0.3, **state: str) -> Question:
    return libsvm.PAGE.read(opening(LINK, {**STATE, "machines": f"{name}_{nu}_0.5", **state}))


def problem_of(asked: Question) -> Problem:
    return asked.problem.core_problem()


def played(visit: Visit) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    (proto,) = visit.components("player")
    return unpack(proto.bytes)


def states(arrays: dict[str, np.ndarray]) -> list[np.ndarray]:
    """Return alpha at every state as the browser replays it."""
    signs = arrays.get("signs", arrays["y"]).astype(float)
    alpha = arrays["begun"].copy() if "begun" in arrays else np.zeros(len(signs))
    found = [alpha.copy()]
    for both, move in zip(arrays["pair"].view(np.uint32), arrays["move"], strict=True):
        i, j = int(both & 65535), int(both >> 16)
        alpha[i] += signs[i] * move
        alpha[j] -= signs[j] * move
        found.append(alpha.copy())
    return found


@every_machine
@in_both_languages
def test_every_machine_is_played_as_its_link_says(name: str, lang: str) -> None:
    visit = Visit("libsvm", **STATE, machines=f"{name}_0.3_0.5", step="60", lang=lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    header, arrays = played(visit)
    assert header.get("machine", "c-svc") == header["way"]["machine"]["name"] == name
    assert header["bound"] == (10.0 if "C" in MACHINES[name].parameters else 1.0)
    assert visit.query["machines"].startswith(f"{name}_0.3_0.5")
    dials = {dial["name"] for sliders in visit.data("sliders") for dial in sliders["dials"]}
    assert dials == {"rows", *MACHINES[name].parameters} - {"C"}
    (panel,) = visit.data("panel")
    assert ("C" in panel["hidden"]) == ("C" not in MACHINES[name].parameters)
    assert ("margin" in panel["hidden"]) == (name != "c-svc")
    assert len(visit.components("plot")) == 2
    assert ("r" in arrays) == ("signs" in arrays) == (name != "c-svc")


@every_machine
def test_the_browser_replays_the_states_of_the_loop_and_who_is_set_aside(name: str) -> None:
    _, arrays = played(Visit("libsvm", **STATE, machines=f"{name}_0.3_0.5"))
    trace, alphas = answers.run(asked_of(name)).trace, states(arrays)
    assert len(alphas) == len(trace) + 1
    spans = arrays["aside"].reshape(-1, 3)
    for k in np.unique(np.linspace(0, len(trace), 12).astype(int)).tolist():
        state = trace.state_at(k)
        assert isinstance(state, LoopState)
        np.testing.assert_allclose(alphas[k], state.alpha, atol=1e-9)
        assert {t for t, first, last in spans.tolist() if first <= k <= last} == set(state.order[state.active :])


@every_machine
def test_the_player_prints_the_line_and_counts_the_values_of_a_naive_twin(name: str) -> None:
    asked = asked_of(name)
    twin = NaiveLoop(problem_of(asked), LIBSVM_TOLERANCE, True, 20)
    assert twin.run(20_000)
    trace = answers.run(asked).trace
    assert answers.course(asked).printed(len(trace)).replace(WARNING, "") == twin.text
    last = trace.last
    assert isinstance(last, LoopState)
    assert f"{last.cache.tally[COMPUTED]}" in sentences.lead_sentence(asked, len(trace), EN)


@of_signs
def test_both_of_a_pair_have_one_sign_and_the_sentence_says_which(name: str) -> None:
    asked = asked_of(name)
    trace, signs, family = answers.run(asked).trace, problem_of(asked).y, "tube" if MACHINES[name].graph else "points"
    said = set()
    for k in range(0, len(trace), 7):
        i, j = (int(trace.table[letter][k]) for letter in "ij")
        sign = "plus" if signs[i] > 0 else "minus"
        assert signs[i] == signs[j]
        told = sentences.lead_sentence(asked, k, EN)
        assert EN(f"libsvm.alike.{sign}.{family}") in told
        said.add(sign)
    assert said == {"plus", "minus"}
    other = asked_of("eps-svr" if MACHINES[name].graph else "c-svc")
    assert EN(f"libsvm.alike.plus.{family}") not in sentences.lead_sentence(other, 30, EN)


@tubes
def test_alpha_and_its_twin_are_told_apart_wherever_one_is_named(name: str) -> None:
    asked = asked_of(name, C="100")
    trace, n = answers.run(asked).trace, len(asked.y)
    ks = [k for k in np.linspace(210, len(trace) - 1, 8).astype(int).tolist() if answers.stood(asked, k)[0].asides]
    assert ks
    for k in ks:
        found, whole = answers.stood(asked, k)
        said = sentences.lead_sentence(asked, k, EN)
        for t in (int(trace.table[letter][k]) for letter in "ij"):
            assert EN(f"libsvm.variable.{'up' if t < n else 'down'}", i=t % n + 1) in said
        assert f"of {2 * n} multipliers" in said
        up = sum(one.t < n for one in found.asides)
        assert f"Of the α: {up}; of the α*: {len(found.asides) - up}." in sentences.aside_note(asked, k, EN)
        shown = [f"α {one.t + 1}" if one.t < n else f"α* {one.t - n + 1}" for one in found.asides[: tables.FIRST]]
        assert list(tables.asides_table(asked, k, EN).index) == shown
        assert whole.apart <= 1e-9
        assert "p" in tables.rebuilt_table(asked, k, EN).columns
        assert all(row < n for row, _ in found.rows), "rows belong to points"


@every_machine
def test_who_is_set_aside_met_the_test_of_its_own_sign(name: str) -> None:
    asked = asked_of(name, C="100", nu=0.15 if name == "nu-svc" else 0.3, loop="shrink_20")
    trace, seen = answers.run(asked).trace, 0
    for k in np.linspace(0, len(trace) - 1, 12).astype(int).tolist():
        found, _ = answers.stood(asked, k)
        for one in found.asides:
            assert (one.score > one.bar) == one.above
            assert one.score != one.bar
            seen += 1
    assert seen > 0 or not any(len(look.aside) for look in answers.course(asked).looks)


@every_machine
def test_both_figures_and_every_table_of_a_machine_are_made(name: str) -> None:
    asked = asked_of(name)
    total, points = len(problem_of(asked).y), len(asked.y)
    for k in (0, 70, len(answers.run(asked).trace)):
        drawn = {each.key: each.draw() for each in step_figures(asked, k, EN)}
        assert drawn[ACTIVE].figure.data[0]["y"][0] == total
        (bars,) = (trace for trace in drawn[CACHE].figure.data if trace["type"] == "bar")
        assert all(0 < length <= points for length in bars["y"])


@pytest.mark.parametrize("fold", ["savings", "machines", "joachims", "kept"])
@every_machine
def test_what_is_folded_opens_under_every_machine(name: str, fold: str) -> None:
    visit = Visit("libsvm", **STATE, machines=f"{name}_0.3_0.5", step="120")
    visit.unfold(f"libsvm-{fold}")
    assert visit.warnings() == []
    assert EN(f"libsvm.fold.{fold}") in [each.label for each in visit.app.expander] or visit.app.table


@pytest.mark.parametrize("name", ["nu-svc", "one-class", "nu-svr"])
def test_a_long_run_stays_small_on_its_way(name: str) -> None:
    random = np.random.default_rng(5)
    X = random.normal(size=(200, 2))
    y = np.where(X[:, 0] + random.normal(size=200) > 0, 1, -1).astype(np.int8)
    problem = BoardProblem(X, y, {"name": "gaussian", "gamma": 0.3}, 1e4, MachineSpec(name, nu=0.4)).core_problem()
    trace = record(problem, "libsvm", 1e-9, 5000, cache_rows=20)
    blob = pack({}, {"X": X, "y": y, **playback_arrays(playback(trace))})
    assert len(blob) <= MOST
    if name == "nu-svr":
        assert len(trace) == 5000


@every_machine
def test_a_dragged_point_brings_the_run_of_the_same_machine(name: str) -> None:
    asked = asked_of(name)
    way = sent_run(asked.run_options, asked.spec)
    header = {"seq": 3, "lang": "en", "kernel": asked.board.kernel, "C": asked.C, "way": way}
    X, y = asked.X.copy(), asked.y
    X[0] += 0.25
    said, arrays = unpack(answer_request(read_request(pack(header, {"X": X, "y": y}))))
    trace = record(BoardProblem(X, y, asked.board.kernel, asked.C, asked.spec).core_problem(), LIBSVM, cache_rows=20)
    assert said["steps"] == len(trace)
    np.testing.assert_allclose(states({**arrays, "y": y})[-1], np.asarray(trace.last.alpha), atol=1e-9)


@pytest.mark.parametrize(
    "machine",
    [
        None,
        {"name": "svdd", "nu": 0.3, "epsilon": 0.5},
        {"name": ["nu-svc"], "nu": 0.3, "epsilon": 0.5},
        {"name": "nu-svc", "nu": "much", "epsilon": 0.5},
        {"name": "nu-svc", "nu": float("nan"), "epsilon": 0.5},
        {"name": "nu-svc", "nu": 0.3, "C": 1.0},
    ],
)
def test_a_way_that_names_no_machine_is_refused(machine: object) -> None:
    sent = sent_run(LibsvmOptions())
    assert read_run(sent)[0] == LibsvmOptions()
    with pytest.raises(WireError):
        read_run({**sent, "machine": machine})
    with pytest.raises(WireError):
        read_run({**sent_run(PairOptions()), "machine": {"name": "nu-svc", "nu": 0.3, "epsilon": 0.5}})


FEW = make_points(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [1.0, 2.0]]), [1, -1, -1, -1])
ONE = make_points(np.array([[0.5, 0.5]]), [1])


@pytest.mark.parametrize(
    ("points", "machine"), [(FEW, "nu-svc_0.9_0.5"), (ONE, "nu-svc_0.3_0.5"), (ONE, "c-svc_0.3_0.5")]
)
@in_both_languages
def test_what_cannot_be_had_gets_one_sentence_and_the_points_stay(points: Any, machine: str, lang: str) -> None:
    visit = Visit("libsvm", **link_of(points), machines=machine, lang=lang)
    assert len(visit.warnings()) == 1
    assert bool(CHINESE.search(visit.warnings()[0])) == (lang == "zh")
    assert visit.components("player") == []
    ((_, arrays),) = visit.below()
    assert len(arrays["X"]) == len(points.y)
    assert visit.query["machines"].startswith(machine)
    assert visit.data("sliders") != [], "the way back is there"


@pytest.mark.parametrize("machine", ["one-class_0.5_0.1", "eps-svr_0.5_0.1", "nu-svr_0.5_0.1"])
def test_one_point_is_enough_for_a_machine_without_classes(machine: str) -> None:
    visit = Visit("libsvm", **link_of(ONE), machines=machine)
    assert visit.warnings() == []
    header, _ = played(visit)
    assert header["outcome"] == "OPTIMAL"


@pytest.mark.parametrize(("name", "said"), [("nu-svc", "libsvm.ended.none"), ("one-class", "libsvm.ended.none.one")])
def test_where_no_margin_or_region_is_proved_the_end_says_so(name: str, said: str) -> None:
    asked = asked_of(name, nu=0.05, k="linear")
    told = sentences.lead_sentence(asked, len(answers.run(asked).trace), EN)
    assert EN(said) in told
    usual = asked_of(name)
    assert EN(said) not in sentences.lead_sentence(usual, len(answers.run(usual).trace), EN)


def test_a_tube_has_a_soft_c_and_leaves_the_hard_margin_chosen() -> None:
    visit = Visit("libsvm", data="gap", k="linear", C="inf", machines="eps-svr_0.3_0.5")
    header, _ = played(visit)
    assert header["C"] == header["bound"] is not None
    assert visit.query["C"] == "inf"


def test_the_chosen_machine_is_the_same_on_both_pages() -> None:
    visit = Visit("libsvm", **STATE, machines="nu-svr_0.4_0.5")
    visit.turn_to("machines")
    assert visit.board()[0]["kernel"]["machine"] == "nu-svr"
    assert visit.query["machines"].startswith("nu-svr_0.4")
    before = Visit("libsvm", **STATE)
    assert played(before)[0]["way"]["machine"]["name"] == "c-svc", "a link from before there was a choice"
    before.turn_to("machines")
    assert before.texts().count(EN("machines.opens")) == 1
    assert "machines" not in before.query, "neither page has chosen one"


def test_a_lesson_opens_the_machine_that_it_tells_of() -> None:
    visit = Visit("libsvm", **STATE, machines="one-class_0.3_0.5")
    for lesson in LESSONS:
        visit.press(f"try-libsvm-{lesson.name}")
        assert visit.query["machines"].startswith("c-svc")
    assert FIRST.machine is None, "a page that opens chooses no machine"


@every_machine
def test_the_script_makes_the_same_run(name: str) -> None:
    asked = asked_of(name)
    script = libsvm.PAGE.script
    assert script is not None
    done = subprocess.run([sys.executable, "-c", script(asked)], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.startswith(f"{answers.run(asked).trace.outcome!s} {len(answers.run(asked).trace)} ")


def test_the_table_of_all_five_has_the_numbers_that_are_chosen() -> None:
    asked = asked_of("nu-svr", nu=0.6)
    for name, found in answers.machines(asked).items():
        assert not isinstance(found, InputError)
        if "nu" in MACHINES[name].parameters:
            problem = replace(asked.problem, machine=MachineSpec(name, nu=0.6)).core_problem()
            assert found.passes == len(record(problem, LIBSVM))
    told = EN("libsvm.machines.note", C="10", nu="0.6", epsilon="0.5")
    assert told in sentences.machines_note(asked, EN)


@every_machine
def test_joachims_split_is_told_of_every_machine_with_its_own_words(name: str) -> None:
    asked, own = asked_of(name, C="100"), "tube" if MACHINES[name].graph else "points"
    values = tables.joachims_table(asked, 60, EN)[EN("libsvm.column.value")]
    full, reduced, printed = (values[EN(f"libsvm.joachims.{row}")] for row in (f"full.{own}", "reduced", "printed"))
    unit = "C" not in MACHINES[name].parameters
    assert full == reduced
    assert (printed == full) == unit
    note = sentences.joachims_note(asked, EN)
    assert (EN("libsvm.joachims.unit") in note) == unit
    assert (EN("libsvm.joachims.alike") in note) == problem_of(asked).form.alike
    assert (note == "") == (name == "c-svc")
    assert EN("libsvm.joachims.unit") in sentences.joachims_note(asked_of("c-svc", C="1"), EN)


@every_machine
def test_least_squares_fits_what_the_machine_has(name: str) -> None:
    asked = asked_of(name)
    shown = Visit("libsvm", **STATE, machines=f"{name}_0.3_0.5")
    shown.unfold("libsvm-kept")
    assert answers.has_values(asked) == (name != "one-class")
    assert sentences.kept_note(asked, EN) in shown.texts()
    if answers.has_values(asked):
        found = answers.kept(asked)
        features = 2 if MACHINES[name].graph else 3  # with the constant one
        assert (found.anew, found.kept) == (2 * len(asked.y) * features, features**2)
        assert found.apart < 1e-12
