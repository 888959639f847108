"""The folded half page below every board: the theory with its equations, the code that makes this picture."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ui import controls, frame
from ui.script import penalty, script
from ui.session import Lab
from ui.text import Words


def more(page: str, lab: Lab, words: Words, code: Callable[[Lab], str] | None = None) -> None:
    """Show the theory, the code (that of the board unless the page has its own) and the table of points, folded."""

    def theory() -> None:
        st.markdown(words.texts[f"{page}.theory"])  # braces of its formulas are no placeholders

    def script_of_page() -> None:
        st.caption(words("more.code.hint"))
        st.code((code or reproduction)(lab), language="python", wrap_lines=True)

    frame.fold("more-theory", words("more.theory"), words, theory)
    frame.fold("more-code", words("more.code"), words, script_of_page)
    with st.expander(words("more.table")):  # always there: what somebody has typed into it must not be lost
        controls.table_of_points(words)


def reproduction(lab: Lab) -> str:
    """Return a script that finds the same solution with the project's own core, for the state on screen."""
    X, y = lab.points.X.tolist(), lab.points.y.tolist()
    C = penalty(lab.shared.C)
    return script(
        [
            "from core.problem import c_svc",
            "from core.solver import answer",
            "from core.view import solution",
            "from ui.solving import MOST_STEPS, TOLERANCE, kernel_of",
        ],
        [
            f"X = np.array({X!r})",
            f"y = np.array({y!r})",
            f"problem = c_svc(X, y, kernel_of({dict(lab.shared.kernel)!r}), C={C})",
            "found = solution(problem, answer(problem, tolerance=TOLERANCE, limit=MOST_STEPS))",
            "print(found.light, found.alpha, found.b, found.certificate)",
        ],
    )
