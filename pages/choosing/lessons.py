"""Things to try on the page: instructive states; `try.choosing.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.choosing.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 20.0}
TILE: KernelSpec = {"name": "gaussian", "gamma": 7.2}  # one of the small pictures, not between two
NUMBERS = {"components": 100, "landmarks": 20}
FIRST = Lesson("start", "overlap", TILE, 3.16, numbers=NUMBERS, options=Options())
LESSONS = (
    Lesson("race", "overlap", GAUSSIAN, 10.0, numbers=NUMBERS, options=Options(shown="errors")),
    Lesson("simplest", "moons", GAUSSIAN, 10.0, numbers=NUMBERS, options=Options(shown="errors", rule="simplest")),
    Lesson("ridge", "rings", GAUSSIAN, 10.0, numbers=NUMBERS, options=Options(shown="errors", machine="ridge")),
)
