"""Nothing jumps, nothing is mounted twice, and a blocked socket does not stop anybody."""

from __future__ import annotations

import numpy as np
from visitor import Meet, Visitor, proved

PARTS = 7  # board, light, panel, time line, numbers, two figures


def boxes(visitor: Visitor) -> list[dict[str, float]]:
    return [
        visitor.page.locator(what).first.bounding_box()
        for what in (".lab-stage", ".lab-tools", ".lab-card", ".lab-panel")
    ]


def test_nothing_jumps_and_no_board_is_mounted_again_while_edits_are_committed(newcomer: Meet) -> None:
    visitor = newcomer().open(debug="1")
    visitor.until(lambda: visitor.page.locator(".lab-figure[data-ready]").count() == 2, "the figures")
    visitor.until(lambda: visitor.page.evaluate("__lab.mounts") == PARTS, "every part of the page")
    before = boxes(visitor)
    figures = visitor.page.locator(".lab-figure").nth(0).bounding_box()
    moves = visitor.page.evaluate_handle(
        """() => {
            const seen = { moves: 0, last: "" };
            const hosts = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
            const stage = hosts.map((host) => host.shadowRoot?.querySelector(".lab-stage")).find(Boolean);
            const look = () => {
                const { x, y, width } = stage.getBoundingClientRect();
                const now = [x, y, width].join();
                seen.moves += seen.last !== "" && now !== seen.last;
                seen.last = now;
                requestAnimationFrame(look);
            };
            look();
            return seen;
        }"""
    )
    for k in range(3):
        visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
        if k == 1:
            visitor.page.locator("#lab-gamma").press("ArrowRight")
        visitor.committed()
    assert moves.evaluate("(seen) => seen.moves") == 0
    assert boxes(visitor) == before
    assert visitor.page.locator(".lab-figure").nth(0).bounding_box() == figures
    assert visitor.page.evaluate("__lab.mounts") == PARTS


def test_edits_in_quick_succession_are_all_kept(newcomer: Meet) -> None:
    for _ in range(2):
        visitor = newcomer().open()
        place, count = visitor.at(*visitor.free_place()), len(visitor.points()[1])
        visitor.page.mouse.click(*place)
        visitor.page.locator("#lab-gamma").press("ArrowRight")  # while the page still runs for the point
        kept = visitor.committed()
        assert kept.X is not None
        assert len(kept.X) == count + 1
        assert float(kept.kernel["gamma"]) > 1


def test_what_is_on_a_board_is_painted_once_for_an_answer_not_once_for_a_move(newcomer: Meet) -> None:
    visitor = newcomer().open(debug="1")
    paints = visitor.page.evaluate("""async () => {
        const s = store.lab("board");
        const frames = async (n) => { for (; n; n--) await new Promise(requestAnimationFrame); };
        await frames(2);
        __lab.paints.length = 0;
        s.socket.ask = () => {}; // no answer comes while the hand moves
        for (let k = 0; k < 10; k++) {
            s.set({ kernel: { ...s.kernel, gamma: 1.1 * s.kernel.gamma } });
            await frames(2);
        }
        delete s.socket.ask;
        return __lab.paints.length;
    }""")
    assert paints == 0
    visitor.page.locator("#lab-gamma").press("ArrowRight")
    proved(visitor)
    assert visitor.page.evaluate("__lab.paints.length") > 0


def test_with_a_blocked_socket_the_answers_come_another_way(newcomer: Meet) -> None:
    visitor = newcomer(alone=True)
    visitor.context.add_init_script("""
        globalThis.WebSocket = class extends WebSocket {
            constructor(url, ...more) { super(String(url).replace("/lab/ws", "/lab/none"), ...more); }
        };
    """)
    # The browser itself tells of every refused attempt; nothing else may be told.
    visitor.page.remove_listener("console", visitor._hear)
    visitor.open()
    visitor.lit("proved")
    alpha = visitor.alpha()
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    visitor.until(lambda: not visitor.lab("s.behind"), "an answer without the socket")
    assert len(visitor.alpha()) == len(alpha) + 1
    proved(visitor)
    visitor.page.locator("#lab-gamma").press("PageUp")
    proved(visitor)
    assert len(visitor.committed().X) == len(alpha) + 1


def test_two_thousand_points_are_taken_and_the_limit_is_said(newcomer: Meet) -> None:
    visitor = newcomer().open()
    visitor.page.evaluate("""() => {
        const s = store.lab("board");
        const { x0, y0, size } = s.window;
        const label = (k) => ((k * 0.618034) % 1 > 0.5 ? 1 : -1);
        const place = (k) => [x0 + size * ((k * 0.618034) % 1), y0 + size * (0.5 + (k * 0.207107) % 0.5), label(k)];
        s.edit(() => s.add(Array.from({ length: 1999 - s.n }, (_, k) => place(k))));
    }""")
    visitor.until(lambda: not visitor.lab("s.behind"), "the answer for 1999 points")
    X, _ = visitor.points()
    assert len(X) == 1999
    for _ in range(2):
        visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
        assert visitor.lab("s.n") == 2000
    assert visitor.voice.inner_text() == visitor.say("draw.limit", limit=2000)
    visitor.until(lambda: not visitor.lab("s.behind"), "the answer for 2000 points")
    np.testing.assert_array_equal(visitor.points()[0][:1999], X)
