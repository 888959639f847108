"""Things to try on the page: instructive states; `try.descent.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.descent.question import Options
from ui.page.lessons import LINEAR, QUADRATIC, Lesson

LESSONS = (
    Lesson("price", "rings", QUADRATIC, 10.0, options=Options()),
    Lesson("aside", "unbalanced", LINEAR, 1.0, options=Options(visits="cyclic")),
    Lesson("smooth", "overlap", LINEAR, 1.0, options=Options(loss="L2")),
)
