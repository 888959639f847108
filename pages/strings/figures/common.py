"""The common subsequences that add most: where each stands in both words, and what it adds to the kernel value."""

from __future__ import annotations

from core.topics.strings.view import Common
from pages.strings.answers import WordPair
from pages.strings.letters import feature, letter, spelt, upper
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, PAPER, VIOLET
from ui.words import Words, number

SHOWN, WAYS = 4, 2  # subsequences, and the places of each in each word
ROW = 23  # pixels
LARGEST, FEWEST = 16, 12  # pixels of a letter, and columns that letters of this size take
WIDTH = 430  # pixels that the letters have on a board of the usual width


def shown_of(pair: WordPair) -> tuple[Common, ...]:
    """Return the subsequences that are drawn; the others are summed in one line."""
    return pair.common[:SHOWN]


def common_figure(pair: WordPair, words: Words) -> Sketch:
    """Return a block for each subsequence: its value, and below it both words with its letters lit."""
    rows = _Rows(max(len(pair.s), len(pair.t)))
    for one in shown_of(pair):
        product = f"<b>{spelt(one.letters)}</b>   {_product(one)} = {number(one.value)}"
        rows.told(product, INK)
        for word, places in ((pair.s, one.of_s), (pair.t, one.of_t)):
            for way in places.first[:WAYS]:
                rows.word(word, way, f"λ{upper(way[-1] - way[0] + 1)}")
            if places.ways > WAYS:
                rows.told(words("strings.ways.more", count=places.ways - WAYS), GREY)
        rows.gap()
    rest = rest_of(pair)
    if rest:
        rows.told(words("strings.common.rest", count=pair.count - SHOWN, value=number(rest)), INK)
    rows.told(words("strings.common.sum", value=number(pair.value)), INK)
    return rows.drawn()


def rest_of(pair: WordPair) -> float:
    """Return what the subsequences that are not drawn add; 0 if all are drawn."""
    return max(pair.value - sum(one.value for one in shown_of(pair)), 0.0) if pair.count > SHOWN else 0.0


def _product(one: Common) -> str:
    parts = [feature(places) for places in (one.of_s, one.of_t)]
    return " · ".join(f"({text})" if " + " in text else text for text in parts)


class _Rows:
    """Rows of letters, from the top down."""

    def __init__(self, columns: int) -> None:
        self.longest, self.at = columns, 0.0
        self.columns = columns = max(columns, FEWEST)
        self.size = min(LARGEST, int(WIDTH / columns))
        self.plain: list[tuple[float, float, str]] = []
        self.lit: list[tuple[float, float, str]] = []
        self.said: list[tuple[float, float, str, str]] = []

    def word(self, word: str, way: tuple[int, ...], power: str) -> None:
        for place, one in enumerate(word):
            (self.lit if place in way else self.plain).append((float(place), self.at, letter(one)))
        self.said.append((self.longest - 0.2, self.at, power, GREY))
        self.at += 1.0

    def told(self, text: str, color: str) -> None:
        self.said.append((-0.5, self.at, text, color))
        self.at += 1.0

    def gap(self) -> None:
        self.at += 0.4

    def drawn(self) -> Sketch:
        height = int(ROW * (self.at + 0.4)) + 8
        drawn = Sketch(max(height, 120), margin={"l": 4, "r": 4, "t": 4, "b": 4})
        for letters, color in ((self.plain, GREY), (self.lit, PAPER)):
            x, y, text = [one[0] for one in letters], [one[1] for one in letters], [one[2] for one in letters]
            if color == PAPER:
                mark = {"symbol": "square", "size": 1.35 * self.size, "color": VIOLET}
                drawn.add_scatter(x=x, y=y, mode="markers", marker=mark, hoverinfo="skip", cliponaxis=False)
            weight = 700 if color == PAPER else 400
            drawn.add_text(x, y, text, textfont={"color": color, "size": self.size, "weight": weight})
        for color in (INK, GREY):
            chosen = [one for one in self.said if one[3] == color]
            x, y, text = [one[0] for one in chosen], [one[1] for one in chosen], [one[2] for one in chosen]
            drawn.add_text(x, y, text, textposition="middle right", textfont={"color": color, "size": 14})
        bare = {"visible": False, "fixedrange": True}
        drawn.update_layout(
            xaxis={**bare, "range": [-0.7, 1.16 * self.columns + 0.6]},
            yaxis={**bare, "range": [self.at - 0.3, -0.7]},
        )
        return drawn


def common_text(pair: WordPair, words: Words) -> str:
    """Return the text alternative of the figure, made from its numbers."""
    values = {"s": pair.s, "t": pair.t, "n": pair.length, "value": number(pair.value)}
    if not pair.common:
        return words("figure.strings_common.alt.none", **values)
    listed = ", ".join(f"{one.letters} {number(one.value)}" for one in shown_of(pair))
    rest = number(rest_of(pair))
    return words("figure.strings_common.alt", count=pair.count, listed=listed, rest=rest, **values)
