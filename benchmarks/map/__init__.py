"""The time until the map of gamma and C of a page is drawn: with its first cells, and with all of them.

A page is opened by its address in a browser that has cached the scripts, each time with another split of the points, so
that no cell is cached. The time runs from the address, or from the click that requests the map on an open page, to the
first drawing with a cell, and to the drawing with all cells.

In addition, how fast long work is stopped: in the browser from the click, and without one from the flag.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.async_api import Browser, Page

from benchmarks.goals import judged
from benchmarks.map.stop import PRESSES, measure_stops, measure_works
from benchmarks.stage import chromium, machine, moons, quantiles, served, shared
from pages import LINK
from pages.choosing.question import FORM, Options
from ui.solve.limits import LARGEST_SEED

GOAL, AIM = 1500.0, 700.0  # ms, until the first picture
RUNS = 12  # of each map
PATIENCE = 60_000  # ms
DRAWN = """([selector, ofErrors]) => {
    const inside = [...document.querySelectorAll(`${selector}, ${selector} *`)];
    const hosts = inside.flatMap((node) => node.shadowRoot ?? node);
    const node = hosts.map((host) => host.querySelector(".lab-figure[data-ready]")).find(Boolean);
    if (ofErrors && !node?.data?.[0]?.hovertemplate) return false; // the small pictures have none
    const rows = [...(node?._fullData?.[0]?.z ?? [])];
    return rows.some((row) => [...row].some((cell) => cell)) && performance.now();
}"""
WHOLE = """(bar) => document.querySelector("[data-test-script-state=notRunning]")
    && !document.querySelector(bar) && performance.now()"""
CLICK = """(selector) => {
    const began = performance.now();
    document.querySelector(selector).click();
    return began;
}"""


@dataclass(frozen=True)
class Map:
    """A map of a page: its figure, its progress bar, and the button that requests it on an open page."""

    path: str
    figure: str  # selectors
    bar: str
    options: Options | None = None
    button: str | None = None
    of_errors: bool = True  # False: of small pictures


MAPS = {
    "small pictures": Map(
        "choosing", ".st-key-choosing-map", ".st-key-choosing-machines-progress", Options(), of_errors=False
    ),
    "errors": Map("choosing", ".st-key-choosing-map", ".st-key-choosing-progress", Options(shown="errors")),
    "errors, pressed": Map(
        "choosing",
        ".st-key-choosing-map",
        ".st-key-choosing-progress",
        Options(),
        "[class*='st-key-choosing-shown'] button:nth-of-type(2)",
    ),
    "in a fold": Map(
        "taylor", ".st-key-choice-taylor", ".st-key-choice-progress", button=".st-key-more-choice-en summary"
    ),
}


async def timed(page: Page, url: str, of: Map, deal: int, points: int) -> tuple[float, float]:
    """Open a map that is not cached; return the milliseconds until it has its first cell and until it has all."""
    query = LINK.to_query(shared(moons(points), 1.0 + 0.001 * deal))
    assert query is not None
    if of.options is not None:
        query[of.path] = FORM.write(Options(of.options.shown, deal=deal))
    await page.goto(f"{url}/{of.path}?{urlencode(query)}")
    began = 0.0
    if of.button is not None:
        await page.locator(".lab-figure[data-ready]").first.wait_for()
        await page.wait_for_timeout(3000)
        began = await page.evaluate(CLICK, of.button)
    first = await _when(page, DRAWN, [of.figure, of.of_errors]) - began
    return first, await _when(page, WHOLE, of.bar) - began


async def _when(page: Page, true: str, of: object) -> float:
    return float(await (await page.wait_for_function(true, arg=of, polling="raf", timeout=PATIENCE)).json_value())


async def measure(browser: Browser, url: str, names: Sequence[str], points: int) -> None:
    """Measure each map in a tab whose first visit is not counted."""
    for name in names:
        page = await browser.new_page(viewport={"width": 1440, "height": 900}, locale="en")
        deals = random.sample(range(LARGEST_SEED), RUNS + 1)  # random, since the server may have been measured before
        times = [await timed(page, url, MAPS[name], deal, points) for deal in deals][1:]
        (first, late), (complete, last) = (quantiles(column) for column in zip(*times, strict=True))
        aim = f"aim {AIM:g}  {'met' if late <= AIM else 'MISSED'}"
        print(
            f"{name:15} first cells p50 {first:6.0f} ms  p95 {late:6.0f} ms  {judged(late, GOAL)}, {aim};  "
            f"all of them p50 {complete:6.0f} ms  p95 {last:6.0f} ms",
            flush=True,
        )
        await page.close()


async def _visit(url: str, names: Sequence[str], points: int, stops: int) -> None:
    async with chromium() as browser:
        await measure(browser, url, names, points)
        if stops:
            await measure_stops(browser, url, stops)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--maps", nargs="*", default=list(MAPS), choices=list(MAPS))
    parser.add_argument("--stops", type=int, default=PRESSES, help="how often long work is stopped")
    parser.add_argument("--points", type=int, default=200)
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        print(f"moons, {chosen.points} points, C 10; {machine()}")
        asyncio.run(_visit(url, chosen.maps, chosen.points, chosen.stops))
        print(machine())
    if chosen.stops:
        measure_works()


if __name__ == "__main__":
    main()
