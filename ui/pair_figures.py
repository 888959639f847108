"""The figure that answers "why this pair?" for the rule that is running."""

from __future__ import annotations

from core.trace import Trace
from core.view import pair_at
from ui.component.plot import plot
from ui.figure.error_list import error_list, error_list_text
from ui.figure.pair_scores import pair_scores, pair_scores_text
from ui.session import Lab
from ui.text import Words


def why_this_pair(trace: Trace, k: int, lab: Lab, words: Words) -> None:
    """Show scores and candidates for the rules of SMO, the list of E for Platt's heuristics."""
    projector = lab.shared.projector
    if trace.stepper.name != "platt":
        shown = pair_at(trace, k)
        plot("pair", pair_scores(shown, trace.problem.y, words), pair_scores_text(shown, words), projector)
        return
    state, row = trace.state_at(k), trace.table[k]
    free = (state.alpha > 0) & (state.alpha < trace.problem.dual.upper)
    i, j = int(row["i"]), int(row["j"])
    errors = state.errors  # type: ignore[attr-defined]
    plot("errors", error_list(errors, free, i, j, words), error_list_text(errors, i, j, words), projector)
