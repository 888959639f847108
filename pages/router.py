"""The script behind every request: the pages and the way between them. `app.py` names it to the server."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages import LINK, PAGES
from ui.page import frame
from ui.page.around import navigation
from ui.page.run import runner
from ui.state import session

ORDER = [PAGES[k] for k in navigation.in_order(page.section for page in PAGES)]
RUNS = tuple((page, runner(page)) for page in ORDER)
FOLDER = Path(__file__).parent
STYLES = [sheet for page in PAGES if (sheet := FOLDER / page.name / "page.css").is_file()]
ICON = FOLDER.parent / "assets" / "icon.svg"


def main() -> None:
    """Show the page that was asked for."""
    session.begin(LINK)
    words = session.words()
    st.set_page_config(page_icon=str(ICON), layout="wide")
    frame.styles(STYLES, session.current().shared.projector, words)
    stops = [
        navigation.Stop(
            page.section,
            st.Page(run, title=words(f"page.{page.name}"), url_path=page.name, default=page is PAGES[0]),
        )
        for page, run in RUNS
    ]
    here = st.navigation([stop.page for stop in stops], position="hidden")
    st.set_page_config(page_title=words("frame.tab", page=here.title, name=words("frame.name")))
    with frame.top():
        navigation.tabs(stops, here, words)
        frame.bar(words)
    here.run()
    navigation.turn(stops, here, words)
    session.write_link()


main()
