"""Things to try on the page: instructive states; `try.margins.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.margins.question import Options
from ui.page.lessons import LINEAR, Lesson

FIRST = Lesson("gap", "gap", LINEAR, None, options=Options())
LESSONS = (
    Lesson("example", "example-7-1", LINEAR, None, options=Options()),
    Lesson("exercise", "exercise-7-2", LINEAR, None, options=Options(shown=True)),
    Lesson("outlier", "outlier", LINEAR, None, options=Options(shown=True)),
)
