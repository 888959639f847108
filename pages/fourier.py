"""The Fourier dice: cosines of random directions in place of the Gaussian kernel, rolled again and again."""

import streamlit as st

from core.problem import InputError
from ui import controls, fourier, fourier_stories, frame, hands, session
from ui.closing import close, whole_page
from ui.fourier_controls import PAGE, choose_roll
from ui.fourier_figures import all_figures
from ui.fourier_sentence import dice_sentence
from ui.text import Words


def roll(lab: session.Lab, words: Words) -> str | None:
    """Return the sentence of the visitor's roll; None where it is refused, and that is said."""
    try:
        rolled = fourier.rolled_of(lab)
    except InputError as error:
        frame.refuse(error, words)
        return None
    return dice_sentence(rolled, fourier.options_of(lab).components, fourier.gamma_of(lab), words)


@whole_page("fourier")
def page() -> None:
    """Show the whole page."""
    words, lab = session.words(), session.current()
    title = st.container()
    frame.problems(lab, words)
    choose_roll(lab, hands.offer(PAGE, lab, fourier.changed, all_figures), words)
    sentence = roll(lab, words)
    with title:
        frame.title(words("fourier.question"), sentence or words("board.sentence.refused"))
    standing = None if sentence is None else fourier_stories.stage(lab, words)
    controls.choose_problem(words)
    if standing is not None and "figures" not in lab.shared.hidden:
        fourier_stories.below(lab, standing, words)
    close("fourier", lab, words, None if sentence is None else fourier.reproduction)


page()
