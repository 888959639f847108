"""Things to try on the page: instructive states; `try.smo.<name>` in the catalogues says what to do."""

from __future__ import annotations

from ui.page.lessons import LINEAR, Lesson

LESSONS = (
    Lesson("three", "example-7-1", LINEAR, 10.0, mode="hand"),
    Lesson("slow", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, rule="smo-first-order", mode="two"),
    Lesson("runaway", "xor", LINEAR, None, mode="watch"),
)
