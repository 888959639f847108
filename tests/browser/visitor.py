"""A visitor before the app: one browser context, what they see, and what their hands can do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np

from core.problem import Gaussian, c_svc, certificate
from datasets import CATALOGUE
from pages import LINK, PAGES
from ui.link.shared import Shared
from ui.static.files import content
from ui.words import Words, plain, words_for

SCRIPTS = Path(__file__).parents[2] / "assets" / "js"
MOST_JAVASCRIPT = 110_000  # bytes of our own that a page asks for before anybody does anything
PATIENCE = 60.0  # seconds for what should take one, on a machine whose cores are all busy

# Streamlit asks a page below the root for these two before it finds its base path.
PROBES = ("/_stcore/health", "/_stcore/host-config")

STORE = """async () => {
    const paths = performance.getEntriesByType("resource").map((entry) => entry.name);
    const store = await import(paths.find((path) => path.endsWith("/shared/store.js")));
    globalThis.store = { lab: store.lab };
}"""
# Where a point of the plane is on the page: the inner square of a board, which leaves room for numbers when it is big.
PLACE = """(canvas, [id, x, y]) => {
    const box = canvas.getBoundingClientRect();
    const type = canvas.closest(".lab").hasAttribute("data-projector") ? 18 : 12;
    const [left, top, rim] = box.width < 300 ? [1, 1, 2] : [2.7 * type, type, 2.7 * type + 4];
    const { x0, y0, size } = store.lab(id).window;
    const span = box.width - rim;
    return [box.left + left + (x - x0) / size * span, box.top + top + span - (y - y0) / size * span];
}"""
FIELD = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let [warm, cool] = [0, 0];
    for (let k = 0; k < data.length; k += 4) {
        warm += data[k] > data[k + 2] + 24;
        cool += data[k + 2] > data[k] + 24;
    }
    return [warm, cool].map((count) => (4 * count) / data.length);
}"""
INK = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (const part of data) sum = (31 * sum + part) % 1000000007;
    return sum;
}"""
# The least opacity of a node and its children: what waits is faded within the frames that the framework puts around it.
OPACITY = "(node) => Math.min(...[node, ...node.children].map((each) => +getComputedStyle(each).opacity))"


class Visitor:
    """A page of the app in a context of its own."""

    def __init__(self, context: Any, server: str, lang: str) -> None:
        self.server, self.lang = server, lang
        self._came_with = lang
        self.errors: list[str] = []
        self.abroad: list[str] = []
        self.context = context
        context.set_default_timeout(1000 * PATIENCE)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._follow)

    def _hear(self, message: Any) -> None:
        url = message.location.get("url", "") if message.location else ""
        if message.type == "error" and not url.endswith(PROBES):
            self.errors.append(f"{message.text} ({url})")

    def _follow(self, request: Any) -> None:
        if urlsplit(request.url).scheme in {"http", "https", "ws", "wss"} and not request.url.startswith(self.server):
            self.abroad.append(request.url)

    # ---- coming in, and going ----

    def sees(self, window: dict[str, int]) -> None:
        """Give the window a size."""
        if self.page.viewport_size != window:
            self.page.set_viewport_size(window)

    def gone(self) -> Visitor:
        """Leave an empty tab behind, in which nothing is kept: the next visitor is a new one.

        It shows a plain text of the server: for an empty page Chromium would start a new process, in which the next
        page, with all its scripts compiled again, takes three times as long.
        """
        page = self.page
        page.unroute_all()
        page.mouse.move(0, 0)
        page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        page.goto(f"{self.server}{PROBES[0]}")
        page.evaluate("sessionStorage.clear()")
        devtools = self.context.new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": self.server, "storageTypes": "cookies,local_storage"})
        devtools.detach()
        self.lang = self._came_with
        self.errors.clear()
        self.abroad.clear()
        return self

    def open(self, path: str = "", **query: str) -> Visitor:
        """Open a page by a link and wait until its board is solved."""
        self.page.goto(f"{self.server}/{path}?{urlencode({'lang': self.lang, **query})}")
        return self.arrived()

    def arrived(self) -> Visitor:
        """Wait until the page is drawn and its modules can be asked."""
        self.page.locator(".lab-board .lab-pointer").first.wait_for()
        self.page.evaluate(STORE)
        self.settled()
        return self

    def say(self, key: str, **holes: object) -> str:
        """Return a sentence of the catalogue in this visitor's language, as it is seen: no word is marked."""
        return plain(self.words(key, **holes))

    @property
    def words(self) -> Words:
        return words_for(self.lang)

    # ---- waiting ----

    def until(self, true: Callable[[], Any], what: str) -> Any:
        """Wait for a condition; fail with its name."""
        deadline = time.monotonic() + PATIENCE
        while not (found := true()):
            assert time.monotonic() < deadline, f"waited {PATIENCE:g} s in vain: {what}"
            self.page.wait_for_timeout(40)
        return found

    def settled(self) -> None:
        """Wait until Streamlit is at rest and what is on screen is about the newest points."""
        self.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")
        self.until(lambda: not self.lab("s.behind"), "the answer to the newest question")

    def lit(self, state: str) -> None:
        """Hold the newest answer to have a state, and wait for the light, which takes a breath between two answers."""
        assert self.lab("s.answer.state") == state, self.lab("s.answer")
        self.until(lambda: self.card.get_attribute("data-state") == state, f"a light that is {state}")

    def rested(self) -> None:
        """Wait until the page tells of what is on the board, which shows the page's own answer from then on."""
        self.until(lambda: self.page.locator("html[data-waits]").count() == 0, "the page to tell of the board")

    def committed(self) -> Shared:
        """Wait until the address says what is on the board, and return what it says."""

        def agrees() -> Shared | None:
            told = self.link()
            X, y = self.points()
            shown = told.X if told.X is not None else CATALOGUE[told.dataset or "moons"].make().X
            same = len(shown) == len(y) and np.array_equal(shown, X)
            kernel, C = self.lab("[s.kernel, s.C]")  # the panel keeps the numbers of other kernels beside
            return told if same and told.kernel.items() <= kernel.items() and told.C == C else None

        found: Shared = self.until(agrees, f"an address that says what is on the board: {self.page.url}")
        self.settled()
        return found

    def link(self) -> Shared:
        """Return what the address says now."""
        return LINK.from_query(parse_qs(urlsplit(self.page.url).query))[0]

    # ---- what is there ----

    def lab(self, expression: str, id: str = "board") -> Any:
        """Value of an expression of the browser's store, called `s`."""
        return self.page.evaluate(f"(id) => {{ const s = store.lab(id); return {expression}; }}", id)

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Points X (n, 2) and labels (n,) in the browser."""
        flat, y = self.lab("[[...s.X], [...s.y]]")
        return np.array(flat, dtype=np.float64).reshape(-1, 2), np.array(y, dtype=np.int8)

    def alpha(self) -> np.ndarray:
        """Multipliers of the newest picture, in the order of the points."""
        return np.array(self.lab("[...s.picture.alpha]"))

    @property
    def board(self) -> Any:
        return self.page.locator(".lab-board .lab-pointer").first

    @property
    def card(self) -> Any:
        return self.page.locator(".lab-card")

    @property
    def voice(self) -> Any:
        return self.page.locator(".lab-board .lab-voice").first

    def numbers(self) -> dict[str, str]:
        """Numbers beside the light, by their labels."""
        labels, values = (self.page.locator(f".lab-numbers {tag}").all_inner_texts() for tag in ("dt", "dd"))
        return dict(zip(labels, values, strict=True))

    def field(self) -> tuple[float, float]:
        """Share of the board that is clearly warm (class -1) and clearly cool (class +1)."""
        warm, cool = self.page.locator(".lab-board .lab-layer").first.evaluate(FIELD)
        return warm, cool

    def ink(self) -> int:
        """Return a number that changes with any pixel of the layer with points and boundary."""
        return int(self.board.evaluate(INK))

    def text(self) -> str:
        """Everything written on the page."""
        return str(self.page.locator("[data-testid=stMain]").inner_text())

    def own_javascript(self) -> int:
        """Return the bytes of our own scripts that this page has asked for, before they are compressed."""
        asked = self.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
        own = {
            path
            for path in SCRIPTS.rglob("*.js")
            if any(name.endswith(f"/{path.parent.name}/{path.name}") for name in asked)
        }
        assert any(path.name == "store.js" for path in own)
        return sum(len(content(path)) for path in own)

    # ---- hands ----

    def at(self, x: float, y: float, id: str = "board") -> tuple[float, float]:
        """Place on the page of a point of the plane, on the first board of the page."""
        self.board.scroll_into_view_if_needed()
        across, down = self.board.evaluate(PLACE, [id, float(x), float(y)])
        return across, down

    def free_place(self) -> tuple[float, float]:
        """Return a place of the plane far from every point, on the browser's grid."""
        X, _ = self.points()
        x0, y0, size = self.lab("[s.window.x0, s.window.y0, s.window.size]")
        steps = np.linspace(0.15, 0.85, 15) * size
        places = np.array([(x0 + a, y0 + b) for a in steps for b in steps])
        far = np.linalg.norm(places[:, None] - X[None], axis=2).min(axis=1)
        x, y = places[int(far.argmax())]
        return float(x), float(y)

    def swap_words(self, lang: str) -> None:
        """Switch the language with the control at the top, speak it from now on, and wait for its first words."""
        from ui.words import languages

        self.page.get_by_role("radio", name=languages[lang]).or_(
            self.page.get_by_role("button", name=languages[lang])
        ).first.click()
        self.lang = lang
        self.page.get_by_text(self.say("try.title")).wait_for()

    def turn_to(self, name: str) -> None:
        """Follow the navigation to a page; its group opens first, where another one is open."""
        section = next(page.section for page in PAGES if page.name == name)
        group = self.page.locator(f".st-key-tabs-{section}")
        group.wait_for()
        if (closed := group.get_by_role("button")).count():
            closed.click()
            group = self.page.locator("[data-testid=stPopoverBody]")
        group.get_by_role("link", name=self.say(f"page.{name}"), exact=True).click()

    def resting(self, part: Any) -> dict[str, float]:
        """Return the box of a part of the page once nothing that appears above it moves it any more."""
        before, place = None, part.bounding_box()
        while place is None or place != before:
            self.page.wait_for_timeout(120)
            before, place = place, part.bounding_box()
        found: dict[str, float] = place
        return found

    def choose(self, label: str, option: str) -> None:
        """Choose an entry of one of Streamlit's select boxes, whose list closes where the page still scrolls to it."""
        box = self.page.get_by_role("combobox", name=re.compile(re.escape(label)))
        box.scroll_into_view_if_needed()
        self.resting(box)
        box.click()
        self.page.get_by_role("option", name=option, exact=True).click()


Meet = Callable[..., Visitor]  # the fixture `newcomer`: a language and options of the browser context


def proved(visitor: Visitor) -> None:
    """Hold what the light says against a certificate that is computed here, from what the browser holds."""
    visitor.settled()
    visitor.lit("proved")
    X, y = visitor.points()
    kernel, C = visitor.lab("[s.kernel, s.C]")
    if kernel["name"] == "gaussian":
        problem = c_svc(X, y, Gaussian(kernel["gamma"]), np.inf if C is None else C)
        proof = certificate(problem, visitor.alpha(), visitor.lab("s.picture.b"))
        assert proof.gap <= 1e-4 * max(1.0, abs(proof.primal))
