"""The time until the server and the first board are ready, and the bytes of a first visit and a revisit.

The board is ready when its lower canvas, with the field, shows more than one colour. The server is started
twice: with an empty folder for compiled code (the very first start on a machine), then with the folder it has left.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext

from benchmarks.goals import judged
from benchmarks.stage import Served, chromium, machine, served

COLD_GOAL, LATER_GOAL, BYTE_GOAL, BOARD_GOAL = 60.0, 3.5, 5.0, 2.0  # seconds
VISITS = 5

# Runs in every page before its own scripts; `boardAfter` is in ms since the navigation began.
LOOK = """
const colours = (canvas) => {
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, canvas.height >> 1, canvas.width, 1);
    return new Set(new Uint32Array(data.buffer)).size;
};
const look = () => {
    for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
        if (colours(host.shadowRoot?.querySelector(".lab-board .lab-layer")) > 16) {
            return (globalThis.boardAfter = performance.now());
        }
    }
    requestAnimationFrame(look);
};
look();
"""


@dataclass
class Visit:
    """One visit: seconds until the board was painted, and the bytes received until the page was idle."""

    seconds: float = 0.0
    files: int = 0
    requests: int = 0
    frames: int = 0


async def visit(context: BrowserContext, url: str) -> Visit:
    """Open the board in a new tab and count the bytes received until the page is idle."""
    found = Visit()
    page = await context.new_page()
    await page.add_init_script(LOOK)
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: _count(found, event))
    session.on("Network.webSocketFrameReceived", lambda event: _count_frame(found, event))
    await page.goto(url)
    await page.wait_for_function("globalThis.boardAfter")
    found.seconds = await page.evaluate("boardAfter") / 1000
    await page.locator(".lab-figure[data-ready]").first.wait_for(state="attached")
    await page.wait_for_timeout(500)
    await page.close()
    return found


def _count(found: Visit, event: dict[str, Any]) -> None:
    found.requests += event["encodedDataLength"] > 0
    found.files += int(event["encodedDataLength"])


def _count_frame(found: Visit, event: dict[str, Any]) -> None:
    frame = event["response"]
    length = len(frame["payloadData"])
    found.frames += length * 3 // 4 if frame["opcode"] == 2 else length  # binary frames are reported in base64


async def look(url: str) -> None:
    """Visit the page for the first time, revisit it, and print both."""
    async with chromium() as browser:
        firsts, context = [], await browser.new_context()
        for _ in range(VISITS):
            await context.close()
            context = await browser.new_context(viewport={"width": 1440, "height": 900})
            firsts.append(await visit(context, url))
        again = [await visit(context, url) for _ in range(VISITS)]
    for name, visits in (("first visit", firsts), ("revisit", again)):
        seconds = sorted(one.seconds for one in visits)
        middle, last = seconds[VISITS // 2], visits[-1]
        print(f"{name:<34}{middle:7.2f} s   {judged(middle, BOARD_GOAL)}  ({seconds[0]:.2f} to {seconds[-1]:.2f})")
        print(f"{'':<34}{last.files / 1e3:7.0f} kB  in {last.requests} files, {last.frames / 1e3:.0f} kB by socket")


def tell(which: str, start: Served, goals: tuple[float, float, float]) -> None:
    """Print the three times of a start."""
    for what, seconds, goal in zip(("first byte", "board", "everything"), start[1:], goals, strict=True):
        print(f"{f'{what}, {which}':<34}{seconds:7.1f} s   {judged(seconds, goal)}")


def main(arguments: list[str] | None = None) -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args(arguments)
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        with served(Path(folder)) as first:
            tell("the very first start", first, (BYTE_GOAL, COLD_GOAL, COLD_GOAL))
        for _ in range(2):
            with served(Path(folder)) as later:
                tell("any later start", later, (LATER_GOAL, LATER_GOAL, LATER_GOAL))
        with served(Path(folder)) as again:
            asyncio.run(look(again.address))
    print(machine())


if __name__ == "__main__":
    main()
