"""What the page offers to try: states worth seeing; `try.results.<name>` says in the catalogues what to do."""

from __future__ import annotations

from pages.results.question import Options
from ui.page.lessons import Lesson

LESSONS = (
    Lesson("library", options=Options(rival="library")),
    Lesson("intel", options=Options(rival="sklearnex")),
    Lesson("coordinates", options=Options(growth="seconds-d")),
)
