"""Beside an approximation: the exact boundary on the board, and its figure ahead of the page while a slider moves."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
from bench import Bench, clouds
from stand_in import solve
from test_modules_panel import NUMBERS

TAYLOR = {"name": "taylor", "gamma": 0.5, "order": 2}
CROSSED = """(above, x) => {
    const { data } = above.getContext("2d").getImageData(Math.round(x * above.width), 0, 1, above.height);
    let drawn = 0;
    for (let k = 3; k < data.length; k += 4) drawn += data[k] > 0;
    return drawn;
}"""


def crossed(lab: Bench) -> int:
    """Count the pixels drawn along an upright line where no point lies."""
    return int(lab.page.locator("#board canvas").nth(1).evaluate(CROSSED, 0.12))


def test_the_exact_boundary_is_a_line_of_its_own(lab: Bench) -> None:
    X, y = clouds(30)
    lab.board(X, y, kernel=TAYLOR)
    lab.page.wait_for_timeout(600)
    alone = crossed(lab)
    header, found = solve(X, y, {"name": "gaussian", "gamma": 0.5}, 10)
    ghost = np.append(found["alpha"] * y, header["b"])
    lab.board(X, y, kernel=TAYLOR, arrays={"ghost": ghost})
    lab.until("s.picture?.ghost?.length === 31")
    lab.page.wait_for_timeout(600)
    assert crossed(lab) != alone


def test_the_figure_is_asked_for_one_request_at_a_time_and_the_newest_last(lab: Bench) -> None:
    asked: list[Any] = []

    def answer(route: Any) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        asked.append((query["name"][0], json.loads(query["values"][0])))
        route.fulfill(body="", content_type="application/jsonl")

    lab.page.route("**/lab/figures**", answer)
    lab.board(*clouds(30), kernel=TAYLOR)
    lab.show("form/panel", **NUMBERS, offers="cost of these points", lang="en")
    slider = lab.page.locator("#lab-order")
    for _ in range(6):
        slider.press("ArrowRight")
    lab.page.wait_for_timeout(300)
    last = lab.state("s.kernel")
    assert last["order"] == 8
    assert asked[-1] == ("cost of these points", {**last, "C": 10})
    lab.show("form/panel", **NUMBERS, offers=None, lang="en")
    before = len(asked)
    slider.press("ArrowRight")
    lab.page.wait_for_timeout(200)
    assert len(asked) == before


# What each change draws on a board that has drawn the one before, with how many paths were made, and on a new board.
BOUNDARIES = """async ([X, ghost]) => {
    const of = (name) => import(`/lab/assets/test/js/shared/${name}.js`);
    const [{ haunt }, { viewOf }] = [await of("ghost"), await of("paint")];
    const { Path2D } = globalThis;
    let made = 0;
    globalThis.Path2D = class extends Path2D { constructor(...all) { super(...all); made++; } };
    const shown = { x0: -4, y0: -4, size: 8 };
    const kernel = { name: "taylor", gamma: 0.5, order: 2 };
    const fresh = () => viewOf(400, shown, {});
    const drawn = (view, change) => {
        const [ctx, before] = [new OffscreenCanvas(400, 400).getContext("2d"), made];
        const picture = { X: X.slice(), ghost: ghost.slice(), kernel, window: shown, ...change };
        haunt(ctx, { view, colours: { ink: "#000", paper: "#fff" }, data: {} }, picture);
        return [made - before, ctx.getImageData(0, 0, 400, 400).data.join()];
    };
    const changes = [
        {},
        { kernel: { ...kernel, order: 7 } },
        { kernel: { ...kernel, gamma: 0.6 } },
        { X: X.map((value) => value + 0.1) },
        { ghost: ghost.map((value, k) => value + (k === ghost.length - 1)) },
        {},
    ];
    const view = fresh();
    const kept = changes.map((change) => drawn(view, change));
    const alone = changes.map((change) => drawn(fresh(), change));
    globalThis.Path2D = Path2D;
    return kept.map(([count, pixels], k) => [count, pixels === alone[k][1]]);
}"""


def test_an_exact_boundary_is_made_again_only_where_it_is_another(lab: Bench) -> None:
    X, y = clouds(30)
    header, found = solve(X, y, {"name": "gaussian", "gamma": 0.5}, 10)
    ghost = [*(found["alpha"] * y).tolist(), header["b"]]
    boundaries = lab.page.evaluate(BOUNDARIES, [X.ravel().tolist(), ghost])
    assert boundaries == [[made, True] for made in (1, 0, 1, 1, 1, 1)]
