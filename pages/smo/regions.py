"""The fold with the plane of this step's pair: where the box clips it, and where it would clip a point of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import streamlit as st

from core.trace import Trace
from core.view import BoxView, Cut, Region, box_at, cut, cut_pairs
from pages.smo.figures.regions import REGIONS, regions_figure, regions_text, visible, window_of
from pages.smo.latex import latex
from pages.smo.question import AT_I, AT_J, BACK, HandPlace, change
from ui.component.plot import Drawing, Drawn
from ui.component.sliders import Dial, Grip
from ui.page import early_figures, guard
from ui.page.drawings import of_step
from ui.page.showing import Showing
from ui.state import session
from ui.state.change import number_in
from ui.state.playing import turn_of
from ui.state.widget import contained
from ui.words import Words

DIALS = "smo-regions-dials"
CLIPS: Final = {  # of each region: the variable that is cut, its bound, its value there, and the value of the other one
    Region.I: ("i", "C", "C_i", "C_i - d"),
    Region.II: ("j", "C", "C_j", "C_j + d"),
    Region.III: ("j", "0", "0", "d"),
    Region.IV: ("i", "0", "0", "-d"),
    Region.I_ABOVE: ("i", "C", "C_i", "s - C_i"),
    Region.J_BELOW: ("j", "0", "0", "s"),
    Region.J_ABOVE: ("j", "C", "C_j", "s - C_j"),
    Region.I_BELOW: ("i", "0", "0", "s"),
}


@dataclass(frozen=True)
class StepPlane:
    """The pair of a step in its box, and the hand's point in the same plane."""

    box: BoxView
    place: HandPlace  # (None, None): the hand has chosen none; a coordinate that is None is the step's own

    @property
    def at(self) -> tuple[float, float]:
        """The hand's point; before it chooses one, where the step's unclipped point is seen."""
        own = visible(self.box, window_of(self.box))
        first, second = (mine if mine is not None else step for mine, step in zip(self.place, own, strict=True))
        return first, second

    @property
    def chosen(self) -> bool:
        """Whether the hand has chosen a point."""
        return self.place != (None, None)

    @property
    def cut(self) -> Cut | None:
        """The clip of the hand's point; None where its line misses the box."""
        return cut(self.box.same_label, self.box.C_i, self.box.C_j, self.at)

    @property
    def mine(self) -> Cut | tuple[float, float] | None:
        """The hand's point for the figure."""
        return (self.cut or self.at) if self.chosen else None


def map_at(trace: Trace, k: int, place: HandPlace) -> StepPlane:
    """Return the plane of step k of a run with at least one step; at its end that of its last step."""
    k = min(k, len(trace) - 1)
    return StepPlane(box_at(trace.leg(k), k), place)


def map_figure(trace: Trace, k: int, place: HandPlace, words: Words) -> Drawing:
    """Return the figure of step k."""

    def draw() -> Drawn:
        shown = map_at(trace, k, place)
        examples = [pair for pair in cut_pairs() if pair.same_label is not shown.box.same_label]
        other = list({pair.region: pair for pair in reversed(examples)}.values())  # one of each region
        alt = regions_text(shown.box, shown.mine, other, words)
        return Drawn(regions_figure(shown.box, shown.mine, other, words), alt)

    return Drawing(REGIONS, draw, (place,))


def is_open(words: Words) -> bool:
    """Tell whether the fold is unfolded: else its figure is not drawn for the steps of a run."""
    return bool(st.session_state.get(f"{REGIONS}-{words.lang}"))


@guard.part
def show_regions(trace: Trace, name: str, k: int, place: HandPlace, showing: Showing) -> None:
    """Show the plane of step k of the run of this name, its dials, and the formula that clips the point."""
    if not len(trace):
        return

    def show() -> None:
        words, shown = showing.words, map_at(trace, k, place)
        content = of_step(name, k)
        drawn = showing.figures([map_figure(trace, k, place, words)], content)
        showing.figure(REGIONS, drawn[REGIONS], turn_of("smo"))
        offers = early_figures.publish(f"{REGIONS} {content} {place!r}", partial(_moved, trace, name, k, place))
        follows = replace(showing, offers=offers)
        follows.sliders(DIALS, _dials(shown, words), grips=[Grip(REGIONS, AT_I, AT_J)])
        st.markdown(sentence(shown, words))
        for line in formulas(shown):
            st.latex(line)
        if shown.chosen:
            label, key = words("smo.regions.back"), f"smo-regions-back-{words.lang}"
            st.button(label, key=key, on_click=contained(session.apply), args=(change, BACK, None))
        st.markdown(words("smo.regions.text"))

    showing.fold("regions", show)


