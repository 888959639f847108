"""The delay of the picture during a drag: a dragged point on a player and in a panel of gamma, and a slider.

Latency runs from the time stamp of the pointer's event to the end of the painting of the new run's state at the
player's current step; on the page of gamma to that of each panel. With the slider of an approximation the board
paints its boundary, and the figure of the kernel's error follows: its time runs from the newest input before its
request to the end of its drawing. Last come the sliders of the player of LIBSVM, for each of the five machines.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from playwright.async_api import Browser

from benchmarks.drag import REST, Ride, drag_slider, ride
from benchmarks.goals import judged
from benchmarks.stage import chromium, machine, moons, quantiles, served, shared
from pages import LINK
from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import MACHINES
from ui.state.machine import MachineChoice

FRAME_GOAL = 17.0  # ms, p95


@dataclass(frozen=True)
class Scene:
    """A page on which a point is dragged, and the goals of its latency in ms, p50 and p95."""

    what: str
    page: str
    n: int
    options: dict[str, str]
    goals: tuple[float, float]


SCENES = (
    Scene("SMO, step 12", "smo", 200, {"step": "12"}, (40.0, 70.0)),
    Scene(
        "descent, Fourier D 100",
        "descent",
        200,
        {"step": "12", "D": "100", "descent": "L1_bias_random_shrink_fourier_0"},
        (60.0, 100.0),
    ),
    Scene(
        "descent, Taylor m 6",
        "descent",
        200,
        {"step": "12", "m": "6", "descent": "L1_bias_random_shrink_taylor_0"},
        (60.0, 100.0),
    ),
    Scene("board, nu-SVC, step 12", "", 200, {"step": "12", "machines": "nu-svc_0.5_0.2"}, (40.0, 70.0)),
    Scene("gamma, five panels", "gamma", 100, {"gammas": "0.1_1_10_100_1000"}, (math.inf, 120.0)),
)


@dataclass(frozen=True)
class KernelRide:
    """A kernel on the board of the home page, and the parameters to move by slider."""

    kernel: KernelSpec
    sliders: tuple[str, ...]


APPROXIMATIONS = (
    KernelRide({"name": "taylor", "gamma": 1.0, "order": 4}, ("gamma", "order")),
    KernelRide({"name": "fourier", "gamma": 1.0, "components": 100, "seed": 0}, ("gamma", "components")),
)
POINTS = 200
PARTS = ("points", "approximations", "machines")  # what moves: a point, or sliders of either
BOUNDARY_GOAL, ERROR_GOAL = 35.0, 120.0  # ms, p50
MACHINE_GOAL = 50.0  # ms, p95 of the sliders of a machine
WATCH_ERROR = """(node) => {
    const watch = (globalThis.errorWatch = { input: 0, asked: 0, times: [] });
    addEventListener("input", ({ timeStamp }) => { watch.input = timeStamp; }, true);
    const { fetch } = globalThis;
    globalThis.fetch = (url, ...more) => {
        if (`${url}`.includes("lab/figures")) watch.asked = watch.input;
        return fetch(url, ...more);
    };
    node.on("plotly_afterplot", () => {
        if (watch.asked) watch.times.push(performance.now() - watch.asked);
        watch.asked = 0;
    });
}"""
IN_SIGHT = """(node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
}"""
TIMES = "() => errorWatch.times.splice(0)"


async def slid(browser: Browser, url: str, chosen: KernelRide, seconds: float) -> None:
    """Move parameters of an approximation to and fro; print the delays of its boundary and its error."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = LINK.to_query(replace(shared(moons(POINTS)), kernel=chosen.kernel)) or {}
    await page.goto(f"{url}/?{urlencode({**query, 'debug': '1'})}")
    figure = page.locator(".st-key-cost .lab-figure[data-ready]")
    await figure.wait_for()
    await page.wait_for_timeout(2 * REST)
    await figure.scroll_into_view_if_needed()
    await figure.evaluate(WATCH_ERROR)
    for name in chosen.sliders:
        await page.evaluate(TIMES)
        found = await drag_slider(page, POINTS, seconds, name)
        times: list[float] = await page.evaluate(TIMES)
        what = f"{chosen.kernel['name']}, {name}" + ("" if await figure.evaluate(IN_SIGHT) else ", error OUT OF SIGHT")
        print("\n".join(lines_of(found, what, times)), flush=True)
    await page.close()


