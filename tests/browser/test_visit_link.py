"""A visitor sends what they see, reloads it, mangles it, and brings points of their own."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from visitor import Meet, proved

from pages import LINK

PAPER = "x1;x2;class\n1,5;2,25;yes\n2,0;1,0;no\n3,5;0,75;no\n0,5;3,5;yes\n1,0;3,0;yes\n3,0;0,25;no\n"


def test_a_link_copied_from_the_page_opens_the_same_points_and_the_same_alphas_bit_for_bit(newcomer: Meet) -> None:
    sender = newcomer().open()
    sender.page.mouse.click(*sender.at(*sender.free_place()))
    sender.page.locator("#lab-gamma").press("ArrowRight")
    sender.committed()
    sender.page.get_by_role("button", name=sender.say("frame.share")).click()
    code = sender.page.locator("[data-testid=stPopoverBody] [data-testid=stCode] code")
    address = urlsplit(sender.page.url).query
    sender.until(
        lambda: sorted(parse_qsl(urlsplit(code.inner_text().strip()).query)) == sorted(parse_qsl(address)), "the link"
    )
    link = code.inner_text().strip()
    assert len(link) <= 2000
    friend = newcomer("zh")
    friend.page.goto(link)
    friend.arrived()
    assert friend.lab("s.kernel") == sender.lab("s.kernel")
    assert friend.points()[0].tobytes() == sender.points()[0].tobytes()
    assert friend.points()[1].tobytes() == sender.points()[1].tobytes()

    # Both solve the same question anew: what comes is the same to the last bit.
    for visitor in (sender, friend):
        visitor.page.evaluate("() => store.lab('board').set({}, {})")
        proved(visitor)
    assert friend.alpha().tobytes() == sender.alpha().tobytes()
    assert friend.lab("s.picture.b") == sender.lab("s.picture.b")


def test_a_reload_keeps_everything(newcomer: Meet) -> None:
    visitor = newcomer().open(view="projector", hide="try_more")
    visitor.page.keyboard.press("m")  # before a class the controls are folded away
    visitor.page.locator("#lab-kernel").select_option("polynomial")
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    kept = LINK.to_query(visitor.committed())
    points = visitor.points()[0]
    visitor.page.reload()
    visitor.arrived()
    assert LINK.to_query(visitor.link()) == kept
    np.testing.assert_array_equal(visitor.points()[0], points)
    assert visitor.page.locator(".lab-board[data-projector]").count() == 1
    assert visitor.page.get_by_text(visitor.say("try.title")).count() == 0


def test_a_mangled_link_opens_the_lab_and_says_what_was_wrong_with_each_field(newcomer: Meet, lang: str) -> None:
    mangled = {
        "data": "nonsense",
        "p": "AAAA",
        "k": "cosine",
        "g": "-1",
        "C": "0",
        "hide": "<b>",
        "gammas": "x",
        "view": "3d",
    }
    visitor = newcomer(lang).open(**mangled)
    proved(visitor)
    notices = visitor.page.locator("[data-testid=stAlert] li").all_inner_texts()
    assert len(notices) >= 7
    assert any("cosine" in notice for notice in notices)
    assert not any("{" in notice or "Traceback" in notice for notice in notices)
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    visitor.committed()
    visitor.until(
        lambda: not visitor.page.locator("[data-testid=stAlert]").count(), "the notices to go with the first edit"
    )


def test_a_pasted_table_with_decimal_commas_and_words_for_classes_comes_on_the_board(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()
    visitor.page.get_by_role("button", name=visitor.say("controls.own")).click()
    box = visitor.page.get_by_label(visitor.say("own.paste"))
    box.fill(PAPER)
    box.press("Control+Enter")
    visitor.page.get_by_role("button", name=visitor.say("own.use")).click()
    visitor.until(lambda: visitor.lab("s.n") == 6, "the six points")
    X, y = visitor.points()
    typed = np.array([[1.5, 2.25], [2, 1], [3.5, 0.75], [0.5, 3.5], [1, 3], [3, 0.25]])
    assert np.abs(X - typed).max() < 1e-3
    assert sorted(y.tolist()) == [-1, -1, -1, 1, 1, 1]
    proved(visitor)
    visitor.until(
        lambda: visitor.page.get_by_text(visitor.say("dataset.own.look")).is_visible(), "the sentence about own points"
    )


def test_a_file_comes_onto_the_board_and_one_that_is_none_is_refused_while_everything_stays(newcomer: Meet) -> None:
    visitor = newcomer().open()
    points = visitor.points()[0]
    visitor.page.get_by_role("button", name=visitor.say("controls.own")).click()
    chooser = visitor.page.locator("[data-testid=stPopoverBody] input[type=file]")
    chooser.set_input_files({"name": "a.bin", "mimeType": "application/octet-stream", "buffer": bytes(range(256)) * 20})
    visitor.page.get_by_text(visitor.say("error.file.binary")).wait_for()
    np.testing.assert_array_equal(visitor.points()[0], points)
    chooser.set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": PAPER.encode("utf-16")})
    visitor.page.get_by_role("button", name=visitor.say("own.use")).click()
    visitor.until(lambda: visitor.lab("s.n") == 6, "the six points")
    proved(visitor)


def test_points_of_one_class_are_refused_with_one_sentence_and_the_board_goes_on(newcomer: Meet) -> None:
    visitor = newcomer().open(data="exercise-7-2", k="linear", C="1")
    _, y = visitor.points()
    for i in np.flatnonzero(y > 0)[::-1]:
        visitor.page.mouse.click(*visitor.at(*visitor.points()[0][i]), button="right")
    visitor.settled()
    visitor.lit("refused")
    left = int((y < 0).sum())
    visitor.until(
        lambda: visitor.say("refusal.labels.one_class", count=left, sign="−1") in visitor.card.inner_text(),
        "the sentence",
    )
    visitor.page.locator('[data-name="undo"]').click()
    visitor.settled()
    visitor.lit("proved")


def test_each_tab_has_the_title_of_its_page_and_one_press_of_back_leaves_it(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang).open()

    def titled(page: str) -> None:
        title = visitor.say("frame.tab", page=visitor.say(f"page.{page}"), name=visitor.say("frame.name"))
        visitor.until(lambda: visitor.page.title() == title, f"the title {title}")

    titled("board")
    visitor.page.mouse.click(*visitor.at(*visitor.free_place()))
    visitor.committed()
    visitor.turn_to("smo")
    titled("smo")
    visitor.page.locator(".lab-player button[value=forward]").first.click()
    visitor.until(lambda: "step=13" in visitor.page.url, "a step in the address")
    visitor.page.go_back()
    titled("board")
    assert len(visitor.link().y if visitor.link().y is not None else ()) == 91


@pytest.mark.parametrize("query", [{"projector": "1"}, {"view": "projector"}])
def test_a_link_may_ask_for_the_projector_in_two_ways(newcomer: Meet, query: dict[str, str]) -> None:
    visitor = newcomer().open(**query)
    assert visitor.page.locator(".lab-board[data-projector]").count() == 1
    visitor.until(lambda: "view=projector" in visitor.page.url, "the link as it is written")
