"""The machines over the socket: the core's own answer, or one clear sentence; never an exception, whatever comes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.problem import Role
from core.solver import new_cancel_flag
from datasets import CATALOGUE
from tests.ui.solve.test_request import answered, question
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KERNELS, PARAMETERS, spec_with
from ui.solve.limits import POINTS_TWICE
from ui.solve.machine.table import FIRST, MACHINES, MachineSpec, for_board, machine_in
from ui.solve.options import LibsvmOptions, PairOptions
from ui.solve.recording import sent_run
from ui.solve.request import answer_request, read_request
from ui.solve.solving import solve_machine
from ui.solve.wire import WireError, pack
from ui.words import languages, number, words_for

POINTS = CATALOGUE["moons"].make()
GAUSSIAN: dict[str, Any] = {"name": "gaussian", "gamma": 1.0}
USUAL = {name: parameter.usual for name, parameter in PARAMETERS.items()}
OTHERS = [name for name in MACHINES if name != FIRST]


@pytest.mark.parametrize("name", OTHERS)
def test_the_answer_is_the_cores_answer(name: str) -> None:
    spec = MachineSpec(name, nu=0.3, epsilon=0.2)
    header, arrays = answered(question(POINTS.X, POINTS.y, for_board(GAUSSIAN, spec), 10.0))
    own = solve_machine(BoardProblem(POINTS.X, POINTS.y, GAUSSIAN, 10.0, spec)).fitted
    assert header["state"] == own.light.value == "proved"
    assert (header["b"], header["tube"], header["steps"]) == (own.b, own.half_width, own.steps)
    for key, values in (("weights", own.coef), ("role", own.role), ("slack", own.excess)):
        assert arrays[key].tobytes() == values.tobytes()


@pytest.mark.parametrize("name", OTHERS)
def test_a_board_before_the_end_gets_the_run_of_the_machine_that_its_sliders_show(name: str) -> None:
    told, shown = MachineSpec(name, nu=0.3, epsilon=0.5), MachineSpec(name, nu=0.4, epsilon=0.2)
    way, own = LibsvmOptions(rows=20), machine_in(for_board(GAUSSIAN, shown))
    sent = {"seq": 7, "kernel": for_board(GAUSSIAN, shown), "C": 2.0, "lang": "en", "way": sent_run(way, told)}
    header, arrays = answered(pack(sent, {"X": POINTS.X, "y": POINTS.y}))
    assert header["run"] == BoardProblem(POINTS.X, POINTS.y, GAUSSIAN, 2.0, own, way).run_name
    assert arrays["r"].shape == (1 if name == "eps-svr" else header["steps"] + 1,)


@pytest.mark.parametrize("kernel", list(KERNELS))
@pytest.mark.parametrize("name", OTHERS)
def test_every_machine_answers_under_every_kernel(name: str, kernel: str) -> None:
    asked = for_board(spec_with(kernel, USUAL), MachineSpec(name, nu=0.4, epsilon=0.3))
    header, arrays = answered(question(POINTS.X, POINTS.y, asked, 2.0))
    assert header["state"] in ("proved", "running", "impossible")
    assert len(arrays["weights"]) == len(POINTS.y)
    assert ("waves" in arrays) == (kernel in ("fourier", "paired", "nystroem", "formula"))


@pytest.mark.parametrize("lang", languages)
def test_of_so_many_points_the_exact_machine_waits_for_the_page_and_the_light_says_so(lang: str) -> None:
    X = np.random.default_rng(0).normal(size=(POINTS_TWICE + 1, 2))
    y = np.where(np.arange(len(X)) % 2, 1, -1).astype(np.int8)
    told = words_for(lang)("light.exact.waits", most=number(POINTS_TWICE))
    taylor = spec_with("taylor", USUAL)
    for kernel, n, waits in ((taylor, len(X), True), (taylor, len(X) - 1, False), (GAUSSIAN, len(X), False)):
        asked = for_board(kernel, MachineSpec("one-class", nu=0.1))
        header, arrays = answered(question(X[:n], y[:n], asked, 1.0, lang=lang))
        assert ("ghost" in arrays) == (kernel is taylor and not waits)
        assert header["detail"].endswith(told) == waits


def test_a_graph_is_drawn_with_the_f_that_was_found() -> None:
    spec = MachineSpec("eps-svr", epsilon=0.3)
    header, arrays = answered(question(POINTS.X, POINTS.y, for_board(GAUSSIAN, spec), 10.0))
    x, z = POINTS.X[:, 0], POINTS.X[:, 1]
    f = np.exp(-((x[:, None] - x) ** 2)) @ arrays["weights"] + header["b"]  # as a browser computes it, along x2 = 0
    beyond = np.abs(f - z) - header["tube"]
    assert np.maximum(0.0, beyond) == pytest.approx(arrays["slack"], abs=1e-4)
    assert ((arrays["role"] == Role.OUTSIDE) <= (beyond < 0)).all()


def test_what_a_board_sends_comes_back_as_the_machine_that_was_chosen() -> None:
    for name, entry in MACHINES.items():
        spec = MachineSpec(name, nu=0.25, epsilon=0.75)
        back = machine_in(for_board(GAUSSIAN, spec))
        assert back.name == name
        for own in entry.parameters:
            assert own == "C" or getattr(back, own) == getattr(spec, own)
    assert for_board(GAUSSIAN, MachineSpec()) == GAUSSIAN, "C-SVC is asked as on every other board"


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "nu = 0": ({"machine": "nu-svc", "nu": 0}, {}),
    "nu < 0": ({"machine": "one-class", "nu": -0.5}, {}),
    "nu > 1": ({"machine": "nu-svr", "nu": 1.0000001}, {}),
    "nu beyond the smaller class": ({"machine": "nu-svc", "nu": 0.5}, {"y": np.array([1, -1, -1, -1, -1], np.int8)}),
    "no nu": ({"machine": "nu-svc"}, {}),
    "epsilon < 0": ({"machine": "eps-svr", "epsilon": -1e-9}, {}),
    "epsilon of 400 digits": ({"machine": "eps-svr", "epsilon": 10**400}, {}),
    "no C in a tube": ({"machine": "eps-svr", "epsilon": 0.1}, {"C": None}),
    "another one's number": ({"machine": "eps-svr", "nu": 0.3}, {}),
    "values of 1e300": ({"machine": "eps-svr", "epsilon": 0.1}, {"X": np.array([[0.0, 1e300]] * 5)}),
    "places of 1e300": ({"machine": "one-class", "nu": 0.5}, {"X": np.array([[1e300, 0.0]] * 5)}),
    "one class of two": ({"machine": "nu-svc", "nu": 0.5}, {"y": np.ones(5, np.int8)}),
    "no points": ({"machine": "one-class", "nu": 0.5}, {"X": np.zeros((0, 2)), "y": np.zeros(0, np.int8)}),
    "no points in a graph": ({"machine": "nu-svr", "nu": 0.5}, {"X": np.zeros((0, 2)), "y": np.zeros(0, np.int8)}),
}
NO_QUESTION: dict[str, dict[str, Any]] = {
    "nu is text": {"machine": "nu-svc", "nu": "0.3"},
    "nu is true": {"machine": "one-class", "nu": True},
    "unknown": {"machine": "svdd", "nu": 0.3},
    "a list": {"machine": ["nu-svc"], "nu": 0.3},
    "an unknown kernel": {"name": "rbf", "machine": "nu-svc", "nu": 0.3},
}
FIVE = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.5], [3.0, 2.0], [4.0, 1.0]])


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_solved_gets_one_sentence(what: str, lang: str) -> None:
    machine, others = REFUSED[what]
    asked = {"X": FIVE, "y": np.array([1, -1, 1, -1, 1], np.int8), "C": 1.0, **others}
    header, arrays = answered(question(kernel={"name": "linear", **machine}, lang=lang, **asked))
    assert header["state"] == "refused"
    assert header["title"] == words_for(lang)("light.refused.title")
    assert len(header["detail"]) > 8
    assert arrays == {}


@pytest.mark.parametrize("way", [None, sent_run(LibsvmOptions())])
@pytest.mark.parametrize("what", NO_QUESTION)
def test_what_names_no_machine_or_no_number_is_no_question(what: str, way: object) -> None:
    with pytest.raises(WireError):
        read_request(question(kernel={"name": "linear", **NO_QUESTION[what]}, way=way))


@pytest.mark.parametrize("name", OTHERS)
def test_the_end_of_a_run_of_another_machine_is_no_question(name: str) -> None:
    kernel, way = for_board(GAUSSIAN, MachineSpec(name)), sent_run(LibsvmOptions(), MachineSpec(name))
    for asked in ({"kernel": kernel, "way": sent_run(LibsvmOptions())}, {"kernel": GAUSSIAN, "way": way}):
        assert "run" in answered(question(POINTS.X, POINTS.y, C=1.0, **asked))[0]  # type: ignore[arg-type]
        with pytest.raises(WireError):
            read_request(question(end=True, **asked))  # type: ignore[arg-type]
    with pytest.raises(WireError):
        read_request(question(kernel=kernel, way=sent_run(PairOptions())))


def test_nu_at_the_edge_is_feasible() -> None:
    y = np.array([1, -1, -1, -1, -1], np.int8)
    header, _ = answered(question(FIVE, y, {"name": "linear", "machine": "nu-svc", "nu": 0.4}, 1.0))
    assert header["state"] in ("proved", "impossible")


def test_a_question_that_grew_old_gets_no_answer() -> None:
    cancel = new_cancel_flag()
    cancel[0] = 1
    blob = question(POINTS.X, POINTS.y, {**GAUSSIAN, "machine": "nu-svc", "nu": 0.123}, 1.0)
    assert answer_request(read_request(blob), cancel) == b""
