"""The processor time of one run of a page on the server, which bounds the number of visitors who can act at once."""

from __future__ import annotations

import logging
import statistics
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from benchmarks.goals import judged
from core.warm import EVERYTHING, warm_up
from pages import PAGES
from ui.page import run as page_run
from ui.page.work import PageWork

Found = TypeVar("Found")

ROOT = Path(__file__).parent.parent
FIRST = 4  # first runs of each page, which load, solve, and wait for all background work
RUNS = 12  # measured runs after them
GOAL, AIM = 25.0, 12.0  # milliseconds


def timed(name: str) -> list[float]:
    """Return the milliseconds of processor time of further runs of a page without any change between them."""
    spent: list[float] = []
    with_clock = _clocked(page_run.run, spent)
    app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=120)
    app._page_hash = calc_hash(name)  # AppTest can only switch to pages that are files
    original, page_run.run = page_run.run, with_clock
    try:
        with patch.object(PageWork, "soon", _whole):
            for _ in range(FIRST + RUNS):
                app.run()
    finally:
        page_run.run = original
    return spent[FIRST:]


def _whole(work: PageWork[Found]) -> Found:
    """Return the complete work for which a browser would poll; AppTest has no browser."""
    while not work.is_over(found := work.ask()):
        time.sleep(0.01)
    return found


def _clocked(run: Callable[..., None], spent: list[float]) -> Callable[..., None]:
    def clocked(*args: object) -> None:
        started = time.thread_time()
        run(*args)
        spent.append(1000.0 * (time.thread_time() - started))

    return clocked


def main(options: list[str]) -> int:
    """Print the median of each page, or of the named ones; return 1 if one does not run."""
    logging.getLogger("streamlit").setLevel(logging.CRITICAL)  # it warns that there is no browser
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    warm_up(EVERYTHING)
    absent = 0
    print(f"processor time of one run, median of {RUNS}; goal {GOAL:g} ms, aim {AIM:g} ms")
    for page in PAGES:
        if not options or page.name in options:
            found = timed(page.name)
            if not found:
                print(f"{page.name:10} no run")
                absent += 1
                continue
            middle = statistics.median(found)
            print(f"{page.name:10} {middle:7.1f} ms  {judged(middle, GOAL)}")
    return int(absent > 0)
