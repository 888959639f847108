"""How far a run that is recorded anew lags behind the hand: a point dragged on a player, and in a panel of gamma.

Latency runs from the time stamp of the pointer's event to the end of the painting of the new run's state at the step
where the player stands; in the strip to the painting of each panel.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlencode

from playwright.async_api import Browser

from benchmarks.drag import REST, ride
from benchmarks.stage import chromium, judged, machine, moons, quantiles, served, shared
from pages import LINK

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
    Scene("gamma, five panels", "gamma", 100, {"gammas": "0.1_1_10_100_1000"}, (math.inf, 120.0)),
)


async def dragged(browser: Browser, url: str, scene: Scene, seconds: float) -> list[str]:
    """Drag a point in a loop on the first board of the page; return what to print."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    query = {**(LINK.to_query(shared(moons(scene.n))) or {}), **scene.options, "debug": "1"}
    await page.goto(f"{url}/{scene.page}?{urlencode(query)}")
    board = page.locator(".lab-player .lab-hands, .lab-board .lab-hands").first
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


async def measure(url: str, seconds: float) -> None:
    """Measure all scenes, and print them as they are found."""
    async with chromium() as browser:
        for scene in SCENES:
            print("\n".join(await dragged(browser, url, scene, seconds)), flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="of a running server; without it, one is started")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each movement")
    chosen = parser.parse_args(arguments)
    with ExitStack() as stack:
        url = chosen.url or stack.enter_context(served()).address
        print(f"Gaussian, gamma 1, C 10, moons; {machine()}")
        asyncio.run(measure(url, chosen.seconds))
        print(machine())


if __name__ == "__main__":
    main()
