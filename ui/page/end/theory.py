"""The folded half page below every board: the theory with its equations, the code that makes this picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from ui.page import controls, frame
from ui.page.end.script import penalty, script
from ui.state.lab import Lab
from ui.words import Words


def more(
    page: str,
    lab: Lab,
    words: Words,
    code: Callable[[Lab], str] | None = None,
    points: bool = True,
    language: str = "python",
) -> None:
    """Show the theory, the code (that of the board unless the page has its own) and the table of points, folded."""

    def theory() -> None:
        st.markdown(words.texts[f"{page}.theory"])  # braces of its formulas are no placeholders

    def script_of_page() -> None:
        if language == "python":
            st.caption(words("more.code.hint"))
        st.code((code or reproduction)(lab), language=language, wrap_lines=True)

    frame.fold("more-theory", words("more.theory"), words, theory)
    frame.fold("more-code", words("more.code"), words, script_of_page)
    if points:
        frame.fold("more-table", words("more.table"), words, partial(controls.table_of_points, words), typed=True)


def reproduction(lab: Lab) -> str:
    """Return a script that finds the same solution with the project's own core, for the state on screen."""
    X, y = lab.points.X.tolist(), lab.points.y.tolist()
    C = penalty(lab.shared.C)
    return script(
        [
            "from core.problem import c_svc",
            "from core.solver import answer",
            "from core.view import solution",
            "from ui.solve.kernels import kernel_of",
            "from ui.solve.limits import STEPS_OF_A_SOLVE",
            "from ui.solve.solving import TOLERANCE",
        ],
        [
            f"X = np.array({X!r})",
            f"y = np.array({y!r})",
            f"problem = c_svc(X, y, kernel_of({dict(lab.shared.kernel)!r}, X), C={C})",
            "found = solution(problem, answer(problem, tolerance=TOLERANCE, limit=STEPS_OF_A_SOLVE))",
            "print(found.light, found.alpha, found.b, found.certificate)",
        ],
    )
