"""What the page offers to try: states worth seeing; `try.paper.<name>` says in the catalogues what to do."""

from __future__ import annotations

from pages.paper.question import Options
from ui.page.lessons import Lesson

LESSONS = (
    Lesson("classes", options=Options(task="classification")),
    Lesson("series", options=Options(small="series")),
)
