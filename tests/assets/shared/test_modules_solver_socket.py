"""The line to the solver: coalescing, patience, reconnection and the way around it."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from bench import Bench, clouds
from stand_in import answer

from ui.solve.wire import unpack

# A socket in the hands of the test: it records what is sent and answers only when told to.
MOCK = """async (fallback) => {
  const sockets = [];
  class Mock {
    static OPEN = 1;
    constructor(url) { Object.assign(this, { url, readyState: 0, sent: [] }); sockets.push(this); }
    send(bytes) { this.sent.push(harness.wire.unpack(bytes)[0].seq); }
    open() { this.readyState = 1; this.onopen(); }
    fail() { this.readyState = 3; this.onclose(); }
    reply(seq) { this.onmessage({ data: harness.wire.pack({ seq }).buffer }); }
  }
  globalThis.WebSocket = Mock;
  const { SolverSocket } = await harness.load('shared/solver_socket');
  const answered = [], around = [];
  const line = new SolverSocket({
    encode: (request) => harness.wire.pack({ seq: request.seq }),
    onAnswer: (header, arrays, request) => answered.push([header.seq, request.name]),
  });
  line.fallback = fallback ? (text) => around.push(text) : null;
  line.open("/lab/ws");
  globalThis.t = { line, sockets, answered, around };
}"""


def test_one_request_flies_and_only_the_newest_of_the_waiting_follows(page: Any) -> None:
    page.evaluate(MOCK)
    page.evaluate("t.sockets[0].open(); for (const name of 'abcde') t.line.ask({ name })")
    assert page.evaluate("t.sockets[0].sent") == [1]
    page.evaluate("t.sockets[0].reply(1)")
    assert page.evaluate("t.sockets[0].sent") == [1, 5]
    page.evaluate("t.sockets[0].reply(5); t.sockets[0].reply(1)")
    assert page.evaluate("t.answered") == [[1, "a"], [5, "e"]]


def test_what_waits_is_on_its_way_while_an_answer_is_drawn(page: Any) -> None:
    page.evaluate(MOCK)
    page.evaluate("void (t.line.onAnswer = ({ seq }) => t.answered.push([seq, ...t.sockets[0].sent]))")
    page.evaluate("t.sockets[0].open(); for (const name of 'abc') t.line.ask({ name }); t.sockets[0].reply(1)")
    assert page.evaluate("t.answered") == [[1, 1, 3]]


@pytest.mark.usefixtures("own_tab")
def test_a_request_without_answer_is_asked_again_after_two_seconds(page: Any) -> None:
    page.clock.install()
    page.evaluate(MOCK)
    page.evaluate("t.sockets[0].open(); t.line.ask({ name: 'a' })")
    page.clock.run_for(1900)
    assert page.evaluate("t.sockets[0].sent") == [1]
    page.clock.run_for(200)
    assert page.evaluate("t.sockets[0].sent") == [1, 1]
    page.evaluate("t.line.ask({ name: 'b' }); t.sockets[0].reply(1)")
    assert page.evaluate("t.answered") == [[1, "a"]]
    assert page.evaluate("t.sockets[0].sent") == [1, 1, 2]


@pytest.mark.usefixtures("own_tab")
def test_a_lost_connection_comes_back_and_the_request_with_it(page: Any) -> None:
    page.clock.install()
    page.evaluate(MOCK)
    page.evaluate("t.sockets[0].open(); t.line.ask({ name: 'a' }); t.sockets[0].fail()")
    page.clock.run_for(300)
    assert page.evaluate("t.sockets.length") == 2
    page.evaluate("t.sockets[1].fail()")
    page.clock.run_for(300)
    assert page.evaluate("t.sockets.length") == 2, "the second pause is longer"
    page.clock.run_for(300)
    page.evaluate("t.sockets[2].open(); t.sockets[2].reply(1)")
    assert page.evaluate("[t.sockets[2].sent, t.answered]") == [[1], [[1, "a"]]]


@pytest.mark.usefixtures("own_tab")
def test_requests_go_around_a_closed_socket_ten_times_a_second(page: Any) -> None:
    page.clock.install()
    page.evaluate(MOCK, True)
    page.evaluate("t.sockets[0].fail()")
    started = page.evaluate("performance.now()")
    for _ in range(100):  # about two seconds of a drag; each request is answered at once
        page.evaluate("t.line.ask({ name: 'x' }); if (t.line.flying) t.line.deliver({ seq: t.line.flying.seq }, {})")
        page.clock.run_for(20)
    tenths = page.evaluate("performance.now()") / 100 - started / 100
    assert 0.7 * tenths <= page.evaluate("t.around.length") <= tenths + 1


def test_the_socket_keeps_the_prefix_of_a_proxy(browser: Any, origin: str) -> None:
    page = browser.new_page()
    page.goto(f"{origin}/proxied/?debug=1")
    page.wait_for_selector("html[data-ready]")
    found = page.evaluate("import('/proxied/lab/assets/test/js/shared/address.js').then((m) => m.address('/lab/ws'))")
    page.close()
    assert found == f"{origin}/proxied/lab/ws"


def test_the_answer_of_the_fallback_comes_as_component_data(lab: Bench) -> None:
    X, y = clouds(12)
    lab.board(X, y, socket="ws://127.0.0.1:9/closed")
    lab.page.mouse.click(*lab.at(-3, 3))
    lab.page.wait_for_function("harness.sent.some(([name]) => name === 'ask')")
    blob = answer(base64.b64decode(lab.sent("ask")[-1]))
    header, arrays = unpack(blob)
    lab.revision -= 1  # the same revision: Python answers, it does not replace
    lab.board(X, y, solved=False, socket="ws://127.0.0.1:9/closed", answer=header, arrays=arrays)
    assert lab.state("s.picture.alpha.length") == 13
    assert not lab.state("s.behind")
    np.testing.assert_allclose(lab.state("Array.from(s.picture.alpha)"), arrays["alpha"])
