"""The figures of one step of a run, under the keys of their components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from core.problem import Problem
from core.trace import Trace
from core.view import PairView, box_at, pair_at, pair_move, partners_at
from pages.smo.figures.box import pair_box, pair_box_text
from pages.smo.figures.errors import error_list, error_list_text
from pages.smo.figures.scores import pair_scores, pair_scores_text
from ui.component.plot import Drawing, Drawn
from ui.words import Words

PAIR, BOX = "pair", "box"
GROUP = "smo"  # of the player: points highlighted or picked in a figure are so on its board


def step_figures(trace: Trace, k: int, words: Words) -> Iterator[Drawing]:
    """Yield the reason for this pair, and its box unless the run has ended."""
    yield Drawing(PAIR, partial(why_this_pair, trace, k, words))
    if k < len(trace):
        yield Drawing(BOX, partial(_box, trace, k, words))


def open_pair(trace: Trace, picked: tuple[int, ...], words: Words) -> Drawn:
    """Return the scores at the end of a run by hand, where points are picked: no pair is chosen yet.

    The candidates are those of the largest violator, or of the first point if one is picked.
    """
    shown = replace(pair_at(trace, len(trace)), move=None)
    if not picked:
        return Drawn(pair_scores(shown, trace.problem.y, words, GROUP), pair_scores_text(shown, words))
    first = picked[0]
    found = partners_at(trace, len(trace), first)
    rules = replace(shown, first_order_j=found.steepest, second_order_j=found.best)
    shown = replace(rules, i=first, candidates=found.candidates)
    alt = words("figure.pair.alt.first", i=first + 1, count=len(found.candidates.j))
    return Drawn(pair_scores(shown, trace.problem.y, words, GROUP, picked), alt)


def why_this_pair(trace: Trace, k: int, words: Words) -> Drawn:
    """Return scores, candidates and the pair for the rules of SMO, or the list of E for Platt's rule."""
    if trace.stepper.name != "platt":
        shown = _picked(trace, k) if trace.picked else pair_at(trace, k)
        return Drawn(pair_scores(shown, trace.problem.y, words), pair_scores_text(shown, words))
    assert isinstance(trace.problem, Problem)
    state = trace.state_at(k)
    free = (state.alpha > 0) & (state.alpha < trace.problem.dual.upper)
    i, j = (int(trace.table[k][name]) for name in "ij") if k < len(trace) else (-1, -1)
    errors = state.errors  # type: ignore[attr-defined]
    return Drawn(error_list(errors, free, i, j, words), error_list_text(errors, i, j, words))


def _picked(trace: Trace, k: int) -> PairView:
    """Return the scores with a picked pair, among the candidates for its first point."""
    shown, row, problem = pair_at(trace, k), trace.table[k], trace.problem
    i, j = int(row["i"]), int(row["j"])
    assert isinstance(problem, Problem)
    found, state = partners_at(trace, k, i), trace.state_at(k)
    move = pair_move(problem.dual, state.alpha, trace.stepper.gradient(problem.dual, state), i, j)
    candidates, first, second = found.candidates, found.steepest, found.best
    return replace(shown, i=i, candidates=candidates, first_order_j=first, second_order_j=second, move=move)


def _box(trace: Trace, k: int, words: Words) -> Drawn:
    box = box_at(trace, k)
    return Drawn(pair_box(box, k, words), pair_box_text(box, words))
