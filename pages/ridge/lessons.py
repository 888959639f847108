"""Things to try on the page: instructive states; `try.ridge.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.ridge.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
FEATURES = {"components": 200, "seed": 0}
WIDE = Options(penalty=1000.0, change="features", case="ones")
FIRST = Lesson("start", "moons", GAUSSIAN, 10.0, numbers={"components": 20, "landmarks": 6}, options=Options())
LESSONS = (
    Lesson("carry", "overlap", GAUSSIAN, 1.0, options=Options()),
    Lesson("three", "moons", GAUSSIAN, 10.0, options=Options(penalty=60.0, case="three")),
    Lesson("features", "moons", GAUSSIAN, 10.0, numbers=FEATURES, options=WIDE),
)
