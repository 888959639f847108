"""A tiny file server, a stand-in solver behind a WebSocket, and the harness page in a real Chromium."""

from __future__ import annotations

import http.server
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ASSETS = HERE.parents[1] / "assets"
sys.path.insert(0, str(HERE))

from bench import GAUSSIAN, Bench, clouds  # noqa: E402 - lives beside this file
from deck import Deck  # noqa: E402

from core.problem import Gaussian, c_svc  # noqa: E402
from core.trace import Trace, record  # noqa: E402


class Files(http.server.SimpleHTTPRequestHandler):
    """The harness page, our modules below a prefix as in the app, and Plotly."""

    def translate_path(self, path: str) -> str:
        import plotly

        path = path.split("?")[0].removeprefix("/proxied")
        if path.startswith("/lab/assets/test/"):
            return str(ASSETS / path.removeprefix("/lab/assets/test/"))
        if path == "/lab/plotly/plotly.min.js":
            return str(Path(plotly.__file__).parent / "package_data" / "plotly.min.js")
        return str(HERE / "harness.html")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@contextmanager
def answering(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """Yield the address of a WebSocket that answers every message by a function."""
    from websockets.sync.server import serve

    def talk(socket: Any) -> None:
        for blob in socket:
            socket.send(answer(blob))

    with serve(talk, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def solver() -> Iterator[str]:
    """Address of a WebSocket that answers as the app does, with scikit-learn inside."""
    from stand_in import answer

    with answering(answer) as address:
        yield address


@pytest.fixture
def own_tab() -> None:
    """Is asked for by a test that changes its tab for good: no other test gets it afterwards."""


@pytest.fixture(scope="session")
def free_tabs(browser: Any) -> Iterator[list[Any]]:
    """Keep the tab of a test that is over: in a new one Chromium compiles all scripts again."""
    free: list[Any] = []
    yield free
    for page in free:
        page.context.close()


@pytest.fixture
def page(
    request: pytest.FixtureRequest, browser: Any, origin: str, free_tabs: list[Any], has_failed: Callable[[], bool]
) -> Iterator[Any]:
    """Open the harness; a test fails when the page reports an error."""
    window = {"width": 1440, "height": 900}
    page = free_tabs.pop() if free_tabs else browser.new_context(viewport=window, has_touch=True).new_page()
    errors: list[str] = []

    def hear(error: Any) -> None:
        errors.append(str(error))

    page.on("pageerror", hear)
    page.goto(f"{origin}/?debug=1")
    page.wait_for_selector("html[data-ready]")
    yield page
    page.remove_listener("pageerror", hear)
    if has_failed() or errors or "own_tab" in request.fixturenames:
        page.context.close()
    else:
        page.unroute_all()
        page.mouse.up()
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        free_tabs.append(page)
    assert errors == []


@pytest.fixture
def lab(page: Any) -> Bench:
    return Bench(page)


@pytest.fixture(scope="module")
def recorder() -> Iterator[str]:
    """Address of a WebSocket that answers with the app's own function."""
    from ui.solve.request import answer_request, read_request

    with answering(lambda blob: answer_request(read_request(blob))) as address:
        yield address


@pytest.fixture(scope="module")
def trace() -> Trace:
    return record(c_svc(*clouds(60), Gaussian(GAUSSIAN["gamma"]), 10.0), limit=400)


@pytest.fixture
def deck(lab: Bench, trace: Trace) -> Deck:
    return Deck(lab.page, trace)
