"""Things to try on the page; `try.architecture.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.architecture.question import BOARD, Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec
from ui.state.machine import MachineChoice

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
C_SVC = MachineChoice("c-svc")
FIRST = Lesson("opening", "overlap", GAUSSIAN, 100.0, options=Options())
LESSONS = (
    Lesson("shrink", "overlap", GAUSSIAN, 100.0, options=Options(box="shrink"), machine=C_SVC),
    Lesson("merge", "overlap", GAUSSIAN, 100.0, options=Options(turn=2), machine=C_SVC),
    Lesson("points", "moons", GAUSSIAN, 10.0, options=Options("row", BOARD), machine=MachineChoice("nu-svc")),
)
