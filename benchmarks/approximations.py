"""The time until all visible figures are complete after a slider has moved, as a browser draws them.

A slider is moved to one position after another. The time runs from its input event to the end of the last drawing of
any figure that follows; the next move comes after a pause without drawing. The window is 1440 x 900: figures that
have scrolled out of it are drawn once they come back, and are not waited for. A 3-D scene counts as drawn when Plotly
reports it; without a graphics card its pixels follow some 0.1 s later.
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import ExitStack
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from playwright.async_api import Browser, Locator

from benchmarks.drag import bring_file
from benchmarks.goals import judged
from benchmarks.stage import chromium, machine, moons, quantiles, served, shared
from pages import LINK
from ui.solve.limits import POINTS_IN_LINK

QUIET = 500  # ms without drawing after which the figures count as complete
MOST = 4000  # longest wait for the first drawing in ms

WATCH = """(nodes) => {
    globalThis.drawn = [];
    nodes.forEach((node, figure) => node.on("plotly_afterplot", () => drawn.push({ figure, at: performance.now() })));
    return nodes.length;
}"""
MOVE = """async (slider, [share, quiet, most, refines]) => {
    drawn.length = 0;
    const low = +(slider.min || 0), high = +slider.max;
    const started = performance.now();
    slider.value = low + share * (high - low);
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    const now = () => performance.now();
    const done = () => (drawn.length ? now() - drawn.at(-1).at > quiet : now() - started > most);
    while (!done()) await new Promise((later) => setTimeout(later, 20));
    const last = drawn.at(-1)?.at;
    const firsts = new Map(drawn.toReversed().map(({ figure, at }) => [figure, at])); // of each figure
    const first = Math.max(...firsts.values());
    return drawn.length ? [(refines ? first : last) - started, last - started] : null;
}"""


@dataclass(frozen=True)
class Tour:
    """The sliders of a page to measure, with the address of the page and the selectors."""

    path: str
    sliders: dict[str, str]  # name to selector
    gamma: float = 0.25
    refines: bool = False  # figures are drawn coarsely first: the time is that of the first drawing of each
    hidden: tuple[str, ...] = ()  # controls hidden by the link
    points: int = 200
    goal: float = 150.0  # ms, p95


TOURS = {
    "taylor": Tour(
        "taylor",
        {
            "m": "#lab-taylor-dials-order",
            "gamma": "#lab-taylor-dials-gamma",
            "sigma_0": "#lab-taylor-dials-sigma",
            "shift": "#lab-taylor-dials-shift",
            "ball": "#lab-taylor-ball-radius",
        },
    ),
    "fourier": Tour("fourier", {"D": "#lab-fourier-dials-components", "gamma": "#lab-fourier-dials-gamma"}, 1.0, True),
    "ridge": Tour(
        "ridge",
        {"lambda": "#lab-ridge-dials-penalty", "gamma": "#lab-ridge-dials-gamma"},
        1.0,
        refines=True,
        points=500,
        goal=80.0,
    ),
    "phi": Tour("phi", {"gamma": "#lab-phi-dials-gamma", "zeta": "#lab-phi-dials-zeta"}, 1.0),
    # The boards and their table; the curves below are computed for seconds and do not follow a slider.
    "budget": Tour(
        "budget", {"m": "#lab-budget-dials-order", "gamma": "#lab-budget-dials-gamma"}, 1.0, hidden=("figures",)
    ),
}


async def tour(browser: Browser, url: str, chosen: Tour, moves: int) -> None:
    """Open a page and measure its sliders one after the other."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    state = replace(shared(moons(chosen.points), chosen.gamma), hidden=frozenset(chosen.hidden))
    query = LINK.to_query(state) if chosen.points <= POINTS_IN_LINK else None
    await page.goto(f"{url}/{chosen.path}?{urlencode(query or {'lang': 'en'})}")
    await page.locator(".lab-figure[data-ready]").first.wait_for()
    if query is None:
        await bring_file(page, state, chosen.points)
    await page.wait_for_timeout(4000)
    figures = await page.locator(".lab-figure[data-ready]").evaluate_all(WATCH)
    print(f"{chosen.path}: {chosen.points} points, {figures} figures")
    for name, selector in chosen.sliders.items():
        await slide(page.locator(selector), name, moves, chosen)
    await page.close()


async def slide(slider: Locator, name: str, moves: int, of: Tour) -> None:
    """Scroll to one slider, move it to and fro, and print the times of the figures."""
    await slider.scroll_into_view_if_needed()
    times, ends = [], []
    for k in range(moves):
        share = 0.3 + 0.4 * ((k * 0.618034) % 1.0)  # never the same position twice, so that nothing is cached
        took = await slider.evaluate(MOVE, [share, QUIET, MOST, of.refines])
        if took is not None:
            times.append(took[0])
            ends.append(took[1])
    middle, high = quantiles(times)
    refined = f"  refined p95 {quantiles(ends)[1]:.0f} ms" if of.refines else ""
    print(f"  {name:<8} figures p50 {middle:6.0f} ms  p95 {high:6.0f} ms  {judged(high, of.goal)}{refined}", flush=True)


async def measure(url: str, pages: list[str], moves: int) -> None:
    """Measure the named pages."""
    async with chromium() as browser:
        for name in pages:
            await tour(browser, url, TOURS[name], moves)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--pages", nargs="*", default=list(TOURS), choices=list(TOURS))
    parser.add_argument("--moves", type=int, default=30, help="of each slider")
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        print(f"moons, C 10; {machine()}")
        asyncio.run(measure(url, chosen.pages, chosen.moves))
        print(machine())


if __name__ == "__main__":
    main()
