"""Things to try on the page: instructive states; `try.machines.<name>` in the catalogues says what to do."""

from __future__ import annotations

from ui.page.lessons import LINEAR, Lesson
from ui.solve.kernels import KernelSpec
from ui.state.machine import MachineChoice

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 0.5}
FIRST = Lesson("start", "overlap", LINEAR, 1.0)
LESSONS = (
    Lesson("hulls", "overlap", LINEAR, 1.0, options=MachineChoice("nu-svc", nu=0.3)),
    Lesson("outliers", "outlier", {"name": "gaussian", "gamma": 0.25}, 1.0, options=MachineChoice("one-class", nu=0.2)),
    Lesson("tube", "wave", GAUSSIAN, 10.0, options=MachineChoice("eps-svr", epsilon=0.5)),
)
