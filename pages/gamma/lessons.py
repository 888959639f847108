"""Things to try on the page: instructive states; `try.gamma.<name>` in the catalogues says what to do."""

from __future__ import annotations

from ui.page.lessons import Lesson

LESSONS = (
    Lesson("islands", "moons", {"name": "gaussian", "gamma": 10.0}, 10.0, (0.1, 1.0, 10.0, 100.0, 1000.0)),
    Lesson("lecture", "overlap", {"name": "gaussian", "gamma": 1.0}, 1.0, (1.0, 10.0, 100.0)),
    Lesson("flat", "rings", {"name": "gaussian", "gamma": 1.0}, 1.0, (1e-3, 1e-2, 0.1, 1.0, 10.0)),
)
