"""The common basis of the measurements: a server, a browser, points of a given number, and lines to print."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from playwright.async_api import Browser, Page, async_playwright

from datasets import Points, make_points
from ui.link.shared import Shared

ROOT = Path(__file__).parent.parent
FLAGS = (
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WATCH_FRAMES = """() => {
    const watch = globalThis.frameWatch = { frames: [], on: true };
    let last = 0;
    const tick = (now) => {
        if (last) watch.frames.push(now - last);
        last = now;
        if (watch.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
}"""
PATIENCE = 400.0  # seconds until a server is ready: a very first start during other work


class Served(NamedTuple):
    """A running server: its address, and the seconds from its start until each of these."""

    address: str
    answered: float  # with any page
    board: float  # drawing and solving work
    everything: float  # the solvers of all pages are ready


@contextmanager
def served(cache: Path | None = None) -> Iterator[Served]:
    """Start the app and wait until it has compiled or loaded everything: until then it uses one core for that.

    `cache` is the folder of the compiled code; by default the one of all starts on this machine.
    """
    port = _free_port()
    options = ["--server.headless=true", "--server.address=127.0.0.1", f"--server.port={port}"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    environment = {**os.environ, **({"SVM_LAB_CACHE": str(cache)} if cache else {})}
    with tempfile.NamedTemporaryFile() as log:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
        )
        try:
            answered, board = _wait_until_healthy(f"http://127.0.0.1:{port}", process)
            everything = _wait_until_whole(Path(log.name), process)
            yield Served(f"http://127.0.0.1:{port}", answered - started, board - started, everything - started)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Wait; return the times of the first answer of any kind, and of the first answer by a board."""
    answered = 0.0
    for _ in _while_it_starts(process):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                now = time.perf_counter()
                return answered or now, now
        except urllib.error.HTTPError:
            answered = answered or time.perf_counter()
        except OSError:
            pass
    raise AssertionError("a start ends with an answer or an error")


def _wait_until_whole(log: Path, process: subprocess.Popen[bytes]) -> float:
    """Wait; return the time at which the server reported that everything is ready."""
    for _ in _while_it_starts(process):
        if b"SVM Lab: ready after" in log.read_bytes():
            return time.perf_counter()
    raise AssertionError("a start ends with this line or an error")


def _while_it_starts(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Yield every 20 ms; `RuntimeError` if the server has ended or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        yield
        time.sleep(0.02)
    raise RuntimeError(f"the server did not become ready within {PATIENCE:g} s, exit code {process.poll()}")


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the installed Chromium."""
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")))
    )
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


def moons(n: int) -> Points:
    """Return two noisy moons of n points on the grid of the app, the same ones every time."""
    from sklearn.datasets import make_moons

    X, labels = make_moons(n_samples=n, noise=0.2, random_state=0)
    return make_points(1.6 * (X - X.mean(axis=0)), 2 * labels - 1)


def shared(points: Points, gamma: float = 1.0, C: float = 10.0) -> Shared:
    """Return the content of a link or a file with these points and a Gaussian."""
    return Shared(
        X=points.X, y=points.y, window=points.window, kernel={"name": "gaussian", "gamma": gamma}, C=C, lang="en"
    )


def quantiles(values: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile, (nan, nan) for no values."""
    if not len(values):
        return float("nan"), float("nan")
    middle, high = np.percentile(values, [50, 95])
    return float(middle), float(high)


def machine() -> str:
    """Return the number of cores and their load as text."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} over the last minute"


async def watch_frames(page: Page) -> None:
    """Start measuring the times between two animation frames of a page."""
    await page.evaluate(WATCH_FRAMES)


async def frames_seen(page: Page) -> list[float]:
    """Return the times since `watch_frames` in ms, and end the measurement."""
    found: list[float] = await page.evaluate("() => { frameWatch.on = false; return frameWatch.frames; }")
    return found
