"""Three things to try on each page: a link each, which sets the page to a state worth seeing."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from ui import session
from ui.options import Options
from ui.options.budget import BudgetOptions
from ui.options.descent import DescentOptions
from ui.options.fourier import FourierOptions
from ui.options.phi import PhiOptions
from ui.options.results import ResultsOptions
from ui.options.taylor import TaylorOptions
from ui.solving import KernelSpec
from ui.text import Words


@dataclass(frozen=True)
class Lesson:
    """A state worth seeing; its sentence in the catalogues is `try.<page>.<name>`."""

    name: str
    dataset: str | None = None  # None: board, kernel and C stay as they are
    kernel: KernelSpec | None = None
    C: float | None = None
    gammas: tuple[float, ...] | None = None
    rule: str | None = None
    mode: str | None = None  # of the page that shows a run; None: as it is
    options: Options | None = None  # of the page itself


LINEAR: KernelSpec = {"name": "linear"}
QUADRATIC: KernelSpec = {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 1.0}

LESSONS: dict[str, tuple[Lesson, ...]] = {
    "board": (
        Lesson("street", "example-7-1", LINEAR, None),
        Lesson("outlier", "outlier", LINEAR, None),
        Lesson("impossible", "xor", LINEAR, None),
    ),
    "smo": (
        Lesson("three", "example-7-1", LINEAR, 10.0, mode="hand"),
        Lesson("slow", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, rule="smo-first-order", mode="two"),
        Lesson("runaway", "xor", LINEAR, None, mode="watch"),
    ),
    "descent": (
        Lesson("price", "rings", QUADRATIC, 10.0, options=DescentOptions(mapped="poly2")),
        Lesson("aside", "unbalanced", LINEAR, 1.0, options=DescentOptions(order="cyclic")),
        Lesson("smooth", "overlap", LINEAR, 1.0, options=DescentOptions(loss="L2")),
    ),
    "race": (
        Lesson("many", "cancer", LINEAR, 1.0, options=DescentOptions()),
        Lesson("apart", "rings", QUADRATIC, 10.0, options=DescentOptions(mapped="poly2")),
        Lesson("steep", "overlap", LINEAR, 1000.0, options=DescentOptions()),
    ),
    "gamma": (
        Lesson("islands", "moons", {"name": "gaussian", "gamma": 10.0}, 10.0, (0.1, 1.0, 10.0, 100.0, 1000.0)),
        Lesson("lecture", "overlap", {"name": "gaussian", "gamma": 1.0}, 1.0, (1.0, 10.0, 100.0)),
        Lesson("flat", "rings", {"name": "gaussian", "gamma": 1.0}, 1.0, (1e-3, 1e-2, 0.1, 1.0, 10.0)),
    ),
    "budget": (
        Lesson("series", "moons", {"name": "gaussian", "gamma": 0.2}, 10.0, options=BudgetOptions(order=3)),
        Lesson("lot", "overlap", {"name": "gaussian", "gamma": 1.0}, 10.0, options=BudgetOptions()),
        Lesson("dimensions", "cancer", LINEAR, 10.0, options=BudgetOptions(order=1, data="cancer")),
    ),
    "taylor": (
        Lesson("order", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, options=TaylorOptions(4)),
        Lesson("away", "overlap", {"name": "gaussian", "gamma": 0.25}, 10.0, options=TaylorOptions(4, shift=6.0)),
        Lesson(
            "interval",
            "overlap",
            {"name": "gaussian", "gamma": 0.125},
            10.0,
            options=TaylorOptions(0, pair=(2.0, 2.0, 2.0, 2.0)),
        ),
    ),
    "fourier": (
        Lesson("waves", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, options=FourierOptions(20)),
        Lesson("line", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, options=FourierOptions(200, case="line")),
        Lesson("flat", "moons", {"name": "gaussian", "gamma": 1e-3}, 10.0, options=FourierOptions(paired=True)),
    ),
    "phi": (
        Lesson("bowl", "rings", QUADRATIC, 10.0, options=PhiOptions("second")),
        Lesson("ellipse", "rings", QUADRATIC, 10.0, options=PhiOptions("squares")),
        Lesson("line", "line", {"name": "gaussian", "gamma": 1.0}, 100.0, options=PhiOptions("line", order=10)),
    ),
    "results": (
        Lesson("library", options=ResultsOptions(rival="library")),
        Lesson("intel", options=ResultsOptions(rival="sklearnex")),
        Lesson("coordinates", options=ResultsOptions(growth="seconds-d")),
    ),
}


def offer(page: str, words: Words) -> None:
    """Show the three links of a page."""
    with st.container(key="try"):
        st.markdown(f"**{words('try.title')}**")
        for lesson in LESSONS[page]:
            st.button(
                words(f"try.{page}.{lesson.name}"),
                key=f"try-{page}-{lesson.name}",
                type="tertiary",
                on_click=_open,
                args=(lesson,),
            )


def _open(lesson: Lesson) -> None:
    if lesson.dataset is not None:
        session.open_dataset(lesson.dataset)
    shared = session.current().shared
    if lesson.options is not None:
        shared = shared.choosing(lesson.options)
    if lesson.dataset is None or lesson.kernel is None:
        session.revise(shared)
        return
    shared = replace(shared, gammas=lesson.gammas or shared.gammas, rule=lesson.rule, step=None)
    shared = replace(shared, mode=lesson.mode or shared.mode)
    session.revise(replace(shared, kernel=dict(lesson.kernel), C=lesson.C))
