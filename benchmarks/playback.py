"""The player: frames during playback, the time to paint a scrub and the figures of a step, and the bytes sent.

Frames are times between two animation frames of the page; work is the player's own time for one of them. A
step's figures are complete when every figure has drawn its data. The grid, in nodes per side, is the one at
the end: the player uses a coarser one where a finer one costs frames.
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import ExitStack
from urllib.parse import urlencode

import numpy as np
from playwright.async_api import Browser, FilePayload, Page

from benchmarks.goals import judged
from benchmarks.stage import chromium, frames_seen, machine, moons, quantiles, served, shared, watch_frames
from core.problem import Gaussian, Linear, c_svc
from core.trace import record
from core.view import playback
from pages import LINK
from ui.solve.limits import POINTS_IN_LINK
from ui.solve.playback_arrays import playback_arrays
from ui.solve.wire import pack

FRAME_GOAL, SCRUB_GOAL, STEP_GOAL, BYTES_GOAL = 17.0, 16.0, 120.0, 64_000.0
LOOP_BYTES_GOAL = 256_000.0  # of 5,000 steps of LIBSVM's loop, with the variables set aside
SCRUBS, STEPS = 40, 15
LARGE_C = 1e3  # a run of thousands of steps: at 1,000 per second it is still playing when the measurement ends

FORGET = "() => { __lab.paints.length = 0; }"
READ = "() => ({ paints: [...__lab.paints], grid: __lab.grid })"
SCRUB = """(shares) => new Promise((done) => {
    const deck = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
        .map((host) => host.shadowRoot?.querySelector(".lab-player")).find(Boolean);
    const slider = deck.querySelector("[data-part=slider]");
    __lab.paints.length = 0;
    const next = () => {
        const share = shares.shift();
        if (share === undefined) return done([...__lab.paints]);
        slider.value = Math.round(share * slider.max);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        requestAnimationFrame(() => requestAnimationFrame(next));
    };
    next();
})"""
# From the click to the last figure that was redrawn within the second after it.
STEP = """() => new Promise((done) => {
    const all = document.querySelectorAll("[data-testid=stBidiComponentIsolated]");
    const hosts = [...all].map((host) => host.shadowRoot);
    const deck = hosts.map((root) => root?.querySelector(".lab-player")).find(Boolean);
    const figures = hosts.map((root) => root?.querySelector(".lab-figure")).filter(Boolean);
    let last = 0;
    const started = performance.now();
    const heard = () => { last = performance.now() - started; };
    figures.forEach((figure) => figure.on("plotly_afterplot", heard));
    deck.querySelector("button[value=forward]").click();
    setTimeout(() => {
        figures.forEach((figure) => figure.removeListener("plotly_afterplot", heard));
        done(last);
    }, 1000);
})"""


async def opened(browser: Browser, url: str, n: int, C: float = 10.0, name: str = "smo", **more: str) -> Page:
    """Open the player with n points: by a link up to 200, by an uploaded file above that."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900})
    state = shared(moons(n), C=C)
    query = LINK.to_query(state) if n <= POINTS_IN_LINK else {"lang": "en"}
    await page.goto(f"{url}/{name}?{urlencode({**(query or {}), 'debug': '1', **more})}")
    await page.locator(".lab-player .lab-pointer").wait_for()
    if n > POINTS_IN_LINK:
        await page.get_by_role("button", name="Share").click()
        file = FilePayload(name="points.json", mimeType="application/json", buffer=LINK.to_file(state))
        await page.locator('input[type="file"]').set_input_files(file)
        await page.wait_for_timeout(1500)
        await page.keyboard.press("Escape")
    await page.locator(".lab-figure[data-ready]").nth(1).wait_for()
    await page.wait_for_timeout(1500)
    return page


async def play(page: Page, n: int, speed: str) -> None:
    """Play a run for some seconds and print the frames."""
    deck = page.locator(".lab-player")
    await deck.locator(".lab-pointer").press("Home")
    await page.wait_for_timeout(1000)
    await deck.locator("select").select_option(speed)
    await page.evaluate(FORGET)
    await watch_frames(page)
    await deck.locator("button[value=play]").click()
    await page.wait_for_timeout(2500)
    seen, frames = await page.evaluate(READ), await frames_seen(page)
    await deck.locator("button[value=play]").click()
    (middle, high), (work, most) = quantiles(frames), quantiles(seen["paints"])
    print(
        f"  play n = {n}, {speed:>4} steps a second: frames p50 {middle:5.1f} p95 {high:5.1f} ms "
        f"({judged(high, FRAME_GOAL)}), grid {seen['grid']}, work p50 {work:4.1f} p95 {most:4.1f} ms"
    )


async def scrub(page: Page, what: str) -> None:
    """Jump to random steps of the run and print the time to paint each."""
    shares = np.random.default_rng(0).random(SCRUBS).tolist()
    middle, high = quantiles(await page.evaluate(SCRUB, shares))
    print(f"  scrub, {what}: painted in p50 {middle:.1f} p95 {high:.1f} ms ({judged(high, SCRUB_GOAL)})")


async def step(page: Page) -> None:
    """Press "step" repeatedly and print the times until all figures were complete."""
    await page.locator(".lab-player .lab-pointer").press("Home")
    await page.wait_for_timeout(1500)
    times = [await page.evaluate(STEP) for _ in range(STEPS)]
    middle, high = quantiles([time for time in times if time])
    print(f"  step to figures: p50 {middle:.0f} p95 {high:.0f} ms ({judged(middle, STEP_GOAL)})")


def weigh() -> None:
    """Print the bytes sent for 2,000 steps of 200 points."""
    points = moons(200)
    trace = record(c_svc(points.X, points.y, Linear(), 1e5), "smo-first-order", limit=2000)
    blob = pack({"words": "x" * 2000}, {"X": points.X, "y": points.y, **playback_arrays(playback(trace))})
    print(f"  {len(trace)} steps at n = 200: {len(blob)} bytes ({judged(len(blob), BYTES_GOAL)})")
    loop = record(c_svc(points.X, points.y, Gaussian(0.3), 1e4), "libsvm", limit=5000, cache_rows=20)
    arrays = playback_arrays(playback(loop))
    blob = pack({"words": "x" * 2000}, {"X": points.X, "y": points.y, **arrays})
    spans = len(arrays["aside"]) // 3
    said = f"{len(blob)} bytes ({judged(len(blob), LOOP_BYTES_GOAL)})"
    print(f"  {len(loop)} steps of LIBSVM's loop at n = 200, {spans} spans set aside: {said}")


async def run(address: str | None) -> None:
    """Measure everything on a server, by default one of its own."""
    print(machine())
    weigh()
    with ExitStack() as stack:
        url = address or stack.enter_context(served()).address
        async with chromium() as browser:
            page = await opened(browser, url, 200)
            await step(page)
            await page.close()
            print("  LIBSVM's loop:")
            page = await opened(browser, url, 200, C=LARGE_C, name="libsvm")
            await step(page)
            await play(page, 200, "100")
            await play(page, 200, "1000")
            await page.close()
            for n in (200, 500):
                page = await opened(browser, url, n, C=LARGE_C)
                for speed in ("10", "100", "1000"):
                    await play(page, n, speed)
                await page.close()
            page = await opened(browser, url, 200, C=1e5, k="linear", rule="smo-first-order")
            await scrub(page, "10,000 steps at n = 200")
    print(machine())


def main(words: list[str] | None = None) -> None:
    """Parse the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="an app that is running already")
    asyncio.run(run(parser.parse_args(words).url))


if __name__ == "__main__":
    main()
