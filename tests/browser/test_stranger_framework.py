"""What the framework would say itself is said in the visitor's language, or not at all."""

from __future__ import annotations

import pytest
from visitor import Meet

from ui.words import languages, words_for

LARGE = b"x,y,class\n" + 900_000 * b"1,2,a\n"  # above 5 MB
AFTER = "(node) => getComputedStyle(node, '::after').content"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_large_file_an_unknown_address_and_the_menu_speak_the_language_of_the_visitor(
    stranger: Meet, lang: str
) -> None:
    visitor = stranger(lang).open("nowhere")
    page = visitor.page
    assert page.get_by_text(visitor.say("link.page", got="nowhere")).is_visible()
    assert "nowhere" not in page.url
    page.get_by_role("button", name=visitor.say("controls.own")).click()
    uploader = page.locator("[data-testid=stFileUploader]")
    button = uploader.locator("button p")
    assert button.evaluate(AFTER) == f'"{visitor.say("own.say.upload")}"'
    uploader.locator("input[type=file]").set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": LARGE})
    page.locator("[data-testid=stFileChip][aria-invalid=true]").wait_for()
    assert uploader.evaluate(AFTER) == f'"{visitor.say("own.say.large")}"'
    assert uploader.locator("[role=alert]").is_hidden()
    page.keyboard.press("Escape")
    page.locator("[data-testid=stMainMenu] button, [data-testid=stMainMenuButton]").first.click()
    dark = page.locator("[data-testid=stMainMenuItem-theme-Dark]")
    assert dark.evaluate(AFTER) == f'"{visitor.say("own.say.dark")}"'
    assert page.get_by_text("Print", exact=True).is_hidden()


@pytest.mark.parametrize("path", ["", "results"])
def test_the_document_says_its_language_from_the_first_html_on_and_when_it_changes(stranger: Meet, path: str) -> None:
    visitor = stranger("zh")
    page = visitor.page
    first = page.goto(f"{visitor.server}/{path}?lang=zh")
    assert first is not None
    assert '<html lang="zh"' in first.text()
    radio = page.get_by_role("radio", name=languages["en"]).or_(page.get_by_role("button", name=languages["en"]))
    radio.first.click()
    page.get_by_text(words_for("en")("try.title")).wait_for()
    visitor.until(lambda: page.locator("html").get_attribute("lang") == "en", "a document in English")
