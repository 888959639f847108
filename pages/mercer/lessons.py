"""Things to try on the page; `try.mercer.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.mercer.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

INDEFINITE: KernelSpec = {"name": "sigmoid", "gamma": 0.3, "r": 0.5}
SHIFTED: KernelSpec = {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": -1.0}
GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
TYPED: KernelSpec = {"name": "formula", "gamma": 1.0, "r": -1.0, "formula": "exp(-gamma*dist2^1.5)"}

FIRST = Lesson("start", "moons", INDEFINITE, 10.0)
LESSONS = (
    Lesson("shifted", "overlap", SHIFTED, 10.0, options=Options()),
    Lesson("bound", "rings", GAUSSIAN, 10.0, options=Options(weights="one")),
    Lesson("typed", "moons", TYPED, 10.0, options=Options()),
)
