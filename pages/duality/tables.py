"""KKT as a checklist, margins of a proposed plane, the exercise's solution, a soft margin's multipliers, as text."""

from __future__ import annotations

from html import escape

import numpy as np

from core.topics.duality.soft import SoftMultipliers
from core.topics.duality.view import NEAR, AtPlace, Guess
from core.view import Solution
from pages.duality.question import DIGITS
from pages.duality.sentences import numbers, told
from ui.words import Words, at_most, interval, linked, number

CONDITIONS = ("stationary", "feasible", "signs", "slackness")


def checklist(place: AtPlace, words: Words) -> str:
    """Return the four conditions as a list, each with its violation."""
    rows = []
    for name, holds in zip(CONDITIONS, place.checks, strict=True):
        off = getattr(place.conditions, name)
        rest = round(off, DIGITS)  # sliders have this precision; the rest is rounding
        key = ("near" if rest else "exact") if holds else "off"
        state = escape(words(f"duality.kkt.{key}", off=at_most(rest) if holds else number(rest or off)))
        mark = "✓" if holds else "✗"
        condition = f"<b>{linked(escape(words(f'duality.kkt.{name}')))}</b> {escape(words(f'duality.kkt.{name}.says'))}"
        rows.append(
            f'<li class="lab-{key}"><span aria-hidden="true">{mark}</span><p>{condition}</p><i>{state}</i></li>'
        )
    near = escape(words("duality.kkt.near.says", near=number(NEAR)))
    listed = f'<ul class="lab-kkt" aria-label="{escape(words("duality.kkt"))}">{"".join(rows)}</ul>'
    return f'{listed}<p class="lab-kkt-near">{near}</p>'


def margins_table(proposed: Guess, words: Words) -> str:
    """Return y (w.x + b) of every point in one row."""
    names = [f"x{'₁₂₃₄₅'[k]}" for k in range(len(proposed.functional))]
    cells = [told(float(value)) for value in proposed.functional]
    head = f"| {words('duality.margins')} | {' | '.join(names)} |"
    return "\n".join([head, "|---" * (len(names) + 1) + "|", f"| y (w·x + b) | {' | '.join(cells)} |"])


def answer_table(found: Solution, words: Words) -> str:
    """Return the computed solution with its proof."""
    vectors = [f"x{'₁₂₃₄₅'[k]}" for k in np.flatnonzero(found.alpha > 0.0)]
    rows = [
        ("w", numbers(np.zeros(0) if found.w is None else found.w)),
        ("b", told(found.b)),
        ("α", numbers(found.alpha)),
        (words("duality.answer.vectors"), words.listed(vectors)),
        ("2/‖w‖", number(found.margin_width, 5)),
        (words("duality.answer.proof"), words("duality.answer.between", **interval(*found.value)._asdict())),
    ]
    head = f"| {words('duality.answer.what')} | {words('duality.answer.computed')} |"
    return "\n".join([head, "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def multipliers_table(found: SoftMultipliers, words: Words) -> str:
    """Return one row per point of the exercise: both multipliers, the slack, and the products that vanish."""
    heads = ("α", "µ = C − α", "ξ", "y f − 1 + ξ", "α (y f − 1 + ξ)", "µ ξ")
    columns = (found.alpha, found.mu, found.xi, found.over, found.alpha * found.over, found.mu * found.xi)
    rows = [f"| {words('duality.margins')} | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for k in range(len(found.alpha)):
        cells = " | ".join(told(float(column[k])) for column in columns)
        rows.append(f"| x{'₁₂₃₄₅'[k]} | {cells} |")
    return "\n".join(rows)
