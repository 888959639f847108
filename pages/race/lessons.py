"""Things to try on the page: instructive states; `try.race.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.descent import Options
from ui.page.lessons import LINEAR, QUADRATIC, Lesson

LESSONS = (
    Lesson("many", "cancer", LINEAR, 1.0, options=Options()),
    Lesson("apart", "rings", QUADRATIC, 10.0, options=Options()),
    Lesson("steep", "overlap", LINEAR, 1000.0, options=Options()),
)
