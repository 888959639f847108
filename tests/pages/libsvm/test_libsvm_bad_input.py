"""What a run of LIBSVM's loop says at its limits: nobody is ever set aside, and values that no run can have."""

from __future__ import annotations

import pytest

from pages import LINK
from pages.libsvm import answers, sentences
from pages.libsvm.question import Question, read
from tests.pages.visit import EN
from ui.solve.machine.table import MACHINES
from ui.solve.request import answer_request, read_request
from ui.solve.wire import pack, unpack
from ui.state.lab import opening

every_machine = pytest.mark.parametrize("name", list(MACHINES))


def asked_of(name: str, nu: float, **state: str) -> Question:
    usual = {"data": "overlap", "k": "gaussian", "g": "0.1", "C": "0.01"}
    return read(opening(LINK, {**usual, **state, "machines": f"{name}_{nu}_0.5"}))


@every_machine
def test_a_run_that_is_over_before_the_first_look_sets_nobody_aside_and_says_so(name: str) -> None:
    asked = asked_of(name, nu=0.5 if name == "nu-svc" else 0.1)
    trace, variables = answers.run(asked).trace, len(answers.dual(asked).y)
    assert 0 < len(trace) < variables, "a look comes after as many passes as there are variables"
    assert not any(len(look.aside) for look in answers.course(asked).looks)
    assert not any(look.returned for look in answers.course(asked).looks)
    told = sentences.lead_sentence(asked, len(trace), EN)
    assert EN("libsvm.ended.nobody") in told
    assert EN("libsvm.ended.never") not in told


@every_machine
@pytest.mark.parametrize("far", [1e300, -1e300])
def test_values_of_1e300_over_the_socket_get_one_sentence_and_no_run(name: str, far: float) -> None:
    asked = asked_of(name, nu=0.3)
    header = {"seq": 3, "lang": "en", "kernel": asked.board.kernel, "C": asked.C, "way": asked.way.header()}
    X = asked.X.copy()
    X[:, 1] = far
    said, arrays = unpack(answer_request(read_request(pack(header, {"X": X, "y": asked.y}))))
    assert said["state"] == "refused"
    assert said["detail"]
    assert "run" not in said
    assert "pair" not in arrays
