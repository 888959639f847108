"""What all tests share: Hypothesis, a look at what is installed, a visitor's state, one browser, one running server."""

from core.lowlevel.settings import cache_folder, is_warm, keep_warm, set_numba_up

set_numba_up()  # before anything below imports Numba, also in the workers of xdist

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import streamlit
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from streamlit.components.v2 import manifest_scanner

from core.warm import EVERYTHING, JOBS, LATER
from pages import LINK
from ui.server.compiling import compiled_apart
from ui.state import session
from ui.state.lab import opening

ROOT = Path(__file__).parent.parent
# The shell is Chromium without its window, tabs and menus: the same pages for half of the work.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, CHROMIUMS)), None)
CHROMIUM_FLAGS = [
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Tests that are killed clean up nothing: where Linux can, it ends the server with them.
ENDS_WITH_US = ("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()
EVERYTHING_THERE = re.compile(r"SVM Lab: \w+ (\d+)/\1 ")  # in the log of a server
# Seconds; the first test of a new machine may wait for the solver to be compiled, beside other work.
LONGEST_TEST = 300
READY_WITHIN = 180  # seconds; the very first start compiles the solver, here beside other tests

FAILED = pytest.StashKey[bool]()

# The same examples on every machine and in every run: a red test stays red until it is mended.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("search", deadline=None, print_blob=True, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile what every page calls, once, before the workers of a whole run start: they would all compile the same."""
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.collectonly
    has_workers = getattr(config.option, "dist", "no") != "no" and not hasattr(config, "workerinput")
    must_compile = is_whole and has_workers and cache_folder() is not None and not is_warm()
    if must_compile and set(compiled_apart((*JOBS, *LATER))) >= set(EVERYTHING):
        keep_warm()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test its longest time; mark those that drive a browser, and run them last.

    Playwright keeps an event loop running in this thread from its first use on, and asyncio.run refuses to start
    beside it; what is quick and finds most also comes first.
    """
    for item in items:
        # A browser whose page computes without end hears no signal: the process is ended, and the test named.
        item.add_marker(pytest.mark.timeout(LONGEST_TEST, method="thread"))
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            # Browser, server and test share the cores: what a busy machine delays is tried again, and told.
            item.add_marker(pytest.mark.flaky(reruns=2))
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note down that a test failed: it leaves no tab to the next one, and is tried again in a new one."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what went wrong where a test was tried again: what passes at the second try waits for the wrong thing."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"RERUN {report.nodeid}: {''.join(report.longreprtext.splitlines()[-1:])}")
        for line in report.longreprtext.splitlines():
            if line.startswith("E "):
                terminalreporter.write_line(f"    {line}")


@pytest.fixture
def has_failed(request: pytest.FixtureRequest) -> Callable[[], bool]:
    """Return whether this test has failed so far."""
    return lambda: request.node.stash.get(FAILED, False)


@pytest.fixture(scope="session", autouse=True)
def packages_are_read_once() -> Iterator[None]:
    """Look through what is installed once: AppTest does it anew for each run, and that is most of a run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt; what a shell has started in the background was told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Put a plain dictionary in the place of Streamlit's state, with the first page already open."""
    visitor: dict[str, Any] = {session.STATE: opening(LINK), session.LINK: LINK}
    monkeypatch.setattr(streamlit, "session_state", visitor)
    return visitor


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the Chromium that the machine has; without one, skip."""
    if CHROMIUM is None:
        pytest.skip(f"none of {', '.join(CHROMIUMS)} on this machine")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield started
        started.close()


class Served(NamedTuple):
    """A running server."""

    address: str  # such as http://127.0.0.1:40001
    process: subprocess.Popen[bytes]
    log: Path


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Start the app as a visitor would."""
    log = tmp_path_factory.mktemp("server") / "log.txt"
    port = _free_port()
    options = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    command = [*ENDS_WITH_US, sys.executable, "-m", "streamlit", "run", "app.py", *options]
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        _wait_until_healthy(f"http://127.0.0.1:{port}", process, log)
        yield Served(f"http://127.0.0.1:{port}", process, log)
    finally:
        _end(process)


@pytest.fixture(scope="session")
def server(served: Served) -> str:
    """Return the address of a server that answers; it may still compile."""
    return served.address


@pytest.fixture(scope="session")
def whole_server(served: Served) -> str:
    """Return the address of a server that has compiled all of its start: a page that waits for it tests nothing."""
    _wait_for_everything(served.process, served.log)
    return served.address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    ended = f"it ended with code {process.returncode}" if process.poll() is not None else f"not in {READY_WITHIN} s"
    pytest.fail(f"the server did not become ready: {ended}\n{log.read_text(errors='replace')}", pytrace=False)


def _wait_for_everything(process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until all that a start compiles is there, for a while."""
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        if EVERYTHING_THERE.search(log.read_text(errors="replace")):
            return
        time.sleep(0.1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server with everything that it started."""
    for signum in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, signum)
            process.wait(timeout=10)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()
