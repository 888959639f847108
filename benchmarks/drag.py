"""The delay of the exact answer during a drag: a dragged point and the two sliders, as a browser paints them.

On the page of the losses the browser itself evaluates the path at C; on the page of the margins a point is dragged
below the hand-set line, with the widest street drawn; these are the last movements on a board of one machine, with
up to 200 points. Then come the five machines, with up to 200 points each: a dragged point, and every slider.

A pointer is moved along a path at 60 Hz. Latency runs from the time stamp of the pointer's event to the end of the
painting of its exact answer; a frame is the time between two animation frames of the page meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from urllib.parse import urlencode

import numpy as np
from playwright.async_api import Browser, FilePayload, Page

from benchmarks.goals import judged
from benchmarks.stage import chromium, frames_seen, machine, moons, quantiles, served, shared, watch_frames
from datasets import make_points
from pages import LINK
from pages.margins.question import Options as MarginsOptions
from ui.link.shared import Shared
from ui.solve.limits import POINTS_IN_LINK
from ui.solve.machine.table import MACHINES, USUAL_EPSILON, USUAL_NU

RATE = 60.0  # moves per second
REST = 2000  # ms until the page is idle: change committed, figures drawn, fine grid painted
GOALS = {200: (30.0, 50.0), 1000: (math.inf, 150.0), 2000: (math.inf, math.inf)}  # ms, p50 and p95 of the latency
FRAME_GOAL = 17.0  # ms, p95 of the frames at n = 200

FORGET = "() => { Object.assign(__lab, { latency: [], paints: [], answers: 0 }); }"
READ = "() => ({ latency: __lab.latency, paints: __lab.paints, answers: __lab.answers })"
SHOWS = """(n) => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].some((host) =>
    host.shadowRoot?.querySelector(".lab-board .lab-pointer")?.getAttribute("aria-label").includes(n))"""

# A board with a hand-set line has no measurement of its own: the frame after each answer paints it.
WATCH_STREET = """async (key) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { lab } = await import(loaded.find((name) => name.endsWith("/shared/store.js")));
    const seen = () => {
        const { picture } = lab(key);
        if (picture?.stamp) __lab.latency.push(performance.now() - picture.stamp);
        if (picture) picture.stamp = 0;
    };
    const heard = (what) => what === "answer" && ++__lab.answers && requestAnimationFrame(seen);
    lab(key).subscribe(heard, new AbortController().signal);
}"""


@dataclass(frozen=True)
class Ride:
    """The measurements of one movement of the pointer; times in ms."""

    what: str
    n: int
    seconds: float
    moves: int
    latency: list[float]
    frames: list[float]
    paints: list[float]
    answers: int


async def opened(browser: Browser, url: str, n: int) -> Page:
    """Open the board with n points: by a link up to 200, by an uploaded file above that."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    state = shared(moons(n))
    query = LINK.to_query(state) if n <= POINTS_IN_LINK else {"lang": "en"}
    await page.goto(f"{url}/?{urlencode({**(query or {}), 'debug': '1'})}")
    await page.locator('.lab-card[data-state="proved"]').wait_for()
    if n > POINTS_IN_LINK:
        await bring_file(page, state, n)
    else:
        await page.wait_for_function(SHOWS, arg=str(n))
    await page.wait_for_timeout(REST)
    return page


async def bring_file(page: Page, state: Shared, n: int) -> None:
    """Upload a file with n points to an open page, and wait for its board."""
    await page.get_by_role("button", name="Share").click()
    file = FilePayload(name="points.json", mimeType="application/json", buffer=LINK.to_file(state))
    await page.locator('input[type="file"]').set_input_files(file)
    await page.wait_for_function(SHOWS, arg=str(n))
    await page.keyboard.press("Escape")


async def ride(page: Page, what: str, n: int, seconds: float, place: Callable[[float], tuple[float, float]]) -> Ride:
    """Hold the button down and move along `place(seconds)` at 60 Hz; return the measurements of the page.

    Moves are sent without waiting for one another, as in a real drag: the browser handles each when it has time.
    """
    await page.mouse.move(*place(0.0))
    await page.mouse.down()
    await page.evaluate(FORGET)
    await watch_frames(page)
    started, moves = time.perf_counter(), set()
    for step in range(1, int(seconds * RATE) + 1):
        await asyncio.sleep(max(0.0, started + step / RATE - time.perf_counter()))
        moves.add(asyncio.create_task(page.mouse.move(*place(time.perf_counter() - started))))
    took = time.perf_counter() - started
    seen, frames = await page.evaluate(READ), await frames_seen(page)
    await asyncio.gather(*moves)
    await page.mouse.up()
    await page.wait_for_timeout(REST)
    return Ride(what, n, took, len(moves), seen["latency"], frames, seen["paints"], seen["answers"])


async def drag_point(page: Page, n: int, seconds: float, board: str = ".lab-board", height: float = 0.47) -> Ride:
    """Drag a point in a slow loop around the centre of the board, at a given height."""
    box = await page.locator(f"{board} .lab-pointer").first.bounding_box()
    assert box is not None
    middle = box["x"] + 0.5 * box["width"], box["y"] + height * box["height"]

    def place(t: float) -> tuple[float, float]:
        return middle[0] + 120 * math.sin(1.3 * t), middle[1] + 70 * math.sin(2.6 * t)

    return await ride(page, "point", n, seconds, place)


