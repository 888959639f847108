"""The parts of the page of results: the ratios, time against n, the paper's experiment, and how it all grows."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui import frame, session
from ui import results_sentence as told
from ui import results_tables as tables
from ui.component.plot import plot
from ui.figure.results_growth import growth_figure, growth_text
from ui.figure.results_paper import paper_figure, paper_text
from ui.figure.results_ratios import ratios_figure, ratios_text
from ui.lessons import offer
from ui.options.results import GROWTHS, RIVALS, ResultsOptions
from ui.record import Growth, Paper, Ratios
from ui.results import FAMILIES, Standing, present
from ui.session import Lab
from ui.text import Words, number


def options_of(lab: Lab) -> ResultsOptions:
    """Return the visitor's options."""
    return lab.shared.chosen(ResultsOptions) or ResultsOptions()


def _choose(name: str, key: str) -> None:
    session.put_options(options_of(session.current())._replace(**{name: st.session_state[key]}))


def _choice(name: str, among: Sequence[str], words: Words) -> None:
    """Show one of the options as a row of buttons."""
    chosen = getattr(options_of(session.current()), name)
    key = session.widget_key(f"results-{name}-{words.lang}", chosen)
    st.segmented_control(
        words(f"results.choose.{name}"),
        among,
        format_func=lambda one: words(f"results.{name}.{one}"),
        default=chosen,
        key=key,
        required=True,
        on_change=_choose,
        args=(name, key),
    )


def choose_rival(shown: Ratios, words: Words) -> None:
    """Offer the rivals that were there."""
    there = {run.solver for row in shown.rows for run in row.rivals}
    _choice("rival", [family for family in RIVALS if there & set(FAMILIES[family])], words)


def ratios(shown: Ratios, found: Sequence[Standing], lab: Lab, words: Words) -> None:
    """Show the big figure, what its marks mean, and every row as a table."""
    plot("results-ratios", ratios_figure(found, words), ratios_text(found, words), lab.shared.projector)
    rivals = dict.fromkeys(one.rival.solver for one in found)
    several = len(rivals) > 2
    st.caption(told.joined([words("results.key.all" if several else "results.key"), told.worst(found, words)], words))
    st.caption(told.when(shown.taken, words))
    if shown.absent:
        st.caption(words("results.absent", rows=words("budget.comma").join(shown.absent)))
    with st.expander(words("results.rows")):
        st.caption(words("results.rows.hint", tolerance=number(shown.tolerance), cache=shown.cache_megabytes))
        tables.workloads(found, words)
        st.caption(told.versions(shown.taken, words))


def growth(shown: Growth | None, lab: Lab, words: Words) -> None:
    """Show time against n."""
    frame.heading(words("results.growth.title"))
    if shown is None or not shown.series:
        st.markdown(words("results.missing.growth"))
        return
    with st.container(key="results-growth"):
        st.markdown(told.growth_sentence(shown, words))
    figure, alt = growth_figure(shown, "seconds", "n", words), growth_text(shown, "seconds", "n", words)
    plot("results-time", figure, alt, lab.shared.projector)
    st.caption(words("results.growth.key", seconds=number(shown.most_seconds)))


def paper(shown: Paper | None, lab: Lab, words: Words) -> None:
    """Show the paper's tables beside ours."""
    frame.heading(words("results.paper.title"))
    if shown is None or not present(shown):
        st.markdown(words("results.missing.paper"))
        return
    with st.container(key="results-paper-told"):
        st.markdown(told.paper_sentence(shown, words))
    plot("results-paper", paper_figure(shown, words), paper_text(shown, words), lab.shared.projector)
    st.caption(words("results.paper.key"))
    tables.cells(shown, words)
    st.caption(
        words(
            "results.paper.hint",
            linear=number(shown.tolerance_linear),
            kernel=number(shown.tolerance_kernel),
            epochs=shown.epochs,
            sample=shown.sample,
            folds=shown.folds,
        )
    )
    st.markdown(words("results.paper.sets"))
    tables.sets(shown, words)
    st.caption(words("results.paper.legible"))
    st.caption(told.when(shown.taken, words))


def growing(shown: Growth | None, lab: Lab, words: Words) -> None:
    """Show memory against n, or against d, and the exponents."""
    if shown is None or not shown.series:
        return
    frame.heading(words("results.growing.title"))
    with st.container(key="results-choice"):
        _choice("growth", GROWTHS, words)
    quantity, _, against = options_of(lab).growth.partition("-")
    figure, alt = growth_figure(shown, quantity, against, words), growth_text(shown, quantity, against, words)
    plot("results-growing", figure, alt, lab.shared.projector)
    tables.exponents(shown, words)
    st.caption(words("results.growing.hint"))
    st.caption(told.when(shown.taken, words))


def close(lab: Lab, words: Words) -> None:
    """Show what to try, the theory of measuring, and the commands; there are no points to show a table of."""
    if "try" not in lab.shared.hidden:
        offer("results", words)
    if "more" not in lab.shared.hidden:
        with st.expander(words("more.theory")):
            st.markdown(words.texts["results.theory"])
        with st.expander(words("more.code")):
            st.code("\n".join(COMMANDS), language="bash", wrap_lines=True)
    session.write_link()


COMMANDS = (
    'pip install -e ".[bench]"',
    "python -m benchmarks results --data FOLDER --fetch",
    "python -m benchmarks results --only ratios --quick",
    "python -m benchmarks.train moons C=100",
)
