"""The time line of the home page: the run to the answer on screen, by whichever solver; what a link brings of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from core.problem import Gaussian, InputError, LinearProblem, c_svc, linear_certificate, linear_svc
from core.solver import Outcome
from core.trace import record
from core.view import playback
from datasets import CATALOGUE
from pages import LINK
from pages.board import answers
from pages.board.figures.alpha_bars import alpha_bars
from pages.board.figures.solve_curves import solve_curves_figure
from pages.board.question import change, read
from pages.board.sentences import end_note
from pages.smo.question import read as read_smo
from tests.pages.visit import EN, Visit
from ui.link.shared import RULES, SOLVERS
from ui.solve import recording
from ui.solve.options import COORDINATE_SOLVER
from ui.solve.recording import Recording
from ui.solve.wire import pack, unpack
from ui.state.lab import Lab, opening
from ui.words import at_most, languages, number, words_for

MOONS = CATALOGUE["moons"].make()


def run_of(lab: Lab) -> Recording | None:
    asked = read(lab)
    found = answers.solution(asked)
    return None if isinstance(found, InputError) else answers.walk(asked, found)


def edited(lab: Lab, what: str, value: object) -> Lab:
    shared = lab.shared.with_penalty(value) if what == "C" else replace(lab.shared, **{what: value})  # type: ignore[arg-type]
    return replace(lab, shared=shared)


@pytest.mark.parametrize("rule", RULES)
def test_at_rest_the_board_shows_the_end_of_the_recorded_run_and_its_steps(rule: str) -> None:
    lab = edited(opening(LINK), "rule", rule)
    run, found = run_of(lab), answers.solution(read(lab))
    assert run is not None
    assert not isinstance(found, InputError)
    assert found.steps == len(run.trace)
    assert found.alpha.tobytes() == run.trace.last.alpha.tobytes()
    assert found.light.value == "proved"


def test_a_run_beyond_its_limit_is_kept_as_such_and_is_not_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "STEPS_OF_A_RUN", 50)
    lab = edited(opening(LINK), "C", 7.77)  # a question of no other test: runs are remembered
    run, found = run_of(lab), answers.solution(read(lab))
    assert run is not None
    assert len(run.trace) == 50
    assert not answers.is_uncut(run)
    assert not isinstance(found, InputError)
    assert found.steps > 50
    assert found.light.value == "proved"


@pytest.mark.parametrize("rule", SOLVERS)
def test_only_a_run_that_was_cut_is_said_to_go_on(rule: str) -> None:
    points, y = [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0], [0.3, 1.2]], [1, -1, 1, -1]  # no hard margin exists
    visits = rule == COORDINATE_SOLVER
    problem = linear_svc(points, y, np.inf) if visits else c_svc(points, y, Gaussian(1.0), np.inf)
    for limit in (1, 100_000):
        trace = record(problem, rule, 1e-9, limit)
        key = "cut" if trace.outcome is Outcome.STEP_LIMIT else "over"
        said = EN(f"board.walk.{key}{'.visits' * visits}", steps=number(len(trace)))
        assert end_note(Recording(trace, partial(playback, trace)), EN) == said
        assert limit == 1 or visits or key == "over"


def test_while_the_server_compiles_there_is_an_answer_without_a_time_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers.READINESS, "wait", lambda seconds: False)
    lab = opening(LINK)
    assert run_of(lab) is None
    assert not isinstance(answers.solution(read(lab)), InputError)
    (header,) = Visit(data="moons").data("timeline")
    assert header["way"] is None, "it is disabled so far"


def test_the_page_brings_the_run_of_its_link_and_where_it_stands() -> None:
    for step in (None, 12):
        visit = Visit(data="moons", **({} if step is None else {"step": f"{step}"}))
        header, arrays = unpack(visit.components("timeline")[0].bytes)
        assert (header["step"], header["way"]["solver"]) == (step, RULES[0])
        assert len(arrays["move"]) == 114
        assert ("Step 12 of 114" in visit.lead()) == (step == 12), "what is told is told about the step on screen"


def test_the_question_starts_at_the_end_with_the_rule_of_the_live_answers() -> None:
    asked = read(opening(LINK))
    assert asked.step is None
    assert asked.run_options.solver == RULES[0]
    assert len(MOONS.y) == len(asked.board.points.y)


# ---- the solver, chosen beside the kernel ----

TAYLOR = {"data": "moons", "k": "taylor"}
OTHERS = [("L2", "bias.squared"), ("L1_plain", "plain"), ("L2_plain", "plain.squared")]


def test_coordinate_descent_shows_the_end_of_its_own_run_under_its_own_proof() -> None:
    lab = opening(LINK, {**TAYLOR, "rule": COORDINATE_SOLVER})
    asked, run, found = read(lab), run_of(lab), answers.solution(read(lab))
    assert run is not None
    assert not isinstance(found, InputError)
    assert isinstance(run.trace.problem, LinearProblem)
    assert found.alpha.tobytes() == run.trace.last.alpha.tobytes()
    assert (found.steps, found.coordinates) == (len(run.trace), True)
    proof = linear_certificate(run.trace.problem, found.alpha)
    assert (found.certificate.low, found.certificate.high) == (proof.low, proof.high)
    assert abs(found.b - float(run.trace.problem.y @ found.alpha)) < 1e-9, "the offset is the weight of the constant"
    assert abs(found.b) > 1e-3, "so the equality constraint of SMO is broken"
    margin = asked.board.points.y * found.decision
    np.testing.assert_allclose(found.slack, np.maximum(0.0, 1.0 - margin))
    assert found.errors == int((np.where(found.decision >= 0, 1, -1) != asked.board.points.y).sum())


@pytest.mark.parametrize("lang", languages)
def test_the_page_says_that_it_is_another_problem_and_how_far_apart_the_boundaries_are(lang: str) -> None:
    words, visit = words_for(lang), Visit(**TAYLOR, rule=COORDINATE_SOLVER, lang=lang)
    both = answers.boundaries(read(opening(LINK, {**TAYLOR, "rule": COORDINATE_SOLVER})))
    assert both is not None
    assert both.proved
    assert words("solved.other.bias") in visit.lead()
    assert words("board.other.apart", difference=at_most(both.difference), n=both.changed) in visit.lead()
    assert words("solved.other.bias") not in Visit(**TAYLOR, lang=lang).lead()


@pytest.mark.parametrize(("options", "key"), OTHERS)
def test_the_options_of_coordinate_descent_mean_the_same_on_the_board(options: str, key: str) -> None:
    lead = Visit(**TAYLOR, rule=COORDINATE_SOLVER, descent=options).lead()
    assert EN(f"solved.other.{key}") in lead
    assert ("differ by up to" in lead) == (key == "plain"), "SMO solves the hinge alone"


@pytest.mark.parametrize(("kernel", "offered"), [("gaussian", 4), ("sigmoid", 0)])
def test_a_kernel_without_a_map_is_refused_by_coordinate_descent_and_the_way_out_is_offered(
    kernel: str, offered: int
) -> None:
    visit = Visit(data="moons", k=kernel, rule=COORDINATE_SOLVER)
    header, arrays = visit.board()
    key = "kernel.endless" if kernel == "gaussian" else "kernel.indefinite"
    assert header["answer"]["state"] == "refused"
    assert header["answer"]["detail"] == EN(f"refusal.{key}")
    assert "alpha" not in arrays, "nothing is drawn as a solution that is none"
    ways = [button.key for button in visit.app.button if (button.key or "").startswith("take-")]
    assert len(ways) == offered
    if ways:
        visit.app.button(key="take-taylor").click()
        visit.run()
        assert visit.board()[0]["kernel"]["name"] == "taylor"
        assert visit.board()[0]["answer"]["state"] != "refused"


def test_the_solver_that_the_board_chooses_travels_in_its_link_and_means_the_same_to_smo() -> None:
    lab = opening(LINK, TAYLOR)
    for solver in SOLVERS[1:]:
        chosen = change(lab, "solver", solver)
        assert chosen.revision == lab.revision + 1, "the board takes it over, and undo brings the other back"
        assert (read(chosen).solver, LINK.to_query(chosen.shared)["rule"]) == (solver, solver)  # type: ignore[index]
        assert read_smo(chosen).rule == (solver if solver in RULES else RULES[0])
    assert change(lab, "solver", "newton") is lab


def test_a_commit_brings_the_solver_that_an_undo_has_brought_back() -> None:
    visit = Visit(**TAYLOR, rule=COORDINATE_SOLVER)
    header, arrays = visit.board()
    said = {"kernel": header["kernel"], "C": header["C"], "window": header["window"], "solver": RULES[1]}
    visit.commit(pack(said, {"X": arrays["X"], "y": arrays["y"]}))
    assert visit.board()[0]["solver"] == RULES[1]
    assert visit.data("timeline")[0]["way"]["solver"] == RULES[1]


def test_bars_and_curves_show_the_step_that_is_on_screen() -> None:
    lab = opening(LINK, {**TAYLOR, "step": "12"})
    run, asked = run_of(lab), read(lab)
    assert run is not None
    k = answers.step_before_end(asked, run)
    assert k == 12
    alpha = run.trace.state_at(12).alpha
    found = answers.solution(asked)
    assert not isinstance(found, InputError)
    shown = alpha_bars(answers.multipliers(run, k), asked.board.points.y, 10.0, EN, found).plain()
    heights = {int(x): y for bars in shown["data"] for x, y in zip(bars["x"], bars["y"], strict=True)}
    np.testing.assert_allclose([heights[i + 1] for i in range(len(alpha))], alpha)
    ends = alpha_bars(found, asked.board.points.y, 10.0, EN).plain()
    assert shown["layout"]["yaxis"]["range"] == ends["layout"]["yaxis"]["range"], "the axis stands still"
    went = answers.course(asked, found)
    assert went is not None
    (line,) = solve_curves_figure(went, EN, k).plain()["layout"]["shapes"]
    assert (line["x0"], line["x1"]) == (13, 13)
    assert solve_curves_figure(went, EN).plain()["layout"].get("shapes", []) == []
