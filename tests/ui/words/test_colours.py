"""What a text says of a colour is what is on screen, in the light theme, in the dark one and on the projector."""

from __future__ import annotations

import colorsys
import re
from pathlib import Path

import pytest

from tests.ui.words.test_texts import catalogue

SHEET = Path(__file__).parents[3] / "assets" / "css" / "lab.css"
LOOKS = (".lab", ".lab[data-dark]", ".lab[data-projector]")

# Words for a colour. "Light" names the lamp, "paper" what was read: they tell of no colour here.
SAID = {
    "en": re.compile(
        r"\b(black|white|ink|dark(er|est)?|bright(er|est)?|light(er|est)|paler?|blue|orange|red|yellow|green|brown|pink|"
        r"magenta|purple|violet|teal|cyan|gold|amber|gr[ae]y)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("墨|黑|白|深色|浅色|较深|较浅|暗|亮|蓝|橙|红|黄|绿|棕|粉|品红|紫|青|金色|琥珀|灰"),
}
# The themes as the menu names them, a person, a substance, and "obviously".
NO_COLOUR = {"en": re.compile(r"^(Dark|Light)$"), "zh": re.compile("^(深色|浅色)$|红色石头|黄酮|明白|空白|表白")}
TRUE = {  # in every look: the property that has this colour there, and whether a colour is it
    "violet": ("violet", "紫"),
    "grey": ("grey", "灰"),
    "green": ("green-tint", "绿"),
}


def said(lang: str, text: str) -> list[str]:
    """Return the colours that a text names."""
    return [match[0].lower() for match in SAID[lang].finditer(NO_COLOUR[lang].sub("", text))]


@pytest.mark.parametrize("lang", SAID)
def test_a_text_names_only_colours_that_are_the_same_in_every_look(lang: str) -> None:
    allowed = set(TRUE) if lang == "en" else {chinese for _, chinese in TRUE.values()}
    found = {key: colours for key, text in catalogue(lang).items() if (colours := said(lang, text))}
    assert found, "no text names a colour: nothing would be found"
    assert {key: colours for key, colours in found.items() if not allowed.issuperset(colours)} == {}


@pytest.mark.parametrize(
    ("lang", "text", "colours"),
    [
        ("en", "Ink: the line. A darker shade, the light is green.", ["ink", "darker", "green"]),
        ("en", "a lighter part of the paper", ["lighter"]),
        ("en", "Dark", []),
        ("zh", "深色的线和紫色的环", ["深色", "紫"]),
        ("zh", "红色石头", []),
    ],
)
def test_a_colour_in_a_text_would_be_found(lang: str, text: str, colours: list[str]) -> None:
    assert said(lang, text) == colours


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_called_violet_grey_or_green_is_so(look: str) -> None:
    (rules,) = re.findall(rf"^{re.escape(look)} \{{(.*?)^\}}", SHEET.read_text(), re.MULTILINE | re.DOTALL)
    own = dict(re.findall(r"--lab-([\w-]+): (#\w+);", rules))
    assert "violet" in own
    hue = {name: _hue(own[part]) for name, (part, _) in TRUE.items() if part in own}
    assert 0.66 < hue["violet"][0] < 0.78
    assert hue["grey"][1] < 0.15
    assert 0.3 < hue.get("green", (0.4, 0.0))[0] < 0.5


def _hue(colour: str) -> tuple[float, float]:
    """Return hue, and how much the strongest part of a colour exceeds the weakest."""
    full = colour if len(colour) == 7 else "#" + "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(full[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return colorsys.rgb_to_hsv(red, green, blue)[0], max(red, green, blue) - min(red, green, blue)
