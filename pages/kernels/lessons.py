"""Things to try on the page: instructive states; `try.kernels.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.kernels.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
CUBIC = {"degree": 3, "zeta": 1.0}
FIRST = Lesson("start", "moons", GAUSSIAN, 10.0, options=Options(), numbers=CUBIC)
LESSONS = (
    Lesson("linear", "overlap", GAUSSIAN, 1.0, options=Options(), numbers=CUBIC),
    Lesson("degree", "moons", GAUSSIAN, 10.0, options=Options(of="polynomial"), numbers={"degree": 10, "zeta": 1.0}),
    Lesson("bumps", "line", GAUSSIAN, 10.0, options=Options(rest="off"), numbers=CUBIC),
)
