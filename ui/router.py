"""The script behind every request: the pages and the way between them. `app.py` names it to the server."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ui import frame, session

ROOT = Path(__file__).parent.parent
PAGES, ICON = ROOT / "pages", ROOT / "assets" / "icon.svg"


def main() -> None:
    """Show the page that was asked for."""
    words = session.words()
    st.set_page_config(page_title=words("frame.name"), page_icon=str(ICON), layout="wide")
    frame.styles(session.current().shared.projector)
    pages = [
        st.Page(PAGES / "board.py", title=words("page.board"), url_path="board", default=True),
        st.Page(PAGES / "smo.py", title=words("page.smo"), url_path="smo"),
        st.Page(PAGES / "descent.py", title=words("page.descent"), url_path="descent"),
        st.Page(PAGES / "race.py", title=words("page.race"), url_path="race"),
        st.Page(PAGES / "gamma.py", title=words("page.gamma"), url_path="gamma"),
        st.Page(PAGES / "taylor.py", title=words("page.taylor"), url_path="taylor"),
        st.Page(PAGES / "fourier.py", title=words("page.fourier"), url_path="fourier"),
        st.Page(PAGES / "phi.py", title=words("page.phi"), url_path="phi"),
        st.Page(PAGES / "budget.py", title=words("page.budget"), url_path="budget"),
        st.Page(PAGES / "results.py", title=words("page.results"), url_path="results"),
    ]
    page = st.navigation(pages, position="top")
    frame.bar(words)
    page.run()
    session.write_link()


main()