def apart(n: int) -> Shared:
    """Return n points, half of each class above and below a gap, with a hard margin: a street exists."""
    rng = np.random.default_rng(0)
    X, labels = rng.uniform(-3.0, 3.0, (n, 2)), np.repeat([1, -1], [n - n // 2, n // 2])
    X[:, 1] = labels * rng.uniform(0.3, 3.0, n)
    points = make_points(X, labels)
    return Shared(X=points.X, y=points.y, window=points.window, kernel={"name": "linear"}, C=None, lang="en")


async def opened_margins(browser: Browser, url: str, n: int) -> Page:
    """Open the page of the margins with n points and their widest street drawn below the line."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = LINK.to_query(apart(n).choosing(MarginsOptions(shown=True))) or {}
    await page.goto(f"{url}/margins?{urlencode({**query, 'debug': '1'})}")
    await page.locator(".lab-line .lab-pointer").wait_for()
    await page.locator(".lab-figure[data-ready]").first.wait_for()
    await page.evaluate(WATCH_STREET, "margins-line")
    await page.wait_for_timeout(REST)
    return page


async def opened_losses(browser: Browser, url: str, n: int) -> Page:
    """Open the page of the losses with n points, and wait until its board has loaded the path."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    async with page.expect_response(lambda answer: "/lab/path" in answer.url):
        query = LINK.to_query(shared(moons(n))) or {}
        await page.goto(f"{url}/losses?{urlencode({**query, 'debug': '1'})}")
    await page.locator(".lab-figure[data-ready]").first.wait_for()
    await page.wait_for_timeout(REST)
    return page


async def opened_machine(browser: Browser, url: str, n: int, name: str) -> Page:
    """Open one of the five machines with n points, and wait until its figures are drawn."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = LINK.to_query(shared(moons(n))) or {}
    own = f"{name}_{USUAL_NU}_{USUAL_EPSILON}"
    await page.goto(f"{url}/machines?{urlencode({**query, 'machines': own, 'debug': '1'})}")
    await page.locator(".lab-figure[data-ready]").first.wait_for()
    await page.wait_for_timeout(REST)
    return page


async def drag_slider(page: Page, n: int, seconds: float, name: str, of: str = "lab") -> Ride:
    """Move gamma or C to and fro around the middle of the slider."""
    slider = page.locator(f"#{of}-{name}")
    await slider.scroll_into_view_if_needed()
    box = await slider.bounding_box()
    assert box is not None

    def place(t: float) -> tuple[float, float]:
        return box["x"] + box["width"] * (0.5 + 0.2 * math.sin(1.3 * t)), box["y"] + box["height"] / 2

    return await ride(page, name, n, seconds, place)


def lines(found: Ride) -> list[str]:
    """Return the lines to print for a ride."""
    middle, high = quantiles(found.latency)
    frame_middle, frame_high = quantiles(found.frames)
    _, paint = quantiles(found.paints)
    goals = GOALS.get(found.n, (math.inf, math.inf))
    framed = judged(frame_high, FRAME_GOAL if found.n == 200 else math.inf)
    rates = f"{found.moves / found.seconds:.0f} moves, {found.answers / found.seconds:.0f} exact answers a second"
    gap = " " * 15
    return [
        f"{found.n:>5}  {found.what:<8}answer p50 {middle:7.1f} ms  {judged(middle, goals[0])}",
        f"{gap}answer p95 {high:7.1f} ms  {judged(high, goals[1])}",
        f"{gap}frame  p95 {frame_high:7.1f} ms  {framed}",
        f"{gap}frame  p50 {frame_middle:7.1f} ms  own painting p95 {paint:.1f} ms; {rates}",
    ]


async def measure(url: str, sizes: list[int], seconds: float) -> None:
    """Measure all rides for all numbers of points, and print each result at once."""
    async with chromium() as browser:
        for n in sizes:
            page = await opened(browser, url, n)
            print("\n".join(lines(await drag_point(page, n, seconds))), flush=True)
            for name in ("gamma", "C"):
                print("\n".join(lines(await drag_slider(page, n, seconds, name))), flush=True)
            await page.close()
            if n <= POINTS_IN_LINK:
                page = await opened_losses(browser, url, n)
                found = await drag_slider(page, n, seconds, "C", "lab-losses-dials")
                print("\n".join(lines(replace(found, what="losses"))), flush=True)
                await page.close()
                page = await opened_margins(browser, url, n)
                found = await drag_point(page, n, seconds, ".lab-line", 0.25)  # within class +1: still separable
                print("\n".join(lines(replace(found, what="street"))), flush=True)
                await page.close()
                await measure_machines(browser, url, n, seconds)


async def measure_machines(browser: Browser, url: str, n: int, seconds: float) -> None:
    """Measure every slider of the five machines, and a dragged point on the board of each."""
    for name, entry in MACHINES.items():
        print(f"  {name}")
        page = await opened_machine(browser, url, n, name)
        print("\n".join(lines(await drag_point(page, n, seconds))), flush=True)
        for dial in ("gamma", *entry.parameters):
            print("\n".join(lines(await drag_slider(page, n, seconds, dial, "lab-machines-dials"))), flush=True)
        await page.close()


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--n", type=int, nargs="*", default=list(GOALS), help="numbers of points")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each movement")
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        print(f"Gaussian, gamma 1, C 10, moons; {machine()}")
        asyncio.run(measure(url, chosen.n, chosen.seconds))
        print(machine())


if __name__ == "__main__":
    main()
