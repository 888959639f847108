"""The folded half page below every board: the theory with its equations, and the code that makes this picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import streamlit as st

from ui.page import controls, frame
from ui.page.end.script import costs, points, script
from ui.state.board import Board
from ui.words import Words


class Code(NamedTuple):
    """A script and its language."""

    write: Callable[[], str]
    language: str = "python"  # or "bash"


def more(page: str, words: Words, code: Code, points: bool) -> None:
    """Show the theory, the code and the table of points, folded."""

    def theory() -> None:
        st.markdown(words.texts[f"{page}.theory"])  # braces in its formulas are not placeholders

    def script_of_page() -> None:
        if code.language == "python":
            st.caption(words("more.code.hint"))
        st.code(code.write(), language=code.language, wrap_lines=True)

    frame.fold("more-theory", words("more.theory"), words, theory)
    frame.fold("more-code", words("more.code"), words, script_of_page)
    if points:
        frame.fold("more-table", words("more.table"), words, partial(controls.table_of_points, words), typed=True)


def reproduction(shown: Board) -> str:
    """Return a script that reproduces the solution on screen with the project's own core."""
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
            *points(shown),
            f"problem = c_svc(X, y, kernel_of({dict(shown.kernel)!r}, X), {costs(shown)})",
            "found = solution(problem, answer(problem, tolerance=TOLERANCE, limit=STEPS_OF_A_SOLVE))",
            "print(found.light, found.alpha, found.b, found.certificate)",
        ],
    )
