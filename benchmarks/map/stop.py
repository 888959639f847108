"""How fast long work stops: from the click to the message on the page, and from the flag to the end of the piece."""

from __future__ import annotations

import random
import threading
import time
from math import inf
from urllib.parse import urlencode

from playwright.async_api import Browser, Page

from benchmarks.goals import judged
from benchmarks.map.works import LONG, AnyMake
from benchmarks.stage import moons, quantiles, shared
from core.solver import CancelFlag, new_cancel_flag
from pages import LINK
from pages.choosing.question import FORM, Options
from ui.solve.limits import LARGEST_SEED
from ui.words import words_for

GOAL = 100.0  # ms
SAID = {
    "the button, of the click": GOAL,
    "the bar, of the server's answer": GOAL,
    "the button that lets it go on": inf,
    "the page at rest": inf,
}
PRESSES, ENDS = 40, 15  # of the button, and of each work without a page
OF_ONE = 5  # presses during the same searches, which take some ten seconds
BAR = ".st-key-choosing-progress"
STOP, GO_ON = (f"{BAR} [class*='-{name}'] button" for name in ("stop", "go-on"))
PRESS = """([bar, stopped, stop, goOn]) => {
    const began = performance.now();
    const painted = (stands) => new Promise((done) => {
        const after = () => setTimeout(() => done(performance.now() - began));
        const look = () => requestAnimationFrame(stands() ? after : look);
        look();
    });
    const answered = () => document.querySelector(`${bar} p`).textContent.startsWith(stopped);
    const says = () => document.querySelector(`${stop}[aria-busy="true"]`) || answered();
    const resumes = () => document.querySelector(goOn);
    const rests = () => resumes() && document.querySelector("[data-test-script-state=notRunning]");
    document.querySelector(stop).click();
    return Promise.all([says, answered, resumes, rests].map(painted));
}"""


async def measure_stops(browser: Browser, url: str, presses: int) -> None:
    """Press the button repeatedly while the strategies search on a map; print the times of the presses."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900}, locale="en")
    times: list[list[float]] = []
    stopped = words_for("en")("frame.stopped", so_far="")
    while len(times) < presses:
        await _open(page, url)
        for _ in range(min(OF_ONE, presses - len(times))):
            await page.wait_for_timeout(random.uniform(200, 800))  # updates are 400 ms apart
            times.append(await page.evaluate(PRESS, [BAR, stopped, STOP, GO_ON]))
            await page.locator(GO_ON).click()
            await page.locator(STOP).wait_for()
    for what, found in zip(SAID, zip(*times, strict=True), strict=True):
        middle, late = quantiles(found)
        print(f"stop: {what:32} p50 {middle:6.0f} ms  p95 {late:6.0f} ms  {judged(late, SAID[what])}", flush=True)
    await page.close()


async def _open(page: Page, url: str) -> None:
    """Open a map that is not cached and takes some ten seconds, and wait until its searches have begun."""
    query = LINK.to_query(shared(moons(200)))
    assert query is not None
    own = FORM.write(Options("errors", folds=9, deal=random.randrange(LARGEST_SEED)))
    await page.goto(f"{url}/choosing?{urlencode({**query, 'D': '900', 'choosing': own})}")
    await page.locator(STOP).wait_for()
    await page.wait_for_timeout(1500)


def measure_works(ends: int = ENDS) -> None:
    """Set the cancel flag of each work at some time within its pieces; print how long it continued."""
    for name, made in LONG.items():
        (*_, make) = made()
        next(make((), new_cancel_flag()), None)  # load what the first piece needs
        middle, late = quantiles([1e3 * _ended(make) for _ in range(ends)])
        print(f"{name:15} ends p50 {middle:6.1f} ms  p95 {late:6.1f} ms  {judged(late, GOAL)}", flush=True)


def _ended(make: AnyMake) -> float:
    """Return the seconds from the flag to the end of a work."""
    cancel = new_cancel_flag()
    work = threading.Thread(target=_work_off, args=(make, cancel))
    work.start()
    work.join(random.uniform(0.02, 0.6))
    began = time.perf_counter()
    cancel[0] = 1
    work.join()
    return time.perf_counter() - began


def _work_off(make: AnyMake, cancel: CancelFlag) -> None:
    for _ in make((), cancel):
        pass
