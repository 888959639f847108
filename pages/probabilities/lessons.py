"""Things to try on the page; `try.probabilities.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.probabilities.question import Options
from ui.page.lessons import LINEAR, Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
FIRST = Lesson("start", "noisy", GAUSSIAN, 1000.0)
LESSONS = (
    Lesson("honest", "noisy", LINEAR, 1.0, options=Options()),
    Lesson("rare", "unbalanced", LINEAR, 1.0, options=Options()),
    Lesson("noise", "wave", {"name": "gaussian", "gamma": 1.0}, 10.0, options=Options(epsilon=0.3, width=1.2)),
)
