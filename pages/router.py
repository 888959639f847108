"""The script behind every request: the pages and the way between them. `app.py` names it to the server."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages import LINK, PAGES
from ui.page import frame
from ui.page.run import runner
from ui.state import session

RUNS = tuple((page, runner(page)) for page in PAGES)
ICON = Path(__file__).parent.parent / "assets" / "icon.svg"


def main() -> None:
    """Show the page that was asked for."""
    session.begin(LINK)
    words = session.words()
    st.set_page_config(page_title=words("frame.name"), page_icon=str(ICON), layout="wide")
    frame.styles(session.current().shared.projector)
    pages = [
        st.Page(run, title=words(f"page.{page.name}"), url_path=page.name, default=page is PAGES[0])
        for page, run in RUNS
    ]
    page = st.navigation(pages, position="top")
    frame.bar(words)
    page.run()
    session.write_link()


main()
