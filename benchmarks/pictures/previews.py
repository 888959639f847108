"""Take the preview picture for the links of each page: `python -m benchmarks.pictures.previews http://127.0.0.1:8501`.

With names of pages after the address, only of these. Nothing is measured here.
"""

from __future__ import annotations

import shutil
import sys

from playwright.sync_api import FloatRect, Page, sync_playwright

from pages import PAGES
from ui.server.preview import PICTURES, SIZE

SCALE = 2  # the window is larger than the picture by this factor
PATIENCE = 60_000  # ms
QUALITY = 82
# The first element is the content of a page.
PICTURE = ".st-key-stage :is(.lab-stage, .lab-figure), .st-key-stage-two, [class*='st-key-panels-'], .lab-figure"


def main(server: str, *names: str) -> None:
    """Visit every page of a running server, or the named ones."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        width, height = SIZE
        page = browser.new_page(
            viewport={"width": SCALE * width, "height": 4 * height}, device_scale_factor=1 / SCALE, locale="en"
        )
        for each in (known for known in PAGES if not names or known.name in names):
            page.goto(f"{server}/{each.name}?lang=en&seen={each.name}")
            _take(page, each.name)
        browser.close()


def _take(page: Page, name: str) -> None:
    shown = page.locator(PICTURE).first
    shown.wait_for(timeout=PATIENCE)
    page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')", timeout=PATIENCE)
    page.wait_for_timeout(3000)
    box = shown.bounding_box()
    assert box is not None
    width, height = (SCALE * side for side in SIZE)
    clip = FloatRect(x=0, y=max(0.0, box["y"] - 12), width=width, height=height)
    page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=QUALITY, clip=clip)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), *sys.argv[2:])
