"""A kernel matrix that the visitor drops as a file or pastes: judged like every other, and trained if it has labels."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from core.problem import InputError
from core.topics.mercer.given import given_matrix
from datasets import MOST_MEGABYTES, ReadError, read_table
from pages.mercer import answers
from pages.mercer.figures import GIVEN
from pages.mercer.figures.spectrum import spectrum_figure, spectrum_text
from pages.mercer.sentences import given_sentences
from ui.component.plot import Drawn
from ui.page import frame
from ui.page.showing import Showing
from ui.solve.board_problem import content_key
from ui.solve.limits import LETTERS_OF_A_MATRIX

HEIGHT = 300


def matrix_from_file(C: float | None, showing: Showing) -> None:
    """Read the matrix, and show the verdict on it; a refusal is one sentence, and the file stays."""
    words = showing.words
    st.markdown(words("mercer.given.hint"))
    dropped = st.file_uploader(words("mercer.given.file"), key="mercer-file", max_upload_size=MOST_MEGABYTES)
    pasted = st.text_area(
        words("own.paste"),
        placeholder=words("mercer.given.example"),
        max_chars=LETTERS_OF_A_MATRIX,
        height=100,
        key="mercer-paste",
    )
    data = dropped.getvalue() if dropped is not None else pasted
    if not data:
        return
    try:
        table = read_table(data, classes=False)
        given = given_matrix(table.numbers)
    except (InputError, ReadError) as error:
        frame.refuse(error, words)
        return
    for remark in table.notes:
        st.caption(frame.note(remark, words))
    found = answers.judged_given(given, math.inf if C is None else C)
    name = content_key(given.known.K, np.empty(0, dtype=np.int8))
    showing.draw(
        GIVEN, lambda: Drawn(spectrum_figure(found.judged, words, HEIGHT), spectrum_text(found.judged, words)), name
    )
    if found.refused is not None:
        showing.refuse(found.refused)
    st.markdown("\n".join(f"- {told}" for told in given_sentences(found, given.apart, words) if told))
