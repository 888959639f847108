"""Things to try on the page: instructive states; `try.phi.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.phi.question import Options
from ui.page.lessons import QUADRATIC, Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
BOWL = Lesson("bowl", "rings", QUADRATIC, 10.0, options=Options("second"))
LESSONS = (
    BOWL,
    Lesson("ellipse", "rings", QUADRATIC, 10.0, options=Options("squares")),
    Lesson("line", "line", GAUSSIAN, 100.0, options=Options("line"), numbers={"order": 10}),
)
