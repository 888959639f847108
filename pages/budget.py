"""The same budget: four maps with as many features, and the exact kernel beside them."""

import streamlit as st

from core.problem import InputError
from ui import controls, frame, hands, session
from ui.budget import changed, comparison_of, reproduction, setting_of
from ui.budget_controls import PAGE, choose_budget
from ui.budget_figures import board_figures, boards, follow
from ui.budget_sentence import budget_sentence
from ui.closing import close, whole_page


@whole_page("budget")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    try:
        offers = hands.offer(PAGE, lab, changed, board_figures)
        choose_budget(lab, setting_of(lab).X.shape[1], offers, words)
        shown = comparison_of(lab)
    except InputError as error:
        with title:
            frame.title(words("budget.question"), words("board.sentence.refused"))
            frame.refuse(error, words)
    else:
        with title:
            frame.title(words("budget.question"), budget_sentence(shown, words))
        if shown.exact.entry.found:
            boards(lab, shown, words)
            follow(lab, shown, words)
    controls.choose_problem(words)
    close("budget", lab, words, reproduction)


page()
