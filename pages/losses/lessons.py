"""Things to try on the page: instructive states; `try.losses.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.losses.question import Options
from ui.page.lessons import LINEAR, Lesson

FIRST = Lesson("first", "overlap", LINEAR, 1.0, options=Options())
LESSONS = (
    Lesson("squared", "exercise-7-2", LINEAR, 1.0, options=Options()),
    Lesson("offset", "overlap", LINEAR, 0.003, options=Options()),
    Lesson("moons", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, options=Options()),
)
