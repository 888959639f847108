"""The figure and the sentences about what an approximation costs; nothing where the kernel is exact.

The figure comes ahead of the page while a slider of the panel moves: it knows points and kernel alone, so the panel
asks for it with the kernel that it has just made. What is trained for the sentences follows with the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import streamlit as st

from ui.component.plot import Drawing, Drawn
from ui.page import early_figures, guard
from ui.page.cost.figure import cost_figure, cost_text
from ui.page.cost.sentences import boundary_sentence, enough_sentence, worst_sentence
from ui.page.showing import Showing
from ui.solve.cost.enough import MOST_POINTS, Enough, enough, parameter_of
from ui.solve.cost.errors import KernelErrors, kernel_errors
from ui.solve.cost.exact import Asked, Square, differing_share
from ui.solve.kernels import KernelSpec, exact_of, kernel_of, named_only, real
from ui.solve.memory import SharedResults
from ui.solve.solving import content_key
from ui.words import Words

COST = "cost-errors"  # the key of the figure
AT_ONCE, MORE, PAUSE = 0.0, 0.1, 0.1  # seconds of trainings on the page, of further ones, and until then

_errors: SharedResults[KernelErrors] = SharedResults()


def published(asked: Asked, showing: Showing) -> str | None:
    """Let the figure be asked for under other kernels; return the name to ask by, None where it is not shown."""
    if not _is_shown(asked, showing):
        return None

    def figures(values: early_figures.Values, words: Words) -> early_figures.Ahead:
        spec: KernelSpec = values  # type: ignore[assignment]
        if kernel_of(spec) and exact_of(spec) is None:
            return COST, ()
        other = asked.of(named_only(spec))
        return _content(other), [_drawing(other, words)]

    return early_figures.publish(f"{COST} {content_key(asked.X, asked.y[:0])}", figures, showing.projector)


def show_cost(asked: Asked, square: Square, showing: Showing) -> None:
    """Show what the approximation costs: its error, the share of the window, and from when on both agree."""
    if not _is_shown(asked, showing):
        return
    with st.container(key="cost"):
        _figure(asked, showing)
        _told(asked, square, showing)


def _is_shown(asked: Asked, showing: Showing) -> bool:
    return exact_of(asked.spec) is not None and showing.sees("figures") and len(asked.X) > 0


@guard.part
def _figure(asked: Asked, showing: Showing) -> None:
    drawn = showing.figures([_drawing(asked, showing.words)], _content(asked))
    showing.heading("cost.title")
    showing.figure(COST, drawn[COST])


def _drawing(asked: Asked, words: Words) -> Drawing:
    def draw() -> Drawn:
        errors = errors_of(asked)
        return Drawn(cost_figure(errors, parameter_of(asked), words), cost_text(errors, words))

    return Drawing(COST, draw)


def errors_of(asked: Asked) -> KernelErrors:
    """Return the errors of the kernel over the pairs of the points, made once for everybody who asks the same."""
    gamma = real(asked.spec["gamma"])
    return _errors.get(_content(asked), lambda: kernel_errors(asked.X, kernel_of(asked.spec, asked.X), gamma))


def _content(asked: Asked) -> str:
    """Return the name of all that the figure shows: 1 and 1.0 are one number."""
    numbers = sorted((name, value if name == "name" else float(value)) for name, value in asked.spec.items())
    return f"{COST} {content_key(asked.X, asked.y[:0], numbers)}"


# ---- the sentences, the last of which is searched for ----


def _told(asked: Asked, square: Square, showing: Showing) -> None:
    words, share = showing.words, differing_share(asked, square)
    said = [worst_sentence(errors_of(asked), words), boundary_sentence(share, asked, words)]
    with st.container(key="cost-told"):
        st.markdown(words.joined(said))
        if not math.isnan(share):
            _follow(asked, square, words)


def _follow(asked: Asked, square: Square, words: Words) -> None:
    """Say from when on both agree as far as it is known, and search on while the page is looked at."""
    look: Callable[[float], Enough | None] = partial(_searched, asked, square)
    first = look(AT_ONCE)
    waits, found = first is not None and not first.complete, [first]

    def shown() -> None:
        now = found.pop() if found else look(MORE)
        st.markdown(enough_sentence(now, words))
        if waits and now is not None and now.complete:
            st.rerun()  # the whole page, which leaves no clock behind

    st.fragment(guard.part(shown), run_every=PAUSE if waits else None)()


def _searched(asked: Asked, square: Square, seconds: float) -> Enough | None:
    if len(asked.X) > MOST_POINTS:
        return None
    return enough(asked, square, seconds, early_figures.somebody_waits)
