"""Things to try on the page: instructive states; `try.before.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.before.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
FIRST = Lesson("start", "unbalanced", GAUSSIAN, 0.1, options=Options())
LESSONS = (
    Lesson("balance", "unbalanced", GAUSSIAN, 0.1, options=Options()),
    Lesson("unit", "overlap", GAUSSIAN, 1.0, options=Options(topic="scales")),
    Lesson("point", "moons", GAUSSIAN, 10.0, options=Options(topic="point")),
)
