"""The support words with alpha, and f of a new word as its terms: horizontal bars in the colours of the classes."""

from __future__ import annotations

from collections.abc import Sequence

from pages.strings.answers import WordMachine
from pages.strings.letters import spelt
from ui.plot.sketch import Sketch
from ui.plot.template import GREY, INK, NEGATIVE, PAPER, POSITIVE, axis
from ui.words import Words, number

ROW, SHOWN, TERMS = 26, 12, 7  # pixels of a bar, and how many words are drawn

TermBar = tuple[str, float, str]


def support_figure(machine: WordMachine, words: Words) -> Sketch:
    """Return a bar for each support word, those with the largest alpha first."""
    chosen = machine.support[:SHOWN]
    bars = [(spelt(machine.words[i]), float(machine.solution.alpha[i]), _color(machine.y[i])) for i in chosen]
    return _bars(bars, words("figure.strings_support.x"))


def terms_figure(machine: WordMachine, words: Words) -> Sketch:
    """Return the largest terms of f, the sum of all others, and the offset."""
    drawn = largest(machine)
    bars = [(spelt(machine.words[i]), float(machine.terms[i]), _color(machine.y[i])) for i in drawn]
    others = [i for i in machine.support if i not in drawn]
    if others:
        rest = float(machine.terms[others].sum())
        bars.append((words("figure.strings_terms.rest", count=len(others)), rest, GREY))
    bars.append(("b", machine.solution.b, GREY))
    bars.append(("<b>f</b>", machine.f, INK))
    return _bars(bars, words("figure.strings_terms.x"))


def largest(machine: WordMachine) -> list[int]:
    """Return the words with the largest terms, none of them 0."""
    some = [i for i in machine.support if machine.terms[i] != 0.0]
    return sorted(some, key=lambda i: -abs(float(machine.terms[i])))[:TERMS]


def _color(sign: float) -> str:
    return POSITIVE if sign > 0 else NEGATIVE


def _bars(bars: Sequence[TermBar], title: str) -> Sketch:
    drawn = Sketch(ROW * len(bars) + 70, barmode="overlay", margin={"l": 8, "r": 52, "t": 8, "b": 44})
    for color in dict.fromkeys(color for _, _, color in bars):
        rows = [k for k, bar in enumerate(bars) if bar[2] == color]
        marker: dict[str, object] = {"color": color}
        if color == NEGATIVE:
            marker["pattern"] = {"shape": "/", "fgcolor": PAPER, "bgcolor": color, "size": 4, "solidity": 0.2}
        drawn.add_bar(
            orientation="h",
            x=[bars[k][1] for k in rows],
            y=rows,
            marker=marker,
            width=0.8,  # else the distance of the rows of one class
            hoverinfo="skip",
        )
    right = [max(value, 0.0) for _, value, _ in bars]  # of a bar or, below 0, of the axis: the words stand on its left
    text = [f"\N{NO-BREAK SPACE}{number(value)}" for _, value, _ in bars]
    drawn.add_text(right, list(range(len(bars))), text, textposition="middle right", showlegend=False)
    low, high = (reach(0.0, *(value for _, value, _ in bars)) for reach in (min, max))
    width = (high - low) or 1.0
    drawn.update_layout(
        xaxis=axis(title, range=[low - (0.02 * width if low < 0 else 0.0), high + 0.2 * width]),
        yaxis=axis(
            "",
            range=[len(bars) - 0.4, -0.6],
            tickmode="array",
            tickvals=list(range(len(bars))),
            ticktext=[name for name, _, _ in bars],
            showgrid=False,
            ticks="",
        ),
    )
    return drawn


def support_text(machine: WordMachine, words: Words) -> str:
    """Return the text alternative of the support words, made from its numbers."""
    chosen = machine.support[:SHOWN]
    listed = ", ".join(f"{machine.words[i]} {number(float(machine.solution.alpha[i]))}" for i in chosen)
    return words("figure.strings_support.alt", count=len(machine.support), n=len(machine.words), listed=listed)


def terms_text(machine: WordMachine, words: Words) -> str:
    """Return the text alternative of the terms, made from its numbers."""
    listed = ", ".join(f"{machine.words[i]} {number(float(machine.terms[i]))}" for i in largest(machine))
    b, f = number(machine.solution.b), number(machine.f)
    return words("figure.strings_terms.alt", word=machine.new, listed=listed or "–", b=b, f=f)
