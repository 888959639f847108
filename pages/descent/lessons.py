"""What the page offers to try: states worth seeing; `try.descent.<name>` says in the catalogues what to do."""

from __future__ import annotations

from pages.descent.question import Options
from ui.page.lessons import LINEAR, QUADRATIC, Lesson

LESSONS = (
    Lesson("price", "rings", QUADRATIC, 10.0, options=Options()),
    Lesson("aside", "unbalanced", LINEAR, 1.0, options=Options(visits="cyclic")),
    Lesson("smooth", "overlap", LINEAR, 1.0, options=Options(loss="L2")),
)
