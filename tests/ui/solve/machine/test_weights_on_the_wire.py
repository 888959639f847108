"""The class weights of C-SVC: on the wire, in the problem, in its keys, and out of range."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from core.problem import InputError, c_svc
from datasets import CATALOGUE
from tests.ui.solve.test_request import question as frame
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import CLASS_WEIGHT
from ui.solve.machine.table import C_SVC, EQUAL, MINUS, PLUS, MachineSpec, for_board, machine_in
from ui.solve.options import CoordinateOptions, PairOptions
from ui.solve.recording import read_run, recording, sent_run
from ui.solve.request import answer_request, read_request
from ui.solve.solving import solved
from ui.solve.wire import WireError, unpack

POINTS = CATALOGUE["unbalanced"].make()
LINEAR = {"name": "linear"}
BOARD = BoardProblem(POINTS.X, POINTS.y, LINEAR, 1.0)
WEIGHTS = st.floats(*CLASS_WEIGHT)
OUTSIDE: list[Any] = [0.0, 1e-12, 1e12, -1.0, math.nan, math.inf]


def weighing(*weights: float) -> BoardProblem:
    """Return the question with these weights."""
    return replace(BOARD, machine=MachineSpec(weights=weights))  # type: ignore[arg-type]


def test_every_balanced_weight_of_a_board_is_within_the_range() -> None:
    low, high = CLASS_WEIGHT
    assert low <= 2000 / (2 * 1999) <= 2000 / (2 * 1) <= high


@settings(max_examples=25)
@given(plus=WEIGHTS, minus=WEIGHTS)
def test_each_class_has_its_own_bound_and_the_light_proves_it(plus: float, minus: float) -> None:
    asked = weighing(plus, minus)
    found = solved(asked)
    upper = np.where(POINTS.y > 0, plus, minus)
    np.testing.assert_array_equal(found.problem.form.upper, upper)
    if (plus, minus) != EQUAL:
        assert asked.bound == (plus, minus)
    alpha = found.solution.alpha
    assert (alpha >= 0).all()
    assert (alpha <= upper).all()
    proof, slack = found.solution.certificate, found.solution.slack
    w = found.solution.w
    assert w is not None
    assert proof.primal == pytest.approx(0.5 * float(w @ w) + float(upper @ slack), rel=1e-9)


@pytest.mark.parametrize("weights", [(5.0, 0.5), (6.0, 60.0 / 110.0), (0.01, 1.0)])
def test_the_boundary_is_that_of_scikit_learn(weights: tuple[float, float]) -> None:
    found = solved(weighing(*weights)).solution
    other = SVC(kernel="linear", C=1.0, class_weight={1: weights[0], -1: weights[1]}, tol=1e-8)
    other.fit(POINTS.X, POINTS.y)
    np.testing.assert_allclose(found.decision, other.decision_function(POINTS.X), atol=2e-4)


@given(plus=WEIGHTS, minus=WEIGHTS)
def test_what_a_board_sends_is_read_back(plus: float, minus: float) -> None:
    spec = MachineSpec(weights=(plus, minus))
    assert machine_in(for_board(LINEAR, spec)) == spec
    assert read_run(sent_run(PairOptions(), spec))[1] == spec.solved


def test_a_page_without_weights_sends_none_and_weights_of_1_change_no_key() -> None:
    assert for_board(LINEAR, C_SVC) == LINEAR
    assert for_board(LINEAR, MachineSpec(weights=EQUAL)) == {**LINEAR, PLUS: 1.0, MINUS: 1.0}
    assert weighing(*EQUAL).key() == BOARD.key()
    run = BOARD.with_options(PairOptions())
    assert weighing(*EQUAL).with_options(PairOptions()).run_name == run.run_name
    assert weighing(1.0, 2.0).key() != BOARD.key() != weighing(2.0, 1.0).key() != weighing(1.0, 2.0).key()
    assert weighing(1.0, 2.0).with_options(PairOptions()).run_name != run.run_name
    assert MachineSpec("nu-svc", weights=(2.0, 3.0)).solved == MachineSpec("nu-svc")


def test_a_frame_with_weights_is_answered_with_them_also_as_a_run() -> None:
    kernel = {**LINEAR, PLUS: 4.0, MINUS: 0.5}
    header, arrays = unpack(answer_request(read_request(frame(POINTS.X, POINTS.y, kernel=kernel, C=1.0))))
    assert header["state"] == "proved"
    np.testing.assert_array_equal(arrays["alpha"], solved(weighing(4.0, 0.5)).solution.alpha)
    way = sent_run(PairOptions())  # the sliders are ahead of the page
    run, played = unpack(answer_request(read_request(frame(POINTS.X, POINTS.y, kernel=kernel, C=1.0, way=way))))
    assert run["bound"] == [4.0, 0.5]
    own = recording(weighing(4.0, 0.5).with_options(PairOptions()))
    assert run["steps"] == len(own.trace)
    np.testing.assert_array_equal(played["move"], own.playback.move)


@pytest.mark.parametrize("weight", OUTSIDE)
@pytest.mark.parametrize("sign", [PLUS, MINUS])
def test_a_weight_out_of_range_is_refused_with_the_range(weight: float, sign: str) -> None:
    with pytest.raises(InputError) as caught:
        machine_in({**LINEAR, sign: weight})
    assert caught.value.key == "weight.range"
    assert (caught.value.values["low"], caught.value.values["high"]) == CLASS_WEIGHT
    with pytest.raises(InputError):
        weighing(*((weight, 1.0) if sign == PLUS else (1.0, weight))).core_problem()


@pytest.mark.parametrize("weight", [0, 1e-12, 1e12])
def test_a_frame_with_a_weight_out_of_range_gets_one_sentence_that_says_the_range(weight: float) -> None:
    kernel = {**LINEAR, PLUS: weight}
    header, _ = unpack(answer_request(read_request(frame(POINTS.X, POINTS.y, kernel=kernel, C=1.0))))
    assert header["state"] == "refused"
    assert "0.001" in header["detail"]
    assert "1,000" in header["detail"] or "1000" in header["detail"]
    way = {**sent_run(PairOptions()), "machine": {"name": "c-svc", "weights": [weight, 1.0]}}
    header, _ = unpack(answer_request(read_request(frame(POINTS.X, POINTS.y, kernel=LINEAR, C=1.0, way=way))))
    assert header["state"] == "refused"


@pytest.mark.parametrize("weight", ["nan", "2", None, [1.0]])
def test_a_weight_that_is_no_number_is_no_question(weight: Any) -> None:
    with pytest.raises(WireError):
        read_request(frame(POINTS.X, POINTS.y, kernel={**LINEAR, PLUS: weight}, C=1.0))


def test_a_hard_margin_and_coordinate_descent_have_one_bound() -> None:
    weighted = weighing(2.0, 0.5)
    assert replace(weighted, C=None).bound is None
    assert weighted.with_options(CoordinateOptions()).bound == 1.0
    form = c_svc([[0.0], [1.0]], [1, -1], BOARD.core_kernel, math.inf, weighted.machine.class_weight).form
    assert form.hard
