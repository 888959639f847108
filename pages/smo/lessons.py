"""What the page offers to try: states worth seeing; `try.smo.<name>` says in the catalogues what to do."""

from __future__ import annotations

from ui.page.lessons import LINEAR, Lesson

LESSONS = (
    Lesson("three", "example-7-1", LINEAR, 10.0, mode="hand"),
    Lesson("slow", "moons", {"name": "gaussian", "gamma": 1.0}, 10.0, rule="smo-first-order", mode="two"),
    Lesson("runaway", "xor", LINEAR, None, mode="watch"),
)
