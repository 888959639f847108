"""What the page offers to try: states worth seeing; `try.libsvm.<name>` says in the catalogues what to do."""

from __future__ import annotations

from pages.libsvm.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
FIRST = Lesson("opening", "overlap", GAUSSIAN, 100.0, step=350, options=Options())  # while points are set aside
LESSONS = (
    Lesson("return", "overlap", GAUSSIAN, 100.0, step=700, options=Options()),
    Lesson("small", "spirals", {"name": "gaussian", "gamma": 4.0}, 10.0, step=100, options=Options(rows=2)),
    Lesson("off", "overlap", GAUSSIAN, 100.0, step=350, options=Options(shrinking=False)),
)
