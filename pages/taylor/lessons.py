"""Things to try on the page: instructive states; `try.taylor.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.taylor.question import Options
from ui.page.lessons import Lesson

FAR_OUT = Options(shift=6.0)
LESSONS = (
    Lesson("order", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, numbers={"order": 4}, options=Options()),
    Lesson("away", "overlap", {"name": "gaussian", "gamma": 0.25}, 10.0, numbers={"order": 4}, options=FAR_OUT),
    Lesson(
        "interval",
        "overlap",
        {"name": "gaussian", "gamma": 0.125},
        10.0,
        numbers={"order": 0},
        options=Options(pair=(2.0, 2.0, 2.0, 2.0)),
    ),
)
