"""A kernel matrix that the visitor drops as a file or pastes: judged like every other, and trained if it has labels."""

from __future__ import annotations

import streamlit as st

from core.problem import InputError
from core.topics.mercer.given import MOST, given_matrix
from datasets import MOST_MEGABYTES, ReadError, read_table
from pages.mercer import answers
from pages.mercer.figures import GIVEN
from pages.mercer.figures.spectrum import spectrum_figure, spectrum_text
from pages.mercer.question import Question
from pages.mercer.sentences import given_sentences
from ui.component.plot import Drawn
from ui.page import frame
from ui.page.showing import Showing
from ui.solve.board_problem import content_key
from ui.solve.limits import LETTERS_OF_A_MATRIX


def matrix_from_file(question: Question, showing: Showing) -> None:
    """Read the matrix, and show the verdict on it; a refusal is one sentence, and the file stays."""
    words = showing.words
    st.markdown(words("mercer.given.hint", most=MOST))
    told = words("mercer.given.file", size=MOST_MEGABYTES)
    dropped = st.file_uploader(told, key="mercer-file", max_upload_size=MOST_MEGABYTES)
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
    found = answers.judged_given(given, question)
    judged, name = found.judged, content_key(given.known.K, question.y[:0])
    showing.draw(GIVEN, lambda: Drawn(spectrum_figure(judged, words), spectrum_text(judged, words)), name)
    if found.refused is not None:
        showing.refuse(found.refused)
    sentences = given_sentences(found, given, len(question.y), words)
    st.markdown("\n".join(f"- {told}" for told in sentences))
