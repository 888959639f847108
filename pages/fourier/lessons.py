"""Things to try on the page: instructive states; `try.fourier.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.fourier.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
WIDE_PAIRS: KernelSpec = {"name": "paired", "gamma": 1e-3, "components": 100, "seed": 0}
LESSONS = (
    Lesson("waves", "moons", GAUSSIAN, 10.0, numbers={"components": 20, "seed": 0}, options=Options()),
    Lesson("line", "moons", GAUSSIAN, 10.0, numbers={"components": 200, "seed": 0}, options=Options(case="line")),
    Lesson("flat", "moons", WIDE_PAIRS, 10.0, options=Options()),
)