def _moved(
    trace: Trace, name: str, k: int, place: HandPlace, values: early_figures.Values, words: Words
) -> tuple[str, Iterator[Drawing]]:
    """Return the figure for another point of the hand."""
    sent = [number_in(values[key]) if key in values else mine for key, mine in zip((AT_I, AT_J), place, strict=True)]
    moved: HandPlace = sent[0], sent[1]
    return of_step(name, k), iter([map_figure(trace, k, moved, words)])


def _dials(shown: StepPlane, words: Words) -> list[Dial]:
    """Return the dials of both coordinates."""
    window, dials = window_of(shown.box), []
    for key, symbol, ends, at in zip((AT_I, AT_J), ("αᵢ", "αⱼ"), window, shown.at, strict=True):
        low, high = min(ends[0], at), max(ends[1], at)
        dials.append(Dial(key, words(f"smo.regions.{key}"), symbol, low, high, float(f"{at:.6g}"), "linear"))
    return dials


def sentence(shown: StepPlane, words: Words) -> str:
    """Name the region of the point, the hand's or the step's."""
    values = {"i": shown.box.i + 1, "j": shown.box.j + 1}
    if not shown.chosen:
        region = words(f"figure.box.region.{shown.box.region.name}")
        return words("smo.regions.step", region=region, **values)
    found = shown.cut
    if found is None:
        return words("smo.regions.never", **values)
    return words("smo.regions.hand", region=words(f"figure.box.region.{found.region.name}"), **values)


def formulas(shown: StepPlane) -> list[str]:
    """Return the formula that clips the point, in LaTeX with its numbers (mathematics 6.2).

    The step's own unclipped point may lie outside the window: its formula has that point's numbers.
    """
    box = shown.box
    found: BoxView | Cut | None = shown.cut if shown.chosen else box
    if found is None:
        i, j = shown.at
        kept = i + j if box.same_label else i - j
        limits = ("0", r"C_i + C_j") if box.same_label else ("-C_j", "C_i")
        ends = (0.0, box.C_i + box.C_j) if box.same_label else (-box.C_j, box.C_i)
        name = _kept(box.same_label)
        low = kept < ends[0]
        sign, end = ("<", ends[0]) if low else (">", ends[1])
        return [rf"{name} = {latex(kept)} {sign} {limits[0 if low else 1]} = {latex(end)}"]
    kept = found.free[0] + found.free[1] if found.same_label else found.free[0] - found.free[1]
    given = rf"{_kept(found.same_label)} = {latex(kept)}"
    free = [rf"\alpha_{t}^{{unc}} = {latex(at)}" for t, at in zip("ij", found.free, strict=True)]
    if found.region is Region.INSIDE:
        inside = [
            rf"0 \le {text} \le C_{t} = {latex(C)}"
            for text, t, C in zip(free, "ij", (found.C_i, found.C_j), strict=True)
        ]
        return inside
    first, limit, side, other = CLIPS[found.region]
    t, u = ("i", "j") if first == "i" else ("j", "i")
    beyond = free[0 if t == "i" else 1]
    edge = "0" if limit == "0" else rf"C_{t} = {latex(found.C_i if t == 'i' else found.C_j)}"
    sign = "<" if limit == "0" else ">"
    new = {name: latex(at) for name, at in zip("ij", found.new, strict=True)}
    stops = side if limit == "0" else f"{side} = {new[t]}"
    return [  # short lines: a phone shows them whole
        given,
        rf"{beyond} {sign} {edge} \;\Rightarrow\; \alpha_{t}^{{new}} = {stops}",
        rf"\alpha_{u}^{{new}} = {other} = {new[u]}",
    ]


def _kept(same_label: bool) -> str:
    """Return what the line of a pair keeps: the sum s of equal labels, else the difference d."""
    return r"s = \alpha_i + \alpha_j" if same_label else r"d = \alpha_i - \alpha_j"
