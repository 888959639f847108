"""Things to try on the page: instructive states; `try.libsvm.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.libsvm.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec
from ui.state.machine import MachineChoice

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
C_SVC = MachineChoice("c-svc")
FIRST = Lesson("opening", "overlap", GAUSSIAN, 100.0, step=350, options=Options())  # while points are set aside
LESSONS = (
    Lesson("return", "overlap", GAUSSIAN, 100.0, step=700, options=Options(), machine=C_SVC),
    Lesson(
        "small", "spirals", {"name": "gaussian", "gamma": 4.0}, 10.0, step=100, options=Options(rows=2), machine=C_SVC
    ),
    Lesson("off", "overlap", GAUSSIAN, 100.0, step=350, options=Options(shrinking=False), machine=C_SVC),
)
