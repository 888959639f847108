"""Things to try on the page; `try.classes.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.classes.question import Options
from ui.page.lessons import LINEAR, Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 0.5}

FIRST = Lesson("start", "pinwheel", LINEAR, 1.0)
LESSONS = (
    Lesson("tie", "pinwheel", LINEAR, 1.0, options=Options()),
    Lesson("curved", "pinwheel", GAUSSIAN, 10.0, options=Options()),
    Lesson("six", "six", GAUSSIAN, 10.0, options=Options()),
)