def lines_of(found: Ride, what: str, times: list[float]) -> list[str]:
    """Return the lines to print for a slider: the boundary, the figure of the error, the frames."""
    (low, high), (error, late), (_, frame) = quantiles(found.latency), quantiles(times), quantiles(found.frames)
    rate = len(times) / found.seconds
    return [
        f"{what:24} n = {found.n}: boundary p50 {low:6.1f} ms {judged(low, BOUNDARY_GOAL)}; p95 {high:.1f} ms",
        f"{'':24} error p50 {error:6.1f} ms {judged(error, ERROR_GOAL)}; p95 {late:.1f} ms; {rate:.0f} drawn a second",
        f"{'':24} frame p95 {frame:6.1f} ms {judged(frame, FRAME_GOAL)}",
    ]


async def tuned(browser: Browser, url: str, name: str, seconds: float) -> None:
    """Move every slider of a machine to and fro on the player of LIBSVM; print the delay of its run.

    Each begins with the numbers of the link, since the final position of an earlier slider would change the runs.
    """
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = LINK.to_query(replace(shared(moons(POINTS)), step=12).choosing(MachineChoice(name))) or {}
    for dial in ("gamma", *MACHINES[name].parameters):
        await page.goto(f"{url}/libsvm?{urlencode({**query, 'debug': '1'})}")
        await page.locator(".lab-figure[data-ready]").first.wait_for()
        await page.wait_for_timeout(2 * REST)
        of = "lab-libsvm-dials" if dial in ("nu", "epsilon") else "lab"
        found = await drag_slider(page, POINTS, seconds, dial, of)
        (p50, p95), (_, frame) = quantiles(found.latency), quantiles(found.frames)
        rate = len(found.latency) / found.seconds
        print(
            f"{name:>10}, {dial:8} n = {POINTS}: p50 {p50:6.1f} ms; p95 {p95:6.1f} ms {judged(p95, MACHINE_GOAL)}; "
            f"{rate:.0f} painted a second; frame p95 {frame:.1f} ms",
            flush=True,
        )
    await page.close()


async def dragged(browser: Browser, url: str, scene: Scene, seconds: float) -> list[str]:
    """Drag a point in a loop on the first board of the page; return the lines to print."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = {**(LINK.to_query(shared(moons(scene.n))) or {}), **scene.options, "debug": "1"}
    await page.goto(f"{url}/{scene.page}?{urlencode(query)}")
    board = page.locator(".lab-player .lab-pointer, .lab-board .lab-pointer").first
    await board.wait_for()
    await page.wait_for_timeout(2 * REST)
    box = await board.bounding_box()
    assert box is not None
    middle, size = (box["x"] + 0.5 * box["width"], box["y"] + 0.47 * box["height"]), box["width"] / 5

    def place(t: float) -> tuple[float, float]:
        return middle[0] + size * math.sin(1.3 * t), middle[1] + 0.6 * size * math.sin(2.6 * t)

    found = await ride(page, scene.what, scene.n, seconds, place)
    await page.close()
    p50, p95 = quantiles(found.latency)
    _, frame = quantiles(found.frames)
    rate = len(found.latency) / found.seconds
    return [
        f"{scene.what:24} n = {scene.n}: p50 {p50:6.1f} ms {judged(p50, scene.goals[0])}",
        f"{'':24} p95 {p95:6.1f} ms {judged(p95, scene.goals[1])}; {rate:.0f} painted a second",
        f"{'':24} frame p95 {frame:6.1f} ms {judged(frame, FRAME_GOAL)}",
    ]


async def measure(url: str, parts: Sequence[str], seconds: float) -> None:
    """Measure the scenes, and every slider of an approximation and of a machine, and print each result at once."""
    async with chromium() as browser:
        for scene in SCENES if "points" in parts else ():
            print("\n".join(await dragged(browser, url, scene, seconds)), flush=True)
        for chosen in APPROXIMATIONS if "approximations" in parts else ():
            await slid(browser, url, chosen, seconds)
        for name in MACHINES if "machines" in parts else ():
            await tuned(browser, url, name, seconds)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--only", choices=PARTS, nargs="*", default=list(PARTS), help="what moves")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each movement")
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        print(f"Gaussian, gamma 1, C 10, moons; {machine()}")
        asyncio.run(measure(url, chosen.only, chosen.seconds))
        print(machine())


if __name__ == "__main__":
    main()
