"""What the framework would say itself is said in the visitor's language, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from visitor import Meet

from ui.words import languages, words_for

LARGE = b"x,y,class\n" + 900_000 * b"1,2,a\n"  # above 5 MB
AFTER = "(node) => getComputedStyle(node, '::after').content"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_large_file_an_unknown_address_and_the_menu_speak_the_language_of_the_visitor(
    newcomer: Meet, lang: str
) -> None:
    visitor = newcomer(lang).open("nowhere")
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
def test_the_document_says_its_language_from_the_first_html_on_and_when_it_changes(newcomer: Meet, path: str) -> None:
    visitor = newcomer("zh")
    page = visitor.page
    first = page.goto(f"{visitor.server}/{path}?lang=zh")
    assert first is not None
    assert '<html lang="zh"' in first.text()
    radio = page.get_by_role("radio", name=languages["en"]).or_(page.get_by_role("button", name=languages["en"]))
    radio.first.click()
    page.get_by_text(words_for("en")("try.title")).wait_for()
    visitor.until(lambda: page.locator("html").get_attribute("lang") == "en", "a document in English")


SHADES = """(places) => {
    const bright = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + part / 765, 0);
    return places.map((place) => {
        const { color, backgroundColor } = getComputedStyle(document.querySelector(place));
        return [bright(color), bright(backgroundColor)];
    });
}"""


def test_a_page_of_the_dark_theme_is_printed_dark_on_light(newcomer: Meet) -> None:
    visitor = newcomer()
    visitor.page.emulate_media(color_scheme="dark")
    visitor.open()
    places = ["h1", ".stApp"]
    (text, _), (_, ground) = visitor.page.evaluate(SHADES, places)
    assert ground < 0.2 < 0.8 < text, "a dark page on screen"
    field = visitor.page.locator(".lab-panel .lab-number").first
    visitor.page.emulate_media(color_scheme="dark", media="print")
    (text, _), (_, ground) = visitor.page.evaluate(SHADES, places)
    assert text < 0.2 < 0.8 < ground
    assert field.evaluate("(node) => getComputedStyle(node).backgroundColor") == "rgb(241, 242, 239)"
    visitor.page.emulate_media(media="screen")


ENGLISH = """(roots) => {
    const names = ["aria-label", "title", "placeholder"];
    const places = roots.flatMap((root) => [...document.querySelectorAll(root)]);
    const all = places.flatMap((place) => [place, ...place.querySelectorAll("*")]);
    const written = (node) => (node.childElementCount ? "" : node.textContent);
    const said = all.flatMap((node) => [...names.map((name) => node.getAttribute(name)), written(node)]);
    return [...new Set(said)].filter((text) => text && /^[A-Z][a-z]+( [A-Za-z()/]+)*$/.test(text.trim()));
}"""
OURS = {"English", "Platt"}  # the other language's own name, and a person's


def test_no_word_of_the_framework_is_english_on_a_chinese_page(newcomer: Meet) -> None:
    visitor = newcomer("zh").open(data="xor")
    page = visitor.page

    def english(*roots: str) -> set[str]:
        return set(page.evaluate(ENGLISH, list(roots))) - OURS

    visitor.until(lambda: not english("header", ".st-key-choices", ".st-key-bar"), "bar and menu in Chinese")
    box = page.get_by_role("combobox").first
    box.click()
    box.press_sequentially("zzz")
    page.get_by_text(visitor.say("own.say.none"), exact=True).wait_for()
    page.keyboard.press("Escape")
    page.locator("summary").filter(has_text=visitor.say("more.table")).click()
    table = page.locator("[data-testid=stDataFrame]").first
    table.locator("canvas").first.wait_for()
    visitor.settled()
    table.scroll_into_view_if_needed()
    visitor.until(lambda: not english("[data-testid=stElementToolbar]"), "the tools of the table in Chinese")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_lost_connection_is_told_in_words_for_a_visitor(newcomer: Meet, lang: str) -> None:
    visitor, lines = newcomer(lang, alone=True), []  # no later visitor can have this tab: its line stays cut

    def passes(line: Any) -> None:
        lines.append(line)
        line.connect_to_server()

    visitor.page.route_web_socket("**/_stcore/stream", passes)
    visitor.open()
    visitor.page.route_web_socket("**/_stcore/stream", lambda line: line.close())
    visitor.page.route("**/_stcore/h*", lambda route: route.abort())
    for line in lines:
        line.close()
    dialog = visitor.page.locator("section[role=dialog]")
    dialog.wait_for()
    assert dialog.locator("h2 + div").evaluate(AFTER) == f'"{visitor.say("own.say.lost")}"'
    assert dialog.get_by_text("streamlit run").is_hidden()
    if lang == "zh":
        assert dialog.locator("h2").inner_text() == visitor.say("own.say.lost-title")
        assert dialog.locator("button").last.get_attribute("aria-label") == visitor.say("own.say.close")
    visitor.errors.clear()  # of a browser that cannot reach its server
