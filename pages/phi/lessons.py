"""What the page offers to try: states worth seeing; `try.phi.<name>` says in the catalogues what to do."""

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
